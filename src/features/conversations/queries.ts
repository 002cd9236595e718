import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { addNote, changeNote, deleteNote, listNotes } from './staff-api';

const REFRESH_MS = 60_000;

export const conversationQueries = {
  all: ['conversations'] as const,
  notes: (enquiryId: string) =>
    queryOptions({
      queryKey: [...conversationQueries.all, 'notes', enquiryId] as const,
      queryFn: ({ signal }) => listNotes(enquiryId, signal),
      staleTime: REFRESH_MS,
      refetchInterval: REFRESH_MS,
    }),
};

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
