import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { countSubscribers, deleteSubscriber, listSubscribers, retryMail } from './staff-api';
import type { SubscriberFilters } from './subscriber-filters';
import { OF_NOW } from '@/lib/of-now';

export const subscriberQueries = {
  all: ['newsletter'] as const,
  list: (filters: SubscriberFilters) =>
    queryOptions({
      ...OF_NOW,
      queryKey: [...subscriberQueries.all, 'list', filters] as const,
      queryFn: ({ signal }) => listSubscribers(filters, signal),
      placeholderData: keepPreviousData,
    }),
  counts: () =>
    queryOptions({
      ...OF_NOW,
      queryKey: [...subscriberQueries.all, 'counts'] as const,
      queryFn: ({ signal }) => countSubscribers(signal),
    }),
};

export function useDeleteSubscriber() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: deleteSubscriber,
    meta: { handlesError: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: subscriberQueries.all }),
  });
}

export function useRetryMail() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: retryMail,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: subscriberQueries.all }),
  });
}
