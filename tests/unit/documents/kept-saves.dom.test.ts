// @vitest-environment jsdom
import { createElement } from 'react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  discardKeptSave,
  keptSaveHandler,
  queueSave,
  readKeptSave,
  readUnfitSave,
  useKeptSaves,
} from '@/documents/kept-saves';
import type { SaveRequest, StoredDocument } from '@/documents/stored';
import { AppError, type AppErrorKind } from '@/lib/errors';
import { dismiss, getSnapshot } from '@/lib/notifications';
import {
  discardQueued,
  enqueue,
  getQueueOwner,
  readQueue,
  registerQueueHandler,
  type QueueItem,
} from '@/lib/offline-queue';
import { noteKind, type NoteInput } from './note-kind';

// The queue has tests of its own.
vi.mock('@/lib/offline-queue');

const note = (title: string, place = ''): NoteInput => ({ title, text: '', place });
const save: SaveRequest<NoteInput> = {
  id: 'a',
  version: 3,
  input: note('Mine'),
  before: note('Before'),
  changed: ['title'],
  goesLive: false,
  saveIds: ['mine'],
};
const item = (payload: unknown, more: Partial<QueueItem> = {}): QueueItem => ({
  id: 'item',
  kind: 'note',
  key: 'a',
  label: 'Mine',
  payload,
  owner: 'ada',
  queuedAt: 0,
  tries: 0,
  state: 'waiting',
  problem: null,
  ...more,
});
const document = (version: number, input: NoteInput): StoredDocument<NoteInput> => ({
  id: 'a',
  version,
  input,
  createdAt: null,
  savedAt: '2026-11-21T10:00:00.000Z',
});
const refusal = (kind: AppErrorKind) => Promise.reject(new AppError(kind, 'Refused'));

beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(getQueueOwner).mockReturnValue('ada');
  vi.mocked(readQueue).mockResolvedValue([]);
});

afterEach(() => {
  getSnapshot().forEach(({ id }) => dismiss(id));
});

test('R-17: a save is queued for its user, under the id and the title of its document', async () => {
  vi.mocked(enqueue).mockResolvedValue(true);
  expect(await queueSave(noteKind(), save, [])).toBe(true);
  expect(enqueue).toHaveBeenCalledExactlyOnceWith(
    { kind: 'note', key: 'a', label: 'Mine', payload: save, owner: 'ada' },
    expect.any(Function),
  );
});

test('R-04: it replaces an earlier save of the same form, and no other', async () => {
  vi.mocked(enqueue).mockResolvedValue(true);
  await queueSave(noteKind(), { ...save, saveIds: ['mine', 'before'] }, ['earlier']);
  const mayReplace = vi.mocked(enqueue).mock.calls[0]?.[1];
  const waiting = (...saveIds: string[]) => item({ ...save, saveIds });
  expect(mayReplace?.(waiting('earlier'))).toBe(true);
  expect(mayReplace?.(waiting('before', 'earlier'))).toBe(true);
  expect(mayReplace?.(waiting('mine'))).toBe(true);
  expect(mayReplace?.(waiting('of another tab', 'earlier'))).toBe(false);
  // What can no longer be read stays: nothing knows what is in it.
  expect(mayReplace?.(item({ ...save, input: { title: 7 } }))).toBe(false);
});

test.for([null, undefined])('nothing is queued while the user is %s', async (owner) => {
  vi.mocked(getQueueOwner).mockReturnValue(owner);
  expect(await queueSave(noteKind(), save, [])).toBe(false);
  expect(enqueue).not.toHaveBeenCalled();
});

test('a browser without storage keeps nothing, and a refused replacement is not kept', async () => {
  vi.mocked(enqueue).mockRejectedValue(new AppError('unexpected', 'No storage'));
  expect(await queueSave(noteKind(), save, [])).toBe(false);
  vi.mocked(enqueue).mockResolvedValue(false);
  expect(await queueSave(noteKind(), save, [])).toBe(false);
});

test('the kept save of a document is read with its state in the queue', async () => {
  vi.mocked(readQueue).mockResolvedValue([
    ...[item(save, { kind: 'other' }), item(save, { key: 'b' })],
    item(save, { state: 'failed', problem: 'Too long' }),
  ]);
  expect(await readKeptSave(noteKind(), 'a')).toEqual({
    save,
    ...{ input: note('Mine'), before: note('Before'), changed: ['title'] },
    ...{ goesLive: false, saveIds: ['mine'] },
    state: 'failed',
    problem: 'Too long',
  });
  expect(await readKeptSave(noteKind(), 'c')).toBeNull();
  expect(await readUnfitSave(noteKind(), 'a')).toBeNull();
});

test('a kept save of an older version of the site goes live only if it says so', async () => {
  vi.mocked(readQueue).mockResolvedValue([item({ ...save, goesLive: undefined })]);
  expect(await readKeptSave(noteKind(), 'a')).toMatchObject({ goesLive: false });
});

test.for<[string, object]>([
  ['no version', { version: undefined }],
  ['no values it started from', { before: undefined }],
  ['no ids', { saveIds: null }],
  ['a text that is none', { input: { title: 7 } }],
])('a kept save with %s is unfit: it is shown as it is', async ([, change]) => {
  const payload = { ...save, ...change };
  vi.mocked(readQueue).mockResolvedValue([item(payload)]);
  expect(await readKeptSave(noteKind(), 'a')).toBeNull();
  expect(await readUnfitSave(noteKind(), 'a')).toBe(JSON.stringify(payload));
  expect(await readUnfitSave(noteKind(), 'b')).toBeNull();
});

test('R-04: only the own text is discarded, not one that another tab has queued since', async () => {
  await discardKeptSave(noteKind(), 'a', ['mine', 'before']);
  await discardKeptSave(noteKind(), 'a');
  const [own, any] = vi.mocked(discardQueued).mock.calls;
  expect(own?.slice(0, 2)).toEqual(['note', 'a']);
  expect(own?.[2]?.(item(save))).toBe(true);
  expect(own?.[2]?.(item({ ...save, saveIds: ['other'] }))).toBe(false);
  expect(own?.[2]?.(item('unfit'))).toBe(false);
  expect(any?.[2]?.(item({ ...save, saveIds: ['other'] }))).toBe(true);
});

/** Sends a kept save to a backend that answers each save in turn. */
function send(
  payload: unknown,
  answers: (() => Promise<StoredDocument<NoteInput>>)[],
  { stored = document(4, note('Theirs')), savedBy = null as string | null } = {},
) {
  const sent: SaveRequest<NoteInput>[] = [];
  const getRevisions = vi.fn(async () => [
    { ...stored, savedBy, restoredFrom: null, isWorkingCopy: false },
  ]);
  const kind = noteKind({
    save: (request) => {
      sent.push(request);
      return answers.shift()?.() ?? Promise.reject(new Error('No answer is left'));
    },
    get: async () => stored,
    getRevisions,
  });
  const events = { onSent: vi.fn(), isOwn: (by: string) => by === 'ada', onCompare: vi.fn() };
  const handler = keptSaveHandler(kind, events);
  return { outcome: handler.run(item(payload)), sent, handler, getRevisions, ...events };
}

const answered = async () => document(4, note('Mine'));
const changed = () => refusal('conflict');
const toasts = () => getSnapshot().flatMap(({ open, title }) => (open ? title : []));

test('a kept save is sent as it was queued, and a toast says so', async () => {
  const { outcome, sent, onSent } = send(save, [answered]);
  expect(await outcome).toBe('done');
  expect(sent).toEqual([save]);
  expect(onSent).toHaveBeenCalledOnce();
  expect(toasts()).toContain('"Mine" saved');
});

test.for([
  [null, 'conflict'],
  ['mira', 'conflict'],
  ['ada', 'own-conflict'],
] as const)(
  'R-04: a version saved by %s meanwhile is a conflict: %s',
  async ([savedBy, wanted]) => {
    const { outcome, getRevisions, onSent } = send(save, [changed], { savedBy });
    expect(await outcome).toBe(wanted);
    expect(getRevisions).toHaveBeenCalledExactlyOnceWith('a', [4], expect.any(AbortSignal));
    expect(onSent).not.toHaveBeenCalled();
    expect(toasts()).toEqual([]);
  },
);

test('R-04: a conflict is one of another person while the history cannot be read', async () => {
  const { handler, getRevisions } = send(save, [changed, changed]);
  getRevisions.mockRejectedValueOnce(new AppError('offline', 'No'));
  expect(await handler.run(item(save))).toBe('conflict');
  getRevisions.mockResolvedValueOnce([]);
});

test('any other failure is left to the queue, and an unfit save is not sent', async () => {
  const refused = send(save, [() => refusal('forbidden')]);
  await expect(refused.outcome).rejects.toMatchObject({ kind: 'forbidden' });
  const unfit = send({ title: 'Old' }, []);
  await expect(unfit.outcome).rejects.toMatchObject({ kind: 'invalid' });
  expect(unfit.sent).toEqual([]);
});

test('a conflict offers to compare the versions', () => {
  const { handler, onCompare } = send(save, [answered]);
  const action = handler.conflictAction?.(item(save));
  expect(action?.label).toBe('Compare versions');
  action?.onSelect();
  expect(onCompare).toHaveBeenCalledExactlyOnceWith('a');
});

test('the staff area sends the saves of a kind, compares addresses in lower case and refreshes its lists', async () => {
  const client = new QueryClient();
  const invalidated = vi.spyOn(client, 'invalidateQueries');
  const onCompare = vi.fn();
  let stored = document(4, note('Theirs'));
  const kind = noteKind({
    save: async () => (stored.version === 4 ? refusal('conflict') : stored),
    get: async () => stored,
    getRevisions: async () => [
      { ...stored, savedBy: 'ADA@example.com', restoredFrom: null, isWorkingCopy: false },
    ],
  });
  const { rerender } = renderHook(() => useKeptSaves(kind, 'ada@example.com', onCompare), {
    wrapper: ({ children }) => createElement(QueryClientProvider, { client }, children),
  });
  rerender();
  expect(registerQueueHandler).toHaveBeenCalledExactlyOnceWith('note', expect.any(Object));
  const handler = vi.mocked(registerQueueHandler).mock.calls[0]?.[1];
  expect(await handler?.run(item(save))).toBe('own-conflict');
  expect(invalidated).not.toHaveBeenCalled();
  stored = document(5, note('Mine'));
  expect(await handler?.run(item(save))).toBe('done');
  expect(invalidated).toHaveBeenCalledExactlyOnceWith({ queryKey: ['notes'] });
  handler?.conflictAction?.(item(save)).onSelect();
  expect(onCompare).toHaveBeenCalledExactlyOnceWith('a');
});
