import { useRef } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { TOAST_ADMIN_DURATION_MS } from '@/lib/constants';
import { AppError, messageOf, type AppErrorKind } from '@/lib/errors';
import { dismiss, notify } from '@/lib/notifications';
import { namesOf, type DocumentInput } from './fields';
import { capital, type DeletableKind, type DocumentKind, type RestoreVersion } from './kind';
import type { SaveRequest } from './stored';
import { documentQueries } from './queries';

/** Shown by the editor: as a comparison, or as a save that waits. */
const editorsKinds: readonly AppErrorKind[] = ['conflict', 'not-found', 'offline'];

// A mutation paused while offline would show a spinner and no message.
const atOnce = { networkMode: 'always', retry: false, meta: { handlesError: true } } as const;

function showToast(type: 'success' | 'error', title: string, onUndo?: () => void): string {
  return notify({
    type,
    title,
    duration: TOAST_ADMIN_DURATION_MS,
    ...(onUndo && { actions: [{ label: 'Undo', onSelect: onUndo }] }),
  });
}

export function notifySaved<Input extends DocumentInput>(
  { messages, isPublished }: DocumentKind<Input>,
  save: Pick<SaveRequest<Input>, 'version' | 'before' | 'input' | 'goesLive'>,
) {
  const { version, input, goesLive } = save;
  const before = version === null ? null : save.before;
  const isOfPublished = before !== null && isPublished(before) && isPublished(input);
  notify({
    type: 'success',
    title: messages.saved(before, input),
    ...(isOfPublished && {
      description: goesLive ? 'Published' : 'Visitors see the changes once they are published.',
    }),
    duration: TOAST_ADMIN_DURATION_MS,
  });
}

function useRefresh<Input extends DocumentInput>({ key }: DocumentKind<Input>) {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: key });
}

/**
 * Saves and shows a toast. Failures get one too, except conflicts, missing documents and a lost
 * connection, which the caller shows.
 */
export function useSaveDocument<Input extends DocumentInput>(kind: DocumentKind<Input>) {
  const refresh = useRefresh(kind);
  const lastFailure = useRef<string | null>(null);
  return useMutation({
    mutationFn: (save: SaveRequest<Input>) => kind.api.save(save),
    ...atOnce,
    onMutate: () => {
      if (lastFailure.current) dismiss(lastFailure.current);
    },
    onSuccess: (_saved, save) => {
      notifySaved(kind, save);
      void refresh();
    },
    onError: (error) => {
      if (error instanceof AppError && editorsKinds.includes(error.kind)) return;
      lastFailure.current = showToast('error', messageOf(error));
    },
  });
}

/** The message for a delete that failed (FORM-48..51). */
export function deleteFailureMessage<Input extends DocumentInput>(
  { noun, plural }: DocumentKind<Input>,
  error: unknown,
): string {
  const kind = error instanceof AppError ? error.kind : 'unexpected';
  if (kind === 'signed-out') return `Please log in to delete ${plural}`;
  if (kind === 'forbidden') return `You don't have permission to delete this ${noun}`;
  if (kind === 'not-found') return `${capital(noun)} not found or already deleted`;
  return `Failed to delete ${noun}: ${messageOf(error)}`;
}

export type DeleteDocument = { id: string; title: string };

/** Deletes and shows a toast with 'Undo'. */
export function useDeleteDocument<Input extends DocumentInput>(
  kind: DeletableKind<Input>,
  isSignedIn: boolean,
) {
  const refresh = useRefresh(kind);
  const { mutate: restore } = useRestoreDocument(kind);
  return useMutation({
    mutationFn: async ({ id }: DeleteDocument) => {
      if (!isSignedIn) throw new AppError('signed-out', 'Sign in to delete this');
      await kind.api.remove(id);
    },
    ...atOnce,
    onSuccess: (_nothing, deleted) => {
      showToast('success', kind.messages.deleted(deleted.title), () => restore(deleted));
      void refresh();
    },
    onError: (error) => showToast('error', deleteFailureMessage(kind, error)),
  });
}

/** Restores a deleted document and shows the result in a toast. */
export function useRestoreDocument<Input extends DocumentInput>(kind: DeletableKind<Input>) {
  const refresh = useRefresh(kind);
  return useMutation({
    mutationFn: ({ id }: DeleteDocument) => kind.api.restore(id),
    ...atOnce,
    onSuccess: (_nothing, { title }) => {
      showToast('success', kind.messages.restored(title));
      void refresh();
    },
    onError: (error) => showToast('error', messageOf(error)),
  });
}

/** The caller shows what failed. */
export function usePurgeDocument<Input extends DocumentInput>(kind: DeletableKind<Input>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: DeleteDocument) => kind.api.purge(id),
    meta: { handlesError: true },
    onSettled: () =>
      queryClient.invalidateQueries({ queryKey: documentQueries.deleted(kind).queryKey }),
  });
}

/**
 * Copies a stored document and shows the result in a toast.
 *
 * @param toCopy makes the values of the copy
 */
export function useDuplicateDocument<Input extends DocumentInput>(
  kind: DocumentKind<Input>,
  toCopy: (input: Input) => Input,
) {
  const refresh = useRefresh(kind);
  return useMutation({
    mutationFn: async (original: string) => {
      const { input } = await kind.api.get(original);
      const id = crypto.randomUUID();
      const copy = toCopy(input);
      return kind.api.save({
        ...{ id, version: null, input: copy, before: null, goesLive: false },
        changed: namesOf(kind.fields),
        saveIds: [crypto.randomUUID()],
      });
    },
    ...atOnce,
    onSuccess: ({ input }) => {
      showToast('success', `"${kind.titleOf(input)}" is a draft now`);
      void refresh();
    },
    onError: (error) => showToast('error', messageOf(error)),
  });
}

/** Saves an old version as the newest and shows a toast with 'Undo'. */
export function useRestoreVersion<Input extends DocumentInput>(kind: DocumentKind<Input>) {
  const refresh = useRefresh(kind);

  async function undo({ id, chosen, current }: RestoreVersion<Input>, version: number) {
    try {
      await kind.api.restoreVersion({ id, chosen: current, current: { ...chosen, version } });
      showToast('success', `Back to version ${current.version}`);
    } catch (error) {
      showToast('error', restoreFailureMessage(kind, error));
    }
    await refresh();
  }

  return useMutation({
    mutationFn: kind.api.restoreVersion,
    ...atOnce,
    onSuccess: (version, restored) => {
      const title = `Version ${restored.chosen.version} restored`;
      showToast('success', title, () => void undo(restored, version));
      void refresh();
    },
    onError: () => void refresh(),
  });
}

export function restoreFailureMessage<Input extends DocumentInput>(
  { noun }: DocumentKind<Input>,
  error: unknown,
): string {
  return error instanceof AppError && error.kind === 'conflict'
    ? `This ${noun} was saved meanwhile, so nothing was restored. The new version is at the top of the list.`
    : messageOf(error, 'Failed to restore this version');
}
