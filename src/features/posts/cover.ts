import { fallbackImage, type CatalogueImage } from '@/content/images';
import type { Post } from './model';

type Cover = { src: string } | { image: CatalogueImage };

/** The post's own cover, or the fallback image of its category. For lists. */
export function coverOf({ imageUrl, category, tags }: Post): Cover {
  return imageUrl === null ? { image: fallbackImage(category, ...tags) } : { src: imageUrl };
}
