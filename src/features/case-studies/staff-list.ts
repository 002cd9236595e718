import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { orTooLong } from '@/lib/backend';
import { parseTimestamp } from '@/lib/dates';
import { toAppError } from '@/lib/errors';
import { toPublicImageUrl } from '@/lib/image-url';
import { loadSupabase } from '@/lib/supabase';
import type { CaseStudyFilters } from './list-filters';
import type { CaseStudy } from './model';
import { caseStudyQueries } from './queries';

export const PAGE_SIZE = 24;

const FETCH_LIST = 'Failed to fetch case studies';
/** PostgREST's answer to a page behind the last one. */
const NO_SUCH_PAGE = 'PGRST103';

/** What a card of the staff list shows. */
export type StaffCaseStudy = Pick<
  CaseStudy,
  | 'id'
  | 'title'
  | 'description'
  | 'heroImageUrl'
  | 'clientName'
  | 'serviceTags'
  | 'status'
  | 'updatedAt'
>;

export type StaffCaseStudyPage = {
  studies: StaffCaseStudy[];
  total: number;
  /** Which page this is: the first where the one asked for does not exist (any more). */
  page: number;
  totalPages: number;
};

const ORDERS = {
  changed: { column: 'updated_at', ascending: false },
  title: { column: 'title', ascending: true },
  created: { column: 'created_at', ascending: false },
} as const satisfies Record<CaseStudyFilters['sort'], { column: string; ascending: boolean }>;

/** A page of the studies this caller may see, drafts included for staff. */
export async function listStaffCaseStudies(
  filters: CaseStudyFilters,
  signal?: AbortSignal,
): Promise<StaffCaseStudyPage> {
  const { search, status: wanted, sort, page } = filters;
  const first = (page - 1) * PAGE_SIZE;
  try {
    const supabase = await loadSupabase();
    let request = supabase
      .from('case_studies')
      .select(
        'id, title, description, status, service_tags, client_name, hero_image_url, updated_at',
        { count: 'exact' },
      )
      .order(ORDERS[sort].column, { ascending: ORDERS[sort].ascending })
      // Or two of the same title could change places between pages.
      .order('id')
      .range(first, first + PAGE_SIZE - 1)
      .abortSignal(orTooLong(signal))
      .retry(false);
    if (wanted) request = request.eq('status', wanted);
    // One filter for all words: the embedded backend keeps the last one of several on a column.
    if (search) request = request.ilikeAllOf('search_text', search.split(/\s+/).map(toPattern));
    const { data, error, count, status } = await request;
    const isBehind = error ? error.code === NO_SUCH_PAGE : data.length === 0;
    if (isBehind && page > 1) return await listStaffCaseStudies({ ...filters, page: 1 }, signal);
    if (error) throw toAppError({ ...error, status }, FETCH_LIST);
    const total = count ?? data.length;
    return {
      studies: data.map((row) => ({
        id: row.id,
        title: row.title,
        description: row.description,
        heroImageUrl: row.hero_image_url && toPublicImageUrl(row.hero_image_url),
        clientName: row.client_name,
        serviceTags: row.service_tags,
        status: row.status === 'published' ? 'published' : 'draft',
        updatedAt: parseTimestamp(row.updated_at).toISOString(),
      })),
      total,
      page,
      totalPages: Math.ceil(total / PAGE_SIZE),
    };
  } catch (error) {
    throw toAppError(error, FETCH_LIST);
  }
}

/** Matches the word anywhere; quoted as an item of a Postgres array. */
function toPattern(word: string): string {
  const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
  return `"${pattern.replace(/[\\"]/g, '\\$&')}"`;
}

export const staffCaseStudyQueries = {
  list: (filters: CaseStudyFilters) =>
    queryOptions({
      queryKey: [...caseStudyQueries.all, 'staff-list', filters] as const,
      queryFn: ({ signal }) => listStaffCaseStudies(filters, signal),
      placeholderData: keepPreviousData,
    }),
};
