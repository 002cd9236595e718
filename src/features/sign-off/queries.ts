import { queryOptions } from '@tanstack/react-query';
import { isApprovalDemanded, listClientComments, listSignOffs } from './staff-api';
import { OF_NOW } from '@/lib/of-now';

const REFRESH_MS = 60_000;

/** Below one key: every change of a request, a comment or a demand refetches all of it. */
export const SIGN_OFF_KEY = ['sign-off'] as const;

export const signOffQueries = {
  /** All documents. */
  all: () =>
    queryOptions({
      queryKey: [...SIGN_OFF_KEY, 'all'],
      queryFn: ({ signal }) => listSignOffs(null, signal),
      staleTime: REFRESH_MS,
      // Paused while the tab is in the background.
      refetchInterval: REFRESH_MS,
    }),
  ofDocument: (documentId: string, version: number) =>
    queryOptions({
      ...OF_NOW,
      // A save changes what is current.
      queryKey: [...SIGN_OFF_KEY, 'document', documentId, version],
      queryFn: async ({ signal }) => {
        const [requests, comments, isDemanded] = await Promise.all([
          listSignOffs(documentId, signal),
          listClientComments(documentId, signal),
          isApprovalDemanded(documentId, signal),
        ]);
        return { requests, comments, isDemanded };
      },
    }),
};
