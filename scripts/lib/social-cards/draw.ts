// Draws a social card: a scene, the title and a framed picture.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import satori from 'satori';
import sharp from 'sharp';
import { drawnFaces } from '../../../brand/faces/facts.ts';
import { root } from '../install.mjs';

/** The line above the title, and the title. */
type CardText = { eyebrow: string; title: string; tone?: 'day' | 'night' };

type Palette = { title: string; eyebrow: string; pole: string; line: string; frame: string };

type TextBox = { left: number; width: number; height: number; sizes: readonly number[] };

const WIDTH = 1200;
const HEIGHT = 630;
const LOGO = { left: 64, top: 56, width: 330 };
/** Between the lockup and the hills. */
const TEXT_MIDDLE = 332;
const EYEBROW = { size: 25, gap: 16, room: 50 };
const TITLE_LEADING = 1.12;
/** Average width of a letter of the title, relative to its size. */
const LETTER_WIDTH = 0.58;
const PICTURE = { width: 468, height: 292 };
/** The part of the card that text and picture are in: only this is drawn anew. */
const LAYER = { left: 40, top: 96, width: 1160, height: 488 };
// Without mozjpeg, which takes four times as long and saves a tenth, and not progressive, which takes half as long again
// and saves nothing.
const JPEG = {
  quality: 84,
  optimizeCoding: true,
  chromaSubsampling: '4:4:4',
} as const;
/** Limits of one picture; an upload has at most 12,000 pixels a side. */
const PICTURE_PIXELS_MAX = 40_000_000;
const DECODE_TIMEOUT_S = 10;

const BESIDE_PICTURE: TextBox = {
  left: 64,
  width: 540,
  height: 350,
  sizes: [76, 69, 63, 57, 52, 46, 41, 37, 33, 29],
};

const ALONE: TextBox = {
  left: 64,
  width: 830,
  height: 350,
  sizes: [88, 80, 72, 64, 57, 51, 46, 41, 37, 33],
};

const PALETTES: Record<'day' | 'night', Palette> = {
  day: { title: '#17203A', eyebrow: '#B03812', pole: '#5A2E22', line: '#17203A', frame: '#FFFDF9' },
  night: {
    title: '#EDEFF7',
    eyebrow: '#FF8A5C',
    pole: '#39447F',
    line: '#8DB4FF',
    frame: '#F6EAD2',
  },
};

const scenes = `${root}scripts/lib/social-cards/`;

type Studio = { scenes: Record<'day' | 'night', Uint8Array>; fonts: Fonts };
type Fonts = Awaited<ReturnType<typeof readFonts>>;

/**
 * Reads the parts common to all cards.
 *
 * @returns draws a card; null for a title in letters that no installed font has
 */
export async function openStudio(): Promise<
  (card: CardText, picture: string | undefined) => Promise<Buffer | null>
> {
  // One card per core; threads inside each encoder would only compete.
  sharp.concurrency(1);
  // No two cards have an operation in common.
  sharp.cache(false);
  const [day, night] = await Promise.all([
    drawScene('day', 'logo'),
    drawScene('night', 'logo-night'),
  ]);
  const fonts = await readFonts();
  return (card, picture) => drawCard(card, picture, { scenes: { day, night }, fonts });
}

async function drawScene(scene: string, logo: string): Promise<Uint8Array> {
  const lockup = await sharp(`${root}brand/art/${logo}.svg`)
    .resize({ width: LOGO.width })
    .toBuffer();
  return sharp(`${scenes}${scene}.svg`)
    .composite([{ input: lockup, left: LOGO.left, top: LOGO.top }])
    .removeAlpha()
    .raw()
    .toBuffer();
}

/** @param name one of brand/faces/facts.ts */
export function drawnFaceFile(name: string): string {
  const family = name.replace(/-(latin|latin-ext|cyrillic)-\d+$/, '');
  return `${root}node_modules/@fontsource/${family}/files/${name}-normal.woff`;
}

/** A font that is not installed is left out: titles in its letters keep the card of their section. */
async function readFonts() {
  const faces = [...new Set([...drawnFaces.title, ...drawnFaces.text])];
  const fonts = faces.map(async (name) => {
    const file = drawnFaceFile(name);
    return existsSync(file) ? [{ name, data: await readFile(file), weight: 600 as const }] : [];
  });
  return (await Promise.all(fonts)).flat();
}

/** @returns the visible part of the picture, as a data URL */
export async function cutOut(
  bytes: Buffer,
  { x, y }: { x: number; y: number } = { x: 50, y: 50 },
): Promise<string> {
  const { data, info } = await sharp(bytes, { limitInputPixels: PICTURE_PIXELS_MAX })
    .resize({ ...PICTURE, fit: 'outside' })
    .timeout({ seconds: DECODE_TIMEOUT_S })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const cut = await sharp(data, { raw: info })
    .extract({
      ...PICTURE,
      left: Math.round(((info.width - PICTURE.width) * x) / 100),
      top: Math.round(((info.height - PICTURE.height) * y) / 100),
    })
    .flatten({ background: '#FFFFFF' })
    // Only on its way into the drawing.
    .png({ compressionLevel: 1 })
    .toBuffer();
  return `data:image/png;base64,${cut.toString('base64')}`;
}

async function drawCard(
  { eyebrow, title, tone = 'day' }: CardText,
  picture: string | undefined,
  { scenes, fonts }: Studio,
): Promise<Buffer | null> {
  const box = picture === undefined ? ALONE : BESIDE_PICTURE;
  const words = { eyebrow: plain(eyebrow), title: plain(title) };
  const text = words.title === '' ? null : await fitText(words, box, PALETTES[tone], fonts);
  if (text === null) return null;
  const top = TEXT_MIDDLE - text.height / 2;
  const layer = [
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${LAYER.width}" height="${LAYER.height}" viewBox="${LAYER.left} ${LAYER.top} ${LAYER.width} ${LAYER.height}">`,
    picture === undefined ? '' : hangingPicture(picture, tone),
    // Descenders of the last line extend below the block.
    text.svg.replace('<svg ', `<svg overflow="visible" x="${box.left}" y="${top}" `),
    '</svg>',
  ].join('');
  const drawn = await sharp(Buffer.from(layer)).ensureAlpha().raw().toBuffer();
  const raw = { width: WIDTH, height: HEIGHT, channels: 3 } as const;
  return sharp(layOver(scenes[tone], drawn), { raw }).jpeg(JPEG).toBuffer();
}

/**
 * The scene with the layer over it. By hand: sharp takes three times as long.
 *
 * @param scene red, green and blue of each pixel
 * @param layer with alpha
 */
function layOver(scene: Uint8Array, layer: Uint8Array): Uint8Array {
  // `slice` of a Buffer would be the scene itself.
  const card = Uint8Array.from(scene);
  let from = 0;
  for (let row = LAYER.top; row < LAYER.top + LAYER.height; row += 1) {
    let to = (row * WIDTH + LAYER.left) * 3;
    for (let column = 0; column < LAYER.width; column += 1, from += 4, to += 3) {
      const alpha = layer[from + 3] ?? 0;
      if (alpha === 0) continue;
      const rest = 255 - alpha;
      card[to] = ((layer[from] ?? 0) * alpha + (card[to] ?? 0) * rest + 127) / 255;
      card[to + 1] = ((layer[from + 1] ?? 0) * alpha + (card[to + 1] ?? 0) * rest + 127) / 255;
      card[to + 2] = ((layer[from + 2] ?? 0) * alpha + (card[to + 2] ?? 0) * rest + 127) / 255;
    }
  }
  return card;
}

/** The text in the largest size whose lines fit the box. */
async function fitText(
  words: { eyebrow: string; title: string },
  box: TextBox,
  palette: Palette,
  fonts: Fonts,
) {
  let isMissingLetters = false;
  const draw = async (title: { size: number; lines?: number }) => {
    const svg = await satori(textBlock(words, title, box, palette), {
      width: box.width,
      fonts,
      loadAdditionalAsset: async () => {
        isMissingLetters = true;
        return [];
      },
    });
    return { svg, height: Number(/ height="([\d.]+)"/.exec(svg)?.[1]) };
  };
  for (const size of sizesFor(words.title, box)) {
    const text = await draw({ size });
    if (isMissingLetters) return null;
    if (text.height <= box.height) return text;
  }
  const size = Math.min(...box.sizes);
  return draw({ size, lines: Math.floor((box.height - EYEBROW.room) / (size * TITLE_LEADING)) });
}

/** Prefers a smaller size to a broken word. */
function sizesFor(title: string, { sizes, width }: TextBox) {
  const longest = Math.max(...title.split(/\s+/).map((word) => word.length));
  const fitting = sizes.filter((size) => longest * size * LETTER_WIDTH <= width);
  return fitting.length > 0 ? fitting : sizes;
}

function textBlock(
  { eyebrow, title }: { eyebrow: string; title: string },
  { size, lines }: { size: number; lines?: number },
  { width }: TextBox,
  palette: Palette,
) {
  return element('div', { display: 'flex', flexDirection: 'column', width }, [
    element(
      'div',
      {
        display: 'block',
        fontFamily: drawnFaces.text.join(', '),
        fontSize: EYEBROW.size,
        lineHeight: 1.3,
        marginBottom: EYEBROW.gap,
        color: palette.eyebrow,
        lineClamp: 1,
      },
      eyebrow,
    ),
    element(
      'div',
      {
        display: 'block',
        fontFamily: drawnFaces.title.join(', '),
        fontSize: size,
        lineHeight: TITLE_LEADING,
        letterSpacing: size * -0.018,
        color: palette.title,
        wordBreak: 'break-word',
        ...(lines === undefined ? { textWrap: 'balance' } : { lineClamp: lines }),
      },
      title,
    ),
  ]);
}

const element = (type: string, style: Record<string, unknown>, children: unknown) => ({
  type,
  key: null,
  props: { style, children },
});

/** A framed picture on the line, as on the card of the projects page. */
function hangingPicture(picture: string, tone: 'day' | 'night') {
  const { pole, line, frame } = PALETTES[tone];
  const { width, height } = PICTURE;
  return `
    <rect x="632" y="112" width="11" height="452" rx="3" fill="${pole}"/>
    <path d="M637 132Q930 206 1210 116" fill="none" stroke="${line}" stroke-width="4"/>
    <g transform="translate(672 186) rotate(1.6)">
      <rect x="-8" y="10" width="${width + 28}" height="${height + 28}" fill="#0C1128" opacity="0.14"/>
      <rect width="${width + 28}" height="${height + 28}" fill="${frame}"/>
      <image x="14" y="14" width="${width}" height="${height}" xlink:href="${picture}"/>
      <path d="M92 -26V12M${width - 64} -32V12" stroke="#E4572E" stroke-width="11" stroke-linecap="round"/>
    </g>`;
}

/** Removes emoji, which the fonts do not have. */
const plain = (text: string) =>
  text
    .replaceAll(/\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200D|\uFE0F/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
