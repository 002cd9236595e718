import type { CatalogueImage } from '@/lib/images/catalogue-image';
import { fallbackDefault, fallbackImages, placeholderImages } from '@brand/pictures';

/** A drawing of the project, or a picture of the library by its public address. */
export type ContentImage = CatalogueImage | { src: string };

export type ImageSources = { avif?: string; webp?: string; src: string };

const MIDDLE_WIDTH = 960;

/** `srcset` per format, and one WebP of medium width as `src`. */
export function imageSources(image: ContentImage): ImageSources {
  if ('src' in image) return image;
  const file = (width: number, format: 'avif' | 'webp') =>
    `/images/${image.name}-${width}.${format}`;
  const list = (format: 'avif' | 'webp') =>
    image.widths.map((width) => `${file(width, format)} ${width}w`).join(', ');
  const middle = image.widths.findLast((width) => width <= MIDDLE_WIDTH) ?? image.width;
  return { avif: list('avif'), webp: list('webp'), src: file(middle, 'webp') };
}

/** Paths that staff can choose instead of their own picture. */
export const placeholders: readonly string[] = placeholderImages.map(
  (image) => imageSources(image).src,
);

const fallbacks: ReadonlyMap<string, CatalogueImage> = new Map(Object.entries(fallbackImages));

/**
 * For a document without a picture: the fallback image of the first category or tag that is the name of a
 * service ('Web development'), or else the general one.
 */
export function fallbackImage(...categories: readonly string[]): CatalogueImage {
  const ids = categories.map((category) => category.toLowerCase().replaceAll(' ', '-'));
  const known = ids.find((id) => fallbacks.has(id));
  return (known !== undefined && fallbacks.get(known)) || fallbackDefault;
}
