import { z } from 'zod';
import { POST_SEARCH_MAX, POST_STATUSES } from '@contracts/blog';
import { paths } from '@/lib/paths';

/** The first one is the order of an address that names none. */
export const SORTS = ['changed', 'title', 'published'] as const;
const LAST_PAGE = 100_000;

/** What a link to the list keeps. What makes no sense is as if it were not there. */
const filtersSchema = z.object({
  search: z
    .string()
    .transform((text) => text.trim().slice(0, POST_SEARCH_MAX).trim())
    .pipe(z.string().min(1))
    .optional()
    .catch(undefined),
  status: z.enum(POST_STATUSES).optional().catch(undefined),
  sort: z.enum(SORTS).catch(SORTS[0]),
  page: z.coerce.number().int().min(1).max(LAST_PAGE).catch(1),
});

export type PostListFilters = z.infer<typeof filtersSchema>;

export function readFilters(search: URLSearchParams): PostListFilters {
  return filtersSchema.parse(Object.fromEntries(search));
}

/** Address of the list under these filters. */
export function listHref({ search, status, sort, page }: PostListFilters): string {
  const params = new URLSearchParams();
  if (search) params.set('search', search);
  if (status) params.set('status', status);
  if (sort !== SORTS[0]) params.set('sort', sort);
  if (page > 1) params.set('page', String(page));
  const query = params.toString();
  return query === '' ? paths.adminPosts : `${paths.adminPosts}?${query}`;
}

/** Whether some posts may be left out. */
export function isFiltered({ search, status }: PostListFilters): boolean {
  return search !== undefined || status !== undefined;
}
