import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  addNote,
  changeNote,
  deleteNote,
  linkToFile,
  listFiles,
  listMessages,
  listNotes,
  sendReply,
} from './staff-api';

const REFRESH_MS = 60_000;
/** Two members should not answer the same mail. */
const THREAD_REFRESH_MS = 20_000;

export const conversationQueries = {
  all: ['conversations'] as const,
  notes: (enquiryId: string) =>
    queryOptions({
      queryKey: [...conversationQueries.all, 'notes', enquiryId] as const,
      queryFn: ({ signal }) => listNotes(enquiryId, signal),
      staleTime: REFRESH_MS,
      refetchInterval: REFRESH_MS,
    }),
  messages: (enquiryId: string) =>
    queryOptions({
      queryKey: [...conversationQueries.all, 'messages', enquiryId] as const,
      queryFn: ({ signal }) => listMessages(enquiryId, signal),
      staleTime: THREAD_REFRESH_MS,
      refetchInterval: THREAD_REFRESH_MS,
    }),
  files: (enquiryId: string) =>
    queryOptions({
      queryKey: [...conversationQueries.all, 'files', enquiryId] as const,
      queryFn: ({ signal }) => listFiles(enquiryId, signal),
      staleTime: THREAD_REFRESH_MS,
      refetchInterval: THREAD_REFRESH_MS,
    }),
};

/** The caller shows what failed. `onSettled` refetches the enquiry, whose status a reply changes. */
export function useSendReply(enquiryId: string, onSettled: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: sendReply,
    // A mutation paused while offline would show a spinner and no message.
    networkMode: 'always',
    meta: { handlesError: true },
    // Also after a failure: a colleague's message may be the reason.
    onSettled: async () => {
      onSettled();
      await Promise.all([
        client.invalidateQueries(conversationQueries.messages(enquiryId)),
        client.invalidateQueries(conversationQueries.files(enquiryId)),
      ]);
    },
  });
}

/** The caller shows what failed. */
export function useLinkToFile() {
  return useMutation({ mutationFn: linkToFile, meta: { handlesError: true } });
}

/** The caller shows what failed. */
function useNoteMutation<Variables>(enquiryId: string, run: (given: Variables) => Promise<void>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: run,
    meta: { handlesError: true },
    onSuccess: () => client.invalidateQueries(conversationQueries.notes(enquiryId)),
  });
}

export function useAddNote(enquiryId: string) {
  return useNoteMutation(enquiryId, addNote);
}

export function useChangeNote(enquiryId: string) {
  return useNoteMutation(enquiryId, ({ id, text }: { id: string; text: string }) =>
    changeNote(id, text),
  );
}

export function useDeleteNote(enquiryId: string) {
  return useNoteMutation(enquiryId, deleteNote);
}
