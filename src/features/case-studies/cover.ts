import { fallbackImage, type CatalogueImage } from '@/content/images';
import type { CaseStudySummary } from './model';

type Cover = { src: string } | { image: CatalogueImage };

/** The study's own picture, or the fallback image of its category. */
export function coverOf({
  heroImageUrl,
  category,
  serviceTags,
}: Pick<CaseStudySummary, 'heroImageUrl' | 'category' | 'serviceTags'>): Cover {
  return heroImageUrl === null
    ? { image: fallbackImage(category, ...serviceTags) }
    : { src: heroImageUrl };
}
