import { fallbackImage, type CatalogueImage } from '@/content/images';
import type { Post } from './model';

type Cover = { src: string } | { image: CatalogueImage };

/** In lists, where every post has a picture: its own, or the drawing for what it is about. */
export function coverOf({ imageUrl, category, tags }: Post): Cover {
  return imageUrl === null ? { image: fallbackImage(category, ...tags) } : { src: imageUrl };
}
