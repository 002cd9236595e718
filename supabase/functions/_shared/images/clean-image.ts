// Parses an uploaded image and copies only the parts needed to show it. Drops metadata, unknown chunks and
// data after the end of the image. No pixel is decoded.
import type { UploadImageType } from '../contracts/upload.ts';
import { ByteSource, ImageRefused, type CleanedImage, type ImageProblem } from './bytes.ts';
import { cleanGif } from './gif.ts';
import { detectImageType } from '../contracts/image-kind.ts';
import { cleanJpeg } from './jpeg.ts';
import { cleanPng } from './png.ts';
import { cleanWebp } from './webp.ts';

export type ImageResult =
  | ({ ok: true; type: UploadImageType } & CleanedImage)
  | { ok: false; problem: ImageProblem };

const CLEANERS: Record<UploadImageType, (source: ByteSource) => CleanedImage> = {
  'image/jpeg': cleanJpeg,
  'image/png': cleanPng,
  'image/webp': cleanWebp,
  'image/gif': cleanGif,
};

export function cleanImage(bytes: Uint8Array): ImageResult {
  const type = detectImageType(bytes);
  if (!type) return { ok: false, problem: 'unrecognised' };
  try {
    return { ok: true, type, ...CLEANERS[type](new ByteSource(bytes)) };
  } catch (error) {
    if (error instanceof ImageRefused) return { ok: false, problem: error.problem };
    throw error;
  }
}
