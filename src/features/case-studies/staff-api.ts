import { z } from 'zod';
import type { CaseStudyInput } from '@contracts/case-study';
import {
  columnOf,
  inputFromColumns,
  inputFromValues,
  namesOf,
  storedValue,
  type Fields,
} from '@/documents/fields';
import type { DocumentApi, TrashApi } from '@/documents/kind';
import type { SaveRequest, StoredDocument } from '@/documents/stored';
import type { ListFilters } from '@/documents/list';
import { inState, storedStateOf, type PublicationState } from '@/documents/publication';
import { getWorkingCopy, historyApi, trashApi, withChanges } from '@/documents/staff-api';
import { askBackend, withTimeout } from '@/lib/backend';
import type { Json } from '@/lib/database.types';
import { parseTimestamp } from '@/lib/dates';
import { AppError, toAppError } from '@/lib/errors';
import { toPublicImageUrl } from '@/lib/image-url';
import { fetchPage, type Page } from '@/lib/paged-list';
import { parseResponse } from '@/lib/parse-response';
import { paths } from '@/lib/paths';
import { toPictureFacts } from '@/lib/picture-facts';
import { notePublishedChange } from '@/lib/published-changes';
import { loadSupabase, type Supabase } from '@/lib/supabase';
import { FINDS, searchQueryFor } from '@/lib/words/load-latin';
import { getCaseStudy } from './api';
import { caseStudyFields, type CaseStudyField } from './fields';
import { DEFAULT_CATEGORY, type CaseStudy } from './model';

/** A save without an answer by then counts as failed; the next save finds out whether it arrived. */
const SAVE_TIMEOUT_MS = 30_000;

const fields: Fields<CaseStudyInput> = caseStudyFields;
type ColumnField = Exclude<CaseStudyField, 'metrics' | 'gallery'>;
const columnFields = namesOf(fields).filter(
  (name): name is ColumnField => name !== 'metrics' && name !== 'gallery',
);

export function toCaseStudyInput(study: CaseStudy): CaseStudyInput {
  return inputFromValues(fields, study);
}

async function getStored(
  id: string,
  signal?: AbortSignal,
): Promise<StoredDocument<CaseStudyInput>> {
  const study = await getCaseStudy(id, signal);
  const { version, createdAt, updatedAt } = study;
  const stored = { id, version, input: toCaseStudyInput(study), createdAt, savedAt: updatedAt };
  return withChanges(stored, await getWorkingCopy(id, signal), inputOfSnapshot);
}

/** The arguments of one save: the columns of the changed fields, and always both lists of rows. */
export function toSavePayload(input: CaseStudyInput, changed: readonly string[]) {
  const columns = columnFields
    .filter((name) => changed.includes(name))
    .map((name): [string, Json] => [
      columnOf(name, fields[name]),
      storedValue(fields[name], input[name]),
    ]);
  return {
    fields: Object.fromEntries(columns),
    metrics: storedValue(fields.metrics, input.metrics),
    gallery: storedValue(fields.gallery, input.gallery),
  };
}

/** Saves the study with its rows in one transaction. */
async function saveCaseStudy({
  id,
  version,
  input,
  changed,
  goesLive,
  saveIds,
}: SaveRequest<CaseStudyInput>) {
  const sentence = version === null ? 'Failed to create case study' : 'Failed to update case study';
  try {
    // A stored study always has one: a fallback that no screen reaches.
    if (version !== null && id === '') throw new AppError('invalid', 'No ID provided for update');
    const supabase = await loadSupabase();
    const { data, error, status } = await supabase
      .rpc('save_case_study', {
        study_id: id,
        expected_version: version,
        goes_live: goesLive,
        save_ids: saveIds,
        ...toSavePayload(input, changed),
      })
      .abortSignal(AbortSignal.timeout(SAVE_TIMEOUT_MS));
    if (error) {
      const refusal = toRowError(error, status, sentence);
      // Without a session the request is sent as a visitor's and refused as forbidden.
      const isVisitor = refusal.kind === 'forbidden' && !(await hasSession(supabase));
      if (isVisitor || refusal.kind === 'signed-out') {
        throw new AppError('signed-out', `${sentence}: your session has ended`, { cause: error });
      }
      throw refusal;
    }
    notePublishedChange();
    return {
      id,
      version: data.version,
      input: { ...input, slug: data.slug, publishedAt: toIso(data.published_at) },
      createdAt: null,
      savedAt: new Date().toISOString(),
    };
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

/** The database's message names the failed step; `details` has the reason. */
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
 * @throws AppError with the messages of the specification (API-20..25)
 */
async function deleteCaseStudy(id: string): Promise<void> {
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

const snapshotSchema = z.object({
  study: z.record(z.string(), z.unknown()),
  metrics: z.array(z.unknown()),
  gallery: z.array(z.unknown()),
});

function inputOfSnapshot(snapshot: Json): CaseStudyInput {
  const { study, ...lists } = parseResponse(
    snapshotSchema,
    snapshot,
    'Failed to read this version',
  );
  const input = inputFromColumns(fields, { ...study, ...lists });
  return withPublicPictures({ ...input, publishedAt: toIso(input.publishedAt) });
}

function toIso(timestamp: string | null): string {
  return timestamp ? parseTimestamp(timestamp).toISOString() : '';
}

function withPublicPictures(input: CaseStudyInput): CaseStudyInput {
  const toPublic = (url: string) => url && toPublicImageUrl(url);
  return {
    ...input,
    heroImageUrl: toPublic(input.heroImageUrl),
    clientLogoUrl: toPublic(input.clientLogoUrl),
    gallery: input.gallery.map((picture) => ({ ...picture, url: toPublic(picture.url) })),
  };
}

/** For the document screens; the public site uses `api.ts`. */
export const caseStudyApi: DocumentApi<CaseStudyInput> & TrashApi = {
  get: getStored,
  save: saveCaseStudy,
  remove: deleteCaseStudy,
  ...trashApi('case-study', 'case study'),
  ...historyApi(inputOfSnapshot),
  problemsOf,
  getPublicPage: async (id, signal) => {
    const { data } = await askBackend('Failed to load the address of the page', (supabase) =>
      inState(supabase.from('case_studies').select('slug, version').eq('id', id), 'published')
        .abortSignal(withTimeout(signal))
        .retry(false),
    );
    const [live] = data;
    return live ? { path: paths.project.to(live.slug), version: live.version } : null;
  },
};

/** Maps a violated check constraint of the database to its field, with a message. */
function problemsOf(error: AppError): Partial<Record<CaseStudyField, string>> {
  const [, table, rest = ''] =
    /constraint "(case_study_metrics|case_study_gallery|case_studies)_(\w+)"/.exec(error.message) ??
    [];
  if (table === 'case_study_metrics') return { metrics: rowsMessage };
  if (table === 'case_study_gallery') return { gallery: rowsMessage };
  if (rest === 'slug_key') return { slug: 'Another case study has this address' };
  const column = rest.replace(/_(fit|known)$/, '');
  const name = columnFields.find((candidate) => columnOf(candidate, fields[candidate]) === column);
  return name ? { [name]: 'This was not accepted; please check it' } : {};
}

const rowsMessage = 'A row here was not accepted; please check its texts and addresses';

const PAGE_SIZE = 24;

/** The fields of a card of the staff list. */
export type StaffCaseStudy = Pick<
  CaseStudy,
  | 'id'
  | 'title'
  | 'description'
  | 'heroImageUrl'
  | 'pictureFacts'
  | 'clientName'
  | 'serviceTags'
  | 'publishedAt'
  | 'updatedAt'
> & { state: PublicationState };

const ORDERS = {
  changed: { column: 'updated_at', ascending: false },
  title: { column: 'title', ascending: true },
  created: { column: 'created_at', ascending: false },
} as const;

export type CaseStudySort = keyof typeof ORDERS;

/** A page of the studies the caller may read; staff also read drafts. */
export async function listStaffCaseStudies(
  { search, status, sort, page }: ListFilters<PublicationState, CaseStudySort>,
  signal?: AbortSignal,
): Promise<Page<StaffCaseStudy>> {
  const { column, ascending } = ORDERS[sort];
  const query = await searchQueryFor(search);
  return fetchPage({
    sentence: 'Failed to fetch case studies',
    page,
    pageSize: PAGE_SIZE,
    signal,
    request: (supabase) => {
      let request = supabase
        .from('case_studies')
        .select(
          'id, title, description, status, published_at, public_from, service_tags, client_name, hero_image_url, updated_at, picture_facts',
          { count: 'exact' },
        )
        .order(column, { ascending });
      request = inState(request, status);
      if (search) request = request.filter('search', FINDS, query);
      return request;
    },
    toItems: (rows) =>
      rows.map((row): StaffCaseStudy => ({
        id: row.id,
        title: row.title,
        description: row.description,
        heroImageUrl: row.hero_image_url && toPublicImageUrl(row.hero_image_url),
        pictureFacts: toPictureFacts(row.picture_facts),
        clientName: row.client_name,
        serviceTags: row.service_tags,
        publishedAt: toIso(row.published_at) || null,
        state: storedStateOf(row),
        updatedAt: parseTimestamp(row.updated_at).toISOString(),
      })),
  });
}

export type ArrangedStudy = {
  id: string;
  title: string;
  category: string;
  heroImageUrl: string | null;
  state: PublicationState;
  /** ISO 8601 in UTC. */
  updatedAt: string;
};

/** Ids of studies. */
export type Arrangement = {
  /** In order. All other studies follow, the last changed first. */
  arranged: readonly string[];
  /** They come first on the home page. */
  featured: readonly string[];
};

/** As many as the Data API sends in one answer. */
const STUDIES_MAX = 1000;

/** The published studies and the arranged drafts, with the stored arrangement. */
export async function getArrangement(signal: AbortSignal) {
  const { data } = await askBackend('Failed to fetch case studies', (supabase) =>
    supabase
      .from('case_studies')
      .select(
        'id, title, industry, hero_image_url, status, public_from, updated_at, place, is_featured',
      )
      .or('status.eq.published,place.not.is.null')
      // The order of private.arranged_case_studies, which refuses another one.
      .order('place', { ascending: true, nullsFirst: false })
      .order('updated_at', { ascending: false })
      .order('id')
      .limit(STUDIES_MAX)
      .abortSignal(withTimeout(signal))
      .retry(false),
  );
  const studies = data.map((row): ArrangedStudy => ({
    id: row.id,
    title: row.title,
    category: row.industry ?? DEFAULT_CATEGORY,
    heroImageUrl: row.hero_image_url && toPublicImageUrl(row.hero_image_url),
    state: storedStateOf(row),
    updatedAt: parseTimestamp(row.updated_at).toISOString(),
  }));
  const idsOf = (rows: typeof data) => rows.map(({ id }) => id);
  const stored: Arrangement = {
    arranged: idsOf(data.filter(({ place }) => place !== null)),
    featured: idsOf(data.filter(({ is_featured }) => is_featured)),
  };
  return { studies, stored };
}

/** @throws AppError `conflict` if the studies were arranged since `before` was read; see arrangerOf */
export async function saveArrangement(next: Arrangement, before: Arrangement): Promise<void> {
  await askBackend('Failed to save the order', (supabase) =>
    supabase.rpc('arrange_case_studies', {
      arranged: [...next.arranged],
      featured: [...next.featured],
      before: [...before.arranged],
    }),
  );
  notePublishedChange();
}

/** How many enquiries came from visitors who had opened the study and said so. */
export async function countEnquiriesAfter(id: string, signal?: AbortSignal): Promise<number> {
  const { count } = await askBackend('Failed to load the number of enquiries', (supabase) =>
    supabase
      .from('enquiries')
      .select('id', { count: 'exact', head: true })
      .contains('started_studies', [id])
      .eq('is_quarantined', false)
      .is('deleted_at', null)
      .abortSignal(withTimeout(signal))
      .retry(false),
  );
  return count ?? 0;
}
