// Pictures like those of cameras and editors, generated so that the repository has no binaries.
import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import type { ForeignDeps } from '../../../supabase/functions/secure-file-upload/foreign-picture.ts';

const WIDTH = 48;
const HEIGHT = 32;

export const XMP =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
  '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:source="secret-xmp"/>' +
  '</rdf:RDF></x:xmpmeta>';

/** A gradient, so that shifted or swapped pixels are detected. */
export function gradient(seed = 0, width = WIDTH, height = HEIGHT): Sharp {
  const pixels = new Uint8Array(width * height * 3);
  for (let index = 0; index < pixels.length; index += 1) {
    pixels[index] = (index * 7 + seed * 61 + Math.floor(index / width)) % 256;
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** With the metadata of a phone: author, position, text and a colour profile. */
export function withMetadata(picture: Sharp, orientation?: number): Sharp {
  const described = picture
    .withExif({
      IFD0: { Copyright: 'secret-exif' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '41/1 59/1 0/1' },
    })
    .withXmp(XMP)
    .withIccProfile('p3');
  return orientation ? described.withMetadata({ orientation }) : described;
}

export function frames(count: number): Promise<Sharp> {
  return Promise.all(
    Array.from({ length: count }, (_, index) => gradient(index).png().toBuffer()),
  ).then((pages) => sharp(pages, { join: { animated: true } }));
}

export function concat(...parts: (Uint8Array | number[] | string)[]): Uint8Array<ArrayBuffer> {
  const buffers = parts.map((part) =>
    typeof part === 'string' ? Buffer.from(part, 'latin1') : Uint8Array.from(part),
  );
  return Uint8Array.from(Buffer.concat(buffers));
}

export function u32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

export function u32le(value: number): Uint8Array {
  return u32(value).toReversed();
}

export function pngChunk(type: string, data: Uint8Array | number[] | string = ''): Uint8Array {
  const body = concat(type, data);
  return concat(u32(body.length - 4), body, u32(crc32(body)));
}

export function pngHeader(width: number, height: number): Uint8Array<ArrayBuffer> {
  return concat(
    '\x89PNG\r\n\x1a\n',
    pngChunk('IHDR', concat(u32(width), u32(height), [8, 2, 0, 0, 0])),
  );
}

/** Puts bytes in at an offset. */
export function insert(bytes: Uint8Array, at: number, part: Uint8Array): Uint8Array<ArrayBuffer> {
  return concat(bytes.subarray(0, at), part, bytes.subarray(at));
}

export function containsText(bytes: Uint8Array, text: string): boolean {
  return Buffer.from(bytes).includes(text, 0, 'latin1');
}

export async function pixelsOf(bytes: Uint8Array): Promise<Buffer> {
  return sharp(bytes, { animated: true }).raw().toBuffer();
}

/** No other website is reached. */
export const noForeign: ForeignDeps = {
  resolve: () => Promise.resolve([]),
  fetch: () => Promise.reject(new TypeError('not reached')),
};
