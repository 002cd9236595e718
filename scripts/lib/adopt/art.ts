import { createHash } from 'node:crypto';
import { mix } from './palette.ts';

export type Paint = { paper: string; sky: string; ink: string; accent: string };

type Size = readonly [width: number, height: number];

export const SIZES = {
  hero: [2100, 900],
  service: [1500, 1000],
  office: [1500, 1000],
  about: [1500, 1000],
  fallback: [1600, 900],
  placeholder: [1600, 900],
  value: [1200, 900],
  team: [1000, 1000],
} as const satisfies Record<string, Size>;

/** Numbers from 0 to 1 that are the same for the same name. */
function numbersOf(name: string) {
  const bytes = createHash('sha256').update(name).digest();
  let next = 0;
  return () => (bytes[next++ % bytes.length] ?? 0) / 255;
}

const svg = ([width, height]: Size, shapes: string[]) =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    ...shapes,
    '</svg>\n',
  ].join('\n');

const circle = (x: number, y: number, radius: number, fill: string) =>
  `<circle cx="${Math.round(x)}" cy="${Math.round(y)}" r="${Math.round(radius)}" fill="${fill}"/>`;

/** A sun and three hills, different for every name. Heroes have their scene on the right. */
export function scene(name: string, size: Size, { paper, sky, ink, accent }: Paint): string {
  const [width, height] = size;
  const number = numbersOf(name);
  const hill = (base: number, fill: string) => {
    const at = (share: number) => Math.round(width * share);
    const top = () => Math.round(height * (base - 0.12 * number()));
    return `<path d="M0 ${top()}C${at(0.2 + 0.1 * number())} ${top() - 90} ${at(0.4)} ${top() + 60} ${at(0.6)} ${top()}S${at(0.85)} ${top() - 110} ${width} ${top()}V${height}H0Z" fill="${fill}"/>`;
  };
  const sunAt = [width * (0.62 + 0.24 * number()), height * (0.28 + 0.2 * number())] as const;
  return svg(size, [
    `<path d="M0 0H${width}V${height}H0Z" fill="${sky}"/>`,
    circle(...sunAt, height * (0.14 + 0.06 * number()), mix(accent, paper, 0.25)),
    hill(0.72, mix(accent, sky, 0.6)),
    hill(0.84, mix(accent, ink, 0.1)),
    hill(0.97, mix(accent, ink, 0.45)),
  ]);
}

/** A head and shoulders, without a face. */
export function portrait(name: string, { paper, sky, ink, accent }: Paint): string {
  const number = numbersOf(name);
  const skin = mix(ink, paper, 0.35 + 0.45 * number());
  return svg(SIZES.team, [
    `<path d="M0 0H1000V1000H0Z" fill="${mix(sky, paper, number())}"/>`,
    circle(500, 380, 205 + 15 * number(), mix(ink, accent, 0.4 * number())),
    `<path d="M140 1000C150 740 300 640 500 640S850 740 860 1000Z" fill="${mix(accent, ink, 0.5 * number())}"/>`,
    `<path d="M420 520H580V690C580 770 420 770 420 690Z" fill="${skin}"/>`,
    circle(500, 430, 165, skin),
  ]);
}

/** The mark of an agency without a logo: a sun over a wave, on 40 by 32. */
export const drawnMark = ({ ink, accent }: Pick<Paint, 'ink' | 'accent'>) =>
  [
    `<circle cx="20" cy="13" r="9" fill="${accent}"/>`,
    `<path d="M2 20C8 14 13 26 20 20S32 14 38 20V28H2Z" fill="${ink}"/>`,
  ].join('\n');

/** The mark on a square, for tabs and home screens. */
export function icon(mark: string, paper: string, size: number): string {
  const scale = size / 56;
  return svg(
    [size, size],
    [
      `<rect width="${size}" height="${size}" rx="${Math.round(size * 0.22)}" fill="${paper}"/>`,
      `<g transform="translate(${8 * scale} ${12 * scale}) scale(${scale})">`,
      mark,
      '</g>',
    ],
  );
}
