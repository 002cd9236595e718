import { expect, test } from 'vitest';
import { compareVersions, noChoices } from '@/documents/comparison';
import {
  reduceDocument,
  textOf,
  type DocumentEvent,
  type DocumentState,
  type KeptSave,
  type SaveConflict,
  type Task,
} from '@/documents/document-reducer';
import type { StoredDocument } from '@/documents/kind';
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
});
const keptSave = (state: KeptSave<NoteInput>['state'], input = MINE): KeptSave<NoteInput> => ({
  input,
  goesLive: false,
  state,
  problem: state === 'failed' ? 'Too long' : null,
});
const queueNow = (now: KeptSave<NoteInput> | null): EventOf<'queue changed'> => ({
  type: 'queue changed',
  now,
  inForm: MORE,
});
const older = { ...seen(document(2, note('Older'))), savedAt: null };
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
  queued: {
    queued: { type: 'queued', isQueued: true },
    'not queued': { type: 'queued', isQueued: false },
  },
  read: {
    'read: mine is stored': { type: 'read', document: document(4, MINE_STORED), inForm: MORE },
    'read: theirs is stored': { type: 'read', document: document(4, THEIRS), inForm: MORE },
  },
  missing: { missing: { type: 'missing', newId: 'b' } },
  'read failed': { 'read failed': { type: 'read failed', error: readFailure } },
  merged: {
    merged: { type: 'merged', inForm: MORE, comparison, choices },
    'merged, typed more': { type: 'merged', inForm: TYPED, comparison, choices },
  },
  'saved as new': { 'saved as new': { type: 'saved as new' } },
  cancelled: { cancelled: { type: 'cancelled' } },
  'queue changed': {
    'queue: sent': queueNow(null),
    'queue: waiting': queueNow(keptSave('waiting')),
    'queue: failed': queueNow(keptSave('failed')),
    'queue: conflict': queueNow(keptSave('conflict')),
  },
  restored: {
    restored: { type: 'restored', unsaved: { values: MORE, stored: older, unanswered: [] } },
    'restored, written after the kept save': {
      type: 'restored',
      unsaved: { values: MORE, stored: older, unanswered: [MINE_STORED, MINE] },
    },
  },
  discarded: { discarded: { type: 'discarded' } },
} as const satisfies { [Type in Event['type']]: Record<string, EventOf<Type>> };

type EventName = { [Type in Event['type']]: keyof (typeof variants)[Type] }[Event['type']];
const events: Record<EventName, Event> = Object.assign({}, ...Object.values(variants));

const start: State = {
  stored: seen(document(3, OPENED)),
  task: null,
  arrival: null,
  due: null,
  kept: null,
  unanswered: [],
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
  waiting: [save, refused('offline'), events.queued],
  'failed in the queue': [save, refused('offline'), events.queued, events['queue: failed']],
  comparing: [save, refused('conflict'), events['read: theirs is stored']],
  'comparing the kept save': [
    ...[save, refused('offline'), events.queued, events['queue: conflict']],
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
  'saving over the kept save': [...idle.waiting, save],
  'saving the merge': [...idle.comparing, events.merged],
  'saving as new': [...idle.deleted, events['saved as new']],
  creating: [save],
} satisfies Record<string, Event[]>;
const queueing = {
  queueing: [save, refused('offline')],
  'queueing over the kept save': [...saving['saving over the kept save'], refused('offline')],
  'queueing the merge': [...saving['saving the merge'], refused('offline')],
  'queueing as new': [...saving['saving as new'], refused('offline')],
} satisfies Record<string, Event[]>;
const reading = {
  'reading theirs': [save, refused('conflict')],
  'reading theirs, one unanswered': [
    ...idle['failed, maybe stored'],
    ...[events['Save, more text'], refused('conflict')],
  ],
  'reading theirs for the kept save': [...idle.waiting, events['queue: conflict']],
  'reading theirs after the merge': [...saving['saving the merge'], refused('conflict')],
  'reading theirs after creating': [save, refused('conflict')],
  'reading theirs after saving as new': [...saving['saving as new'], refused('conflict')],
  'reading whether it was deleted': [save, refused('not-found')],
} satisfies Record<string, Event[]>;
const following = {
  'following the queue': [...idle.waiting, events['queue: sent']],
} satisfies Record<string, Event[]>;
/** The events that lead to each state, grouped by the task that runs. */
const groups = { idle, saving, queueing, reading, following };
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
  queueing: unchanged,
  reading: unchanged,
  following: unchanged,
  [group]: outcome,
});
const everywhere = (outcome: Outcome): Row => ({
  idle: outcome,
  saving: outcome,
  queueing: outcome,
  reading: outcome,
  following: outcome,
});

const later = { due: { goesLive: false } };
const target = { id: 'a', version: 3, base: OPENED };
const anew = { id: 'b', version: null, base: null };
const sends = (input: NoteInput, more: Partial<Task<NoteInput> & { does: 'save' }> = {}) => ({
  task: { does: 'save', target, input, isMerge: false, goesLive: false, ...more } as const,
  failure: null,
});
const goesOnTo =
  (does: 'keep' | 'read', kind: AppErrorKind): Outcome =>
  ({ task }) => {
    if (task?.does !== 'save') throw new Error('No save runs');
    return { task: { ...task, does, error: problem(kind) } };
  };
const failsWith = (kind: AppErrorKind) => ({ task: null, failure: problem(kind) });
const arrives: Outcome = ({ task, stored, kept }) => ({
  stored: seen(document(4, MINE_STORED)),
  task: null,
  arrival: task && { task, before: stored, kept },
  kept: null,
  unanswered: [],
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
const isQueued = { task: null, failure: null, kept: keptSave('waiting'), unanswered: [MINE] };
const onTopOfMine = sends(MORE, { target: { id: 'a', version: 4, base: MINE } });
const noLongerAllowed = {
  task: null,
  failure: new AppError('forbidden', 'Refused: not-found', { cause: problem('not-found') }),
};
const unreadable = (kind: AppErrorKind | null) => {
  const words = kind ? `Refused: ${kind}` : 'It was changed while it waited on this device';
  const message = `${words}. Failed to fetch`;
  return { task: null, failure: new AppError('unexpected', message, { cause: readFailure }) };
};
const savesTheMerge = sends(MERGED, {
  target: { id: 'a', version: 4, base: THEIRS },
  isMerge: true,
});
const comparesAgain = {
  conflict: { ...conflict().conflict, mine: TYPED, inForm: TYPED, round: 1 },
  failure: new AppError('conflict', TYPED_MORE),
};
const followsTheQueue = { failure: null, task: { does: 'follow', input: MINE } } as const;
const waitsAgain = { failure: null, kept: keptSave('waiting') };
const failedInTheQueue = {
  failure: new AppError('unexpected', 'Too long'),
  // What the queue says is wrong is read once more when the form opens again.
  kept: { ...keptSave('failed'), problem: null },
};
const readsForTheKeptSave = {
  failure: null,
  kept: keptSave('conflict'),
  task: {
    does: 'read',
    target,
    input: MORE,
    isMerge: false,
    goesLive: false,
    error: new AppError('conflict', 'It was changed while it waited on this device'),
  },
} as const;

const table: Record<EventName, Row> = {
  'Save, same text': {
    idle: sends(MINE),
    saving: {
      by: {
        saving: unchanged,
        'saving, more is due': unchanged,
        'saving over the kept save': unchanged,
        'saving the merge': later,
        'saving as new': unchanged,
        creating: unchanged,
      },
    },
    queueing: {
      by: {
        queueing: unchanged,
        'queueing over the kept save': unchanged,
        'queueing the merge': later,
        'queueing as new': unchanged,
      },
    },
    reading: {
      by: {
        'reading theirs': unchanged,
        'reading theirs, one unanswered': later,
        'reading theirs for the kept save': later,
        'reading theirs after the merge': later,
        'reading theirs after creating': unchanged,
        'reading theirs after saving as new': unchanged,
        'reading whether it was deleted': unchanged,
      },
    },
    following: later,
  },
  'Save, more text': {
    idle: sends(MORE),
    saving: later,
    queueing: later,
    reading: {
      by: {
        'reading theirs': later,
        'reading theirs, one unanswered': unchanged,
        'reading theirs for the kept save': unchanged,
        'reading theirs after the merge': later,
        'reading theirs after creating': later,
        'reading theirs after saving as new': later,
        'reading whether it was deleted': later,
      },
    },
    following: later,
  },
  'Publish, same text': {
    ...everywhere({ due: { goesLive: true } }),
    idle: sends(MINE, { goesLive: true }),
  },
  'caught up': everywhere({ due: null }),
  saved: { ...everywhere(arrives), idle: unchanged },
  'refused: changed meanwhile': onlyWhile('saving', goesOnTo('read', 'conflict')),
  'refused: not found': onlyWhile('saving', {
    by: {
      saving: goesOnTo('read', 'not-found'),
      'saving, more is due': goesOnTo('read', 'not-found'),
      'saving over the kept save': goesOnTo('read', 'not-found'),
      'saving the merge': goesOnTo('read', 'not-found'),
      'saving as new': failsWith('not-found'),
      creating: failsWith('not-found'),
    },
  }),
  'refused: no response': onlyWhile('saving', goesOnTo('keep', 'offline')),
  'refused: unexpected': onlyWhile('saving', {
    by: {
      saving: { ...failsWith('unexpected'), unanswered: [MINE] },
      'saving, more is due': { ...failsWith('unexpected'), unanswered: [MINE] },
      'saving over the kept save': failsWith('unexpected'),
      'saving the merge': failsWith('unexpected'),
      'saving as new': { ...failsWith('unexpected'), unanswered: [MINE] },
      creating: { ...failsWith('unexpected'), unanswered: [MINE] },
    },
  }),
  'refused: invalid': onlyWhile('saving', failsWith('invalid')),
  'refused: forbidden': onlyWhile('saving', failsWith('forbidden')),
  'refused: signed out': onlyWhile('saving', failsWith('signed-out')),
  queued: onlyWhile('queueing', {
    by: {
      queueing: isQueued,
      'queueing over the kept save': isQueued,
      'queueing the merge': {
        ...isQueued,
        kept: keptSave('waiting', MERGED),
        unanswered: [MERGED],
        stored: { id: 'a', version: 4, input: THEIRS, savedAt: null },
        conflict: null,
      },
      'queueing as new': {
        ...isQueued,
        stored: { id: 'b', version: null, input: note(''), savedAt: null },
        conflict: null,
      },
    },
  }),
  'not queued': onlyWhile('queueing', {
    by: {
      queueing: { ...failsWith('offline'), unanswered: [MINE] },
      'queueing over the kept save': failsWith('offline'),
      'queueing the merge': failsWith('offline'),
      'queueing as new': { ...failsWith('offline'), unanswered: [MINE] },
    },
  }),
  'read: mine is stored': {
    ...onlyWhile('following', arrives),
    reading: {
      by: {
        'reading theirs': arrives,
        'reading theirs, one unanswered': onTopOfMine,
        'reading theirs for the kept save': onTopOfMine,
        'reading theirs after the merge': conflict({
          base: THEIRS,
          mine: MERGED,
          theirs: MINE_STORED,
        }),
        'reading theirs after creating': arrives,
        'reading theirs after saving as new': arrives,
        'reading whether it was deleted': noLongerAllowed,
      },
    },
  },
  'read: theirs is stored': {
    ...onlyWhile('following', { task: null, kept: null }),
    reading: {
      by: {
        'reading theirs': conflict(),
        'reading theirs, one unanswered': conflict(),
        'reading theirs for the kept save': conflict(),
        'reading theirs after the merge': conflict({ base: THEIRS, mine: MERGED }),
        'reading theirs after creating': conflict({ base: null }),
        'reading theirs after saving as new': conflict({ base: null }),
        'reading whether it was deleted': noLongerAllowed,
      },
    },
  },
  missing: {
    ...onlyWhile('following', { task: null, kept: null }),
    reading: ({ task }) => ({
      task: null,
      unanswered: [],
      conflict: {
        kind: 'deleted',
        newId: 'b',
        mine: task?.input ?? note(''),
        isMerge: task?.does === 'read' && task.isMerge,
      },
    }),
  },
  'read failed': {
    ...onlyWhile('following', { task: null, kept: null }),
    reading: {
      by: {
        'reading theirs': unreadable('conflict'),
        'reading theirs, one unanswered': unreadable('conflict'),
        'reading theirs for the kept save': unreadable(null),
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
      'failed in the queue': unchanged,
      comparing: savesTheMerge,
      'comparing the kept save': savesTheMerge,
      deleted: unchanged,
      'deleted while comparing': unchanged,
    },
  }),
  'merged, typed more': onlyWhile('idle', {
    by: {
      opened: unchanged,
      'failed, maybe stored': unchanged,
      waiting: unchanged,
      'failed in the queue': unchanged,
      comparing: comparesAgain,
      'comparing the kept save': comparesAgain,
      deleted: unchanged,
      'deleted while comparing': unchanged,
    },
  }),
  'saved as new': onlyWhile('idle', {
    by: {
      opened: unchanged,
      'failed, maybe stored': unchanged,
      waiting: unchanged,
      'failed in the queue': unchanged,
      comparing: unchanged,
      'comparing the kept save': unchanged,
      deleted: sends(MINE, { target: anew }),
      'deleted while comparing': sends(MERGED, { target: anew, isMerge: true }),
    },
  }),
  cancelled: everywhere({ conflict: null, failure: null }),
  'queue: sent': onlyWhile('idle', {
    by: {
      opened: unchanged,
      'failed, maybe stored': unchanged,
      waiting: followsTheQueue,
      'failed in the queue': followsTheQueue,
      comparing: unchanged,
      'comparing the kept save': followsTheQueue,
      deleted: unchanged,
      'deleted while comparing': unchanged,
    },
  }),
  'queue: waiting': onlyWhile('idle', {
    by: {
      opened: unchanged,
      'failed, maybe stored': unchanged,
      waiting: unchanged,
      'failed in the queue': waitsAgain,
      comparing: unchanged,
      'comparing the kept save': waitsAgain,
      deleted: unchanged,
      'deleted while comparing': unchanged,
    },
  }),
  'queue: failed': onlyWhile('idle', {
    by: {
      opened: unchanged,
      'failed, maybe stored': unchanged,
      waiting: failedInTheQueue,
      'failed in the queue': unchanged,
      comparing: unchanged,
      'comparing the kept save': failedInTheQueue,
      deleted: unchanged,
      'deleted while comparing': unchanged,
    },
  }),
  'queue: conflict': onlyWhile('idle', {
    by: {
      opened: unchanged,
      'failed, maybe stored': unchanged,
      waiting: readsForTheKeptSave,
      'failed in the queue': readsForTheKeptSave,
      comparing: unchanged,
      'comparing the kept save': unchanged,
      deleted: unchanged,
      'deleted while comparing': unchanged,
    },
  }),
  restored: everywhere({ stored: older, unanswered: [], kept: null }),
  'restored, written after the kept save': everywhere({
    stored: older,
    unanswered: [MINE_STORED, MINE],
  }),
  discarded: everywhere({ kept: null }),
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

test('each task, conflict and kept save there can be is a state of the table', () => {
  // A new one fails the type check.
  const tasks: Record<Task<NoteInput>['does'], true> = {
    save: true,
    keep: true,
    read: true,
    follow: true,
  };
  const conflicts: Record<SaveConflict<NoteInput>['kind'], true> = { changed: true, deleted: true };
  const kept: Record<KeptSave<NoteInput>['state'], true> = {
    waiting: true,
    failed: true,
    conflict: true,
  };
  const found = <Name>(pick: (state: State) => Name | undefined) =>
    [...new Set(states.flatMap(({ state }) => pick(state) ?? []))].sort();
  expect(found(({ task }) => task?.does)).toEqual(Object.keys(tasks).sort());
  expect(found(({ conflict: open }) => open?.kind)).toEqual(Object.keys(conflicts).sort());
  expect(found((state) => state.kept?.state)).toEqual(Object.keys(kept).sort());
});

test('text is stored, kept or only typed', () => {
  const waiting = run(start, ...idle.waiting);
  const status = (values: NoteInput) => textOf(fields, waiting, values);
  expect([OPENED, MINE, MORE].map(status)).toEqual(['stored', 'kept', 'typed']);
  expect(textOf(fields, start, MINE)).toBe('typed');
});

test('blanks that a save trims stay in the form and are no unsaved text', () => {
  const sent = note(' Mine ');
  const state = run(start, submitted(sent), events.saved);
  expect(state.stored.input).toEqual(note(' Mine ', 'Skopje'));
  expect(textOf(fields, state, note(' Mine ', 'Skopje'))).toBe('stored');
});

test('of several saves without a response, each is remembered once', () => {
  const state = run(
    startNew,
    ...[submitted(MINE), refused('unexpected'), submitted(MINE), refused('unexpected')],
    ...[submitted(MORE), refused('offline'), { type: 'queued', isQueued: false } as const],
  );
  expect(state.unanswered).toEqual([MINE, MORE]);
});

test('R-04: of several saves without a response any may be stored: a change since one of them stays mine', () => {
  const [first, second] = [note('First', 'Bitola'), note('Second', 'Bitola')];
  const state = run(
    startNew,
    ...[submitted(first), refused('unexpected'), submitted(second), refused('unexpected')],
    ...[submitted(second), refused('conflict')],
    { type: 'read', document: document(2, note('First', 'Brooklyn')), inForm: second },
  );
  if (state.conflict?.kind !== 'changed') throw new Error('No comparison');
  const { base, mine, theirs } = state.conflict;
  expect(compareVersions(fields, base, mine, theirs)).toMatchObject({
    onlyMine: ['title'],
    onlyTheirs: ['place'],
  });
});

test('R-04: a change taken back after a save without a response stays mine', () => {
  const state = run(
    start,
    ...[submitted(note('Opened', 'Bitola')), refused('unexpected'), submitted(OPENED)],
    refused('conflict'),
    { type: 'read', document: document(5, note('Theirs', 'Bitola')), inForm: OPENED },
  );
  if (state.conflict?.kind !== 'changed') throw new Error('No comparison');
  const { base, mine, theirs } = state.conflict;
  expect(compareVersions(fields, base, mine, theirs)).toMatchObject({
    onlyMine: ['place'],
    onlyTheirs: ['title'],
  });
});
