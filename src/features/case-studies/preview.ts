import type { CaseStudyInput } from '@contracts/case-study';
import type { PictureFacts } from '@contracts/picture-facts';
import { parseVideo } from '@contracts/video';
import { toPublicImageUrl } from '@/lib/image-url';
import { isOwnPicture, isStoredRow } from '@/documents/fields';
import { caseStudyFields } from './fields';
import { DEFAULT_CATEGORY, type CaseStudy } from './model';

/**
 * The study as visitors would see it if the form was saved now.
 *
 * @param createdAt ISO 8601; the page shows its year
 * @param pictureFacts of the library
 */
export function toPreviewStudy(
  input: CaseStudyInput,
  createdAt: string,
  pictureFacts: PictureFacts,
): CaseStudy {
  const texts = emptyToNull(input);
  return {
    ...texts,
    id: 'preview',
    slug: 'preview',
    title: texts.title ?? 'Untitled case study',
    status: input.status,
    publishedAt: texts.publishedAt,
    pictureFacts,
    year: Number(texts.projectYear ?? createdAt.slice(0, 4)),
    projectYear: null,
    category: texts.industry ?? DEFAULT_CATEGORY,
    heroImageUrl: pictureOrNull(input.heroImageUrl),
    clientLogoUrl: pictureOrNull(input.clientLogoUrl),
    metrics: input.metrics.filter((row) => isStoredRow(caseStudyFields.metrics, row)),
    gallery: input.gallery
      .filter((row) => isStoredRow(caseStudyFields.gallery, row))
      .flatMap((row) => {
        const url = parseVideo(row.url.trim())?.page ?? pictureOrNull(row.url);
        return url === null
          ? []
          : { url, caption: orNull(row.caption), altText: orNull(row.altText) };
      }),
    version: 0,
    createdAt,
    updatedAt: createdAt,
  };
}

type EmptyToNull<Input> = {
  [Name in keyof Input]: Input[Name] extends string ? string | null : Input[Name];
};

function emptyToNull<Input extends object>(input: Input): EmptyToNull<Input>;
function emptyToNull(input: object): object {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'string' ? orNull(value) : value,
    ]),
  );
}

function orNull(text: string): string | null {
  return text.trim() || null;
}

/** Null for an incomplete address, which would show a broken picture. */
function pictureOrNull(address: string): string | null {
  const text = address.trim();
  return text !== '' && isOwnPicture(text) ? toPublicImageUrl(text) : null;
}
