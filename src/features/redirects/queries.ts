import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  deleteRedirect,
  dismissUnknownAddress,
  listPublishedPages,
  listRedirects,
  listUnknownAddresses,
  redirectAddress,
  saveRedirect,
} from './staff-api';
import type { RedirectFilters } from './filters';
import type { RedirectInput } from './model';
import { OF_NOW } from '@/lib/of-now';

export const redirectQueries = {
  all: ['redirects'] as const,
  list: (filters: RedirectFilters) =>
    queryOptions({
      ...OF_NOW,
      queryKey: [...redirectQueries.all, 'list', filters] as const,
      queryFn: ({ signal }) => listRedirects(filters, signal),
      placeholderData: keepPreviousData,
    }),
  unknown: () =>
    queryOptions({
      ...OF_NOW,
      queryKey: [...redirectQueries.all, 'unknown'] as const,
      queryFn: ({ signal }) => listUnknownAddresses(signal),
    }),
  /** Never fresh, because every save can publish or unpublish a page. */
  targets: () =>
    queryOptions({
      queryKey: [...redirectQueries.all, 'targets'] as const,
      queryFn: ({ signal }) => listPublishedPages(signal),
      staleTime: 0,
    }),
};

function useRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: redirectQueries.all });
}

/** The caller shows failures beside the field. */
export function useSaveRedirect() {
  return useMutation({
    mutationFn: ({ id, input }: { id: string | null; input: RedirectInput }) =>
      saveRedirect(id, input),
    meta: { handlesError: true },
    onSuccess: useRefresh(),
  });
}

export function useRedirectAddress() {
  return useMutation({
    mutationFn: ({ from, to }: { from: string; to: string }) => redirectAddress(from, to),
    meta: { handlesError: true },
    onSuccess: useRefresh(),
  });
}

export function useDeleteRedirect() {
  return useMutation({
    mutationFn: deleteRedirect,
    meta: { handlesError: true },
    onSuccess: useRefresh(),
  });
}

export function useDismissUnknownAddress() {
  return useMutation({ mutationFn: dismissUnknownAddress, onSuccess: useRefresh() });
}
