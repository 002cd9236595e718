import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { toAppError } from '@/lib/errors';
import { loadSupabase } from '@/lib/supabase';
import { restoreCaseStudy } from './editing';
import { parseTimestamp } from '@/lib/dates';
import { caseStudyQueries } from './queries';

/** How long the database keeps what was deleted (migrations/*_deleted_case_studies.sql). */
export const DELETED_KEPT_DAYS = 30;

const DAY_MS = 24 * 60 * 60 * 1000;

export type DeletedCaseStudy = {
  id: string;
  title: string;
  /** ISO 8601 in UTC. */
  deletedAt: string;
  /** Days until it can no longer come back, at least 1. */
  daysLeft: number;
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
    return data.map((row) => {
      const deletedAt = parseTimestamp(row.deleted_at);
      return {
        id: row.id,
        title: row.title,
        deletedAt: deletedAt.toISOString(),
        daysLeft: daysLeft(deletedAt, Date.now()),
      };
    });
  } catch (error) {
    throw toAppError(error, sentence);
  }
}

function daysLeft(deletedAt: Date, now: number): number {
  const left = DELETED_KEPT_DAYS - (now - deletedAt.getTime()) / DAY_MS;
  return Math.max(1, Math.ceil(left));
}

/** Deletes a deleted study for good, with its history. */
async function purgeCaseStudy(id: string): Promise<void> {
  const sentence = 'Failed to delete for good';
  try {
    const supabase = await loadSupabase();
    const { error, status } = await supabase.rpc('purge_deleted_case_study', { study_id: id });
    if (error) throw toAppError({ ...error, status }, sentence);
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

export function usePurgeCaseStudy() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (study: DeletedCaseStudy) => purgeCaseStudy(study.id),
    meta: { handlesError: true },
    onSettled: () =>
      queryClient.invalidateQueries({ queryKey: deletedCaseStudyQueries.list().queryKey }),
  });
}
