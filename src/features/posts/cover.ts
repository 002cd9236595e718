import { fallbackImage } from '@/content/images';
import type { CatalogueImage } from '@/lib/images/catalogue-image';
import { focusOf, type Focus } from '@/lib/picture-facts';
import type { Post } from './model';

type Cover = { src: string; focus: Focus | undefined } | { image: CatalogueImage };

/** The post's own cover, or the fallback image of its category. For lists. */
export function coverOf({ imageUrl, category, tags, pictureFacts }: Post): Cover {
  return imageUrl === null
    ? { image: fallbackImage(category, ...tags) }
    : { src: imageUrl, focus: focusOf(pictureFacts, imageUrl) };
}
