import { queryOptions } from '@tanstack/react-query';
import {
  listHeldEnquiries,
  listWaitingEnquiries,
  listUnpublishedWork,
  listScheduled,
  type WaitingEnquiry,
} from './api';

const REFRESH_MS = 60_000;

/** Enquiries are below the key of all enquiries, whose changes refetch them; the other two load with each screen. */
export const todayQueries = {
  enquiries: () =>
    queryOptions({
      queryKey: ['enquiries', 'today'] as const,
      queryFn: ({ signal }) => listWaitingEnquiries(signal),
      staleTime: REFRESH_MS,
      // Paused while the tab is in the background.
      refetchInterval: REFRESH_MS,
    }),
  held: () =>
    queryOptions({
      queryKey: ['enquiries', 'held'] as const,
      queryFn: ({ signal }) => listHeldEnquiries(signal),
      staleTime: REFRESH_MS,
      refetchInterval: REFRESH_MS,
    }),
  unpublished: () =>
    queryOptions({
      queryKey: ['today', 'unpublished'] as const,
      queryFn: ({ signal }) => listUnpublishedWork(signal),
      staleTime: 0,
    }),
  scheduled: () =>
    queryOptions({
      queryKey: ['today', 'scheduled'] as const,
      queryFn: ({ signal }) => listScheduled(signal),
      staleTime: 0,
    }),
};

/** Mine first, then unassigned ones, then those of others; each with the one to answer first at the top. */
export function byConcern(enquiries: readonly WaitingEnquiry[], me: string): WaitingEnquiry[] {
  const rank = ({ assignedTo }: WaitingEnquiry) =>
    assignedTo === me ? 0 : assignedTo === null ? 1 : 2;
  return enquiries.toSorted(
    (a, b) => rank(a) - rank(b) || a.answerBy.getTime() - b.answerBy.getTime(),
  );
}
