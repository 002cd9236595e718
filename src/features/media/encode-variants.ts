import { VARIANT_WIDTHS } from '@contracts/file-name';
import { UPLOAD_VARIANTS_MAX_BYTES } from '@contracts/upload';
import { IMAGE_PRESETS } from '@/lib/images/constants';

/** A smaller WebP copy of a picture. */
export type Variant = { width: number; blob: Blob };

/** Resizes and encodes; null if the browser cannot. */
export type EncodeWebp = (
  picture: ImageBitmap,
  width: number,
  height: number,
  quality: number,
) => Promise<Blob | null>;

/** The quality of the smallest preset of the specification that is wide enough. */
export function qualityFor(width: number): number {
  const { low, medium, high } = IMAGE_PRESETS;
  const preset = [low, medium].find((candidate) => width <= candidate.width) ?? high;
  return preset.quality / 100;
}

/** Skips variants that are not smaller than the picture, in pixels and in bytes. */
export async function encodeVariants(file: Blob, encode: EncodeWebp): Promise<Variant[]> {
  const picture = await createImageBitmap(file);
  const variants: Variant[] = [];
  let bytes = 0;
  try {
    for (const width of VARIANT_WIDTHS) {
      if (width >= picture.width) break;
      const height = Math.max(1, Math.round((width * picture.height) / picture.width));
      const blob = await encode(picture, width, height, qualityFor(width));
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

export const encodeOffscreen: EncodeWebp = (picture, width, height, quality) => {
  const canvas = new OffscreenCanvas(width, height);
  draw(canvas.getContext('2d'), picture, width, height);
  return canvas.convertToBlob({ type: 'image/webp', quality });
};

export const encodeOnPage: EncodeWebp = (picture, width, height, quality) => {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  draw(canvas.getContext('2d'), picture, width, height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/webp', quality));
};

function draw(
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null,
  picture: ImageBitmap,
  width: number,
  height: number,
) {
  if (!context) throw new Error('This browser has no 2D canvas.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
}
