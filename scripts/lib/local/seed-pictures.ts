import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import {
  formatImageVersion,
  VARIANT_WIDTHS,
} from '../../../supabase/functions/_shared/contracts/file-name.ts';
import { root } from '../install.mjs';

const picturesFolder = `${root}supabase/seed/images`;
/** Cache: rendering takes seconds, and drawings seldom change. */
const cacheFolder = `${root}node_modules/.cache/seed-pictures`;

/** A picture of the gallery is shown at most this wide; client logos stay small. */
const PICTURE_WIDTH = 1600;
const LOGO_WIDTH = 480;
const COPY_WIDTHS = VARIANT_WIDTHS.filter((width) => width < PICTURE_WIDTH);
const QUALITY = 86;
const COPY_QUALITY = 80;

export type Raster = { width: number; height: number; bytes: Buffer };

export type SeedPicture = {
  /** In the bucket `images`. */
  path: string;
  whole: Raster;
  /** Variants, like those the staff area makes before an upload. */
  copies: Raster[];
  /** `?v=` of its URL. */
  version: string;
};

/** Every drawing of supabase/seed/images as the pictures that are uploaded. */
export async function drawSeedPictures() {
  await mkdir(cacheFolder, { recursive: true });
  const drawings = (await readdir(picturesFolder)).filter((file) => file.endsWith('.svg')).sort();
  const pictures: SeedPicture[] = [];
  for (const drawing of drawings) {
    const isLogo = drawing.endsWith('-logo.svg');
    const svg = await readFile(`${picturesFolder}/${drawing}`);
    const whole = await draw(svg, isLogo ? LOGO_WIDTH : PICTURE_WIDTH, QUALITY);
    const copies = isLogo
      ? []
      : await Promise.all(COPY_WIDTHS.map((width) => draw(svg, width, COPY_QUALITY)));
    const widths = copies.map((copy) => copy.width);
    pictures.push({
      path: `seed/${drawing.replace(/\.svg$/, '.webp')}`,
      whole,
      copies,
      version: formatImageVersion({ ...whole, widths, revision: 1 }),
    });
  }
  return pictures;
}

async function draw(svg: Buffer, width: number, quality: number): Promise<Raster> {
  const { default: sharp } = await import('sharp');
  const hash = createHash('sha256')
    .update(svg)
    .update(` ${width} ${quality} ${sharp.versions.vips}`);
  const file = `${cacheFolder}/${hash.digest('hex').slice(0, 16)}.webp`;
  const kept = await readFile(file).catch(() => null);
  const bytes =
    kept ?? (await sharp(svg, { density: 96 }).resize({ width }).webp({ quality }).toBuffer());
  if (!kept) await writeFile(file, bytes);
  const { height = 0 } = await sharp(bytes).metadata();
  return { width, height, bytes };
}
