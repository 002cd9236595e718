import { VARIANT_WIDTHS } from '@contracts/file-name';
import { isUploadImageType, UPLOAD_VARIANTS_MAX_BYTES } from '@contracts/upload';
import { IMAGE_PRESETS } from '@/lib/images/constants';
import { sizeAtWidth, type EncodePicture } from './encode-picture';

/** A smaller copy of a picture: WebP, or what a browser without an encoder for it makes. */
export type Variant = { width: number; blob: Blob };

/** The quality of the smallest preset of the specification that is wide enough. */
export function qualityFor(width: number): number {
  const { low, medium, high } = IMAGE_PRESETS;
  const preset = [low, medium].find((candidate) => width <= candidate.width) ?? high;
  return preset.quality / 100;
}

/** Skips variants that are not smaller than the picture, in pixels and in bytes. */
export async function encodeVariants(file: Blob, encode: EncodePicture): Promise<Variant[]> {
  const picture = await createImageBitmap(file);
  const variants: Variant[] = [];
  let bytes = 0;
  try {
    for (const width of VARIANT_WIDTHS) {
      if (width >= picture.width) break;
      const blob = await copyOf(picture, width, file.type, encode);
      if (!blob || !isUploadImageType(blob.type)) break;
      bytes += blob.size;
      if (blob.size >= file.size || bytes > UPLOAD_VARIANTS_MAX_BYTES) break;
      variants.push({ width, blob });
    }
  } finally {
    picture.close();
  }
  return variants;
}

/** Safari answers PNG when asked for WebP. Of a photo it makes a JPEG instead; others may be transparent. */
async function copyOf(
  picture: ImageBitmap,
  width: number,
  type: string,
  encode: EncodePicture,
): Promise<Blob | null> {
  const size = sizeAtWidth(picture, width);
  const blob = await encode(picture, size, 'image/webp', qualityFor(width));
  const isPhoto = type === 'image/jpeg' && blob?.type === 'image/png';
  return isPhoto ? encode(picture, size, 'image/jpeg', qualityFor(width)) : blob;
}
