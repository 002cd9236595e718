import { expect, test, vi } from 'vitest';
import { isNotFound, openDocument, openedValues, openState } from '@/documents/opened';
import { AppError } from '@/lib/errors';
import { noteKind, type NoteInput } from './note-kind';

const note = (title: string, place = ''): NoteInput => ({ title, text: '', place });
const document = {
  id: 'a',
  version: 4,
  input: note('Stored'),
  createdAt: null,
  savedAt: '2026-11-21T10:00:00.000Z',
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

test('a document opens as it is stored', async () => {
  expect(await openDocument(kind, 'a', 'ada', signal)).toEqual({ document });
});

test('a deleted document opens with the text this device still has of it', async () => {
  const missing = goneKind();
  expect(await openDocument(missing, 'a', 'ada', signal)).toEqual({ document: null, unsaved });
  expect(missing.journal.read).toHaveBeenCalledExactlyOnceWith('a', 'ada');
});

test('a deleted document without such a text is not found', async () => {
  await expect(openDocument(goneKind([]), 'a', 'ada', signal)).rejects.toBe(gone);
  const missing = goneKind();
  await expect(openDocument(missing, 'a', null, signal)).rejects.toBe(gone);
  expect(missing.journal.read).not.toHaveBeenCalled();
});

test('any other failure is passed on', async () => {
  const offline = new AppError('offline', 'No connection');
  const failing = noteKind({ get: () => Promise.reject(offline) });
  await expect(openDocument(failing, 'a', 'ada', signal)).rejects.toBe(offline);
  expect([isNotFound(gone), isNotFound(offline), isNotFound(new Error('not-found'))]).toEqual([
    ...[true, false, false],
  ]);
});

test('a form begins with unsaved text, else what is stored, else nothing', () => {
  expect(openedValues(kind, { document: null, unsaved }).title).toBe('Unsaved');
  expect(openedValues(kind, { document }).title).toBe('Stored');
  expect(openedValues(kind, { document: null }).title).toBe('');
});

const idle = { task: null, arrival: null, due: null, isWaiting: false, failure: null };

test('a stored document opens as it is; a new one gets its id at once', () => {
  const nothing = { unanswered: null, conflict: null };
  expect(openState(kind, { document })).toEqual({ ...idle, ...nothing, stored: document });
  const { stored } = openState(kind, { document: null });
  expect(stored).toMatchObject({ version: null, input: note(''), savedAt: null });
  expect(stored.id).toMatch(/^[0-9a-f-]{36}$/);
  expect(openState(kind, { document: null }).stored.id).not.toBe(stored.id);
});

test('unsaved text of a deleted document can be saved as a new one, which what was sent is no base of', () => {
  const { conflict, stored, unanswered } = openState(kind, { document: null, unsaved });
  expect(conflict).toMatchObject({ kind: 'deleted', isMerge: false, mine: note('Unsaved') });
  expect(conflict?.kind === 'deleted' && conflict.newId).toMatch(/^[0-9a-f-]{36}$/);
  expect(stored).toMatchObject({ id: 'a', version: 3 });
  expect(unanswered).toBeNull();
});

test('unsaved text of a new document remembers what was sent', () => {
  const ofNew = { ...unsaved, stored: { ...unsaved.stored, version: null } };
  const state = openState(kind, { document: null, unsaved: ofNew });
  expect(state).toMatchObject({ conflict: null, unanswered: unsaved.unanswered });
});
