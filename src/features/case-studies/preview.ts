import type { CaseStudyInput } from '@contracts/case-study';
import { toPublicImageUrl } from '@/lib/image-url';
import { isOwnPicture, isStoredRow } from '@/documents/fields';
import { caseStudyFields } from './fields';
import { DEFAULT_CATEGORY, type CaseStudy } from './model';

/**
 * The study as visitors would see it if the form were saved now.
 *
 * @param createdAt ISO 8601; the page shows its year
 */
export function toPreviewStudy(input: CaseStudyInput, createdAt: string): CaseStudy {
  const industry = orNull(input.industry);
  return {
    id: 'preview',
    title: input.title.trim() || 'Untitled case study',
    headline: orNull(input.headline),
    subhead: orNull(input.subhead),
    description: orNull(input.description),
    year: Number(createdAt.slice(0, 4)),
    category: industry ?? DEFAULT_CATEGORY,
    heroImageUrl: pictureOrNull(input.heroImageUrl),
    serviceTags: input.serviceTags,
    outcome: orNull(input.outcome),
    industry,
    clientName: orNull(input.clientName),
    clientUrl: orNull(input.clientUrl),
    clientLogoUrl: pictureOrNull(input.clientLogoUrl),
    timeline: orNull(input.timeline),
    role: orNull(input.role),
    technologies: input.technologies,
    challenge: orNull(input.challenge),
    solution: orNull(input.solution),
    results: orNull(input.results),
    whatWeLoved: orNull(input.whatWeLoved),
    clientQuote: orNull(input.clientQuote),
    metaDescription: orNull(input.metaDescription),
    ctaHeadline: orNull(input.ctaHeadline),
    ctaText: orNull(input.ctaText),
    metrics: input.metrics.filter((row) => isStoredRow(caseStudyFields.metrics, row)),
    gallery: input.gallery
      .filter((row) => isStoredRow(caseStudyFields.gallery, row))
      .flatMap((row) => {
        const url = pictureOrNull(row.url);
        return url === null
          ? []
          : { url, caption: orNull(row.caption), altText: orNull(row.altText) };
      }),
    status: input.status,
    version: 0,
    createdAt,
    updatedAt: createdAt,
  };
}

function orNull(text: string): string | null {
  return text.trim() || null;
}

/** An address still being typed would only be a broken picture. */
function pictureOrNull(address: string): string | null {
  const text = address.trim();
  return text !== '' && isOwnPicture(text) ? toPublicImageUrl(text) : null;
}
