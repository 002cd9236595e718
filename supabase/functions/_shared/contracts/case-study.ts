// What a case study may hold. The database repeats every limit as a check constraint
// (migrations/*_case_studies.sql); tests/database compares the two.
import { z } from 'zod';
import { imageReferenceSchema, optionalHttpUrlSchema } from './url.ts';

export const CASE_STUDY_STATUSES = ['draft', 'published'] as const;

/** Longest text per column, in characters as Postgres counts them (code points). */
export const CASE_STUDY_LIMITS = {
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
export const SERVICE_TAGS_MAX = 20;
export const TECHNOLOGIES_MAX = 40;
export const TAG_MAX = 60;
export const METRICS_MAX = 50;
export const METRIC_VALUE_MAX = 40;
export const METRIC_LABEL_MAX = 120;
export const GALLERY_MAX = 200;
export const GALLERY_TEXT_MAX = 300;
export const IMAGE_URL_MAX = 2048;

/** JavaScript counts UTF-16 units, Postgres code points: an emoji is one character in both here. */
const atMost = (limit: number) => (text: string) =>
  text.length <= limit || (text.length <= 2 * limit && [...text].length <= limit);
const tooLong = (limit: number) => `Please keep this to ${limit.toLocaleString('en')} characters`;

const optionalText = (limit: number) => z.string().refine(atMost(limit), tooLong(limit));

const tags = (count: number) =>
  z
    .array(z.string().trim().min(1).refine(atMost(TAG_MAX), tooLong(TAG_MAX)))
    .max(count, `Please keep this to ${count} entries`);

/** A row of the form. Half-filled rows are allowed here and dropped on save. */
export const metricSchema = z.object({
  value: optionalText(METRIC_VALUE_MAX),
  label: optionalText(METRIC_LABEL_MAX),
});

export const galleryItemSchema = z.object({
  url: imageReferenceSchema,
  caption: optionalText(GALLERY_TEXT_MAX),
  altText: optionalText(GALLERY_TEXT_MAX),
});

/** The form's values: texts are '' when empty, never null. */
export const caseStudyInputSchema = z.object({
  title: z
    .string()
    .refine((title) => title.trim() !== '', 'Please enter a title for the case study')
    .refine(atMost(CASE_STUDY_LIMITS.title), tooLong(CASE_STUDY_LIMITS.title)),
  status: z.enum(CASE_STUDY_STATUSES),
  headline: optionalText(CASE_STUDY_LIMITS.headline),
  subhead: optionalText(CASE_STUDY_LIMITS.subhead),
  description: optionalText(CASE_STUDY_LIMITS.description),
  challenge: optionalText(CASE_STUDY_LIMITS.challenge),
  solution: optionalText(CASE_STUDY_LIMITS.solution),
  results: optionalText(CASE_STUDY_LIMITS.results),
  whatWeLoved: optionalText(CASE_STUDY_LIMITS.what_we_loved),
  clientName: optionalText(CASE_STUDY_LIMITS.client_name),
  clientUrl: optionalHttpUrlSchema,
  clientLogoUrl: imageReferenceSchema,
  timeline: optionalText(CASE_STUDY_LIMITS.timeline),
  role: optionalText(CASE_STUDY_LIMITS.role),
  clientQuote: optionalText(CASE_STUDY_LIMITS.client_quote),
  heroImageUrl: imageReferenceSchema,
  serviceTags: tags(SERVICE_TAGS_MAX),
  technologies: tags(TECHNOLOGIES_MAX),
  industry: optionalText(CASE_STUDY_LIMITS.industry),
  outcome: optionalText(CASE_STUDY_LIMITS.outcome),
  metaDescription: optionalText(CASE_STUDY_LIMITS.meta_description),
  ctaHeadline: optionalText(CASE_STUDY_LIMITS.cta_headline),
  ctaText: optionalText(CASE_STUDY_LIMITS.cta_text),
  metrics: z.array(metricSchema).max(METRICS_MAX, `Please keep this to ${METRICS_MAX} rows`),
  gallery: z.array(galleryItemSchema).max(GALLERY_MAX, `Please keep this to ${GALLERY_MAX} rows`),
});
export type CaseStudyInput = z.infer<typeof caseStudyInputSchema>;
export type CaseStudyStatus = (typeof CASE_STUDY_STATUSES)[number];
