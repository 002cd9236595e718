import { expect, test } from 'vitest';
import { compareVersions, noChoices } from '@/documents/comparison';
import {
  dueSave,
  reduceDocument,
  textOf,
  type DocumentEvent,
  type DocumentState,
  type SaveConflict,
  type Task,
} from '@/documents/document-reducer';
import type { SentSave, StoredDocument } from '@/documents/stored';
import { AppError, type AppErrorKind } from '@/lib/errors';
import { TYPED_MORE } from '@/lib/typed-since';
import { fields, type NoteInput } from './note-kind';

type State = DocumentState<NoteInput>;
type Event = DocumentEvent<NoteInput>;
type EventOf<Type extends Event['type']> = Extract<Event, { type: Type }>;

const note = (title: string, place = ''): NoteInput => ({ title, text: '', place });
const document = (version: number, input: NoteInput): StoredDocument<NoteInput> => ({
  id: 'a',
  version,
  input,
  createdAt: null,
  savedAt: '2026-11-21T10:00:00.000Z',
});
const seen = ({ id, version, input, savedAt }: StoredDocument<NoteInput>) => ({
  id,
  version,
  input,
  savedAt,
});

const OPENED = note('Opened', 'Skopje');
/** The backend fills in the place. */
const MINE = note('Mine');
const MINE_STORED = note('Mine', 'Skopje');
const MORE = note('Mine, longer');
const THEIRS = note('Theirs', 'Brooklyn');
const TYPED = note('Mine, longer', '!');
const MERGED = note('Mine, longer', 'Brooklyn');
/** In both texts of mine, since it was opened. */
const CHANGED = ['title', 'place'];
const ALL = ['title', 'text', 'place'];
const comparison = compareVersions(fields, OPENED, MORE, THEIRS);
const choices = { ...noChoices, sides: { title: 'mine', place: 'theirs' } } as const;

const problem = (kind: AppErrorKind) => new AppError(kind, `Refused: ${kind}`);
const refused = (kind: AppErrorKind): EventOf<'refused'> => ({
  type: 'refused',
  error: problem(kind),
});
const submitted = (input: NoteInput, goesLive = false): EventOf<'submitted'> => ({
  type: 'submitted',
  input,
  goesLive,
  saveId: idOf(input, goesLive),
});
/** Of the save of a text; a merge and a new document have ids of their own. */
const idOf = ({ title }: NoteInput, goesLive = false) => `${title}${goesLive ? ', live' : ''}`;
const sent = (more: Partial<SentSave<NoteInput>> = {}): SentSave<NoteInput> => ({
  ...{ input: MINE, before: OPENED, changed: CHANGED, goesLive: false, saveIds: ['Mine'] },
  ...more,
});
const older = { ...seen(document(2, note('Older'))), savedAt: null };
const mineSent = { saveId: 'Mine', version: 4, input: MINE_STORED };
const readFailure = new TypeError('Failed to fetch');

/** By type, so that a new one fails the type check; each variant has a row of the table. */
const variants = {
  submitted: {
    'Save, same text': submitted(MINE),
    'Save, more text': submitted(MORE),
    'Publish, same text': submitted(MINE, true),
  },
  'caught up': { 'caught up': { type: 'caught up' } },
  saved: { saved: { type: 'saved', document: document(4, MINE_STORED) } },
  refused: {
    'refused: changed meanwhile': refused('conflict'),
    'refused: not found': refused('not-found'),
    'refused: no response': refused('offline'),
    'refused: unexpected': refused('unexpected'),
    'refused: invalid': refused('invalid'),
    'refused: forbidden': refused('forbidden'),
    'refused: signed out': refused('signed-out'),
  },
  connected: { connected: { type: 'connected' } },
  read: {
    'read: mine is stored': {
      ...{ type: 'read', document: document(4, MINE_STORED), sent: mineSent, inForm: MORE },
    },
    'read: theirs is stored': {
      ...{ type: 'read', document: document(4, THEIRS), sent: null, inForm: MORE },
    },
    'read: theirs is stored, over mine': {
      ...{ type: 'read', document: document(5, THEIRS), sent: mineSent, inForm: MORE },
    },
  },
  missing: { missing: { type: 'missing', newId: 'b' } },
  'read failed': { 'read failed': { type: 'read failed', error: readFailure } },
  merged: {
    merged: { type: 'merged', inForm: MORE, comparison, choices, saveId: 'Merged' },
    'merged, typed more': {
      ...{ type: 'merged', inForm: TYPED, comparison, choices, saveId: 'Merged' },
    },
  },
  'saved as new': { 'saved as new': { type: 'saved as new', saveId: 'New' } },
  cancelled: { cancelled: { type: 'cancelled' } },
  restored: {
    restored: { type: 'restored', unsaved: { values: MORE, stored: older, unanswered: null } },
    'restored, with a save without an answer': {
      type: 'restored',
      unsaved: { values: MORE, stored: older, unanswered: sent({ saveIds: ['More', 'Mine'] }) },
    },
  },
} as const satisfies { [Type in Event['type']]: Record<string, EventOf<Type>> };

type EventName = { [Type in Event['type']]: keyof (typeof variants)[Type] }[Event['type']];
const events: Record<EventName, Event> = Object.assign({}, ...Object.values(variants));

const start: State = {
  stored: seen(document(3, OPENED)),
  task: null,
  arrival: null,
  due: null,
  unanswered: null,
  isWaiting: false,
  conflict: null,
  failure: null,
};
const startNew: State = {
  ...start,
  stored: { id: 'a', version: null, input: note(''), savedAt: null },
};

const save = events['Save, same text'];
const idle = {
  opened: [],
  'failed, maybe stored': [save, refused('unexpected')],
  waiting: [save, refused('offline')],
  comparing: [save, refused('conflict'), events['read: theirs is stored']],
  'comparing what waited': [
    ...[save, refused('offline'), events.connected, refused('conflict')],
    events['read: theirs is stored'],
  ],
  deleted: [save, refused('not-found'), events.missing],
  'deleted while comparing': [
    ...[save, refused('conflict'), events['read: theirs is stored'], events.merged],
    ...[refused('not-found'), events.missing],
  ],
} satisfies Record<string, Event[]>;
const saving = {
  saving: [save],
  'saving, more is due': [save, events['Save, more text']],
  'saving what waited': [...idle.waiting, events.connected],
  'saving the merge': [...idle.comparing, events.merged],
  'saving as new': [...idle.deleted, events['saved as new']],
  creating: [save],
} satisfies Record<string, Event[]>;
const reading = {
  'reading theirs': [save, refused('conflict')],
  'reading theirs, one unanswered': [
    ...idle['failed, maybe stored'],
    ...[events['Save, more text'], refused('conflict')],
  ],
  'reading theirs after waiting': [...saving['saving what waited'], refused('conflict')],
  'reading theirs after the merge': [...saving['saving the merge'], refused('conflict')],
  'reading theirs after creating': [save, refused('conflict')],
  'reading theirs after saving as new': [...saving['saving as new'], refused('conflict')],
  'reading whether it was deleted': [save, refused('not-found')],
} satisfies Record<string, Event[]>;
/** The events that lead to each state, grouped by the task that runs. */
const groups = { idle, saving, reading };
const ofNewDocument: readonly string[] = ['creating', 'reading theirs after creating'];

/** What the event changes; everything else stays. */
type Outcome = Partial<State> | ((before: State) => Partial<State>);
/** For a whole group, or `by` state. A new state fails the type check until each event has an outcome. */
type Row = {
  [Group in keyof typeof groups]: Outcome | { by: Record<keyof (typeof groups)[Group], Outcome> };
};

const unchanged = {};
const onlyWhile = <Group extends keyof Row>(group: Group, outcome: Row[Group]): Row => ({
  idle: unchanged,
  saving: unchanged,
  reading: unchanged,
  [group]: outcome,
});
const everywhere = (outcome: Outcome): Row => ({
  idle: outcome,
  saving: outcome,
  reading: outcome,
});

const later = { due: { goesLive: false } };
const target = { id: 'a', version: 3, base: OPENED };
const anew = { id: 'b', version: null, base: null };
/** By default over what was sent before, if anything was. */
const sends =
  (input: NoteInput, more: Partial<Task<NoteInput> & { does: 'save' }> = {}): Outcome =>
  ({ unanswered }) => {
    const isAgain = unanswered?.input === input && !more.goesLive;
    const earlier = unanswered?.saveIds ?? [];
    const saveIds = isAgain ? earlier : [idOf(input, more.goesLive), ...earlier];
    const changed = [...new Set([...CHANGED, ...(unanswered?.changed ?? [])])];
    const sending = { target, input, isMerge: false, goesLive: false, saveIds, changed };
    return {
      task: { does: 'save', ...sending, ...more },
      failure: null,
      isWaiting: false,
    };
  };
const goesOnTo =
  (kind: AppErrorKind): Outcome =>
  ({ task }) => {
    if (task?.does !== 'save') throw new Error('No save runs');
    return { task: { ...task, does: 'read', error: problem(kind) } };
  };
const failsWith = (kind: AppErrorKind) => ({ task: null, failure: problem(kind) });
const arrives: Outcome = ({ task, stored }) => ({
  stored: seen(document(4, MINE_STORED)),
  task: null,
  arrival: task && { task, before: stored },
  unanswered: null,
  conflict: null,
  failure: null,
});
const conflict = (more: Partial<SaveConflict<NoteInput> & { kind: 'changed' }> = {}) => ({
  task: null,
  conflict: {
    kind: 'changed',
    id: 'a',
    version: 4,
    base: OPENED,
    mine: MORE,
    theirs: THEIRS,
    inForm: MORE,
    round: 0,
    ...more,
  } as const,
});
const remembersMine = { unanswered: sent() };
const newSent = { before: null, changed: ALL, saveIds: ['New'] };
const remembersNew = { unanswered: sent(newSent) };
const waits = { task: null, failure: null, isWaiting: true, ...remembersMine };
const noLongerAllowed = {
  task: null,
  failure: new AppError('forbidden', 'Refused: not-found', { cause: problem('not-found') }),
};
const unreadable = (kind: AppErrorKind) => {
  const message = `Refused: ${kind}. Failed to fetch`;
  return { task: null, failure: new AppError('unexpected', message, { cause: readFailure }) };
};
const savesTheMerge = sends(MERGED, {
  target: { id: 'a', version: 4, base: THEIRS },
  isMerge: true,
  ...{ saveIds: ['Merged'], changed: ['title'] },
});
const comparesAgain = {
  conflict: { ...conflict().conflict, mine: TYPED, inForm: TYPED, round: 1 },
  failure: new AppError('conflict', TYPED_MORE),
};
const table: Record<EventName, Row> = {
  'Save, same text': {
    idle: sends(MINE),
    saving: {
      by: {
        saving: unchanged,
        'saving, more is due': unchanged,
        'saving what waited': unchanged,
        'saving the merge': later,
        'saving as new': unchanged,
        creating: unchanged,
      },
    },
    reading: {
      by: {
        'reading theirs': unchanged,
        'reading theirs, one unanswered': later,
        'reading theirs after waiting': unchanged,
        'reading theirs after the merge': later,
        'reading theirs after creating': unchanged,
        'reading theirs after saving as new': unchanged,
        'reading whether it was deleted': unchanged,
      },
    },
  },
  'Save, more text': {
    idle: sends(MORE),
    saving: later,
    reading: {
      by: {
        'reading theirs': later,
        'reading theirs, one unanswered': unchanged,
        'reading theirs after waiting': later,
        'reading theirs after the merge': later,
        'reading theirs after creating': later,
        'reading theirs after saving as new': later,
        'reading whether it was deleted': later,
      },
    },
  },
  'Publish, same text': {
    ...everywhere({ due: { goesLive: true } }),
    idle: sends(MINE, { goesLive: true }),
  },
  'caught up': everywhere({ due: null }),
  saved: { ...everywhere(arrives), idle: unchanged },
  'refused: changed meanwhile': onlyWhile('saving', goesOnTo('conflict')),
  'refused: not found': onlyWhile('saving', {
    by: {
      saving: goesOnTo('not-found'),
      'saving, more is due': goesOnTo('not-found'),
      'saving what waited': goesOnTo('not-found'),
      'saving the merge': goesOnTo('not-found'),
      'saving as new': failsWith('not-found'),
      creating: failsWith('not-found'),
    },
  }),
  'refused: no response': onlyWhile('saving', {
    by: {
      saving: waits,
      'saving, more is due': waits,
      'saving what waited': waits,
      'saving the merge': failsWith('offline'),
      'saving as new': { ...failsWith('offline'), ...remembersNew },
      creating: { ...waits, unanswered: sent({ before: null, changed: ALL }) },
    },
  }),
  'refused: unexpected': onlyWhile('saving', {
    by: {
      saving: { ...failsWith('unexpected'), ...remembersMine },
      'saving, more is due': { ...failsWith('unexpected'), ...remembersMine },
      'saving what waited': failsWith('unexpected'),
      'saving the merge': failsWith('unexpected'),
      'saving as new': { ...failsWith('unexpected'), ...remembersNew },
      creating: { ...failsWith('unexpected'), unanswered: sent({ before: null, changed: ALL }) },
    },
  }),
  'refused: invalid': onlyWhile('saving', failsWith('invalid')),
  'refused: forbidden': onlyWhile('saving', failsWith('forbidden')),
  'refused: signed out': onlyWhile('saving', failsWith('signed-out')),
  'read: mine is stored': {
    ...everywhere(unchanged),
    reading: {
      by: {
        'reading theirs': arrives,
        'reading theirs, one unanswered': conflict({ base: MINE, theirs: MINE_STORED }),
        'reading theirs after waiting': arrives,
        // Not possible: neither sends the save that is found.
        'reading theirs after the merge': conflict({
          ...{ base: MINE_STORED, mine: MERGED, theirs: MINE_STORED },
        }),
        'reading theirs after creating': arrives,
        'reading theirs after saving as new': conflict({
          ...{ base: MINE_STORED, theirs: MINE_STORED },
        }),
        'reading whether it was deleted': noLongerAllowed,
      },
    },
  },
  'read: theirs is stored': {
    ...everywhere(unchanged),
    reading: {
      by: {
        'reading theirs': conflict(),
        'reading theirs, one unanswered': conflict(),
        'reading theirs after waiting': conflict(),
        'reading theirs after the merge': conflict({ base: THEIRS, mine: MERGED }),
        'reading theirs after creating': conflict({ base: null }),
        'reading theirs after saving as new': conflict({ base: null }),
        'reading whether it was deleted': noLongerAllowed,
      },
    },
  },
  'read: theirs is stored, over mine': {
    ...everywhere(unchanged),
    reading: {
      by: {
        'reading theirs': conflict({ version: 5, base: MINE_STORED }),
        'reading theirs, one unanswered': conflict({ version: 5, base: MINE }),
        'reading theirs after waiting': conflict({ version: 5, base: MINE }),
        // Not possible, as above.
        'reading theirs after the merge': conflict({
          ...{ version: 5, base: MINE_STORED, mine: MERGED },
        }),
        'reading theirs after creating': conflict({ version: 5, base: MINE_STORED }),
        'reading theirs after saving as new': conflict({ version: 5, base: MINE_STORED }),
        'reading whether it was deleted': noLongerAllowed,
      },
    },
  },
  missing: {
    ...everywhere(unchanged),
    reading: ({ task }) => ({
      task: null,
      unanswered: null,
      conflict: {
        kind: 'deleted',
        newId: 'b',
        mine: task?.input ?? note(''),
        isMerge: task?.does === 'read' && task.isMerge,
      },
    }),
  },
  'read failed': {
    ...everywhere(unchanged),
    reading: {
      by: {
        'reading theirs': unreadable('conflict'),
        'reading theirs, one unanswered': unreadable('conflict'),
        'reading theirs after waiting': unreadable('conflict'),
        'reading theirs after the merge': unreadable('conflict'),
        'reading theirs after creating': unreadable('conflict'),
        'reading theirs after saving as new': unreadable('conflict'),
        'reading whether it was deleted': unreadable('not-found'),
      },
    },
  },
  merged: onlyWhile('idle', {
    by: {
      opened: unchanged,
      'failed, maybe stored': unchanged,
      waiting: unchanged,
      comparing: savesTheMerge,
      'comparing what waited': savesTheMerge,
      deleted: unchanged,
      'deleted while comparing': unchanged,
    },
  }),
  'merged, typed more': onlyWhile('idle', {
    by: {
      opened: unchanged,
      'failed, maybe stored': unchanged,
      waiting: unchanged,
      comparing: comparesAgain,
      'comparing what waited': comparesAgain,
      deleted: unchanged,
      'deleted while comparing': unchanged,
    },
  }),
  'saved as new': onlyWhile('idle', {
    by: {
      opened: unchanged,
      'failed, maybe stored': unchanged,
      waiting: unchanged,
      comparing: unchanged,
      'comparing what waited': unchanged,
      deleted: sends(MINE, { target: anew, saveIds: ['New'], changed: ALL }),
      'deleted while comparing': sends(MERGED, {
        ...{ target: anew, isMerge: true, saveIds: ['New'], changed: ALL },
      }),
    },
  }),
  cancelled: everywhere({ conflict: null, failure: null }),
  connected: onlyWhile('idle', {
    by: {
      opened: unchanged,
      'failed, maybe stored': unchanged,
      waiting: sends(MINE),
      comparing: unchanged,
      'comparing what waited': unchanged,
      deleted: unchanged,
      'deleted while comparing': unchanged,
    },
  }),
  restored: everywhere({ stored: older, unanswered: null, isWaiting: false }),
  'restored, with a save without an answer': everywhere({
    stored: older,
    unanswered: sent({ saveIds: ['More', 'Mine'] }),
    isWaiting: false,
  }),
};

const run = (from: State, ...steps: Event[]) =>
  steps.reduce((state, event) => reduceDocument(fields, state, event), from);

const states = Object.entries(groups).flatMap(([group, paths]) =>
  Object.entries(paths).map(([name, path]) => ({
    group,
    name,
    state: run(ofNewDocument.includes(name) ? startNew : start, ...path),
  })),
);

function entryOf<Value>(entries: Readonly<Record<string, Value>>, name: string): Value {
  const found = entries[name];
  if (found === undefined) throw new Error(`'${name}' is not in the table`);
  return found;
}

test.for(Object.entries(events))('%s, in every state', ([eventName, event]) => {
  for (const { group, name, state } of states) {
    const entry = entryOf(entryOf(table, eventName), group);
    const outcome = 'by' in entry ? entryOf(entry.by, name) : entry;
    const change = typeof outcome === 'function' ? outcome(state) : outcome;
    expect.soft(reduceDocument(fields, state, event), name).toEqual({ ...state, ...change });
  }
});

test('each task and conflict there can be is a state of the table', () => {
  // A new one fails the type check.
  const tasks: Record<Task<NoteInput>['does'], true> = { save: true, read: true };
  const conflicts: Record<SaveConflict<NoteInput>['kind'], true> = { changed: true, deleted: true };
  const found = <Name>(pick: (state: State) => Name | undefined) =>
    [...new Set(states.flatMap(({ state }) => pick(state) ?? []))].sort();
  expect(found(({ task }) => task?.does)).toEqual(Object.keys(tasks).sort());
  expect(found(({ conflict: open }) => open?.kind)).toEqual(Object.keys(conflicts).sort());
});

test('text is stored, waits or is only typed', () => {
  const waiting = run(start, ...idle.waiting);
  const status = (values: NoteInput) => textOf(fields, waiting, values);
  expect([OPENED, MINE, MORE].map(status)).toEqual(['stored', 'waiting', 'typed']);
  expect(textOf(fields, start, MINE)).toBe('typed');
});

test('blanks that a save trims stay in the form and are no unsaved text', () => {
  const sent = note(' Mine ');
  const state = run(start, submitted(sent), events.saved);
  expect(state.stored.input).toEqual(note(' Mine ', 'Skopje'));
  expect(textOf(fields, state, note(' Mine ', 'Skopje'))).toBe('stored');
});

test('of several saves without a response each is remembered, and the same text only once', () => {
  const state = run(
    startNew,
    ...[submitted(MINE), refused('unexpected'), submitted(MINE), refused('unexpected')],
    ...[submitted(MORE), refused('offline')],
  );
  expect(state.unanswered).toEqual(
    // All forms of a new document have its first text in common.
    sent({ input: MORE, before: MINE, changed: ALL, saveIds: ['Mine, longer', 'Mine'] }),
  );
});

test('a text that is published after it was saved without a response is another save', () => {
  const state = run(start, submitted(MINE), refused('unexpected'), submitted(MINE, true));
  expect(state.task).toMatchObject({ goesLive: true, saveIds: ['Mine, live', 'Mine'] });
});

test('R-04: over a stored save that got no response, a change taken back since it stays mine', () => {
  const state = run(
    start,
    ...[submitted(note('Opened', 'Bitola')), refused('unexpected')],
    ...[submitted(MORE), refused('conflict')],
    {
      ...{ type: 'read', document: document(5, note('Theirs', 'Bitola')), inForm: OPENED },
      sent: { saveId: 'Opened', version: 4, input: note('Opened', 'Bitola') },
    },
  );
  if (state.conflict?.kind !== 'changed') throw new Error('No comparison');
  const { base, mine, theirs } = state.conflict;
  expect(compareVersions(fields, base, mine, theirs)).toMatchObject({
    onlyMine: ['place'],
    onlyTheirs: ['title'],
  });
});

test.each<[string, Partial<State>, NoteInput, { goesLive: boolean } | null]>([
  ['nothing was pressed', { due: null }, MORE, null],
  ['Save was pressed and the text is stored', { due: { goesLive: false } }, OPENED, null],
  ['Save was pressed and there is more', { due: { goesLive: false } }, MORE, { goesLive: false }],
  ['Publish was pressed', { due: { goesLive: true } }, OPENED, { goesLive: true }],
  [
    'Publish was pressed and the two have to be compared first',
    {
      due: { goesLive: true },
      conflict: { kind: 'deleted', newId: 'b', mine: MINE, isMerge: false },
    },
    MORE,
    null,
  ],
])('after a task, when %s', (_what, more, values, due) => {
  const state: State = {
    ...{ stored: seen(document(3, OPENED)), task: null, arrival: null, due: null },
    ...{ unanswered: null, isWaiting: false, conflict: null, failure: null },
    ...more,
  };
  expect(dueSave(fields, state, values)).toEqual(due);
});
