import { withTimeout } from '@/lib/backend';
import { CASE_STUDY_PAGE_SIZE } from '@/lib/constants';
import { AppError, toAppError } from '@/lib/errors';
import { loadSupabase } from '@/lib/supabase';
import { CASE_STUDY_SELECT, toCaseStudy, type CaseStudy } from './model';

const FETCH_ONE = 'Failed to fetch case study';
const FETCH_MANY = 'Failed to fetch case studies';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

// `.retry(false)` below: postgrest-js alone would try an unreachable server four times in 7 s. The
// specification asks for one retry, which react-query makes.

/** A page of the published studies, the last changed first. */
export async function listPublishedCaseStudies({
  from = 0,
  count = CASE_STUDY_PAGE_SIZE,
  signal,
}: { from?: number; count?: number; signal?: AbortSignal } = {}): Promise<CaseStudy[]> {
  const supabase = await load(FETCH_MANY);
  const { data, error, status } = await supabase
    .from('case_studies')
    .select(CASE_STUDY_SELECT)
    .eq('status', 'published')
    .order('updated_at', { ascending: false })
    .range(from, from + count - 1)
    .abortSignal(withTimeout(signal))
    .retry(false);
  if (error) throw toAppError({ ...error, status }, FETCH_MANY);
  return data.map(toCaseStudy);
}

async function get(
  id: string,
  filter: { status?: 'published' },
  signal?: AbortSignal,
): Promise<CaseStudy> {
  if (!UUID.test(id)) throw new AppError('not-found', `${FETCH_ONE}: there is none with this ID`);
  const supabase = await load(FETCH_ONE);
  let request = supabase
    .from('case_studies')
    .select(CASE_STUDY_SELECT)
    .eq('id', id)
    .abortSignal(withTimeout(signal))
    .retry(false);
  if (filter.status) request = request.eq('status', filter.status);
  const { data, error, status } = await request.single();
  if (error) throw toAppError({ ...error, status }, FETCH_ONE);
  return toCaseStudy(data);
}

async function load(sentence: string) {
  try {
    return await loadSupabase();
  } catch (error) {
    throw toAppError(error, sentence);
  }
}

export const getPublishedCaseStudy = (id: string, signal?: AbortSignal) =>
  get(id, { status: 'published' }, signal);

/** Includes drafts for staff; other callers get published studies only. */
export const getCaseStudy = (id: string, signal?: AbortSignal) => get(id, {}, signal);
