import { z } from 'zod';
import { paths } from '@/lib/paths';

export const SEARCH_MAX = 100;
const LAST_PAGE = 100_000;

/** What a link to the list keeps. What makes no sense is as if it were not there. */
const filtersSchema = z.object({
  search: z
    .string()
    .transform((text) => text.trim().slice(0, SEARCH_MAX).trim())
    .pipe(z.string().min(1))
    .optional()
    .catch(undefined),
  page: z.coerce.number().int().min(1).max(LAST_PAGE).catch(1),
});

export type RedirectFilters = z.infer<typeof filtersSchema>;

export function readFilters(search: URLSearchParams): RedirectFilters {
  return filtersSchema.parse(Object.fromEntries(search));
}

/** Address of the list under these filters. */
export function listHref({ search, page }: RedirectFilters): string {
  const params = new URLSearchParams();
  if (search) params.set('search', search);
  if (page > 1) params.set('page', String(page));
  const query = params.toString();
  return query === '' ? paths.adminRedirects : `${paths.adminRedirects}?${query}`;
}
