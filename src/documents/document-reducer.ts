import { AppError, messageOf } from '@/lib/errors';
import type { QueueItem } from '@/lib/offline-queue';
import { TYPED_MORE, withTypedSince } from '@/lib/typed-since';
import { mergeVersions, type Choices, type Comparison } from './comparison';
import {
  hasSameContent,
  hasSameText,
  isStoredFrom,
  keepSpelling,
  type DocumentInput,
  type Fields,
} from './fields';
import type { StoredDocument } from './kind';

/** What the backend holds, as far as this form knows. */
export type Stored<Input extends DocumentInput> = {
  id: string;
  /** Null until the document has been created. */
  version: number | null;
  input: Input;
  /** ISO 8601 in UTC; null where that is not known. */
  savedAt: string | null;
};

/** Where a save goes, and what it started from. */
export type SaveTarget<Input extends DocumentInput> = {
  id: string;
  version: number | null;
  base: Input | null;
};

type Sending<Input extends DocumentInput> = {
  target: SaveTarget<Input>;
  input: Input;
  /** From the comparison: the form goes on from what is sent. */
  isMerge: boolean;
};

/** What the hook has to do now; its outcome comes back as an event. One at a time. */
export type Task<Input extends DocumentInput> =
  | (Sending<Input> & { does: 'save' })
  /** Keep it on this device: the backend does not answer. */
  | (Sending<Input> & { does: 'keep'; error: AppError })
  /** Read the other version: it is in the way, or the document may be gone. */
  | (Sending<Input> & { does: 'read'; error: AppError })
  /** Read what came of a save that the queue has sent. */
  | { does: 'follow'; sent: Input };

/** Why a save cannot simply be repeated. */
export type SaveConflict<Input extends DocumentInput> =
  | {
      kind: 'changed';
      id: string;
      version: number;
      base: Input | null;
      mine: Input;
      theirs: Input;
      /** What the form held when the two were compared. */
      inForm: Input;
      /** How often they were compared anew because more was typed. */
      round: number;
    }
  | { kind: 'deleted'; newId: string; mine: Input };

export type KeptSave<Input extends DocumentInput> = {
  input: Input;
  state: QueueItem['state'];
  problem: string | null;
};

export type DocumentState<Input extends DocumentInput> = {
  stored: Stored<Input>;
  /** Where the text of the form is as well: in the backend, on this device, or nowhere. */
  text: 'stored' | 'kept' | 'typed';
  task: Task<Input> | null;
  /** Save was pressed while a task ran that does not send what was typed by then. */
  isSaveDue: boolean;
  /** What waits on this device to be sent, as of the last try to save. */
  kept: KeptSave<Input> | null;
  /** Sent without an answer: the backend may hold any of these. */
  unanswered: Input[];
  conflict: SaveConflict<Input> | null;
  /** Why the last try failed, until the next one. */
  failure: AppError | null;
};

/** Text of an earlier visit, with the version it was written against. */
export type UnsavedText<Input extends DocumentInput> = {
  values: Input;
  stored: Stored<Input>;
  unanswered: Input[];
};

export type DocumentEvent<Input extends DocumentInput> =
  | { type: 'typed'; text: DocumentState<Input>['text'] }
  | { type: 'submitted'; input: Input }
  /** The due save has begun, or is not needed any more. */
  | { type: 'caught up' }
  /** The backend holds what the task sent. */
  | { type: 'saved'; document: StoredDocument<Input> }
  | { type: 'refused'; error: AppError }
  | { type: 'kept'; isKept: boolean }
  | { type: 'read'; document: StoredDocument<Input>; inForm: Input }
  | { type: 'missing'; newId: string }
  | { type: 'unread'; error: unknown }
  | { type: 'merged'; inForm: Input; comparison: Comparison<Input>; choices: Choices }
  | { type: 'saved as new' }
  | { type: 'cancelled' }
  /** What the queue of this device says now; null when nothing waits any more. */
  | { type: 'queue changed'; now: KeptSave<Input> | null; inForm: Input }
  | { type: 'restored'; left: UnsavedText<Input> }
  | { type: 'discarded' };

export type DocumentStatus =
  'clean' | 'changed' | 'saving' | 'waiting' | 'compared' | 'gone' | 'failed';

/** The one state a reader would name; where several facts hold, the first of these. */
export function statusOf<Input extends DocumentInput>(state: DocumentState<Input>): DocumentStatus {
  if (state.task) return 'saving';
  if (state.conflict) return state.conflict.kind === 'deleted' ? 'gone' : 'compared';
  if (state.failure && !state.kept) return 'failed';
  if (state.text === 'typed') return 'changed';
  if (state.kept) return 'waiting';
  return 'clean';
}

/** Where this text is as well, see `DocumentState.text`. */
export function textOf<Input extends DocumentInput>(
  fields: Fields<Input>,
  { stored, kept }: DocumentState<Input>,
  values: Input,
): DocumentState<Input>['text'] {
  if (hasSameText(fields, values, stored.input)) return 'stored';
  return kept && hasSameText(fields, values, kept.input) ? 'kept' : 'typed';
}

/** Decides alone by the state and the event: every effect is a task for the hook. */
export function reduceDocument<Input extends DocumentInput>(
  fields: Fields<Input>,
  state: DocumentState<Input>,
  event: DocumentEvent<Input>,
): DocumentState<Input> {
  switch (event.type) {
    case 'typed':
      return { ...state, text: event.text };
    case 'submitted':
      return submit(fields, state, event.input);
    case 'caught up':
      return { ...state, isSaveDue: false };
    case 'saved':
      return settle(fields, state, event.document);
    case 'refused':
      return refuse(fields, state, event.error);
    case 'kept':
      return keep(fields, state, event.isKept);
    case 'read':
      return meet(fields, state, event.document, event.inForm);
    case 'missing':
      return miss(state, event.newId);
    case 'unread':
      return failToRead(state, event.error);
    case 'merged':
      return merge(fields, state, event);
    case 'saved as new':
      if (state.conflict?.kind !== 'deleted' || state.task) return state;
      return send(state, {
        target: { id: state.conflict.newId, version: null, base: null },
        input: state.conflict.mine,
        isMerge: false,
      });
    case 'cancelled':
      return { ...state, conflict: null, failure: null };
    case 'queue changed':
      return followQueue(state, event.now, event.inForm);
    case 'restored':
      return restore(fields, state, event.left);
    case 'discarded':
      return { ...state, kept: null };
  }
}

function send<Input extends DocumentInput>(
  state: DocumentState<Input>,
  sending: Sending<Input>,
): DocumentState<Input> {
  return { ...state, failure: null, task: { does: 'save', ...sending } };
}

export function targetOf<Input extends DocumentInput>(stored: Stored<Input>): SaveTarget<Input> {
  const { id, version, input } = stored;
  return { id, version, base: version === null ? null : input };
}

function submit<Input extends DocumentInput>(
  fields: Fields<Input>,
  state: DocumentState<Input>,
  input: Input,
): DocumentState<Input> {
  const { task } = state;
  if (!task) return send(state, { target: targetOf(state.stored), input, isMerge: false });
  const isSent = task.does !== 'follow' && hasSameText(fields, input, task.input);
  return { ...state, isSaveDue: !isSent };
}

function settle<Input extends DocumentInput>(
  fields: Fields<Input>,
  state: DocumentState<Input>,
  { id, version, input, savedAt }: StoredDocument<Input>,
): DocumentState<Input> {
  const { task } = state;
  if (!task) return state;
  const sent = task.does === 'follow' ? task.sent : task.input;
  return {
    ...state,
    stored: { id, version, input: keepSpelling(fields, input, sent), savedAt },
    task: null,
    kept: null,
    unanswered: [],
    conflict: null,
    failure: null,
  };
}

function refuse<Input extends DocumentInput>(
  fields: Fields<Input>,
  state: DocumentState<Input>,
  error: AppError,
): DocumentState<Input> {
  const { task } = state;
  if (task?.does !== 'save') return state;
  const isGone = error.kind === 'not-found' && task.target.version !== null;
  if (error.kind === 'conflict' || isGone)
    return { ...state, task: { ...task, does: 'read', error } };
  if (error.kind === 'offline') return { ...state, task: { ...task, does: 'keep', error } };
  const failed = { ...state, task: null, failure: error };
  return error.kind === 'unexpected' ? rememberSent(fields, failed, task.input) : failed;
}

function rememberSent<Input extends DocumentInput>(
  fields: Fields<Input>,
  state: DocumentState<Input>,
  input: Input,
): DocumentState<Input> {
  const isKnown = state.unanswered.some((sent) => hasSameContent(fields, sent, input));
  return isKnown ? state : { ...state, unanswered: [...state.unanswered, input] };
}

function keep<Input extends DocumentInput>(
  fields: Fields<Input>,
  state: DocumentState<Input>,
  isKept: boolean,
): DocumentState<Input> {
  const { task, conflict } = state;
  if (task?.does !== 'keep') return state;
  const { target, input, error } = task;
  const after = rememberSent(fields, { ...state, task: null, failure: error }, input);
  if (!isKept) return after;
  const waiting = { ...after, kept: { input, state: 'waiting', problem: null } as const };
  if (conflict?.kind !== 'changed') return waiting;
  // The form goes on from the merge. Its own text against what the merge brings to the backend would
  // take the other side's words out again with the next save.
  const stored = { id: target.id, version: target.version, input: conflict.theirs, savedAt: null };
  return { ...waiting, stored, conflict: null };
}

/** The other version is here. */
function meet<Input extends DocumentInput>(
  fields: Fields<Input>,
  state: DocumentState<Input>,
  document: StoredDocument<Input>,
  inForm: Input,
): DocumentState<Input> {
  const { task } = state;
  if (!task) return state;
  // Followed, and not what was sent: it was discarded, or changed since.
  if (task.does === 'follow') return { ...state, task: null, kept: null };
  if (task.does !== 'read') return state;
  const { target, input, error } = task;
  if (error.kind !== 'conflict') {
    // Not found for writing, and here for reading: it is no longer this person's to change.
    const failure = new AppError('forbidden', error.message, { cause: error });
    return { ...state, task: null, failure };
  }
  const { id, version, input: theirs } = document;
  const arrived = state.unanswered.find((sent) => isStoredFrom(fields, theirs, sent));
  if (arrived) {
    // On top of what was sent, not of what is stored: what the backend filled in is no change of mine.
    const { isMerge } = task;
    return send(state, { target: { id, version, base: arrived }, input, isMerge });
  }
  const base = target.base ?? state.unanswered.at(-1) ?? null;
  const mine = state.conflict ? input : inForm;
  return {
    ...state,
    task: null,
    conflict: { kind: 'changed', id, version, base, mine, theirs, inForm, round: 0 },
  };
}

function miss<Input extends DocumentInput>(
  state: DocumentState<Input>,
  newId: string,
): DocumentState<Input> {
  const { task } = state;
  if (task?.does === 'follow') return { ...state, task: null, kept: null };
  if (task?.does !== 'read') return state;
  return { ...state, task: null, conflict: { kind: 'deleted', newId, mine: task.input } };
}

function failToRead<Input extends DocumentInput>(
  state: DocumentState<Input>,
  problem: unknown,
): DocumentState<Input> {
  const { task } = state;
  if (task?.does === 'follow') return { ...state, task: null, kept: null };
  if (task?.does !== 'read') return state;
  const kind = problem instanceof AppError ? problem.kind : 'unexpected';
  const message = `${task.error.message}. ${messageOf(problem)}`;
  return { ...state, task: null, failure: new AppError(kind, message, { cause: problem }) };
}

function merge<Input extends DocumentInput>(
  fields: Fields<Input>,
  state: DocumentState<Input>,
  { inForm, comparison, choices }: Extract<DocumentEvent<Input>, { type: 'merged' }>,
): DocumentState<Input> {
  const { conflict, task } = state;
  if (conflict?.kind !== 'changed' || task) return state;
  const more = withTypedSince(conflict.mine, conflict.inForm, inForm);
  if (more) {
    // A last key can reach the form while the comparison opens.
    const again = { ...conflict, mine: more, inForm, round: conflict.round + 1 };
    return { ...state, conflict: again, failure: new AppError('conflict', TYPED_MORE) };
  }
  const { id, version, mine, theirs } = conflict;
  return send(state, {
    target: { id, version, base: theirs },
    input: mergeVersions(fields, mine, theirs, comparison, choices),
    isMerge: true,
  });
}

/** What waited here is sent by the queue, maybe from another tab: the form learns what came of it. */
function followQueue<Input extends DocumentInput>(
  state: DocumentState<Input>,
  now: KeptSave<Input> | null,
  inForm: Input,
): DocumentState<Input> {
  const { kept, task, stored } = state;
  if (!kept || task || now?.state === kept.state) return state;
  const after = { ...state, failure: null };
  if (!now) return { ...after, task: { does: 'follow', sent: kept.input } };
  const told = { ...after, kept: { ...kept, state: now.state } };
  if (now.state === 'failed') return { ...told, failure: failureOf(now) };
  if (now.state !== 'conflict') return told;
  const error = new AppError('conflict', 'It was changed while it waited on this device');
  const read = {
    does: 'read',
    target: targetOf(stored),
    input: inForm,
    isMerge: false,
    error,
  } as const;
  return { ...told, task: read };
}

export function failureOf<Input extends DocumentInput>({ problem }: KeptSave<Input>): AppError {
  return new AppError('unexpected', problem ?? 'It could not be saved');
}

function restore<Input extends DocumentInput>(
  fields: Fields<Input>,
  state: DocumentState<Input>,
  { stored, unanswered }: UnsavedText<Input>,
): DocumentState<Input> {
  const { kept } = state;
  // What waits goes its own way, unless this was written on top of it.
  const isOnTop = kept && unanswered.some((sent) => hasSameContent(fields, sent, kept.input));
  return { ...state, stored, unanswered, kept: isOnTop ? kept : null };
}
