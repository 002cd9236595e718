import { z } from 'zod';
import { optionalChoice, pageNumber, searchWords } from '@/hooks/use-search-filters';
import { SUBSCRIBER_STATES } from './subscriber';

export const subscriberFilters = z.object({
  search: searchWords,
  state: optionalChoice(SUBSCRIBER_STATES),
  page: pageNumber,
});
export type SubscriberFilters = z.infer<typeof subscriberFilters>;
