import { useRef } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FOREIGN_PICTURE } from '@contracts/url';
import { CASE_STUDY_LIMITS } from '@contracts/case-study';
import { TOAST_ADMIN_DURATION_MS } from '@/lib/constants';
import { AppError, messageOf, type AppErrorKind } from '@/lib/errors';
import { dismiss, notify, type NotificationAction } from '@/lib/notifications';
import {
  deleteCaseStudy,
  fieldOfColumn,
  restoreCaseStudy,
  saveCaseStudy,
  type CaseStudyField,
  type SaveCaseStudy,
} from './editing';
import { caseStudyQueries } from './queries';

const NOT_LOGGED_IN = 'Authentication required: Please log in to delete case studies';

/** These are answered by a screen that compares versions, not by a toast. */
const comparedKinds: readonly AppErrorKind[] = ['conflict', 'not-found'];

function notifyAdmin(
  type: 'success' | 'error',
  title: string,
  actions?: readonly NotificationAction[],
): string {
  return notify({ type, title, duration: TOAST_ADMIN_DURATION_MS, ...(actions && { actions }) });
}

export function notifySaved(title: string, isNew: boolean) {
  notifyAdmin(
    'success',
    `Case study "${title.trim()}" ${isNew ? 'created' : 'updated'} successfully!`,
  );
}

/**
 * Saves and says so in a toast. Failures get one too, except a conflict and a study that is gone:
 * those are the caller's to show.
 */
export function useSaveCaseStudy() {
  const queryClient = useQueryClient();
  const lastFailure = useRef<string | null>(null);
  return useMutation({
    mutationFn: async (save: SaveCaseStudy) => {
      if (!save.id) throw new AppError('invalid', 'No ID provided for update');
      return saveCaseStudy(save);
    },
    // A paused save would spin for as long as the connection is gone, without a word.
    networkMode: 'always',
    retry: false,
    meta: { handlesError: true },
    onMutate: () => {
      if (lastFailure.current) dismiss(lastFailure.current);
    },
    onSuccess: (_saved, { input, version }) => {
      notifySaved(input.title, version === null);
      void queryClient.invalidateQueries({ queryKey: caseStudyQueries.all });
    },
    onError: (error) => {
      if (error instanceof AppError && comparedKinds.includes(error.kind)) return;
      lastFailure.current = notifyAdmin('error', messageOf(error));
    },
  });
}

/** What the screen says about a delete that failed (spec §8, 'Admin toasts'). */
export function deleteFailureMessage(error: unknown): string {
  const message = messageOf(error);
  const isSignedOut = error instanceof AppError && error.kind === 'signed-out';
  if (isSignedOut || message === NOT_LOGGED_IN) return 'Please log in to delete case studies';
  if (message.includes('Permission denied')) {
    return "You don't have permission to delete this case study";
  }
  if (message.includes('not found')) return 'Case study not found or already deleted';
  return `Failed to delete case study: ${message}`;
}

export type DeleteCaseStudy = { id: string; isSignedIn: boolean };

/** Deletes, says so in a toast and offers there to take it back. */
export function useDeleteCaseStudy() {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: caseStudyQueries.all });

  async function undo(id: string) {
    try {
      await restoreCaseStudy(id);
      notifyAdmin('success', 'Case study restored');
    } catch (error) {
      notifyAdmin('error', messageOf(error));
    }
    await refresh();
  }

  return useMutation({
    mutationFn: async ({ id, isSignedIn }: DeleteCaseStudy) => {
      if (!isSignedIn) throw new AppError('signed-out', NOT_LOGGED_IN);
      await deleteCaseStudy(id);
    },
    networkMode: 'always',
    retry: false,
    meta: { handlesError: true },
    onSuccess: (_nothing, { id }) => {
      notifyAdmin('success', 'Case study deleted successfully!', [
        { label: 'Undo', onSelect: () => void undo(id) },
      ]);
      void refresh();
    },
    onError: (error) => notifyAdmin('error', deleteFailureMessage(error)),
  });
}

const limits: Readonly<Record<string, number>> = CASE_STUDY_LIMITS;

/** The field a violated check constraint of the database is about, with what to say beside it. */
export function fieldProblemOf(
  error: AppError,
): { field: CaseStudyField; message: string } | undefined {
  const [, table, rest] =
    /constraint "(case_study_metrics|case_study_gallery|case_studies)_(\w+)"/.exec(error.message) ??
    [];
  if (table === 'case_study_metrics') return { field: 'metrics', message: rowsMessage };
  if (table === 'case_study_gallery') return { field: 'gallery', message: rowsMessage };
  const [, column, rule] = /^(\w+)_(length|http|image|fit|known)$/.exec(rest ?? '') ?? [];
  const field = column === undefined ? undefined : fieldOfColumn(column);
  if (!column || !field) return undefined;
  return { field, message: messageOfRule(column, rule) };
}

const rowsMessage = 'A row here was not accepted; please check its texts and addresses';

function messageOfRule(column: string, rule: string | undefined): string {
  const limit = limits[column];
  if (rule === 'http') return 'Only HTTP and HTTPS URLs are allowed';
  if (rule === 'image') return FOREIGN_PICTURE;
  if (rule === 'length' && limit) {
    return `Please keep this to ${limit.toLocaleString('en')} characters`;
  }
  return 'This was not accepted; please check it';
}
