import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import prettier from 'prettier';
import sharp from 'sharp';
import { root } from './install.mjs';

/**
 * @typedef {{ hash: string, width: number, height: number, color: string, widths: number[] }} Picture
 * @typedef {{ settings: string, pictures: Record<string, Picture>, derived: Record<string, string> }} Manifest
 */

export const IMAGE_WIDTHS = [320, 640, 960, 1280, 1920];
export const SOCIAL_PAGES = ['home', 'about', 'services', 'projects', 'blog', 'contact'];

// Flat shapes with hard edges: full color resolution (4:4:4) costs little and keeps edges sharp.
const AVIF = /** @type {const} */ ({ quality: 52, effort: 3, chromaSubsampling: '4:4:4' });
const WEBP = /** @type {const} */ ({ quality: 74, effort: 5, smartSubsample: true });
const SOCIAL = { width: 1200, height: 630, logoWidth: 440, margin: 64 };
const ICONS = { 'apple-touch-icon': 180, 'icon-192': 192, 'icon-512': 512 };
const ICON_SOURCE = 'icon';
const NIGHT_PAGES = ['blog'];

const art = `${root}art/`;
const manifestFile = `${art}manifest.json`;
const publicFolder = `${root}public/`;
const pictureFolder = `${publicFolder}images/`;
const generatedFile = `${root}src/content/images.generated.ts`;

/** @param {string | Buffer} content */
export const hashOf = (content) => createHash('sha256').update(content).digest('hex').slice(0, 16);

/** Every drawing by name, sorted, with its content. */
export function readDrawings() {
  const names = readdirSync(art)
    .filter((file) => file.endsWith('.svg'))
    .map((file) => file.slice(0, -'.svg'.length))
    .sort();
  return new Map(names.map((name) => [name, readFileSync(`${art}${name}.svg`, 'utf8')]));
}

/** @returns {Manifest} */
export function readManifest() {
  try {
    return JSON.parse(readFileSync(manifestFile, 'utf8'));
  } catch {
    return { settings: '', pictures: {}, derived: {} };
  }
}

/** @param {number} ownWidth */
export const widthsFor = (ownWidth) => IMAGE_WIDTHS.filter((width) => width <= ownWidth);

/**
 * The hash of the sources of each derived file (icons, social cards).
 *
 * @param {Map<string, string>} drawings
 */
export function derivedHashes(drawings) {
  const of = (/** @type {string[]} */ ...names) =>
    hashOf(names.map((name) => drawings.get(name) ?? '').join(''));
  return Object.fromEntries([
    ...Object.keys(ICONS).map((icon) => [`${icon}.png`, of(ICON_SOURCE)]),
    ...SOCIAL_PAGES.map((page) => [`social/${page}.png`, of(`hero-${page}`, logoFor(page))]),
  ]);
}

/** @param {string} page */
const logoFor = (page) => (NIGHT_PAGES.includes(page) ? 'logo-night' : 'logo');

/**
 * Exports what changed since the manifest was written.
 *
 * @param {{ force?: boolean, report?: (line: string) => void }} [options]
 */
export async function exportImages({ force = false, report = () => {} } = {}) {
  mkdirSync(pictureFolder, { recursive: true });
  mkdirSync(`${publicFolder}social`, { recursive: true });
  // One picture per core; threads inside each encoder would only compete.
  sharp.concurrency(1);

  const drawings = readDrawings();
  const settings = hashOf(JSON.stringify([AVIF, WEBP, SOCIAL, ICONS, IMAGE_WIDTHS]));
  const before = readManifest();
  const isFresh = !force && before.settings === settings;
  const present = new Set(readdirSync(pictureFolder));

  /** @type {Record<string, Picture>} */
  const pictures = {};
  const work = [];
  for (const [name, svg] of drawings) {
    if (name === ICON_SOURCE) continue;
    const known = before.pictures[name];
    if (isFresh && known?.hash === hashOf(svg) && hasAllFiles(name, known, present)) {
      pictures[name] = known;
    } else {
      work.push(async () => {
        pictures[name] = await exportPicture(name, svg);
        report(name);
      });
    }
  }
  const derived = derivedHashes(drawings);
  for (const [file, hash] of Object.entries(derived)) {
    if (isFresh && before.derived[file] === hash && isOnDisk(file)) continue;
    work.push(async () => {
      const page = /^social\/(.*)\.png$/.exec(file)?.[1];
      await (page === undefined ? exportIcon(file, drawings) : exportSocialCard(page, drawings));
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
  await writeFormatted(generatedFile, generatedSource(sorted));
  return { changed: count, pictures: Object.keys(sorted).length };
}

/** @param {(() => Promise<void>)[]} work */
async function inParallel(work) {
  const next = async () => {
    for (let job = work.shift(); job; job = work.shift()) await job();
  };
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, next));
}

/**
 * @param {string} name
 * @param {string} svg
 * @returns {Promise<Picture>}
 */
async function exportPicture(name, svg) {
  const source = Buffer.from(svg);
  const { width, height, hasAlpha } = await describe(source);
  const widths = widthsFor(width);
  for (const target of widths) {
    const drawn = sharp(source).resize({ width: target });
    if (!hasAlpha) drawn.flatten();
    const { data, info } = await drawn.raw().toBuffer({ resolveWithObject: true });
    const raw = { width: info.width, height: info.height, channels: info.channels };
    await sharp(data, { raw }).avif(AVIF).toFile(`${pictureFolder}${name}-${target}.avif`);
    await sharp(data, { raw }).webp(WEBP).toFile(`${pictureFolder}${name}-${target}.webp`);
  }
  const color = hasAlpha ? 'transparent' : await dominantColor(source);
  return { hash: hashOf(svg), width, height, color, widths };
}

/** @param {Buffer} source */
async function describe(source) {
  const { width, height } = await sharp(source).metadata();
  const { isOpaque } = await sharp(source).stats();
  return { width, height, hasAlpha: !isOpaque };
}

/** @param {Buffer} source */
async function dominantColor(source) {
  const small = await sharp(source).resize({ width: 160 }).flatten().png().toBuffer();
  const { r, g, b } = (await sharp(small).stats()).dominant;
  return `#${[r, g, b].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/**
 * @param {string} file
 * @param {Map<string, string>} drawings
 */
async function exportIcon(file, drawings) {
  const size = Object.entries(ICONS).find(([icon]) => file === `${icon}.png`)?.[1];
  await sharp(Buffer.from(drawings.get(ICON_SOURCE) ?? ''))
    .resize({ width: size })
    .png({ palette: true, compressionLevel: 9 })
    .toFile(`${publicFolder}${file}`);
}

/**
 * The right part of the page's hero image, with the logo in the sky.
 *
 * @param {string} page
 * @param {Map<string, string>} drawings
 */
async function exportSocialCard(page, drawings) {
  const { width, height, logoWidth, margin } = SOCIAL;
  const logo = await sharp(Buffer.from(drawings.get(logoFor(page)) ?? ''))
    .resize({ width: logoWidth })
    .png()
    .toBuffer();
  const card = await sharp(Buffer.from(drawings.get(`hero-${page}`) ?? ''))
    .resize({ width, height, fit: 'cover', position: 'right' })
    .flatten()
    .composite([{ input: logo, left: margin, top: margin }])
    .png()
    .toBuffer();
  await sharp(card)
    .png({ palette: true, colours: 200, compressionLevel: 9, effort: 8 })
    .toFile(`${publicFolder}social/${page}.png`);
}

/**
 * @param {string} name
 * @param {Picture} picture
 */
const namesOf = (name, { widths }) =>
  widths.flatMap((width) => [`${name}-${width}.avif`, `${name}-${width}.webp`]);

/** @param {Record<string, Picture>} pictures */
const filesOf = (pictures) =>
  new Set(Object.entries(pictures).flatMap(([name, picture]) => namesOf(name, picture)));

/**
 * @param {string} name
 * @param {Picture} picture
 * @param {Set<string>} present
 */
const hasAllFiles = (name, picture, present) =>
  namesOf(name, picture).every((file) => present.has(file));

/** @param {string} file below public/ */
function isOnDisk(file) {
  try {
    return readFileSync(`${publicFolder}${file}`).length > 0;
  } catch {
    return false;
  }
}

/**
 * One constant per picture, so that a page bundles the metadata of its own pictures only.
 *
 * @param {Record<string, Picture>} pictures
 */
function generatedSource(pictures) {
  const constants = Object.entries(pictures).map(([name, { width, height, color, widths }]) => {
    const facts = JSON.stringify({ name, width, height, color, widths });
    return `export const ${camelCase(name)} = ${facts} as const;`;
  });
  return `// Written by node scripts/images.mjs from art/*.svg.\n\n${constants.join('\n\n')}\n`;
}

/** @param {string} name */
const camelCase = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());

/**
 * @param {string} file
 * @param {string} text
 */
async function writeFormatted(file, text) {
  const options = await prettier.resolveConfig(file);
  writeFileSync(file, await prettier.format(text, { ...options, filepath: file }));
}
