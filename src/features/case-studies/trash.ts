import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { toAppError } from '@/lib/errors';
import { loadSupabase } from '@/lib/supabase';
import { restoreCaseStudy } from './editing';
import { parseTimestamp } from '@/lib/dates';
import { caseStudyQueries } from './queries';

/** How long the database keeps what was deleted (migrations/*_deleted_case_studies.sql). */
export const DELETED_KEPT_DAYS = 30;

export type DeletedCaseStudy = {
  id: string;
  title: string;
  /** ISO 8601 in UTC. */
  deletedAt: string;
};

/** What staff can bring back, last deleted first. */
export async function listDeletedCaseStudies(signal?: AbortSignal): Promise<DeletedCaseStudy[]> {
  const sentence = 'Failed to fetch deleted case studies';
  try {
    const supabase = await loadSupabase();
    let request = supabase
      .from('deleted_case_studies')
      .select('id, title, deleted_at')
      .order('deleted_at', { ascending: false })
      .retry(false);
    if (signal) request = request.abortSignal(signal);
    const { data, error, status } = await request;
    if (error) throw toAppError({ ...error, status }, sentence);
    return data.map((row) => ({
      id: row.id,
      title: row.title,
      deletedAt: parseTimestamp(row.deleted_at).toISOString(),
    }));
  } catch (error) {
    throw toAppError(error, sentence);
  }
}

export const deletedCaseStudyQueries = {
  /** Below the key of the studies: whatever changes those may have filled or emptied this. */
  list: () =>
    queryOptions({
      queryKey: [...caseStudyQueries.all, 'deleted'] as const,
      queryFn: ({ signal }) => listDeletedCaseStudies(signal),
    }),
};

export function useRestoreCaseStudy() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (study: DeletedCaseStudy) => restoreCaseStudy(study.id),
    meta: { handlesError: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: caseStudyQueries.all }),
  });
}
