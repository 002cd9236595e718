// Draws a social card: a scene, the title and a framed picture.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import satori from 'satori';
import sharp from 'sharp';
import { drawnFaces } from '../../../../brand/faces/facts.ts';
import { root } from '../../install.mjs';

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
/** Where the picture hangs. */
const FRAME = { left: 672, top: 186, border: 14, degrees: 1.6 };
/** The part of the card that the text is in: only this is drawn anew. Descenders of the last line extend below its box. */
const TEXT_LAYER = { left: 40, top: 120, height: 420 };
// Without what takes twice to four times as long and saves a tenth: mozjpeg, optimized coding, progressive.
const JPEG = {
  quality: 84,
  optimizeCoding: false,
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

const scenes = `${root}scripts/lib/build/social-cards/`;

/** Red, green, blue and alpha of each pixel, and where they lie on a card. */
type Layer = { data: Uint8Array; left: number; top: number; width: number; height: number };
/** What is alike on all cards of a tone: red, green and blue of the scene, alone and with the frame; and the pegs. */
type Stage = { scene: Uint8Array; framed: Uint8Array; pegs: Layer };
type Studio = Record<'day' | 'night', Stage> & { fonts: Fonts };
type Fonts = Awaited<ReturnType<typeof readFonts>>;

/**
 * Reads the parts common to all cards.
 *
 * @returns draws a card; null for a title in letters that no installed font has
 */
export async function openStudio(): Promise<
  (card: CardText, picture: Layer | undefined) => Promise<Buffer | null>
> {
  // One card per core; threads inside each encoder would only compete.
  sharp.concurrency(1);
  // No two cards have an operation in common.
  sharp.cache(false);
  const [day, night, fonts] = await Promise.all([
    drawStage('day', 'logo'),
    drawStage('night', 'logo-night'),
    readFonts(),
  ]);
  return (card, picture) => drawCard(card, picture, { day, night, fonts });
}

async function drawStage(tone: 'day' | 'night', logo: string): Promise<Stage> {
  const scene = await drawScene(tone, logo);
  const whole = { left: 0, top: 0, width: WIDTH, height: HEIGHT };
  const frame = await drawLayer(emptyFrame(PALETTES[tone]), whole);
  const pegs = await drawLayer(framePegs(), { left: 750, top: 150, width: 360, height: 70 });
  return { scene, framed: layOver(scene, [frame]), pegs };
}

/** @param svg in the coordinates of the card */
async function drawLayer(svg: string, place: Omit<Layer, 'data'>): Promise<Layer> {
  const { left, top, width, height } = place;
  const box = `width="${width}" height="${height}" viewBox="${left} ${top} ${width} ${height}"`;
  const drawing = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${box}>${svg}</svg>`);
  return { ...place, data: await sharp(drawing).ensureAlpha().raw().toBuffer() };
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

/** @returns the visible part of the picture as it hangs, slightly turned */
export async function cutOut(
  bytes: Buffer,
  { x, y }: { x: number; y: number } = { x: 50, y: 50 },
): Promise<Layer> {
  // As browsers show it: photos may be stored on their side.
  const { width, height } = (await sharp(bytes).metadata()).autoOrient;
  const scale = Math.max(PICTURE.width / width, PICTURE.height / height);
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
  const angle = (FRAME.degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const part = await sharp(bytes, { limitInputPixels: PICTURE_PIXELS_MAX })
    .autoOrient()
    .resize({ ...size, fit: 'fill' })
    .extract({
      ...PICTURE,
      left: Math.round(((size.width - PICTURE.width) * x) / 100),
      top: Math.round(((size.height - PICTURE.height) * y) / 100),
    })
    .flatten({ background: '#FFFFFF' })
    .ensureAlpha()
    .timeout({ seconds: DECODE_TIMEOUT_S })
    .raw()
    .toBuffer();
  // Turned apart: the corners need the alpha that the first step adds at its end.
  const { data, info } = await sharp(part, { raw: { ...PICTURE, channels: 4 } })
    .affine([cos, -sin, sin, cos], { background: '#FFFFFF00', interpolator: 'bilinear' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return {
    data,
    // Its lower left corner is the leftmost point.
    left: Math.round(FRAME.left + FRAME.border * (cos - sin) - PICTURE.height * sin),
    top: Math.round(FRAME.top + FRAME.border * (cos + sin)),
    width: info.width,
    height: info.height,
  };
}

async function drawCard(
  { eyebrow, title, tone = 'day' }: CardText,
  picture: Layer | undefined,
  { fonts, ...stages }: Studio,
): Promise<Buffer | null> {
  const box = picture === undefined ? ALONE : BESIDE_PICTURE;
  const words = { eyebrow: plain(eyebrow), title: plain(title) };
  const text = words.title === '' ? null : await fitText(words, box, PALETTES[tone], fonts);
  if (text === null) return null;
  const { scene, framed, pegs } = stages[tone];
  const top = TEXT_MIDDLE - text.height / 2;
  const layer = await drawLayer(
    text.svg.replace('<svg ', `<svg overflow="visible" x="${box.left}" y="${top}" `),
    { ...TEXT_LAYER, width: box.width + 2 * (box.left - TEXT_LAYER.left) },
  );
  const card = picture ? layOver(framed, [picture, pegs, layer]) : layOver(scene, [layer]);
  const raw = { width: WIDTH, height: HEIGHT, channels: 3 } as const;
  return sharp(card, { raw }).jpeg(JPEG).toBuffer();
}

/**
 * The scene with the layers over it. By hand: sharp takes three times as long.
 *
 * @param scene red, green and blue of each pixel
 */
function layOver(scene: Uint8Array, layers: readonly Layer[]): Uint8Array {
  // `slice` of a Buffer would be the scene itself.
  const card = Uint8Array.from(scene);
  for (const { data, left, top, width, height } of layers) {
    let from = 0;
    for (let row = top; row < top + height; row += 1) {
      let to = (row * WIDTH + left) * 3;
      for (let column = 0; column < width; column += 1, from += 4, to += 3) {
        const alpha = data[from + 3] ?? 0;
        if (alpha === 0) continue;
        const rest = 255 - alpha;
        card[to] = ((data[from] ?? 0) * alpha + (card[to] ?? 0) * rest + 127) / 255;
        card[to + 1] = ((data[from + 1] ?? 0) * alpha + (card[to + 1] ?? 0) * rest + 127) / 255;
        card[to + 2] = ((data[from + 2] ?? 0) * alpha + (card[to + 2] ?? 0) * rest + 127) / 255;
      }
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

const HANGING = `transform="translate(${FRAME.left} ${FRAME.top}) rotate(${FRAME.degrees})"`;

/** A frame on the line, as on the card of the projects page. */
function emptyFrame({ pole, line, frame }: Palette) {
  const { width, height } = PICTURE;
  const outer = `width="${width + 2 * FRAME.border}" height="${height + 2 * FRAME.border}"`;
  return `
    <rect x="632" y="112" width="11" height="452" rx="3" fill="${pole}"/>
    <path d="M637 132Q930 206 1210 116" fill="none" stroke="${line}" stroke-width="4"/>
    <g ${HANGING}>
      <rect x="-8" y="10" ${outer} fill="#0C1128" opacity="0.14"/>
      <rect ${outer} fill="${frame}"/>
    </g>`;
}

const framePegs = () =>
  `<path ${HANGING} d="M92 -26V12M${PICTURE.width - 64} -32V12" stroke="#E4572E" stroke-width="11" stroke-linecap="round"/>`;

/** Removes emoji, which the fonts do not have. */
const plain = (text: string) =>
  text
    .replaceAll(/\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200D|\uFE0F/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
