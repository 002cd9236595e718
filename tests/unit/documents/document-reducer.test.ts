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
import type { SentSave } from '@/documents/stored';
import type { StoredDocument } from '@/documents/stored';
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
const keptSave = (
  state: KeptSave<NoteInput>['state'],
  more: Partial<SentSave<NoteInput>> = {},
): KeptSave<NoteInput> => ({
  ...sent(more),
  state,
  problem: state === 'failed' ? 'Too long' : null,
});
const queueNow = (now: KeptSave<NoteInput> | null): EventOf<'queue changed'> => ({
  type: 'queue changed',
  now,
  inForm: MORE,
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
  queued: {
    queued: { type: 'queued', isQueued: true },
    'not queued': { type: 'queued', isQueued: false },
  },
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
  'queue changed': {
    'queue: sent': queueNow(null),
    'queue: waiting': queueNow(keptSave('waiting')),
    'queue: failed': queueNow(keptSave('failed')),
    'queue: conflict': queueNow(keptSave('conflict')),
  },
  restored: {
    restored: { type: 'restored', unsaved: { values: MORE, stored: older, unanswered: null } },
    'restored, written after the kept save': {
      type: 'restored',
      unsaved: { values: MORE, stored: older, unanswered: sent({ saveIds: ['More', 'Mine'] }) },
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
  unanswered: null,
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
    };
  };
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
const ofMerge = { input: MERGED, before: THEIRS, changed: ['title'], saveIds: ['Merged'] };
const isQueued = { task: null, failure: null, kept: keptSave('waiting'), ...remembersMine };
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
  ...{ saveIds: ['Merged'], changed: ['title'] },
});
const comparesAgain = {
  conflict: { ...conflict().conflict, mine: TYPED, inForm: TYPED, round: 1 },
  failure: new AppError('conflict', TYPED_MORE),
};
const followsTheQueue = {
  failure: null,
  task: { does: 'follow', input: MINE, saveIds: ['Mine'] },
} satisfies Partial<State>;
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
    saveIds: ['Mine'],
    changed: CHANGED,
    error: new AppError('conflict', 'It was changed while it waited on this device'),
  },
} satisfies Partial<State>;

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
      saving: { ...failsWith('unexpected'), ...remembersMine },
      'saving, more is due': { ...failsWith('unexpected'), ...remembersMine },
      'saving over the kept save': failsWith('unexpected'),
      'saving the merge': failsWith('unexpected'),
      'saving as new': { ...failsWith('unexpected'), ...remembersNew },
      creating: { ...failsWith('unexpected'), unanswered: sent({ before: null, changed: ALL }) },
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
        kept: keptSave('waiting', ofMerge),
        unanswered: sent(ofMerge),
        stored: { id: 'a', version: 4, input: THEIRS, savedAt: null },
        conflict: null,
      },
      'queueing as new': {
        ...isQueued,
        ...remembersNew,
        kept: keptSave('waiting', newSent),
        stored: { id: 'b', version: null, input: note(''), savedAt: null },
        conflict: null,
      },
    },
  }),
  'not queued': onlyWhile('queueing', {
    by: {
      queueing: { ...failsWith('offline'), ...remembersMine },
      'queueing over the kept save': failsWith('offline'),
      'queueing the merge': failsWith('offline'),
      'queueing as new': { ...failsWith('offline'), ...remembersNew },
    },
  }),
  'read: mine is stored': {
    ...onlyWhile('following', arrives),
    reading: {
      by: {
        'reading theirs': arrives,
        'reading theirs, one unanswered': conflict({ base: MINE, theirs: MINE_STORED }),
        'reading theirs for the kept save': arrives,
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
  'read: theirs is stored, over mine': {
    ...onlyWhile('following', { task: null, kept: null }),
    reading: {
      by: {
        'reading theirs': conflict({ version: 5, base: MINE_STORED }),
        'reading theirs, one unanswered': conflict({ version: 5, base: MINE }),
        'reading theirs for the kept save': conflict({ version: 5, base: MINE }),
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
    ...onlyWhile('following', { task: null, kept: null }),
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
      deleted: sends(MINE, { target: anew, saveIds: ['New'], changed: ALL }),
      'deleted while comparing': sends(MERGED, {
        ...{ target: anew, isMerge: true, saveIds: ['New'], changed: ALL },
      }),
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
  restored: everywhere({ stored: older, unanswered: null, kept: null }),
  'restored, written after the kept save': everywhere({
    stored: older,
    unanswered: sent({ saveIds: ['More', 'Mine'] }),
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

test('of several saves without a response each is remembered, and the same text only once', () => {
  const state = run(
    startNew,
    ...[submitted(MINE), refused('unexpected'), submitted(MINE), refused('unexpected')],
    ...[submitted(MORE), refused('offline'), { type: 'queued', isQueued: false } as const],
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
