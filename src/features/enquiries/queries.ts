import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { daysLeft } from '@/lib/deleted';
import { notify } from '@/lib/notifications';
import {
  changeEnquiry,
  countViews,
  deleteEnquiry,
  getEnquiry,
  listDeletedEnquiries,
  listEnquiries,
  listReadStudies,
  purgeEnquiry,
  restoreEnquiry,
  retryMail,
  type EnquiryPage,
} from './staff-api';
import type { EnquiryFilters } from './filters';
import type { EnquiryChange, StoredEnquiry } from './model';
import { OF_NOW } from '@/lib/of-now';

const REFRESH_MS = 60_000;

export const enquiryQueries = {
  all: ['enquiries'] as const,
  lists: ['enquiries', 'list'] as const,
  list: ({ view, text, page }: EnquiryFilters, me: string) =>
    queryOptions({
      queryKey: [...enquiryQueries.lists, { view, text, page }, me] as const,
      queryFn: ({ signal }) => listEnquiries({ view, text, page }, me, signal),
      staleTime: REFRESH_MS,
      // Paused while the tab is in the background.
      refetchInterval: REFRESH_MS,
      placeholderData: keepPreviousData,
    }),
  detail: (id: string) =>
    queryOptions({
      ...OF_NOW,
      queryKey: [...enquiryQueries.all, 'detail', id] as const,
      queryFn: ({ signal }) => getEnquiry(id, signal),
    }),
  /** The studies that were read before an enquiry. */
  studies: (ids: readonly string[]) =>
    queryOptions({
      queryKey: [...enquiryQueries.all, 'studies', ids] as const,
      queryFn: ({ signal }) => listReadStudies(ids, signal),
      enabled: ids.length > 0,
    }),
  deleted: () =>
    queryOptions({
      ...OF_NOW,
      queryKey: [...enquiryQueries.all, 'deleted'] as const,
      queryFn: async ({ signal }) =>
        (await listDeletedEnquiries(signal)).map((enquiry) => ({
          ...enquiry,
          daysLeft: daysLeft(enquiry.deletedAt, Date.now()),
        })),
    }),
  /** @param me email of the signed-in member */
  counts: (me: string) =>
    queryOptions({
      queryKey: [...enquiryQueries.all, 'counts', me] as const,
      queryFn: ({ signal }) => countViews(me, signal),
      staleTime: REFRESH_MS,
      refetchInterval: REFRESH_MS,
    }),
};

/** The enquiry from an already loaded list. */
export function listedEnquiry(client: QueryClient, id: string): StoredEnquiry | undefined {
  return client
    .getQueriesData<EnquiryPage>({ queryKey: enquiryQueries.lists })
    .flatMap(([, page]) => page?.enquiries ?? [])
    .find((enquiry) => enquiry.id === id);
}

type Change = { id: string; change: EnquiryChange };

/** Updates the screen at once; reverts and shows a toast if the backend refuses. */
export function useChangeEnquiry() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, change }: Change) => changeEnquiry(id, change),
    onMutate: async ({ id, change }) => {
      await client.cancelQueries({ queryKey: enquiryQueries.all });
      const before = client.getQueriesData<unknown>({ queryKey: enquiryQueries.all });
      patch(client, id, change);
      return { before };
    },
    onError: (_error, _variables, context) => {
      context?.before.forEach(([key, data]) => client.setQueryData(key, data));
    },
    onSettled: () => client.invalidateQueries({ queryKey: enquiryQueries.all }),
  });
}

function patch(client: QueryClient, id: string, change: EnquiryChange) {
  client.setQueryData(
    enquiryQueries.detail(id).queryKey,
    (known) => known && { ...known, ...change },
  );
  client.setQueriesData<EnquiryPage>({ queryKey: enquiryQueries.lists }, (page) => {
    return page && { ...page, enquiries: page.enquiries.map(changed) };
  });
  function changed(enquiry: StoredEnquiry): StoredEnquiry {
    return enquiry.id === id ? { ...enquiry, ...change } : enquiry;
  }
}

/** Takes an enquiry out of the quarantine; its emails are sent at once. */
export function useReleaseEnquiry() {
  const change = useChangeEnquiry();
  const send = useRetryMail();
  return {
    isPending: change.isPending,
    release: (id: string) =>
      change.mutate({ id, change: { isQuarantined: false } }, { onSuccess: () => send.mutate(id) }),
  };
}

export function useDeleteEnquiry() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: deleteEnquiry,
    meta: { handlesError: true },
    onSuccess: () => {
      // Not the open one, which would be shown as not found until the page has left it.
      void client.invalidateQueries({
        queryKey: enquiryQueries.all,
        predicate: ({ queryKey }) => queryKey[1] !== 'detail',
      });
    },
  });
}

/** Shows the result in a toast; the error too, and the list of deleted ones shows it again. */
export function useRestoreEnquiry() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: { id: string; title: string }) => restoreEnquiry(id),
    onSuccess: (_done, { title }) => {
      notify({ type: 'success', title: `${title} was restored` });
      return client.invalidateQueries({ queryKey: enquiryQueries.all });
    },
  });
}

/** The caller shows what failed. */
export function usePurgeEnquiry() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: { id: string }) => purgeEnquiry(id),
    meta: { handlesError: true },
    onSettled: () => client.invalidateQueries({ queryKey: enquiryQueries.all }),
  });
}

/** The function sends the emails after its reply; the enquiry is refetched after this time. */
const MAIL_SEND_MS = 2000;

export function useRetryMail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      await retryMail(id);
      await new Promise((resolve) => setTimeout(resolve, MAIL_SEND_MS));
    },
    onSuccess: () => client.invalidateQueries({ queryKey: enquiryQueries.all }),
  });
}
