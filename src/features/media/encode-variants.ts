import { VARIANT_WIDTHS } from '@contracts/file-name';
import { UPLOAD_VARIANTS_MAX_BYTES } from '@contracts/upload';
import { IMAGE_PRESETS } from '@/lib/images/constants';
import { sizeAtWidth, type EncodePicture } from './encode-picture';

/** A smaller WebP copy of a picture. */
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
      const blob = await encode(
        picture,
        sizeAtWidth(picture, width),
        'image/webp',
        qualityFor(width),
      );
      if (blob?.type !== 'image/webp') break;
      bytes += blob.size;
      if (blob.size >= file.size || bytes > UPLOAD_VARIANTS_MAX_BYTES) break;
      variants.push({ width, blob });
    }
  } finally {
    picture.close();
  }
  return variants;
}
