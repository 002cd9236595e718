import { expect, test } from 'vitest';
import { compareVersions, noChoices } from '@/documents/comparison';
import {
  reduceDocument,
  textOf,
  type DocumentEvent,
  type DocumentState,
} from '@/documents/document-reducer';
import { AppError, type AppErrorKind } from '@/lib/errors';
import { fields, type NoteInput } from './note-kind';

type State = DocumentState<NoteInput>;
type Event = DocumentEvent<NoteInput>;

const input = (title: string, place = ''): NoteInput => ({ title, place });
const refused = (kind: AppErrorKind): Event => ({
  type: 'refused',
  error: new AppError(kind, 'Refused'),
});
const stored = (version: number, values: NoteInput) => ({
  id: 'a',
  version,
  input: values,
  createdAt: null,
  savedAt: '2026-11-21T10:00:00.000Z',
});
const submit = (text: NoteInput, goesLive = false): Event => ({
  type: 'submitted',
  input: text,
  goesLive,
});
const submitted = submit(input('Mine'));
const offline: Event[] = [submitted, refused('offline'), { type: 'queued', isQueued: true }];
const theirs: Event = { type: 'read', document: stored(4, input('Theirs')), inForm: input('Mine') };
const compared: Event[] = [submitted, refused('conflict'), theirs];

const clean: State = {
  stored: stored(3, input('Stored')),
  task: null,
  arrival: null,
  due: null,
  kept: null,
  unanswered: [],
  conflict: null,
  failure: null,
};

const after = (...events: Event[]): State =>
  events.reduce((state, event) => reduceDocument(fields, state, event), clean);

/** What a reader would call the state; where several facts hold, the first of these. */
function statusOf(state: State, inForm: NoteInput) {
  if (state.task) return 'saving';
  if (state.conflict) return state.conflict.kind === 'deleted' ? 'gone' : 'compared';
  if (state.failure && !state.kept) return 'failed';
  if (textOf(fields, state, inForm) === 'typed') return 'changed';
  if (state.kept) return 'waiting';
  return 'clean';
}

test.for<[string, Event[], ReturnType<typeof statusOf>, NoteInput?]>([
  ['nothing happened', [], 'clean', input('Stored')],
  ['something was typed', [], 'changed'],
  ['a save is sent', [submitted], 'saving'],
  ['the save arrived', [submitted, { type: 'saved', document: stored(4, input('Mine')) }], 'clean'],
  ['the save was refused', [submitted, refused('invalid')], 'failed'],
  ['the backend does not answer: it is put into the queue', offline.slice(0, 2), 'saving'],
  ['it waits on this device', offline, 'waiting'],
  ['typed on while it waits', offline, 'changed', input('Mine, longer')],
  [
    'this browser keeps nothing',
    [submitted, refused('offline'), { type: 'queued', isQueued: false }],
    'failed',
  ],
  ['another save came first: theirs is read', compared.slice(0, 2), 'saving'],
  ['both versions are compared', compared, 'compared'],
  ['the comparison is cancelled', [...compared, { type: 'cancelled' }], 'changed'],
  [
    'the document is gone',
    [submitted, refused('not-found'), { type: 'missing', newId: 'b' }],
    'gone',
  ],
  [
    'it is saved as a new one',
    [submitted, refused('not-found'), { type: 'missing', newId: 'b' }, { type: 'saved as new' }],
    'saving',
  ],
  [
    'their version cannot be read',
    [submitted, refused('conflict'), { type: 'read failed', error: new Error('No') }],
    'failed',
  ],
])('%s', ([, events, status, inForm = input('Mine')]) => {
  expect(statusOf(after(...events), inForm)).toBe(status);
});

test('R-04: after a lost response, text typed since is saved on top of the stored version', () => {
  const state = after(
    submit(input('Mine')),
    refused('unexpected'),
    submit(input('Mine, longer')),
    refused('conflict'),
    // The backend has filled in the place.
    { type: 'read', document: stored(4, input('Mine', 'Skopje')), inForm: input('Mine, longer') },
  );
  expect(state.task).toMatchObject({
    does: 'save',
    target: { id: 'a', version: 4, base: input('Mine', '') },
    input: input('Mine, longer', ''),
  });
});

test('a save whose response was lost has arrived if the backend has its text', () => {
  const found: Event = {
    type: 'read',
    document: stored(4, input('Mine', 'Skopje')),
    inForm: input('Mine'),
  };
  const state = after(submitted, refused('conflict'), found);
  expect(state).toMatchObject({
    task: null,
    conflict: null,
    stored: { version: 4, input: input('Mine', 'Skopje') },
    arrival: { task: { does: 'read' }, before: { version: 3 } },
  });
});

test('one task at a time: a save pressed meanwhile runs only if the text has changed', () => {
  expect(after(submitted, submitted)).toMatchObject({ due: null });
  expect(after(submitted, submit(input('Mine'), true))).toMatchObject({ due: { goesLive: true } });
  expect(after(submitted, submit(input('More')))).toMatchObject({
    due: { goesLive: false },
    task: { input: input('Mine') },
  });
});

test('R-04: text typed while the comparison opens is part of the comparison', () => {
  const open = after(...compared);
  const comparison = compareVersions(fields, input('Stored'), input('Mine'), input('Theirs'));
  const merged: Event = { type: 'merged', inForm: input('Mine!'), comparison, choices: noChoices };
  const again = reduceDocument(fields, open, merged);
  expect(again).toMatchObject({ task: null, conflict: { mine: input('Mine!'), round: 1 } });
  expect(reduceDocument(fields, again, merged).task).toMatchObject({ does: 'save', isMerge: true });
});

test('R-04: a merge kept in the queue becomes the content of the form', () => {
  const comparison = compareVersions(fields, input('Stored'), input('Mine'), input('Theirs'));
  const merged: Event = { type: 'merged', inForm: input('Mine'), comparison, choices: noChoices };
  const state = after(...compared, merged, refused('offline'), { type: 'queued', isQueued: true });
  expect(state).toMatchObject({ conflict: null, stored: { version: 4, input: input('Theirs') } });
});

test('a save sent by the queue updates the form; a conflict it meets opens the comparison', () => {
  const kept = after(...offline);
  const inForm = input('Mine');
  expect(reduceDocument(fields, kept, { type: 'queue changed', now: null, inForm }).task).toEqual({
    does: 'follow',
    input: input('Mine'),
  });
  const now = { input: inForm, goesLive: false, state: 'conflict', problem: null } as const;
  expect(reduceDocument(fields, kept, { type: 'queue changed', now, inForm }).task).toMatchObject({
    does: 'read',
    error: { kind: 'conflict' },
  });
  const waiting = { ...now, state: 'waiting' } as const;
  expect(reduceDocument(fields, kept, { type: 'queue changed', now: waiting, inForm })).toBe(kept);
});
