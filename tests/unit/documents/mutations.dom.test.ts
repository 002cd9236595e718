// @vitest-environment jsdom
import { createElement, type ReactNode } from 'react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { DocumentApi, DocumentKind, TrashApi } from '@/documents/kind';
import {
  deleteFailureMessage,
  notifySaved,
  restoreFailureMessage,
  useDeleteDocument,
  useDuplicateDocument,
  usePurgeDocument,
  useRestoreDocument,
  useRestoreVersion,
  useSaveDocument,
} from '@/documents/mutations';
import { AppError, type AppErrorKind } from '@/lib/errors';
import { dismiss, getSnapshot } from '@/lib/notifications';
import { noteKind, type NoteInput } from './note-kind';

const note = (title: string): NoteInput => ({ title, text: '', place: '' });
const stored = (version: number, input: NoteInput) => ({
  ...{ id: 'a', version, input, createdAt: null },
  savedAt: '2026-11-21T10:00:00.000Z',
});
const refusal = (kind: AppErrorKind) => Promise.reject(new AppError(kind, 'Refused'));

const toast = () => getSnapshot().find(({ open }) => open);

afterEach(() => {
  for (let open = toast(); open; open = toast()) dismiss(open.id);
});

/** Renders a hook of these mutations, and counts what it refreshes. */
function renderMutation<Result>(hook: () => Result) {
  const client = new QueryClient();
  const refreshed = vi.spyOn(client, 'invalidateQueries');
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client }, children);
  return { ...renderHook(hook, { wrapper }), refreshed };
}

/** Runs what may fail, and lets its toast appear. */
const run = (mutate: () => Promise<unknown>) => act(() => mutate().catch(() => undefined));

function deletableKind(api: Partial<DocumentApi<NoteInput> & TrashApi>) {
  const kind = noteKind(api);
  const unused = () => Promise.reject(new Error('Not part of this test'));
  const trash: TrashApi = {
    remove: unused,
    restore: unused,
    purge: unused,
    listDeleted: unused,
    ...api,
  };
  return { ...kind, api: { ...kind.api, ...trash } };
}

function publishable(api: Partial<DocumentApi<NoteInput>> = {}): DocumentKind<NoteInput> {
  return { ...noteKind(api), isPublished: ({ place }) => place === 'live' };
}

const live = (title: string): NoteInput => ({ ...note(title), place: 'live' });

const WAIT = 'Visitors see the changes once they are published.';

test.for<[string | null, NoteInput | null, NoteInput, boolean]>([
  [WAIT, live('Old'), live('New'), false],
  [null, null, live('New'), true],
  [null, note('Old'), live('New'), true],
  [null, live('Old'), note('New'), true],
  ['Published', live('Old'), live('New'), true],
])('R-50: below the sentence of a save its toast says: %s', ([words, before, input, goesLive]) => {
  notifySaved(publishable(), { version: before && 3, before, input, goesLive });
  expect(toast()).toMatchObject({ type: 'success', title: '"New" saved', duration: 4000 });
  expect(toast()?.description ?? null).toBe(words);
  expect(toast()?.actions).toBeUndefined();
});

const saving = {
  id: 'a',
  version: 3,
  input: note('New'),
  before: note('Old'),
  goesLive: false,
  changed: ['title'],
  saveIds: ['save'],
};

test('a save shows its toast and refreshes the lists; the toast of a failure disappears with the next try', async () => {
  const save = vi.fn<DocumentApi<NoteInput>['save']>(() => refusal('unexpected'));
  const kind = noteKind({ save });
  const { result, refreshed } = renderMutation(() => useSaveDocument(kind));
  await run(() => result.current.mutateAsync(saving));
  expect(toast()).toMatchObject({ type: 'error', title: 'Refused', duration: 4000 });
  expect(refreshed).not.toHaveBeenCalled();
  save.mockResolvedValue(stored(4, note('New')));
  await run(() => result.current.mutateAsync(saving));
  expect(save).toHaveBeenLastCalledWith(saving);
  expect(toast()).toMatchObject({ type: 'success', title: '"New" saved' });
  expect(refreshed).toHaveBeenCalledExactlyOnceWith({ queryKey: ['notes'] });
});

test.for(['conflict', 'not-found', 'offline'] as const)(
  'a save refused as %s has no toast: the editor shows it',
  async (kind) => {
    const { result } = renderMutation(() =>
      useSaveDocument(noteKind({ save: () => refusal(kind) })),
    );
    await run(() => result.current.mutateAsync(saving));
    expect(toast()).toBeUndefined();
  },
);

test('a save is sent at once, and never sent again by itself', async () => {
  const save = vi.fn<DocumentApi<NoteInput>['save']>(() => Promise.reject(new TypeError('Odd')));
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { result } = renderMutation(() => useSaveDocument(noteKind({ save })));
  window.dispatchEvent(new Event('offline'));
  await run(() => result.current.mutateAsync(saving));
  expect(save).toHaveBeenCalledOnce();
  expect(toast()?.title).toBe('Odd');
  online.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
});

test.for<[AppErrorKind, string]>([
  ['signed-out', 'Please log in to delete notes'],
  ['forbidden', "You don't have permission to delete this note"],
  ['not-found', 'Note not found or already deleted'],
  ['offline', 'Failed to delete note: Refused'],
])('FORM-48..51: a delete that failed as %s says: %s', ([kind, words]) => {
  expect(deleteFailureMessage(noteKind(), new AppError(kind, 'Refused'))).toBe(words);
});

test('FORM-51: any other failure of a delete is shown with its message', () => {
  expect(deleteFailureMessage(noteKind(), new Error('disk full'))).toBe(
    'Failed to delete note: disk full',
  );
});

test('a delete can be undone from its toast', async () => {
  const remove = vi.fn(async () => {});
  const restore = vi.fn(async () => {});
  const kind = deletableKind({ remove, restore });
  const { result, refreshed } = renderMutation(() => useDeleteDocument(kind, true));
  await run(() => result.current.mutateAsync({ id: 'a', title: 'Kerning' }));
  expect(remove).toHaveBeenCalledExactlyOnceWith('a');
  expect(toast()).toMatchObject({ type: 'success', title: '"Kerning" deleted', duration: 4000 });
  expect(refreshed).toHaveBeenCalledExactlyOnceWith({ queryKey: ['notes'] });
  await act(async () => toast()?.actions?.[0]?.onSelect());
  expect(restore).toHaveBeenCalledExactlyOnceWith('a');
  expect(toast()).toMatchObject({ type: 'success', title: '"Kerning" restored' });
  expect(refreshed).toHaveBeenCalledTimes(2);
});

test('FORM-39: nothing is deleted while signed out', async () => {
  const remove = vi.fn(async () => {});
  const { result, refreshed } = renderMutation(() =>
    useDeleteDocument(deletableKind({ remove }), false),
  );
  await run(() => result.current.mutateAsync({ id: 'a', title: 'Kerning' }));
  expect(remove).not.toHaveBeenCalled();
  expect(toast()).toMatchObject({ type: 'error', title: 'Please log in to delete notes' });
  expect(refreshed).not.toHaveBeenCalled();
});

test('a restore that failed says why', async () => {
  const kind = deletableKind({ restore: () => refusal('forbidden') });
  const { result, refreshed } = renderMutation(() => useRestoreDocument(kind));
  await run(() => result.current.mutateAsync({ id: 'a', title: 'Kerning' }));
  expect(toast()).toMatchObject({ type: 'error', title: 'Refused' });
  expect(refreshed).not.toHaveBeenCalled();
});

test('deleting for good refreshes what is deleted, whether it worked or not', async () => {
  const purge = vi.fn<TrashApi['purge']>(async () => {});
  const { result, refreshed } = renderMutation(() => usePurgeDocument(deletableKind({ purge })));
  await run(() => result.current.mutateAsync({ id: 'a', title: 'Kerning' }));
  purge.mockImplementation(() => refusal('not-found'));
  await run(() => result.current.mutateAsync({ id: 'a', title: 'Kerning' }));
  expect(purge.mock.calls).toEqual([['a'], ['a']]);
  expect(refreshed.mock.calls).toEqual([
    [{ queryKey: ['notes', 'deleted'] }],
    [{ queryKey: ['notes', 'deleted'] }],
  ]);
  expect(toast()).toBeUndefined();
});

test('a copy is a new document with the values that its kind makes of the original', async () => {
  const get = vi.fn(async () => stored(3, note('Kerning')));
  const save = vi.fn<DocumentApi<NoteInput>['save']>(async ({ input }) => stored(1, input));
  const { result, refreshed } = renderMutation(() =>
    useDuplicateDocument(noteKind({ get, save }), ({ title }) => note(`Copy of ${title}`)),
  );
  await run(() => result.current.mutateAsync('a'));
  expect(get.mock.calls).toEqual([['a']]);
  const [copy] = save.mock.calls[0] ?? [];
  expect(copy).toMatchObject({
    ...{ version: null, before: null, goesLive: false, input: note('Copy of Kerning') },
    changed: ['title', 'text', 'place'],
    saveIds: [expect.stringMatching(/^[0-9a-f-]{36}$/)],
  });
  expect(copy?.id).toMatch(/^[0-9a-f-]{36}$/);
  expect(toast()).toMatchObject({ type: 'success', title: '"Copy of Kerning" is a draft now' });
  expect(refreshed).toHaveBeenCalledExactlyOnceWith({ queryKey: ['notes'] });
  get.mockImplementation(() => refusal('not-found'));
  await run(() => result.current.mutateAsync('b'));
  expect(toast()).toMatchObject({ type: 'error', title: 'Refused' });
});

const revision = (version: number) => ({
  ...{ version, savedAt: '', savedBy: null, restoredFrom: null, isWorkingCopy: false },
  input: note(`Version ${version}`),
});
const chosen = revision(2);
const current = revision(5);

test('an old version is restored as the newest, and its toast restores the one before', async () => {
  const restoreVersion = vi.fn<DocumentApi<NoteInput>['restoreVersion']>(async () => 6);
  const { result, refreshed } = renderMutation(() =>
    useRestoreVersion(noteKind({ restoreVersion })),
  );
  await run(() => result.current.mutateAsync({ id: 'a', chosen, current }));
  expect(restoreVersion.mock.calls).toEqual([[{ id: 'a', chosen, current }]]);
  expect(toast()).toMatchObject({ type: 'success', title: 'Version 2 restored', duration: 4000 });
  expect(refreshed).toHaveBeenCalledExactlyOnceWith({ queryKey: ['notes'] });
  await act(async () => toast()?.actions?.[0]?.onSelect());
  expect(restoreVersion).toHaveBeenLastCalledWith({
    id: 'a',
    chosen: current,
    current: { ...chosen, version: 6 },
  });
  expect(toast()).toMatchObject({ type: 'success', title: 'Back to version 5' });
  expect(refreshed).toHaveBeenCalledTimes(2);
});

test('an undo that came too late says so, and the history is read again', async () => {
  const restoreVersion = vi.fn<DocumentApi<NoteInput>['restoreVersion']>(async () => 6);
  const { result, refreshed } = renderMutation(() =>
    useRestoreVersion(noteKind({ restoreVersion })),
  );
  await run(() => result.current.mutateAsync({ id: 'a', chosen, current }));
  restoreVersion.mockImplementation(() => refusal('conflict'));
  await act(async () => toast()?.actions?.[0]?.onSelect());
  expect(toast()?.title).toMatch(/^This note was saved meanwhile, so nothing was restored\./);
  expect(refreshed).toHaveBeenCalledTimes(2);
});

test('a refused restore has no toast, because the page shows it, and the history is read again', async () => {
  const kind = noteKind({ restoreVersion: () => refusal('conflict') });
  const { result, refreshed } = renderMutation(() => useRestoreVersion(kind));
  await run(() => result.current.mutateAsync({ id: 'a', chosen, current }));
  expect(toast()).toBeUndefined();
  expect(refreshed).toHaveBeenCalledOnce();
});

test('why a restore failed is said in words', () => {
  const words = (error: unknown) => restoreFailureMessage(noteKind(), error);
  expect(words(new AppError('conflict', 'Refused'))).toMatch(/^This note was saved meanwhile/);
  expect(words(new AppError('forbidden', 'Refused'))).toBe('Refused');
  expect(words('odd')).toBe('Failed to restore this version');
});
