import { fallbackImage } from '@/content/images';
import type { CatalogueImage } from '@/lib/images/catalogue-image';
import { focusOf, type Focus } from '@/lib/picture-facts';
import type { CaseStudySummary } from './model';

type Cover = { src: string; focus: Focus | undefined } | { image: CatalogueImage };

/** The study's own picture, or the fallback image of its category. */
export function coverOf({
  heroImageUrl,
  category,
  serviceTags,
  pictureFacts,
}: Pick<CaseStudySummary, 'heroImageUrl' | 'category' | 'serviceTags' | 'pictureFacts'>): Cover {
  return heroImageUrl === null
    ? { image: fallbackImage(category, ...serviceTags) }
    : { src: heroImageUrl, focus: focusOf(pictureFacts, heroImageUrl) };
}
