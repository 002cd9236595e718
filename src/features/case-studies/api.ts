import { askBackend, withTimeout } from '@/lib/backend';
import { camelKeys } from '@/lib/camel-keys';
import { inState } from '@/documents/publication';
import { CASE_STUDY_PAGE_SIZE } from '@/lib/constants';
import { AppError } from '@/lib/errors';
import { isSlug, type StudyFilters } from './filters';
import { CASE_STUDY_SELECT, toCaseStudy, type CaseStudy } from './model';

const FETCH_ONE = 'Failed to fetch case study';
const FETCH_MANY = 'Failed to fetch case studies';
const BEFORE_EVERY_ID = '00000000-0000-0000-0000-000000000000';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

// `.retry(false)` below: postgrest-js alone would try an unreachable server four times in 7 s. The
// specification asks for one retry, which react-query makes.

type ListOptions = {
  from?: number;
  count?: number;
  areFeaturedFirst?: boolean;
  filters?: StudyFilters;
  signal?: AbortSignal;
};

/** A page of the published studies, as staff arranged them, then the last changed first. */
export async function listPublishedCaseStudies({
  from = 0,
  count = CASE_STUDY_PAGE_SIZE,
  areFeaturedFirst = false,
  filters: { service, industry } = {},
  signal,
}: ListOptions = {}): Promise<CaseStudy[]> {
  const { data } = await askBackend(FETCH_MANY, (supabase) => {
    let request = inState(supabase.from('case_studies').select(CASE_STUDY_SELECT), 'published');
    if (service !== undefined) request = request.contains('service_slugs', [service]);
    if (industry !== undefined) request = request.eq('industry_slug', industry);
    if (areFeaturedFirst) request = request.order('is_featured', { ascending: false });
    return request
      .order('place', { ascending: true, nullsFirst: false })
      .order('updated_at', { ascending: false })
      .range(from, from + count - 1)
      .abortSignal(withTimeout(signal))
      .retry(false);
  });
  return data.map(toCaseStudy);
}

/** The first studies as staff arranged them, then the newest: an edit does not change their order. */
export async function listNewestCaseStudies(signal?: AbortSignal): Promise<CaseStudy[]> {
  const { data } = await askBackend(FETCH_MANY, (supabase) =>
    inState(supabase.from('case_studies').select(CASE_STUDY_SELECT), 'published')
      .order('place', { ascending: true, nullsFirst: false })
      .order('published_at', { ascending: false })
      .order('id')
      .limit(CASE_STUDY_PAGE_SIZE)
      .abortSignal(withTimeout(signal))
      .retry(false),
  );
  return data.map(toCaseStudy);
}

/** Enough to tell whether a page is unchanged: `version` for the study, `changedAt` for its pictures and approvals. */
export type CaseStudyHead = Pick<
  CaseStudy,
  'id' | 'slug' | 'serviceTags' | 'version' | 'updatedAt'
> & { changedAt: string | null };

/** All published studies in the order of their ids, in portions. */
export async function* listCaseStudyHeads(): AsyncGenerator<CaseStudyHead[]> {
  const readAfter = (id: string) =>
    askBackend(FETCH_MANY, (supabase) =>
      supabase
        .rpc('list_case_study_heads', { after: id }, { get: true })
        .abortSignal(withTimeout())
        .retry(false),
    );
  for (let next = readAfter(BEFORE_EVERY_ID); ;) {
    const { data } = await next;
    const last = data.at(-1);
    if (!last) return;
    // Read while the caller works on these; a failure is thrown when it asks for them.
    next = readAfter(last.id);
    next.catch(() => {});
    yield data.map(camelKeys);
  }
}

/** @param ids at most 100, because they are sent in the address. Returned in any order. */
export async function listCaseStudiesById(ids: readonly string[]): Promise<CaseStudy[]> {
  const { data } = await askBackend(FETCH_MANY, (supabase) =>
    inState(supabase.from('case_studies').select(CASE_STUDY_SELECT), 'published')
      .in('id', ids)
      .abortSignal(withTimeout())
      .retry(false),
  );
  return data.map(toCaseStudy);
}

async function get(
  column: 'id' | 'slug',
  key: string,
  isForVisitors: boolean,
  signal?: AbortSignal,
): Promise<CaseStudy> {
  if (column === 'id' ? !UUID.test(key) : !isSlug(key)) {
    throw new AppError('not-found', `${FETCH_ONE}: there is none with this ID`);
  }
  const { data } = await askBackend(FETCH_ONE, (supabase) => {
    const request = supabase
      .from('case_studies')
      .select(CASE_STUDY_SELECT)
      .eq(column, key)
      .abortSignal(withTimeout(signal))
      .retry(false);
    // Staff may read more.
    return (isForVisitors ? inState(request, 'published') : request).single();
  });
  return toCaseStudy(data);
}

/** By id or slug. */
export const getPublishedCaseStudy = (key: string, signal?: AbortSignal) =>
  get(UUID.test(key) ? 'id' : 'slug', key, true, signal);

/** Includes drafts for staff; other callers get published studies only. */
export const getCaseStudy = (id: string, signal?: AbortSignal) => get('id', id, false, signal);

/** A service or an industry of published studies. */
export type Topic = { kind: 'service' | 'industry'; name: string; slug: string };

/** Those with the most studies first. */
export async function listTopics(signal?: AbortSignal): Promise<Topic[]> {
  const { data } = await askBackend(FETCH_MANY, (supabase) =>
    supabase
      .rpc('list_case_study_topics', {}, { get: true })
      .abortSignal(withTimeout(signal))
      .retry(false),
  );
  return data.map(({ kind, name, slug }) => ({
    kind: kind === 'industry' ? 'industry' : 'service',
    name,
    slug,
  }));
}
