import { readFileSync } from 'node:fs';
import satori from 'satori';
import { drawnFaces } from '../../../brand/faces/facts.ts';
import { drawnFaceFile } from '../build/social-cards/draw.ts';

const HEIGHT = 176;
const MARK_WIDTH = 180;
const SHAPES = /^<(?:path|circle|ellipse|rect|polygon|polyline|line|g)\b[^<>]*\/?>$|^<\/g>$/;

/**
 * The shapes of an SVG file, scaled to 40 by 32. Refuses what is no shape, such as text, styles and scripts.
 */
export function readMark(svg: string): string {
  const box = /viewBox="([-\d.]+) ([-\d.]+) ([\d.]+) ([\d.]+)"/.exec(svg)?.slice(1).map(Number);
  const [x = 0, y = 0, width = 0, height = 0] = box ?? [];
  if (width === 0 || height === 0) throw new Error('The logo has no viewBox.');
  const tags = (svg.match(/<[^>]+>/g) ?? []).slice(1, -1);
  const refused = tags.find(
    (tag) => !SHAPES.test(tag) || /url\(|href|style=|class=|\son/.test(tag),
  );
  if (refused) throw new Error(`The logo may hold plain shapes only, not ${refused.slice(0, 60)}`);
  const scale = Math.min(40 / width, 32 / height);
  const left = (40 - width * scale) / 2 - x * scale;
  const top = (32 - height * scale) / 2 - y * scale;
  return [`<g transform="translate(${left} ${top}) scale(${scale})">`, ...tags, '</g>'].join('\n');
}

/** The mark alone, as brand/art/mark.svg. */
export const markDrawing = (mark: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 512" width="640" height="512">\n<g transform="scale(16)">\n${mark}\n</g>\n</svg>\n`;

/** The mark beside the name, whose letters become shapes. */
export async function lockup(name: string, mark: string, ink: string): Promise<string> {
  const [face] = drawnFaces.title;
  const data = readFileSync(drawnFaceFile(face));
  const text = await satori(
    {
      type: 'div',
      key: null,
      props: { style: { display: 'flex', fontSize: 96, color: ink }, children: name },
    },
    { height: 130, fonts: [{ name: face, data, weight: 600 }] },
  );
  const width = Number(/ width="([\d.]+)"/.exec(text)?.[1] ?? 0);
  const paths = text.match(/<path [^>]*\/?>/g) ?? [];
  if (paths.length === 0) throw new Error(`No letters were drawn for "${name}".`);
  const full = Math.ceil(MARK_WIDTH + 44 + width);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${full} ${HEIGHT}" width="${full}" height="${HEIGHT}">`,
    `<g transform="translate(8 16) scale(4.5)">`,
    mark,
    '</g>',
    `<g transform="translate(${MARK_WIDTH + 34} 23)">`,
    ...paths.map((path) => path.replace(/\s*\/?>$/, '/>')),
    '</g>',
    '</svg>\n',
  ].join('\n');
}

/** brand/logo-mark.tsx, which the header shows. */
export function markComponent(mark: string): string {
  const jsx = mark.replace(
    / ([a-z]+)-([a-z])([a-z]*)=/g,
    (_, start: string, letter: string, rest: string) => ` ${start}${letter.toUpperCase()}${rest}=`,
  );
  return `import { clsx } from 'clsx';

/** The mark of the agency. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 40 32" className={clsx('shrink-0', className)}>
      ${jsx}
    </svg>
  );
}
`;
}
