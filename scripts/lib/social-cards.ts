import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import satori from 'satori';
import sharp from 'sharp';
import { root } from './install.mjs';
import { inFolder, linkOrCopy } from './site-folder.ts';

export type SocialCard = {
  /** Below the site, such as `/social/post-<id>.jpg`. */
  path: string;
  /** The line above the title: client, category. */
  eyebrow: string;
  title: string;
  /** Its bytes, or its URL. */
  picture?: Buffer | string;
  /** The point of the picture that the crop keeps, in percent. */
  focus?: { x: number; y: number } | undefined;
  /** Day when left out. */
  tone?: 'day' | 'night';
};

export type Palette = { title: string; eyebrow: string; pole: string; line: string; frame: string };

export type TextBox = { left: number; width: number; height: number; sizes: readonly number[] };

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
// Without mozjpeg, which takes four times as long and saves a tenth, and not progressive, which takes half as long again
// and saves nothing.
const JPEG = {
  quality: 84,
  optimizeCoding: true,
  chromaSubsampling: '4:4:4',
} as const;
/** Limits of one picture: time to the last byte; an upload has at most 5 MB and 12,000 pixels a side. */
const FETCH_TIMEOUT_MS = 10_000;
const PICTURE_BYTES_MAX = 6 * 1024 * 1024;
const PICTURE_PIXELS_MAX = 40_000_000;
const DECODE_TIMEOUT_S = 10;
/** The formats of the bucket. Others are not decoded: SVG can keep the decoder busy for minutes. */
const PICTURE_SIGNATURE = /^(?:\xff\xd8\xff|\x89PNG\r\n|GIF8|RIFF[^]{4}WEBP)/;

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

const TITLE_FACES = ['fraunces-latin-600', 'fraunces-latin-ext-600', 'vollkorn-cyrillic-600'];
const TEXT_FACES = [
  'instrument-sans-latin-600',
  'instrument-sans-latin-ext-600',
  'vollkorn-cyrillic-600',
];

const scenes = `${root}scripts/lib/social-cards/`;
const cacheFolder = `${root}node_modules/.cache/social-cards/`;

/**
 * Prepares what all cards share.
 *
 * @returns draws the card of an item into the folder of the built site, or takes it from a cache where it is unchanged.
 *   A picture that cannot be read is left out; a title in letters that no installed font has gets no card.
 */
export async function openCardStudio({
  folder,
  bucket,
  leaveOut,
  cache = cacheFolder,
}: {
  folder: string;
  /** Address of the bucket, with a slash at its end; no picture is fetched from anywhere else. */
  bucket: string;
  /** Called for cards without their picture, and for cards that could not be rendered. */
  leaveOut: (path: string, reason: string) => void;
  cache?: string;
}): Promise<(item: SocialCard) => Promise<boolean>> {
  const studio = await openStudio();
  await mkdir(cache, { recursive: true });
  const pictureOf = async ({ path: card, picture, focus }: SocialCard) => {
    if (!picture) return undefined;
    try {
      const bytes = typeof picture === 'string' ? await download(picture, bucket) : picture;
      return await cutOut(bytes, focus);
    } catch (error) {
      leaveOut(card, `the card is rendered without its picture: ${messageOf(error)}`);
      return undefined;
    }
  };
  return async (item) => {
    const file = path.join(folder, item.path);
    try {
      return await writeCard(item, file, cache, studio, pictureOf);
    } catch (error) {
      leaveOut(item.path, `the card could not be rendered: ${messageOf(error)}`);
      return false;
    }
  };
}

async function writeCard(
  item: SocialCard,
  file: string,
  cache: string,
  studio: Studio,
  pictureOf: (item: SocialCard) => Promise<string | undefined>,
) {
  const kept = path.join(cache, `${hashOf(item, studio.version)}.jpg`);
  if (!existsSync(kept)) {
    const picture = await pictureOf(item);
    const card = await drawCard(item, picture, studio);
    if (card === null) return false;
    // Not cached: the picture may be reachable in the next build.
    if (item.picture && !picture) {
      await inFolder(file, () => writeFile(file, card));
      return true;
    }
    // Renamed when complete: two builds may draw at the same time.
    const draft = `${kept}.${process.pid}-${path.basename(file)}`;
    await writeFile(draft, card);
    await rename(draft, kept);
  }
  await linkOrCopy(kept, file);
  return true;
}

export type Studio = Awaited<ReturnType<typeof openStudio>>;

/** Reads the parts common to all cards. */
async function openStudio() {
  // One card per core; threads inside each encoder would only compete.
  sharp.concurrency(1);
  const [day, night] = await Promise.all([
    drawScene('day', 'logo'),
    drawScene('night', 'logo-night'),
  ]);
  const fonts = await readFonts();
  const version = createHash('sha256');
  version.update(await readFile(new URL(import.meta.url)));
  for (const { data } of [day, night, ...fonts]) version.update(data);
  return { scenes: { day, night }, fonts, version: version.digest('hex') };
}

async function drawScene(scene: string, logo: string) {
  const lockup = await sharp(`${root}art/${logo}.svg`).resize({ width: LOGO.width }).toBuffer();
  return sharp(`${scenes}${scene}.svg`)
    .composite([{ input: lockup, left: LOGO.left, top: LOGO.top }])
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
}

/** A font that is not installed is left out: titles in its letters keep the card of their section. */
async function readFonts() {
  const faces = [...new Set([...TITLE_FACES, ...TEXT_FACES])];
  const fonts = faces.map(async (name) => {
    const family = name.replace(/-(latin|latin-ext|cyrillic)-\d+$/, '');
    const file = `${root}node_modules/@fontsource/${family}/files/${name}-normal.woff`;
    return existsSync(file) ? [{ name, data: await readFile(file), weight: 600 as const }] : [];
  });
  return (await Promise.all(fonts)).flat();
}

function hashOf(
  { eyebrow, title, picture = '', focus, tone = 'day' }: SocialCard,
  version: string,
) {
  const facts = [version, eyebrow, title, tone, focus];
  const hash = createHash('sha256').update(JSON.stringify(facts));
  return hash.update(picture).digest('hex').slice(0, 32);
}

/** @returns the visible part of the picture, as a data URL */
async function cutOut(
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

async function download(address: string, bucket: string): Promise<Buffer> {
  // Parsed, so that no `..` leaves the bucket.
  if (!URL.canParse(address) || !new URL(address).href.startsWith(new URL(bucket).href)) {
    throw new Error('it is not in our own bucket');
  }
  const response = await fetch(address, {
    redirect: 'error',
    signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`the bucket answered ${response.status}`);
  const bytes = await readWithin(response, PICTURE_BYTES_MAX);
  if (!PICTURE_SIGNATURE.test(bytes.toString('latin1', 0, 12))) {
    throw new Error('it is no JPEG, PNG, WebP or GIF');
  }
  return bytes;
}

async function readWithin(response: Response, bytesMax: number) {
  const chunks = [];
  let size = 0;
  // Leaving the loop ends the download.
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > bytesMax) throw new Error(`it is larger than ${bytesMax / 1024 / 1024} MB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function messageOf(error: unknown) {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}

async function drawCard(
  { eyebrow, title, tone = 'day' }: SocialCard,
  picture: string | undefined,
  { scenes, fonts }: Studio,
): Promise<Buffer | null> {
  const box = picture === undefined ? ALONE : BESIDE_PICTURE;
  const words = { eyebrow: plain(eyebrow), title: plain(title) };
  const text = words.title === '' ? null : await fitText(words, box, PALETTES[tone], fonts);
  if (text === null) return null;
  const top = TEXT_MIDDLE - text.height / 2;
  const layer = [
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${WIDTH}" height="${HEIGHT}">`,
    picture === undefined ? '' : hangingPicture(picture, tone),
    // Descenders of the last line extend below the block.
    text.svg.replace('<svg ', `<svg overflow="visible" x="${box.left}" y="${top}" `),
    '</svg>',
  ].join('');
  const { data, info } = scenes[tone];
  return sharp(data, { raw: { ...info, channels: 3 } })
    .composite([{ input: Buffer.from(layer) }])
    .jpeg(JPEG)
    .toBuffer();
}

/** The text in the largest size whose lines fit the box. */
async function fitText(
  words: { eyebrow: string; title: string },
  box: TextBox,
  palette: Palette,
  fonts: Studio['fonts'],
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
        fontFamily: TEXT_FACES.join(', '),
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
        fontFamily: TITLE_FACES.join(', '),
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
