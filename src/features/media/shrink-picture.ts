import { isUploadImageType, UPLOAD_IMAGE_TYPES, UPLOAD_MAX_BYTES } from '@contracts/upload';
import { sizeAtWidth, type EncodePicture } from './encode-picture';

/** Larger files are refused: decoding them could exhaust the memory of the tab. */
const SOURCE_MAX_BYTES = 100 * 1024 * 1024;

/** Tried in this order until the result is within the limit of the bucket. */
const ATTEMPTS = [
  { side: 2560, quality: 0.9 },
  { side: 2560, quality: 0.8 },
  { side: 2560, quality: 0.7 },
  { side: 1920, quality: 0.7 },
  { side: 1280, quality: 0.7 },
] as const;

/** A photo over the limit of the bucket that can be made smaller. A GIF would lose its animation. */
export function isShrinkable({ type, size }: Pick<File, 'type' | 'size'>): boolean {
  const isStill = isUploadImageType(type) && type !== 'image/gif';
  return isStill && size > UPLOAD_MAX_BYTES && size <= SOURCE_MAX_BYTES;
}

/**
 * A JPEG stays a JPEG; the others become WebP, which keeps transparency. A browser that cannot encode
 * WebP writes PNG.
 *
 * @returns null if no attempt is within the limit of the bucket
 */
export async function shrinkPicture(file: File, encode: EncodePicture): Promise<File | null> {
  const type = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp';
  // Rotated as displayed: the canvas drops the metadata with the orientation.
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    for (const { side, quality } of ATTEMPTS) {
      const scale = Math.min(1, side / Math.max(picture.width, picture.height));
      const width = Math.max(1, Math.round(picture.width * scale));
      const blob = await encode(picture, sizeAtWidth(picture, width), type, quality);
      if (blob && blob.size <= UPLOAD_MAX_BYTES) return namedByType(blob, file);
    }
  } finally {
    picture.close();
  }
  return null;
}

/** The server refuses a name whose extension does not match the content. */
function namedByType(blob: Blob, { name, lastModified }: File): File | null {
  if (!isUploadImageType(blob.type)) return null;
  const [extension] = UPLOAD_IMAGE_TYPES[blob.type];
  const base = name.slice(0, name.lastIndexOf('.'));
  return new File([blob], `${base}.${extension}`, { type: blob.type, lastModified });
}
