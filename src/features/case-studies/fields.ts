import { z } from 'zod';
import {
  CASE_STUDY_LIMITS as limits,
  SERVICE_TAGS_MAX,
  TAG_MAX,
  TECHNOLOGIES_MAX,
  caseStudyInputSchema,
  type CaseStudyInput,
} from '@contracts/case-study';
import { emptyInput, toStoredMedia, type Fields, type TextField } from '@/documents/fields';
import { describeState } from '@/documents/publication';
import { toStoredImageUrl } from '@/lib/image-url';

/** Every field of a case study, in the order of the form. */
export const caseStudyFields = {
  title: { type: 'text', label: 'Title', limit: limits.title },
  slug: { type: 'line', label: 'Address', limit: limits.slug },
  status: {
    type: 'choice',
    label: 'Status',
    options: { draft: 'Draft', published: 'Published' },
    describe: describeState,
  },
  publishedAt: { type: 'moment', label: 'Publish date' },
  headline: { type: 'text', label: 'Headline', limit: limits.headline, section: 'basics' },
  subhead: {
    type: 'text',
    label: 'Subhead',
    limit: limits.subhead,
    section: 'basics',
    rows: 2,
  },
  description: {
    type: 'text',
    label: 'Description',
    limit: limits.description,
    section: 'basics',
    rows: 3,
  },
  challenge: story('Challenge', limits.challenge),
  solution: story('Solution', limits.solution),
  results: story('Results', limits.results),
  whatWeLoved: {
    type: 'text',
    label: 'What we loved',
    limit: limits.what_we_loved,
    section: 'story',
    rows: 5,
    hint: 'Plain text.',
  },
  clientName: half('Client name', limits.client_name),
  clientUrl: {
    type: 'line',
    label: 'Client website',
    limit: limits.client_url,
    section: 'client',
    isHalf: true,
    isUrl: true,
    placeholder: 'https://',
  },
  timeline: half('Timeline', limits.timeline),
  projectYear: {
    type: 'line',
    label: 'Project year',
    limit: 4,
    section: 'client',
    isHalf: true,
    hint: 'If empty, the page shows the year in which the study was created.',
  },
  role: { type: 'text', label: 'Role', limit: limits.role, section: 'client' },
  clientQuote: {
    type: 'text',
    label: 'Client quote',
    limit: limits.client_quote,
    section: 'client',
    rows: 3,
  },
  heroImageUrl: {
    type: 'picture',
    label: 'Hero image',
    limit: limits.hero_image_url,
    section: 'client',
    hint: 'Shown on the card and at the top of the page.',
  },
  clientLogoUrl: {
    type: 'picture',
    label: 'Client logo',
    limit: limits.client_logo_url,
    section: 'client',
    shape: 'logo',
  },
  serviceTags: {
    type: 'tags',
    label: 'Service tags',
    maxCount: SERVICE_TAGS_MAX,
    maxLength: TAG_MAX,
    section: 'search',
    isHalf: true,
    hint: 'Cards show the first two. Enter or a comma adds one.',
  },
  technologies: {
    type: 'tags',
    label: 'Technologies',
    maxCount: TECHNOLOGIES_MAX,
    maxLength: TAG_MAX,
    section: 'search',
    isHalf: true,
    hint: 'Enter or a comma adds one.',
  },
  industry: half('Industry', limits.industry, 'search'),
  outcome: {
    type: 'text',
    label: 'Outcome',
    limit: limits.outcome,
    section: 'search',
    isHalf: true,
    rows: 2,
  },
  metaDescription: {
    type: 'text',
    label: 'Meta description',
    limit: limits.meta_description,
    section: 'search',
    rows: 3,
    isCounted: true,
    hint: 'What search engines show below the title.',
  },
  ctaHeadline: {
    type: 'text',
    label: 'Call to action headline',
    limit: limits.cta_headline,
    section: 'search',
  },
  ctaText: {
    type: 'text',
    label: 'Call to action text',
    limit: limits.cta_text,
    section: 'search',
    rows: 2,
    hint: 'Leave one empty to use that of the website.',
  },
  metrics: {
    type: 'rows',
    label: 'Metrics',
    noun: 'metric',
    parts: {
      value: { column: 'metric_value', label: 'Value', isRequired: true },
      label: { column: 'metric_label', label: 'Label', isRequired: true },
    },
    sameBy: ['label'],
    alikeBy: ['value'],
  },
  gallery: {
    type: 'rows',
    label: 'Gallery',
    noun: 'picture',
    parts: {
      url: { column: 'image_url', label: 'Image URL', isRequired: true, isPicture: true },
      caption: { column: 'caption', label: 'Caption' },
      altText: { column: 'alt_text', label: 'Alt text' },
    },
    sameBy: ['url'],
    alikeBy: ['altText', 'caption'],
  },
} satisfies Fields<CaseStudyInput>;

export type CaseStudyField = keyof CaseStudyInput;

function story(label: string, limit: number): TextField {
  return { type: 'text', label, limit, section: 'story', rows: 7, markdown: 'part' };
}

function half(label: string, limit: number, section = 'client'): TextField {
  return { type: 'text', label, limit, section, isHalf: true };
}

/** Empty rows in the form of a new study (FORM-25). */
export const INITIAL_METRIC_ROWS = 3;

export const emptyCaseStudyInput: CaseStudyInput = {
  ...emptyInput<CaseStudyInput>(caseStudyFields),
  metrics: Array.from({ length: INITIAL_METRIC_ROWS }, () => ({ value: '', label: '' })),
};

/** The contract's rules; pictures of our bucket may also be typed with their origin. */
export const caseStudyFormSchema = z
  .custom<CaseStudyInput>()
  .transform((input) => ({
    ...input,
    clientLogoUrl: toStoredImageUrl(input.clientLogoUrl.trim()),
    heroImageUrl: toStoredImageUrl(input.heroImageUrl.trim()),
    gallery: input.gallery.map((row) => ({ ...row, url: toStoredMedia(row.url) })),
  }))
  .pipe(caseStudyInputSchema);
