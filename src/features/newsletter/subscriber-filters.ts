import { z } from 'zod';
import { paths } from '@/lib/paths';
import { SUBSCRIBER_STATES } from './subscriber';

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
  state: z.enum(SUBSCRIBER_STATES).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(LAST_PAGE).catch(1),
});

export type SubscriberFilters = z.infer<typeof filtersSchema>;

export function readFilters(search: URLSearchParams): SubscriberFilters {
  return filtersSchema.parse(Object.fromEntries(search));
}

/** Address of the list under these filters. */
export function listHref({ search, state, page }: SubscriberFilters): string {
  const params = new URLSearchParams();
  if (search) params.set('search', search);
  if (state) params.set('state', state);
  if (page > 1) params.set('page', String(page));
  const query = params.toString();
  return query === '' ? paths.adminNewsletter : `${paths.adminNewsletter}?${query}`;
}

/** Whether some subscribers may be left out. */
export function isFiltered({ search, state }: SubscriberFilters): boolean {
  return search !== undefined || state !== undefined;
}
