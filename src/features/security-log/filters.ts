import { z } from 'zod';
import { EVENT_TYPES, ORIGINS, SEVERITIES } from './model';

export const SEARCH_MAX = 100;

/** What a link to the screen keeps. Words it does not know count as not given. */
const filtersSchema = z.object({
  type: z.enum(EVENT_TYPES).optional().catch(undefined),
  severity: z.enum(SEVERITIES).optional().catch(undefined),
  origin: z.enum(ORIGINS).optional().catch(undefined),
  text: z.string().trim().min(1).max(SEARCH_MAX).optional().catch(undefined),
  /** Only what this person did. */
  user: z.uuid().optional().catch(undefined),
});

export type EventFilters = z.infer<typeof filtersSchema>;

export function readFilters(search: URLSearchParams): EventFilters {
  return filtersSchema.parse(Object.fromEntries(search));
}

/** The address with some filters changed; `undefined` takes one out. What else stands there stays. */
export function withFilters(search: URLSearchParams, change: EventFilters): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}

export function hasFilters({ type, severity, origin, text }: EventFilters): boolean {
  return [type, severity, origin, text].some((value) => value !== undefined);
}
