import { fallbackImage, type CatalogueImage } from '@/content/images';
import { focusOf, type Focus } from '@/lib/picture-facts';
import type { Post } from './model';

type Cover = { src: string; focus: Focus | undefined } | { image: CatalogueImage };

/** The post's own cover, or the fallback image of its category. For lists. */
export function coverOf({ imageUrl, category, tags, pictureFacts }: Post): Cover {
  return imageUrl === null
    ? { image: fallbackImage(category, ...tags) }
    : { src: imageUrl, focus: focusOf(pictureFacts, imageUrl) };
}
