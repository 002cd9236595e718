import { beforeEach, expect, test, vi } from 'vitest';
import { readKeptSave, type KeptDocument } from '@/documents/kept-saves';
import { isNotFound, openDocument, openedValues, openState } from '@/documents/opened';
import { AppError } from '@/lib/errors';
import { noteKind, type NoteInput } from './note-kind';

vi.mock('@/documents/kept-saves', () => ({ readKeptSave: vi.fn() }));

const note = (title: string, place = ''): NoteInput => ({ title, text: '', place });
const document = {
  id: 'a',
  version: 4,
  input: note('Stored'),
  createdAt: null,
  savedAt: '2026-11-21T10:00:00.000Z',
};
const kept: KeptDocument<NoteInput> = {
  save: {
    ...{ id: 'a', version: 3, input: note('Kept'), before: note('Before'), goesLive: true },
    ...{ changed: ['title'], saveIds: ['kept', 'earlier'] },
  },
  ...{ input: note('Kept'), before: note('Before'), changed: ['title'] },
  ...{ goesLive: true, saveIds: ['kept', 'earlier'] },
  state: 'waiting',
  problem: null,
};
const unsaved = {
  values: note('Unsaved'),
  stored: { id: 'a', version: 3, input: note('Before'), savedAt: null },
  unanswered: {
    ...{ input: note('Sent'), before: note('Before'), changed: ['title'] },
    ...{ goesLive: false, saveIds: ['sent'] },
  },
};
const gone = new AppError('not-found', 'It is not there');
const kind = noteKind({ get: async () => document });
const { signal } = new AbortController();

/** A kind whose document is gone, and what the journal has of it. */
function goneKind(entries = [{ id: 'entry', writtenAt: 1, text: unsaved }]) {
  const missing = noteKind({ get: () => Promise.reject(gone) });
  const read = vi.fn(async () => entries);
  return { ...missing, journal: { ...missing.journal, read } };
}

beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(readKeptSave).mockResolvedValue(null);
});

test('a document opens with the save that this device keeps of it', async () => {
  expect(await openDocument(kind, 'a', 'ada', signal)).toEqual({ document, kept: null });
  vi.mocked(readKeptSave).mockResolvedValue(kept);
  expect(await openDocument(kind, 'a', 'ada', signal)).toEqual({ document, kept });
  expect(readKeptSave).toHaveBeenCalledWith(kind, 'a');
});

test('R-04: if that met another version, it opens with what an earlier save of it stored', async () => {
  const sent = { saveId: 'earlier', version: 3, input: note('Earlier') };
  const findSave = vi.fn(async () => sent);
  const conflicting = { ...kept, state: 'conflict' as const };
  vi.mocked(readKeptSave).mockResolvedValue(conflicting);
  const withSaves = noteKind({ get: async () => document, findSave });
  expect(await openDocument(withSaves, 'a', 'ada', signal)).toEqual({
    ...{ document, kept: conflicting, sent },
  });
  expect(findSave).toHaveBeenCalledExactlyOnceWith('a', ['kept', 'earlier'], signal);
});

test('a deleted document opens with the text this device still has of it', async () => {
  const missing = goneKind();
  expect(await openDocument(missing, 'a', 'ada', signal)).toEqual({ document: null, unsaved });
  expect(missing.journal.read).toHaveBeenCalledExactlyOnceWith('a', 'ada');
  vi.mocked(readKeptSave).mockResolvedValue(kept);
  expect(await openDocument(missing, 'a', 'ada', signal)).toEqual({ document: null, kept });
});

test('a deleted document without such a text is not found', async () => {
  await expect(openDocument(goneKind([]), 'a', 'ada', signal)).rejects.toBe(gone);
  const missing = goneKind();
  await expect(openDocument(missing, 'a', null, signal)).rejects.toBe(gone);
  expect(missing.journal.read).not.toHaveBeenCalled();
});

test('any other failure is passed on, even if this device keeps a save', async () => {
  vi.mocked(readKeptSave).mockResolvedValue(kept);
  const offline = new AppError('offline', 'No connection');
  const failing = noteKind({ get: () => Promise.reject(offline) });
  await expect(openDocument(failing, 'a', 'ada', signal)).rejects.toBe(offline);
  expect([isNotFound(gone), isNotFound(offline), isNotFound(new Error('not-found'))]).toEqual([
    ...[true, false, false],
  ]);
});

test('a form begins with the kept text, else unsaved text, else what is stored, else nothing', () => {
  const values = (opened: Parameters<typeof openedValues<NoteInput>>[1]) =>
    openedValues(kind, opened).title;
  expect(values({ document, kept, unsaved })).toBe('Kept');
  expect(values({ document: null, unsaved })).toBe('Unsaved');
  expect(values({ document })).toBe('Stored');
  expect(values({ document: null })).toBe('');
});

const idle = { task: null, arrival: null, due: null };

test('a stored document opens as it is; a new one gets its id at once', () => {
  const nothing = { kept: null, unanswered: null, conflict: null, failure: null };
  expect(openState(kind, { document })).toEqual({ ...idle, ...nothing, stored: document });
  const { stored } = openState(kind, { document: null });
  expect(stored).toMatchObject({ version: null, input: note(''), savedAt: null });
  expect(stored.id).toMatch(/^[0-9a-f-]{36}$/);
  expect(openState(kind, { document: null }).stored.id).not.toBe(stored.id);
});

test('a kept save opens over the version it started from, so that a newer one counts as a conflict', () => {
  const sent = {
    ...{ input: note('Kept'), before: note('Before'), changed: ['title'], goesLive: true },
    saveIds: ['kept', 'earlier'],
  };
  expect(openState(kind, { document, kept })).toEqual({
    ...idle,
    stored: { id: 'a', version: 3, input: note('Before'), savedAt: null },
    kept: { ...sent, state: 'waiting', problem: null },
    unanswered: sent,
    conflict: null,
    failure: null,
  });
  const created = { ...kept, save: { ...kept.save, version: null, before: null } };
  const state = openState(kind, { document: null, kept: created });
  expect(state.stored).toEqual({ id: 'a', version: null, input: note(''), savedAt: null });
  expect(state.conflict).toBeNull();
});

test('a kept save that failed says why', () => {
  const failed = { ...kept, state: 'failed' as const, problem: 'Too long' };
  expect(openState(kind, { document, kept: failed })).toMatchObject({
    kept: { state: 'failed', problem: 'Too long' },
    failure: { kind: 'unexpected', message: 'Too long' },
    conflict: null,
  });
  expect(openState(kind, { document, kept: { ...failed, problem: null } }).failure?.message).toBe(
    'It could not be saved',
  );
});

test('R-04: a kept save in conflict opens with the comparison', () => {
  const conflicting = { ...kept, state: 'conflict' as const };
  expect(openState(kind, { document, kept: conflicting }).conflict).toEqual({
    kind: 'changed',
    id: 'a',
    version: 4,
    base: note('Before'),
    mine: note('Kept'),
    theirs: note('Stored'),
    inForm: note('Kept'),
    round: 0,
  });
  // Over an earlier save that was stored, a change since then is mine.
  const sent = { saveId: 'earlier', version: 3, input: note('Earlier') };
  expect(openState(kind, { document, kept: conflicting, sent }).conflict).toMatchObject({
    base: note('Earlier'),
  });
});

test.for<[string, object]>([
  ['kept', { kept }],
  ['unsaved', { unsaved }],
])('%s text of a deleted document can be saved as a new one', ([, text]) => {
  const { conflict, stored } = openState(kind, { document: null, ...text });
  expect(conflict).toMatchObject({ kind: 'deleted', isMerge: false });
  expect(conflict?.mine.title).toMatch(/^Kept|Unsaved$/);
  expect(conflict?.kind === 'deleted' && conflict.newId).toMatch(/^[0-9a-f-]{36}$/);
  expect(stored).toMatchObject({ id: 'a', version: 3 });
});

test('what was sent to a deleted document is no base of the new one', () => {
  expect(openState(kind, { document: null, unsaved }).unanswered).toBeNull();
  expect(openState(kind, { document: null, kept }).unanswered).toBeNull();
});

test('unsaved text of a new document remembers what was sent', () => {
  const ofNew = { ...unsaved, stored: { ...unsaved.stored, version: null } };
  const state = openState(kind, { document: null, unsaved: ofNew });
  expect(state).toMatchObject({ conflict: null, unanswered: unsaved.unanswered });
});
