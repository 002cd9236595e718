import { queryOptions } from '@tanstack/react-query';
import { isApprovalDemanded, listComments, listNotesForMe, listSignOffs } from './staff-api';
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
  /** Notes that name the signed-in member. */
  notesForMe: () =>
    queryOptions({
      queryKey: [...SIGN_OFF_KEY, 'notes-for-me'],
      queryFn: ({ signal }) => listNotesForMe(signal),
      staleTime: REFRESH_MS,
      refetchInterval: REFRESH_MS,
    }),
  ofDocument: (documentId: string, version: number) =>
    queryOptions({
      ...OF_NOW,
      // A save changes what is current.
      queryKey: [...SIGN_OFF_KEY, 'document', documentId, version],
      queryFn: async ({ signal }) => {
        const [requests, written, isDemanded] = await Promise.all([
          listSignOffs(documentId, signal),
          listComments(documentId, signal),
          isApprovalDemanded(documentId, signal),
        ]);
        return { requests, ...written, isDemanded };
      },
    }),
};
