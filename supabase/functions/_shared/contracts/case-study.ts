// The schema of a case study. The database repeats every limit as a check constraint
// (migrations/*_case_studies.sql); tests/database compares the two.
import { z } from 'zod';
import { slugInputSchema, SLUG_MAX } from './slug.ts';
import { lineSchema, textSchema } from './text.ts';
import { galleryReferenceSchema, imageReferenceSchema, optionalHttpUrlSchema } from './url.ts';

export const CASE_STUDY_STATUSES = ['draft', 'published'] as const;

/** Longest text per column, in characters as Postgres counts them (code points). */
export const CASE_STUDY_LIMITS = {
  slug: SLUG_MAX,
  title: 120,
  headline: 200,
  subhead: 300,
  description: 1000,
  challenge: 20_000,
  solution: 20_000,
  results: 20_000,
  what_we_loved: 20_000,
  client_quote: 2000,
  outcome: 300,
  industry: 80,
  meta_description: 320,
  client_name: 120,
  client_url: 2048,
  client_logo_url: 2048,
  timeline: 120,
  role: 200,
  cta_headline: 160,
  cta_text: 500,
  hero_image_url: 2048,
} as const;
export const PROJECT_YEAR_RANGE = { from: 1900, to: 2099 } as const;
export const SERVICE_TAGS_MAX = 20;
export const TECHNOLOGIES_MAX = 40;
export const TAG_MAX = 60;
export const METRICS_MAX = 50;
export const METRIC_VALUE_MAX = 40;
export const METRIC_LABEL_MAX = 120;
export const GALLERY_MAX = 200;
export const GALLERY_TEXT_MAX = 300;
export const IMAGE_URL_MAX = 2048;

const tags = (count: number) =>
  z
    .array(lineSchema(TAG_MAX, z.string().trim().min(1)))
    .max(count, `Please keep this to ${count} entries`);

function isYear(text: string): boolean {
  const { from, to } = PROJECT_YEAR_RANGE;
  return text === '' || (/^\d{4}$/.test(text) && Number(text) >= from && Number(text) <= to);
}

/** A row of the form. Incomplete rows are valid here and dropped on save. */
export const metricSchema = z.object({
  value: lineSchema(METRIC_VALUE_MAX),
  label: lineSchema(METRIC_LABEL_MAX),
});

export const galleryItemSchema = z.object({
  url: galleryReferenceSchema,
  caption: lineSchema(GALLERY_TEXT_MAX),
  altText: lineSchema(GALLERY_TEXT_MAX),
});

/** The form's values: texts are '' when empty, never null. */
export const caseStudyInputSchema = z.object({
  title: lineSchema(CASE_STUDY_LIMITS.title).refine(
    (title) => title.trim() !== '',
    'Please enter a title for the case study',
  ),
  slug: slugInputSchema,
  status: z.enum(CASE_STUDY_STATUSES),
  /** ISO 8601 in UTC; empty is now, once the study is published. */
  publishedAt: z.iso.datetime().or(z.literal('')),
  headline: lineSchema(CASE_STUDY_LIMITS.headline),
  subhead: lineSchema(CASE_STUDY_LIMITS.subhead),
  description: textSchema(CASE_STUDY_LIMITS.description),
  challenge: textSchema(CASE_STUDY_LIMITS.challenge),
  solution: textSchema(CASE_STUDY_LIMITS.solution),
  results: textSchema(CASE_STUDY_LIMITS.results),
  whatWeLoved: textSchema(CASE_STUDY_LIMITS.what_we_loved),
  clientName: lineSchema(CASE_STUDY_LIMITS.client_name),
  clientUrl: optionalHttpUrlSchema,
  clientLogoUrl: imageReferenceSchema,
  timeline: lineSchema(CASE_STUDY_LIMITS.timeline),
  projectYear: z.string().trim().refine(isYear, 'Please enter a year, like 2024'),
  role: lineSchema(CASE_STUDY_LIMITS.role),
  clientQuote: textSchema(CASE_STUDY_LIMITS.client_quote),
  heroImageUrl: imageReferenceSchema,
  serviceTags: tags(SERVICE_TAGS_MAX),
  technologies: tags(TECHNOLOGIES_MAX),
  industry: lineSchema(CASE_STUDY_LIMITS.industry),
  outcome: lineSchema(CASE_STUDY_LIMITS.outcome),
  metaDescription: textSchema(CASE_STUDY_LIMITS.meta_description),
  ctaHeadline: lineSchema(CASE_STUDY_LIMITS.cta_headline),
  ctaText: textSchema(CASE_STUDY_LIMITS.cta_text),
  metrics: z.array(metricSchema).max(METRICS_MAX, `Please keep this to ${METRICS_MAX} rows`),
  gallery: z.array(galleryItemSchema).max(GALLERY_MAX, `Please keep this to ${GALLERY_MAX} rows`),
});
export type CaseStudyInput = z.infer<typeof caseStudyInputSchema>;
export type CaseStudyStatus = (typeof CASE_STUDY_STATUSES)[number];
