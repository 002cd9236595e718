import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import sharp from 'sharp';
import { focus } from '../../../brand/focus.ts';
import { formatSource } from '../format-source.ts';
import { root } from '../install.mjs';
import { nightDrawing } from './night-colors.ts';
import { camelCase, HERO_PAGES } from './picture-names.ts';

export type Picture = {
  hash: string;
  width: number;
  height: number;
  color: string;
  widths: number[];
};

export type Manifest = {
  settings: string;
  pictures: Record<string, Picture>;
  derived: Record<string, string>;
};

export const IMAGE_WIDTHS = [320, 640, 960, 1280, 1920];
/** Of the one file that is not in a list of sources, as in src/content/images.ts. */
const MIDDLE_WIDTH = 960;

// Flat shapes with hard edges: full color resolution (4:4:4) costs little and keeps edges sharp.
const AVIF = { quality: 52, effort: 3, chromaSubsampling: '4:4:4' } as const;
const WEBP = { quality: 74, effort: 5, smartSubsample: true } as const;
/** Photographs have no hard edges, and far more detail. */
const PHOTO = { avif: { quality: 50, effort: 4 }, webp: { quality: 72, effort: 5 } } as const;
const SOCIAL = { width: 1200, height: 630, logoWidth: 440, margin: 64 };
const ICONS = { 'apple-touch-icon': 180, 'icon-192': 192, 'icon-512': 512 };
/** For what asks for it without reading a page: older browsers, feed readers, previews of links. */
const ICO = { file: 'favicon.ico', sizes: [16, 32, 48] };
const ICON_SOURCE = 'icon';
/** Heads of pages are on social cards only, placeholders are covers of documents, the others are cut out. */
const WITHOUT_NIGHT = /^(?:hero-|placeholder-|logo|(?:mark|icon|ufo)(?:-night)?$)/;
const NIGHT = '-night';
/** Drawn heads of pages have their scene on the right. */
const SCENE_OF_HERO = { x: 100, y: 50 };
const NIGHT_PAGES = ['blog'];

const art = `${root}brand/art/`;
const manifestFile = `${art}manifest.json`;
const publicFolder = `${root}public/`;
const pictureFolder = `${publicFolder}images/`;
const generatedFile = `${root}brand/pictures.generated.ts`;

export const hashOf = (content: string | Buffer) =>
  createHash('sha256').update(content).digest('hex').slice(0, 16);

export type Art = ReadonlyMap<string, { bytes: Buffer; isDrawing: boolean }>;

/**
 * Every drawing and photograph of brand/art by name, sorted; `x-night` is the drawing `x` at night.
 *
 * @throws where two files have one name, such as hero-home.svg and hero-home.jpg
 */
export function readArt(): Art {
  const found = readdirSync(art)
    .map((file) => /^(.+)\.(svg|jpe?g|png|webp|avif)$/.exec(file))
    .flatMap((match) => (match ? [{ file: match[0], name: match[1] ?? '', type: match[2] }] : []))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  const twice = found.find(({ name }, index) => found[index - 1]?.name === name);
  if (twice) throw new Error(`brand/art has two pictures called ${twice.name}`);
  return new Map(
    found.flatMap(({ file, name, type }) => {
      const picture = { bytes: readFileSync(art + file), isDrawing: type === 'svg' };
      const atNight = picture.isDrawing && !WITHOUT_NIGHT.test(name) && nightOf(picture.bytes);
      return [[name, picture], ...(atNight ? [[name + NIGHT, atNight] as const] : [])] as const;
    }),
  );
}

function nightOf(bytes: Buffer) {
  const svg = nightDrawing(bytes.toString());
  return svg === null ? null : { bytes: Buffer.from(svg), isDrawing: true };
}

export function readManifest(): Manifest {
  try {
    return JSON.parse(readFileSync(manifestFile, 'utf8'));
  } catch {
    return { settings: '', pictures: {}, derived: {} };
  }
}

export const widthsFor = (ownWidth: number) => IMAGE_WIDTHS.filter((width) => width <= ownWidth);

/** The hash of the sources of each derived file (icons, social cards). */
export function derivedHashes(pictures: Art) {
  const of = (names: string[], place = '') =>
    hashOf(Buffer.concat([...names.map((name) => bytesOf(pictures, name)), Buffer.from(place)]));
  return Object.fromEntries([
    ...Object.keys(ICONS).map((icon) => [`${icon}.png`, of([ICON_SOURCE])]),
    [ICO.file, of([ICON_SOURCE], JSON.stringify(ICO.sizes))],
    ...HERO_PAGES.map((page) => [
      `social/${page}.png`,
      of([`hero-${page}`, logoFor(page)], JSON.stringify(focus[`hero-${page}`])),
    ]),
  ]);
}

const bytesOf = (pictures: Art, name: string) => pictures.get(name)?.bytes ?? Buffer.of();

const logoFor = (page: string) => (NIGHT_PAGES.includes(page) ? 'logo-night' : 'logo');

/** Exports what changed since the manifest was written. */
export async function exportImages({
  force = false,
  report = () => {},
}: { force?: boolean; report?: (line: string) => void } = {}) {
  mkdirSync(pictureFolder, { recursive: true });
  mkdirSync(`${publicFolder}social`, { recursive: true });
  // One picture per core; threads inside each encoder would only compete.
  sharp.concurrency(1);

  const sources = readArt();
  const settings = hashOf(JSON.stringify([AVIF, WEBP, PHOTO, SOCIAL, ICONS, IMAGE_WIDTHS]));
  const before = readManifest();
  const isFresh = !force && before.settings === settings;
  const present = new Set(readdirSync(pictureFolder));

  const pictures: Record<string, Picture> = {};
  const work = [];
  for (const [name, source] of sources) {
    if (name === ICON_SOURCE) continue;
    const known = before.pictures[name];
    if (isFresh && known?.hash === hashOf(source.bytes) && hasAllFiles(name, known, present)) {
      pictures[name] = known;
    } else {
      work.push(async () => {
        pictures[name] = await exportPicture(name, source);
        report(name);
      });
    }
  }
  const derived = derivedHashes(sources);
  for (const [file, hash] of Object.entries(derived)) {
    if (isFresh && before.derived[file] === hash && isOnDisk(file)) continue;
    work.push(async () => {
      const page = /^social\/(.*)\.png$/.exec(file)?.[1];
      await (page === undefined ? exportIcon(file, sources) : exportSocialCard(page, sources));
      report(file);
    });
  }
  const count = work.length;
  await inParallel(work);

  const sorted = Object.fromEntries(
    Object.entries(pictures).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
  for (const file of present) {
    if (!filesOf(sorted).has(file)) rmSync(`${pictureFolder}${file}`);
  }
  await writeFormatted(manifestFile, JSON.stringify({ settings, pictures: sorted, derived }));
  await writeFormatted(generatedFile, generatedSource(sorted, sources));
  return { changed: count, pictures: Object.keys(sorted).length };
}

async function inParallel(work: (() => Promise<void>)[]) {
  const next = async () => {
    for (let job = work.shift(); job; job = work.shift()) await job();
  };
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, next));
}

/** @param folder with a slash at its end */
export async function exportPicture(
  name: string,
  { bytes, isDrawing }: { bytes: Buffer; isDrawing: boolean },
  folder = pictureFolder,
): Promise<Picture> {
  const { autoOrient, width, height } = await sharp(bytes).metadata();
  const own = { width: autoOrient?.width ?? width, height: autoOrient?.height ?? height };
  const { isOpaque } = await sharp(bytes).stats();
  const widths = widthsFor(own.width);
  for (const target of widths) {
    const drawn = sharp(bytes).autoOrient().resize({ width: target });
    if (isOpaque) drawn.flatten();
    const { data, info } = await drawn.raw().toBuffer({ resolveWithObject: true });
    const raw = { width: info.width, height: info.height, channels: info.channels };
    const file = `${folder}${name}-${target}`;
    await sharp(data, { raw })
      .avif(isDrawing ? AVIF : PHOTO.avif)
      .toFile(`${file}.avif`);
    if (!webpWidths(name, widths).includes(target)) continue;
    await sharp(data, { raw })
      .webp(isDrawing ? WEBP : PHOTO.webp)
      .toFile(`${file}.webp`);
  }
  const color = isOpaque ? await dominantColor(bytes) : 'transparent';
  return { hash: hashOf(bytes), ...own, color, widths };
}

async function dominantColor(source: Buffer) {
  const small = await sharp(source).resize({ width: 160 }).flatten().png().toBuffer();
  const { r, g, b } = (await sharp(small).stats()).dominant;
  return `#${[r, g, b].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

async function exportIcon(file: string, pictures: Art) {
  if (file === ICO.file) return writeFileSync(publicFolder + file, await drawIco(pictures));
  const size = Object.entries(ICONS).find(([icon]) => file === `${icon}.png`)?.[1];
  await sharp(bytesOf(pictures, ICON_SOURCE))
    .resize({ width: size })
    .png({ palette: true, compressionLevel: 9 })
    .toFile(`${publicFolder}${file}`);
}

/** The icon in each size, as PNG. */
async function drawIco(pictures: Art) {
  const drawings = await Promise.all(
    ICO.sizes.map((size) =>
      sharp(bytesOf(pictures, ICON_SOURCE))
        .resize({ width: size })
        .png({ palette: true, compressionLevel: 9 })
        .toBuffer(),
    ),
  );
  const head = Buffer.alloc(6 + 16 * drawings.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(drawings.length, 4);
  let start = head.length;
  for (const [index, { length }] of drawings.entries()) {
    const entry = 6 + 16 * index;
    const size = ICO.sizes[index] ?? 0;
    head.writeUInt8(size, entry);
    head.writeUInt8(size, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(length, entry + 8);
    head.writeUInt32LE(start, entry + 12);
    start += length;
  }
  return Buffer.concat([head, ...drawings]);
}

/** The part of the page's hero image around its focal point, with the logo on it. */
async function exportSocialCard(page: string, pictures: Art) {
  const { width, height, logoWidth, margin } = SOCIAL;
  const hero = `hero-${page}`;
  const logo = await sharp(bytesOf(pictures, logoFor(page)))
    .resize({ width: logoWidth })
    .png()
    .toBuffer();
  const { data, info } = await sharp(bytesOf(pictures, hero))
    .autoOrient()
    .resize({ width, height, fit: 'outside' })
    .flatten()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { x, y } = focus[hero] ?? SCENE_OF_HERO;
  const card = await sharp(data, { raw: info })
    .extract({
      ...{ width, height },
      left: Math.round(((info.width - width) * x) / 100),
      top: Math.round(((info.height - height) * y) / 100),
    })
    .composite([{ input: logo, left: margin, top: margin }])
    .png()
    .toBuffer();
  await sharp(card)
    .png({ palette: true, colours: 200, compressionLevel: 9, effort: 8 })
    .toFile(`${publicFolder}social/${page}.png`);
}

const namesOf = (name: string, { widths }: Picture) => [
  ...widths.map((width) => `${name}-${width}.avif`),
  ...webpWidths(name, widths).map((width) => `${name}-${width}.webp`),
];

const isAtNight = (name: string) => name.endsWith(NIGHT) && !WITHOUT_NIGHT.test(name);

/** At night one, the `src` of content/images.ts: image.tsx offers AVIF only, which keeps pages small. */
const webpWidths = (name: string, widths: readonly number[]) =>
  isAtNight(name) ? widths.filter((width) => width <= MIDDLE_WIDTH).slice(-1) : widths;

const filesOf = (pictures: Record<string, Picture>) =>
  new Set(Object.entries(pictures).flatMap(([name, picture]) => namesOf(name, picture)));

const hasAllFiles = (name: string, picture: Picture, present: Set<string>) =>
  namesOf(name, picture).every((file) => present.has(file));

/** @param file below public/ */
function isOnDisk(file: string) {
  try {
    return readFileSync(`${publicFolder}${file}`).length > 0;
  } catch {
    return false;
  }
}

/** One constant per picture, so that a page bundles the metadata of its own pictures only. */
function generatedSource(pictures: Record<string, Picture>, sources: Art) {
  const constants = Object.entries(pictures).flatMap(([name, { width, height, color, widths }]) => {
    if (isAtNight(name)) return [];
    const isPhoto = sources.get(name)?.isDrawing === false || undefined;
    const hasNight = (isAtNight(name + NIGHT) && name + NIGHT in pictures) || undefined;
    const facts = JSON.stringify({
      ...{ name, width, height, color, hasNight, widths },
      ...{ isPhoto, focus: focus[name] },
    });
    return [`export const ${camelCase(name)} = ${facts} as const;`];
  });
  return `// Written by npm run brand from brand/art.\n\n${constants.join('\n\n')}\n`;
}

async function writeFormatted(file: string, text: string) {
  writeFileSync(file, await formatSource(file, text));
}
