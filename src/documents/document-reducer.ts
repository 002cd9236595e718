import { AppError, messageOf } from '@/lib/errors';
import type { QueueItem } from '@/lib/offline-queue';
import { TYPED_MORE, withTypedSince } from '@/lib/typed-since';
import { likeliestBase, mergeVersions, type Choices, type Comparison } from './comparison';
import {
  emptyInput,
  hasSameContent,
  hasSameText,
  isStoredFrom,
  keepTypedValues,
  type DocumentInput,
  type Fields,
} from './fields';
import type { StoredDocument } from './kind';

/** The last version of the backend that this form has seen. */
export type Stored<Input extends DocumentInput> = {
  id: string;
  /** Null until the document has been created. */
  version: number | null;
  input: Input;
  /** ISO 8601 in UTC; null when not known. */
  savedAt: string | null;
};

/** The document a save writes to, and the version it started from. */
export type SaveTarget<Input extends DocumentInput> = {
  id: string;
  version: number | null;
  base: Input | null;
};

type Sending<Input extends DocumentInput> = {
  target: SaveTarget<Input>;
  input: Input;
  /** The save of a comparison: the form is reset to what was sent. */
  isMerge: boolean;
  /** As in `SaveRequest`. */
  goesLive: boolean;
};

/** The effect the hook runs next; it reports the result as an event. One at a time. */
export type Task<Input extends DocumentInput> =
  | (Sending<Input> & { does: 'save' })
  /** Queue it on this device: the backend does not answer. */
  | (Sending<Input> & { does: 'keep'; error: AppError })
  /** Read the stored version, after a conflict or when the document may be deleted. */
  | (Sending<Input> & { does: 'read'; error: AppError })
  /** Read the document after the queue has sent the kept save. */
  | { does: 'follow'; input: Input };

/** A task whose text the backend has stored: the hook updates the form, the queue and the address. */
export type Arrival<Input extends DocumentInput> = {
  task: Task<Input>;
  /** The document and the kept save before it. */
  before: Stored<Input>;
  kept: KeptSave<Input> | null;
};

/** Why a save cannot be repeated as it is. */
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
      /** How often the comparison restarted because more was typed. */
      round: number;
    }
  | {
      kind: 'deleted';
      newId: string;
      mine: Input;
      /** `mine` is the result of a comparison, not what the form holds. */
      isMerge: boolean;
    };

export type KeptSave<Input extends DocumentInput> = {
  input: Input;
  /** As in `SaveRequest`. */
  goesLive: boolean;
  state: QueueItem['state'];
  problem: string | null;
};

export type DocumentState<Input extends DocumentInput> = {
  stored: Stored<Input>;
  task: Task<Input> | null;
  /** The last one; null before the first. */
  arrival: Arrival<Input> | null;
  /** Save or Publish was pressed during a task that does not do the same. */
  due: { goesLive: boolean } | null;
  /** The save that waits in the queue of this device. */
  kept: KeptSave<Input> | null;
  /** Texts of this form that were sent without an answer: the backend may have stored any of these. */
  unanswered: Input[];
  conflict: SaveConflict<Input> | null;
  /** Why the last attempt failed; cleared by the next one. */
  failure: AppError | null;
};

/** Unsaved text of an earlier visit, with the version it started from. */
export type UnsavedText<Input extends DocumentInput> = {
  values: Input;
  stored: Stored<Input>;
  unanswered: Input[];
};

export type DocumentEvent<Input extends DocumentInput> =
  | { type: 'submitted'; input: Input; goesLive: boolean }
  /** The due save has started or is no longer needed. */
  | { type: 'caught up' }
  /** The backend has stored what the task sent. */
  | { type: 'saved'; document: StoredDocument<Input> }
  | { type: 'refused'; error: AppError }
  | { type: 'queued'; isQueued: boolean }
  | { type: 'read'; document: StoredDocument<Input>; inForm: Input }
  | { type: 'missing'; newId: string }
  | { type: 'read failed'; error: unknown }
  | { type: 'merged'; inForm: Input; comparison: Comparison<Input>; choices: Choices }
  | { type: 'saved as new' }
  | { type: 'cancelled' }
  /** The kept save as the queue has it now; null when none waits. */
  | { type: 'queue changed'; now: KeptSave<Input> | null; inForm: Input }
  | { type: 'restored'; unsaved: UnsavedText<Input> }
  | { type: 'discarded' };

/** Where `values` are stored: in the backend, in the queue of this device, or nowhere. */
export function textOf<Input extends DocumentInput>(
  fields: Fields<Input>,
  { stored, kept }: DocumentState<Input>,
  values: Input,
): 'stored' | 'kept' | 'typed' {
  if (hasSameText(fields, values, stored.input)) return 'stored';
  return kept && hasSameText(fields, values, kept.input) ? 'kept' : 'typed';
}

/** The save that was pressed during a task, if it is still to be sent when the task has ended. */
export function dueSave<Input extends DocumentInput>(
  fields: Fields<Input>,
  state: DocumentState<Input>,
  values: Input,
): { goesLive: boolean } | null {
  const { due, conflict } = state;
  if (!due || conflict) return null;
  return due.goesLive || textOf(fields, state, values) === 'typed' ? due : null;
}

/** Pure: effects are tasks that the hook runs. */
export function reduceDocument<Input extends DocumentInput>(
  fields: Fields<Input>,
  state: DocumentState<Input>,
  event: DocumentEvent<Input>,
): DocumentState<Input> {
  switch (event.type) {
    case 'submitted':
      return submit(fields, state, event);
    case 'caught up':
      return { ...state, due: null };
    case 'saved':
      return finish(fields, state, event.document);
    case 'refused':
      return refuse(fields, state, event.error);
    case 'queued':
      return keep(fields, state, event.isQueued);
    case 'read':
      return handleOtherVersion(fields, state, event.document, event.inForm);
    case 'missing':
      return handleMissing(state, event.newId);
    case 'read failed':
      return failToRead(state, event.error);
    case 'merged':
      return merge(fields, state, event);
    case 'saved as new':
      if (state.conflict?.kind !== 'deleted' || state.task) return state;
      return send(state, {
        target: { id: state.conflict.newId, version: null, base: null },
        input: state.conflict.mine,
        isMerge: state.conflict.isMerge,
        goesLive: false,
      });
    case 'cancelled':
      return { ...state, conflict: null, failure: null };
    case 'queue changed':
      return applyQueueChange(state, event.now, event.inForm);
    case 'restored':
      return restore(fields, state, event.unsaved);
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
  { input, goesLive }: Extract<DocumentEvent<Input>, { type: 'submitted' }>,
): DocumentState<Input> {
  const { task, stored, due } = state;
  if (!task) return send(state, { target: targetOf(stored), input, isMerge: false, goesLive });
  const isSent =
    task.does !== 'follow' &&
    hasSameText(fields, input, task.input) &&
    (task.goesLive || !goesLive);
  return { ...state, due: isSent ? due : { goesLive: goesLive || due?.goesLive === true } };
}

function finish<Input extends DocumentInput>(
  fields: Fields<Input>,
  state: DocumentState<Input>,
  { id, version, input, savedAt }: StoredDocument<Input>,
): DocumentState<Input> {
  const { task, stored: before, kept } = state;
  if (!task) return state;
  return {
    ...state,
    stored: { id, version, input: keepTypedValues(fields, input, task.input), savedAt },
    task: null,
    arrival: { task, before, kept },
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
  return error.kind === 'unexpected' ? rememberSent(fields, failed, task) : failed;
}

/** A merge is not remembered: the form still holds the text before it, which lacks their changes. */
function rememberSent<Input extends DocumentInput>(
  fields: Fields<Input>,
  state: DocumentState<Input>,
  { input, isMerge }: Sending<Input>,
): DocumentState<Input> {
  const isKnown = state.unanswered.some((sent) => hasSameContent(fields, sent, input));
  return isMerge || isKnown ? state : { ...state, unanswered: [...state.unanswered, input] };
}

function keep<Input extends DocumentInput>(
  fields: Fields<Input>,
  state: DocumentState<Input>,
  isQueued: boolean,
): DocumentState<Input> {
  const { task, conflict } = state;
  if (task?.does !== 'keep') return state;
  const { target, input, goesLive, error } = task;
  const failure = isQueued ? null : error;
  const after = rememberSent(fields, { ...state, task: null, failure }, task);
  if (!isQueued) return after;
  const kept = { input, goesLive, state: 'waiting', problem: null } as const;
  const waiting = { ...after, kept };
  if (!conflict) return waiting;
  // The form is reset to a merge, which contains their changes: they must be the base of the next
  // save, or that save would undo them. A copy of a deleted document starts from nothing.
  const base = conflict.kind === 'changed' ? conflict.theirs : emptyInput(fields);
  const stored = { id: target.id, version: target.version, input: base, savedAt: null };
  return { ...waiting, stored, conflict: null, unanswered: [input] };
}

function handleOtherVersion<Input extends DocumentInput>(
  fields: Fields<Input>,
  state: DocumentState<Input>,
  document: StoredDocument<Input>,
  inForm: Input,
): DocumentState<Input> {
  const { task } = state;
  if (task?.does !== 'read' && task?.does !== 'follow') return state;
  const isConflict = task.does === 'follow' || task.error.kind === 'conflict';
  if (isConflict && isStoredFrom(fields, document.input, task.input)) {
    return finish(fields, state, document);
  }
  // The queued save was discarded, or the document was changed after it.
  if (task.does === 'follow') return { ...state, task: null, kept: null };
  const { target, input, error } = task;
  if (error.kind !== 'conflict') {
    // Readable but not found for writing: this user may no longer change it.
    const failure = new AppError('forbidden', error.message, { cause: error });
    return { ...state, task: null, failure };
  }
  const { id, version, input: theirs } = document;
  // A merge started from a version that is newer than what was sent before.
  const sent = task.isMerge ? [] : state.unanswered;
  const arrived = sent.find((one) => isStoredFrom(fields, theirs, one));
  if (arrived) {
    // The base is what was sent, not what is stored: values the backend filled in are not my changes.
    const { isMerge, goesLive } = task;
    return send(state, { target: { id, version, base: arrived }, input, isMerge, goesLive });
  }
  const mine = task.isMerge ? input : inForm;
  const base = likeliestBase(fields, target.base ? [target.base, ...sent] : sent, mine, theirs);
  return {
    ...state,
    task: null,
    conflict: { kind: 'changed', id, version, base, mine, theirs, inForm, round: 0 },
  };
}

function handleMissing<Input extends DocumentInput>(
  state: DocumentState<Input>,
  newId: string,
): DocumentState<Input> {
  const { task } = state;
  if (task?.does === 'follow') return { ...state, task: null, kept: null };
  if (task?.does !== 'read') return state;
  const { input: mine, isMerge } = task;
  const conflict = { kind: 'deleted', newId, mine, isMerge } as const;
  // What was sent went to the deleted document.
  return { ...state, task: null, conflict, unanswered: [] };
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
    // The last key can reach the form after the comparison has opened.
    const again = { ...conflict, mine: more, inForm, round: conflict.round + 1 };
    return { ...state, conflict: again, failure: new AppError('conflict', TYPED_MORE) };
  }
  const { id, version, mine, theirs } = conflict;
  return send(state, {
    target: { id, version, base: theirs },
    input: mergeVersions(fields, mine, theirs, comparison, choices),
    isMerge: true,
    goesLive: false,
  });
}

/** The queue, maybe in another tab, has sent the kept save or changed its state. */
function applyQueueChange<Input extends DocumentInput>(
  state: DocumentState<Input>,
  now: KeptSave<Input> | null,
  inForm: Input,
): DocumentState<Input> {
  const { kept, task, stored } = state;
  if (!kept || task || now?.state === kept.state) return state;
  const after = { ...state, failure: null };
  if (!now) return { ...after, task: { does: 'follow', input: kept.input } };
  const updated = { ...after, kept: { ...kept, state: now.state } };
  if (now.state === 'failed') return { ...updated, failure: failureOf(now) };
  if (now.state !== 'conflict') return updated;
  const error = new AppError('conflict', 'It was changed while it waited on this device');
  const read = {
    does: 'read',
    target: targetOf(stored),
    input: inForm,
    isMerge: false,
    goesLive: false,
    error,
  } as const;
  return { ...updated, task: read };
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
  // The form follows a kept save only if the restored text was written after it.
  const isOnTop = kept && unanswered.some((sent) => hasSameContent(fields, sent, kept.input));
  return { ...state, stored, unanswered, kept: isOnTop ? kept : null };
}
