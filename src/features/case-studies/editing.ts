import { caseStudyInputSchema, type CaseStudyInput } from '@contracts/case-study';
import { imageReferenceSchema } from '@contracts/url';
import { z } from 'zod';
import { AppError, toAppError } from '@/lib/errors';
import { toStoredImageUrl } from '@/lib/image-url';
import { notePublishedChange } from '@/lib/published-changes';
import { loadSupabase, type Supabase } from '@/lib/supabase';
import type { Json } from '@/lib/database.types';
import type { CaseStudy } from './model';

/** A save without an answer by then counts as failed; asking again finds out whether it arrived. */
const SAVE_TIMEOUT_MS = 30_000;

/** Three empty rows greet whoever writes a new study (spec §9). */
export const INITIAL_METRIC_ROWS = 3;

export const emptyCaseStudyInput: CaseStudyInput = {
  title: '',
  status: 'draft',
  headline: '',
  subhead: '',
  description: '',
  challenge: '',
  solution: '',
  results: '',
  whatWeLoved: '',
  clientName: '',
  clientUrl: '',
  clientLogoUrl: '',
  timeline: '',
  role: '',
  clientQuote: '',
  heroImageUrl: '',
  serviceTags: [],
  technologies: [],
  industry: '',
  outcome: '',
  metaDescription: '',
  ctaHeadline: '',
  ctaText: '',
  metrics: Array.from({ length: INITIAL_METRIC_ROWS }, () => ({ value: '', label: '' })),
  gallery: [],
};

export function toCaseStudyInput(study: CaseStudy): CaseStudyInput {
  return {
    title: study.title,
    status: study.status,
    headline: study.headline ?? '',
    subhead: study.subhead ?? '',
    description: study.description ?? '',
    challenge: study.challenge ?? '',
    solution: study.solution ?? '',
    results: study.results ?? '',
    whatWeLoved: study.whatWeLoved ?? '',
    clientName: study.client ?? '',
    clientUrl: study.clientUrl ?? '',
    clientLogoUrl: study.clientLogoUrl ?? '',
    timeline: study.timeline ?? '',
    role: study.role ?? '',
    clientQuote: study.clientQuote ?? '',
    heroImageUrl: study.image ?? '',
    serviceTags: study.serviceTags,
    technologies: study.technologies,
    industry: study.industry ?? '',
    outcome: study.outcome ?? '',
    metaDescription: study.metaDescription ?? '',
    ctaHeadline: study.ctaHeadline ?? '',
    ctaText: study.ctaText ?? '',
    metrics: study.stats,
    gallery: study.galleryImages.map((picture) => ({
      url: picture.url,
      caption: picture.caption ?? '',
      altText: picture.altText ?? '',
    })),
  };
}

/** Form name → column, for everything that is one column of the study itself. */
const COLUMNS = {
  title: 'title',
  status: 'status',
  headline: 'headline',
  subhead: 'subhead',
  description: 'description',
  challenge: 'challenge',
  solution: 'solution',
  results: 'results',
  whatWeLoved: 'what_we_loved',
  clientName: 'client_name',
  clientUrl: 'client_url',
  clientLogoUrl: 'client_logo_url',
  timeline: 'timeline',
  role: 'role',
  clientQuote: 'client_quote',
  heroImageUrl: 'hero_image_url',
  serviceTags: 'service_tags',
  technologies: 'technologies',
  industry: 'industry',
  outcome: 'outcome',
  metaDescription: 'meta_description',
  ctaHeadline: 'cta_headline',
  ctaText: 'cta_text',
} as const satisfies Record<Exclude<CaseStudyField, 'metrics' | 'gallery'>, string>;

export type CaseStudyField = keyof CaseStudyInput;
type ColumnField = keyof typeof COLUMNS;
const columnFields = Object.keys(COLUMNS).filter((field): field is ColumnField => field in COLUMNS);
const imageFields: readonly ColumnField[] = ['clientLogoUrl', 'heroImageUrl'];

/** Every field of the form, in the order of the form. */
export const caseStudyFields = Object.keys(emptyCaseStudyInput).filter(
  (field): field is CaseStudyField => field in emptyCaseStudyInput,
);

/** The field a column is edited in; undefined for columns no form shows. */
export function fieldOfColumn(column: string): ColumnField | undefined {
  return columnFields.find((field) => COLUMNS[field] === column);
}

/** The contract's rules for what is typed: a picture of our bucket may stand there with its origin. */
export const caseStudyFormSchema = z
  .custom<CaseStudyInput>()
  .transform((input) => ({
    ...input,
    clientLogoUrl: toStoredImageUrl(input.clientLogoUrl.trim()),
    heroImageUrl: toStoredImageUrl(input.heroImageUrl.trim()),
    gallery: input.gallery.map((row) => ({ ...row, url: toStoredImageUrl(row.url.trim()) })),
  }))
  .pipe(caseStudyInputSchema);

/** Whether a picture field may hold this address, with or without our origin; true when it is empty. */
export function isOwnPicture(address: string): boolean {
  return imageReferenceSchema.safeParse(toStoredImageUrl(address.trim())).success;
}

/** What one save sends: only the columns that differ from `before`, and always both lists of rows. */
export function toSavePayload(input: CaseStudyInput, before: CaseStudyInput | null) {
  const fields: Record<string, Json> = {};
  for (const field of columnFields) {
    const value = toColumnValue(field, input);
    if (before && isSame(value, toColumnValue(field, before))) continue;
    fields[COLUMNS[field]] = value;
  }
  return { fields, metrics: toMetricRows(input), gallery: toGalleryRows(input) };
}

/** Whether both would be stored alike in this field: what is trimmed or dropped does not count. */
export function isStoredAlike(field: CaseStudyField, a: CaseStudyInput, b: CaseStudyInput) {
  if (field === 'metrics') return isSame(toMetricRows(a), toMetricRows(b));
  if (field === 'gallery') return isSame(toGalleryRows(a), toGalleryRows(b));
  return isSame(toColumnValue(field, a), toColumnValue(field, b));
}

type MetricRow = CaseStudyInput['metrics'][number];
type GalleryRow = CaseStudyInput['gallery'][number];

/** Half-filled rows are dropped on save. */
export function isStoredMetricRow({ value, label }: MetricRow): boolean {
  return value.trim() !== '' && label.trim() !== '';
}

/** Rows without a picture are dropped on save. */
export function isStoredGalleryRow({ url }: GalleryRow): boolean {
  return url.trim() !== '';
}

/** Equal for rows that are stored alike. */
export function metricKey(row: MetricRow): string {
  return JSON.stringify(toMetricRow(row));
}

/** Equal for rows that are stored alike. */
export function galleryKey(row: GalleryRow): string {
  return JSON.stringify(toGalleryRow(row));
}

function toMetricRows({ metrics }: CaseStudyInput) {
  return metrics.filter(isStoredMetricRow).map(toMetricRow);
}

function toGalleryRows({ gallery }: CaseStudyInput) {
  return gallery.filter(isStoredGalleryRow).map(toGalleryRow);
}

function toMetricRow({ value, label }: MetricRow) {
  return { metric_value: value.trim(), metric_label: label.trim() };
}

function toGalleryRow({ url, caption, altText }: GalleryRow) {
  return {
    image_url: toStoredImageUrl(url.trim()),
    caption: caption.trim() || null,
    alt_text: altText.trim() || null,
  };
}

function toColumnValue(field: ColumnField, input: CaseStudyInput): string | string[] | null {
  const value = input[field];
  if (typeof value !== 'string') return value;
  const trimmed = value.trim();
  if (trimmed === '') return null;
  return imageFields.includes(field) ? toStoredImageUrl(trimmed) : trimmed;
}

function isSame(a: Json, b: Json): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** What the backend holds of the study on screen, as far as this screen knows. */
export type StoredCaseStudy = {
  id: string;
  /** Null until the study has been created. */
  version: number | null;
  input: CaseStudyInput;
  /** ISO 8601 in UTC; null where that is not known. */
  savedAt: string | null;
};

export type SaveCaseStudy = {
  /** Chosen before the first save, so that a create sent twice is one study. */
  id: string;
  /** Null creates; otherwise the version the editor started from. */
  version: number | null;
  input: CaseStudyInput;
  /** What the study held when the editor started; null creates. */
  before: CaseStudyInput | null;
};

/**
 * Saves the study with its rows in one transaction.
 *
 * @returns the new version
 * @throws AppError of kind `conflict` when someone else saved first (nothing was changed then)
 */
export async function saveCaseStudy({ id, version, input, before }: SaveCaseStudy) {
  const sentence = version === null ? 'Failed to create case study' : 'Failed to update case study';
  try {
    const supabase = await loadSupabase();
    const { data, error, status } = await supabase
      .rpc('save_case_study', {
        study_id: id,
        expected_version: version,
        ...toSavePayload(input, before),
      })
      .abortSignal(AbortSignal.timeout(SAVE_TIMEOUT_MS));
    if (error) {
      const refusal = toRowError(error, status, sentence);
      // Without a session the call goes out as a visitor's, and is refused like any stranger's.
      const isStranger = refusal.kind === 'forbidden' && !(await hasSession(supabase));
      if (isStranger || refusal.kind === 'signed-out') {
        throw new AppError('signed-out', `${sentence}: your session has ended`, { cause: error });
      }
      throw refusal;
    }
    notePublishedChange();
    return { id, version: data.version };
  } catch (error) {
    throw toAppError(error, sentence);
  }
}

async function hasSession(supabase: Supabase): Promise<boolean> {
  const { data, error } = await supabase.auth.getSession();
  return data.session !== null || error !== null;
}

const ROW_SENTENCES = [
  'Failed to delete existing metrics',
  'Failed to insert metrics',
  'Failed to delete existing gallery',
  'Failed to insert gallery',
];

/** The database names the step that failed and keeps the reason in `details`. */
function toRowError(
  error: { message: string; details: string; code: string },
  status: number,
  sentence: string,
): AppError {
  const isRow = ROW_SENTENCES.includes(error.message);
  return toAppError(
    {
      ...error,
      status,
      message: isRow && error.details ? `${error.message} (${error.details})` : error.message,
    },
    sentence,
  );
}

/**
 * Deletes a study; the database keeps it for 30 days.
 *
 * @throws AppError with the sentences of the specification (§8, 'Delete errors')
 */
export async function deleteCaseStudy(id: string): Promise<void> {
  const supabase = await loadSupabase();
  const session = await supabase.auth.getSession();
  if (session.error) {
    throw new AppError('unexpected', `Authentication error: ${session.error.message}`, {
      cause: session.error,
    });
  }
  if (!session.data.session) {
    throw new AppError('signed-out', 'You must be logged in to delete case studies');
  }
  const { data, error } = await supabase.from('case_studies').delete().eq('id', id).select('id');
  if (error) throw toDeleteError(error);
  if (data.length === 0) {
    throw new AppError(
      'not-found',
      "Case study not found or you don't have permission to delete it",
    );
  }
  notePublishedChange();
}

function toDeleteError(error: { message: string; code: string }): AppError {
  const options = { cause: error, code: error.code };
  if (error.code === 'PGRST116') {
    return new AppError(
      'not-found',
      "No case study found with that ID, or you don't have permission to delete it",
      options,
    );
  }
  if (error.code === '42501' || error.message.includes('row-level security')) {
    return new AppError(
      'forbidden',
      "Permission denied: You don't have access to delete this case study",
      options,
    );
  }
  const known = toAppError(error, 'Database error');
  return new AppError(known.kind, known.message, options);
}

/** Brings a deleted study back with its rows. */
export async function restoreCaseStudy(id: string): Promise<void> {
  try {
    const supabase = await loadSupabase();
    const { error, status } = await supabase.rpc('restore_case_study', { study_id: id });
    if (error) throw toAppError({ ...error, status }, 'Failed to restore case study');
    notePublishedChange();
  } catch (error) {
    throw toAppError(error, 'Failed to restore case study');
  }
}
