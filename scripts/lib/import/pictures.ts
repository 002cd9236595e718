// Reads a picture of the old site, or from a folder, as what the upload function accepts: the whole picture with smaller
// copies, which the browser makes for staff.
import { resolve4, resolve6 } from 'node:dns/promises';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { VARIANT_WIDTHS } from '../../../supabase/functions/_shared/contracts/file-name.ts';
import {
  UPLOAD_MAX_BYTES,
  UPLOAD_VARIANTS_MAX_BYTES,
  type UploadImageType,
} from '../../../supabase/functions/_shared/contracts/upload.ts';
import { cleanImage } from '../../../supabase/functions/_shared/images/clean-image.ts';
import {
  FOREIGN_MAX_BYTES,
  readForeignPicture,
} from '../../../supabase/functions/secure-file-upload/foreign-picture.ts';
import { decoded } from './records.ts';

// One picture needs one core, and several are prepared at once.
sharp.concurrency(1);
sharp.cache(false);

export type ReadPicture = { type: UploadImageType; bytes: Uint8Array<ArrayBuffer> };
export type PreparedPicture = ReadPicture & { variants: { width: number; bytes: Buffer }[] };

export type PicturePlaces = {
  /** Of the export, for relative addresses. */
  folder: string | null;
  /** `--pictures`: the files of the old site. */
  pictures: string | null;
  /** `--allow-host`: may be private and without a certificate. */
  hosts: readonly string[];
};

const PROBLEMS = {
  address_unfit: 'the address is not public, or not https',
  address_unreachable: 'the site did not answer',
  address_refuses: 'the site does not give it out',
  address_too_large: 'larger than 20 MB',
  address_no_picture: 'no JPEG, PNG, WebP or GIF',
  not_in_folder: 'there is no such file',
} as const;

/** @returns the picture at the first address that has one, or the problem of the last */
export async function readPicture(
  addresses: readonly string[],
  places: PicturePlaces,
): Promise<ReadPicture | { problem: string }> {
  let problem: keyof typeof PROBLEMS = 'not_in_folder';
  for (const address of addresses) {
    const found = (await readFromFolder(address, places)) ?? (await fetchPicture(address, places));
    if (typeof found !== 'string') return found;
    problem = found;
  }
  return { problem: PROBLEMS[problem] };
}

async function readFromFolder(address: string, { folder, pictures }: PicturePlaces) {
  const { protocol, pathname } = new URL(address);
  // URL has resolved dots; an escaped slash could bring them back.
  const path = decoded(pathname.replace(/%2f|%5c/gi, '_'));
  const places =
    protocol === 'file:'
      ? ['', 'static', 'public'].map((part) => folder !== null && join(folder, part, path))
      : [
          pictures !== null && join(pictures, path),
          pictures !== null && join(pictures, path.replace(/^.*\/(?:uploads|images)\//, '/')),
        ];
  for (const place of places) {
    if (place === false) continue;
    const size = await stat(place).then(
      (found) => (found.isFile() ? found.size : 0),
      () => 0,
    );
    if (size > FOREIGN_MAX_BYTES) return 'address_too_large';
    if (size === 0) continue;
    const image = cleanImage(await readFile(place));
    return image.ok ? { type: image.type, bytes: image.bytes } : 'address_no_picture';
  }
  return protocol === 'file:' ? 'not_in_folder' : null;
}

async function fetchPicture(address: string, { hosts }: PicturePlaces) {
  const trusts = ({ protocol, host }: URL) => /^https?:$/.test(protocol) && hosts.includes(host);
  // Most sites that exported with http have long had a certificate.
  const wanted = trusts(new URL(address)) ? address : address.replace(/^http:/, 'https:');
  return readForeignPicture(wanted, {
    trusts,
    fetch: (url, init) => fetch(url, init),
    resolve: async (host) => {
      const found = await Promise.allSettled([resolve4(host), resolve6(host)]);
      return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    },
  });
}

/** Longest side and quality of a photo that is larger than the storage takes. */
const SHRUNK = [
  { side: 3840, quality: 85 },
  { side: 2560, quality: 80 },
] as const;
const VARIANT_QUALITY = 80;

export async function preparePicture(
  picture: ReadPicture,
): Promise<PreparedPicture | { problem: string }> {
  try {
    const { pages = 1 } = await sharp(picture.bytes).metadata();
    const isAnimated = pages > 1;
    let { type, bytes } = picture;
    for (const { side, quality } of SHRUNK) {
      if (bytes.byteLength <= UPLOAD_MAX_BYTES || isAnimated) break;
      const size = { width: side, height: side, fit: 'inside', withoutEnlargement: true } as const;
      bytes = new Uint8Array(
        await sharp(picture.bytes).rotate().resize(size).webp({ quality }).toBuffer(),
      );
      type = 'image/webp';
    }
    if (bytes.byteLength > UPLOAD_MAX_BYTES)
      return { problem: 'larger than 5 MB, also when made smaller' };
    return { type, bytes, variants: isAnimated ? [] : await variantsOf(bytes) };
  } catch {
    return { problem: 'damaged' };
  }
}

/** Only those that are smaller than the picture, in pixels and in bytes. */
async function variantsOf(bytes: Uint8Array) {
  const { autoOrient } = await sharp(bytes).metadata();
  const variants: PreparedPicture['variants'] = [];
  let total = 0;
  for (const width of VARIANT_WIDTHS) {
    if (width >= autoOrient.width) break;
    const copy = await sharp(bytes)
      .rotate()
      .resize({ width })
      .webp({ quality: VARIANT_QUALITY, effort: 1 })
      .toBuffer();
    total += copy.byteLength;
    if (copy.byteLength >= bytes.byteLength || total > UPLOAD_VARIANTS_MAX_BYTES) break;
    variants.push({ width, bytes: copy });
  }
  return variants;
}
