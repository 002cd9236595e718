import { z } from 'zod';
import { optionalChoice, pageNumber, searchWords } from '@/hooks/use-search-filters';
import { EVENT_TYPES, ORIGINS, SEVERITIES } from './model';

const view = z.enum(['events', 'trail', 'policies']).catch('events');

export const securityView = z.object({ view });

export const eventFilters = z.object({
  only: optionalChoice(['suspicious']),
  type: optionalChoice(EVENT_TYPES),
  severity: optionalChoice(SEVERITIES),
  origin: optionalChoice(ORIGINS),
  text: searchWords,
  /** Only events of this user. */
  user: z.uuid().optional().catch(undefined),
});
export type EventFilters = z.infer<typeof eventFilters>;

export const trailFilters = z.object({
  view,
  action: z.string().min(1).max(100).optional().catch(undefined),
  page: pageNumber,
});
export type TrailFilters = z.infer<typeof trailFilters>;
