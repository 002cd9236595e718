import { AppError, messageOf } from '@/lib/errors';
import type { QueueItem } from '@/lib/offline-queue';
import { TYPED_MORE, withTypedSince } from '@/lib/typed-since';
import { mergeVersions, type Choices, type Comparison } from './comparison';
import {
  changedFields,
  emptyInput,
  hasSameContent,
  hasSameText,
  keepTypedValues,
  namesOf,
  type DocumentInput,
  type Fields,
} from './fields';
import type { SentSave, Stored, StoredDocument, StoredSave, UnsavedText } from './stored';

/** The document a save writes to, and the version it started from. */
export type SaveTarget<Input extends DocumentInput> = {
  id: string;
  version: number | null;
  /** As `before` in `SaveRequest`. */
  base: Input | null;
};

type Sending<Input extends DocumentInput> = Omit<SentSave<Input>, 'before'> & {
  target: SaveTarget<Input>;
  /** The save of a comparison: the form is reset to what was sent. */
  isMerge: boolean;
};

/** The effect the hook runs next; it reports the result as an event. One at a time. */
export type Task<Input extends DocumentInput> =
  | (Sending<Input> & { does: 'save' })
  /** Queue it on this device: the backend does not answer. */
  | (Sending<Input> & { does: 'keep'; error: AppError })
  /** Read the stored version, after a conflict or when the document may be deleted. */
  | (Sending<Input> & { does: 'read'; error: AppError })
  /** Read the document after the queue has sent the kept save. */
  | { does: 'follow'; input: Input; saveIds: string[] };

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

export type KeptSave<Input extends DocumentInput> = SentSave<Input> & {
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
  /** The last save of this form, if it got no answer: the backend may have stored it, or one of those before it. */
  unanswered: SentSave<Input> | null;
  conflict: SaveConflict<Input> | null;
  /** Why the last attempt failed; cleared by the next one. */
  failure: AppError | null;
};

export type DocumentEvent<Input extends DocumentInput> =
  | { type: 'submitted'; input: Input; goesLive: boolean; saveId: string }
  /** The due save has started or is no longer needed. */
  | { type: 'caught up' }
  /** The backend has stored what the task sent. */
  | { type: 'saved'; document: StoredDocument<Input> }
  | { type: 'refused'; error: AppError }
  | { type: 'queued'; isQueued: boolean }
  /** `sent`: the latest of the task's saves that is stored. */
  | { type: 'read'; document: StoredDocument<Input>; sent: StoredSave<Input> | null; inForm: Input }
  | { type: 'missing'; newId: string }
  | { type: 'read failed'; error: unknown }
  | {
      type: 'merged';
      inForm: Input;
      comparison: Comparison<Input>;
      choices: Choices;
      saveId: string;
    }
  | { type: 'saved as new'; saveId: string }
  | { type: 'cancelled' }
  /** The kept save as the queue has it now; null when none waits. */
  | { type: 'queue changed'; now: KeptSave<Input> | null; inForm: Input }
  | { type: 'restored'; unsaved: UnsavedText<Input> }
  | { type: 'discarded' };

/**
 * The last save that may have been stored, maybe the one that runs. Not that of a comparison: the form still holds the
 * text before it, which lacks their changes.
 */
export function unansweredSave<Input extends DocumentInput>({
  task,
  unanswered,
}: DocumentState<Input>): SentSave<Input> | null {
  const isSent = (task?.does === 'save' || task?.does === 'keep') && !task.isMerge;
  return isSent ? sentSave({ ...task, before: task.target.base }) : unanswered;
}

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
      return refuse(state, event.error);
    case 'queued':
      return keep(fields, state, event.isQueued);
    case 'read':
      return handleOtherVersion(fields, state, event);
    case 'missing':
      return handleMissing(state, event.newId);
    case 'read failed':
      return failToRead(state, event.error);
    case 'merged':
      return merge(fields, state, event);
    case 'saved as new':
      if (state.conflict?.kind !== 'deleted' || state.task) return state;
      return send(fields, state, {
        target: targetOf({ id: state.conflict.newId, version: null }, state),
        ...{ input: state.conflict.mine, isMerge: state.conflict.isMerge, goesLive: false },
        ...{ saveId: event.saveId, earlier: state.unanswered },
      });
    case 'cancelled':
      return { ...state, conflict: null, failure: null };
    case 'queue changed':
      return applyQueueChange(state, event.now, event.inForm);
    case 'restored':
      return restore(state, event.unsaved);
    case 'discarded':
      return { ...state, kept: null };
  }
}

type NewSave<Input extends DocumentInput> = Omit<Sending<Input>, 'saveIds' | 'changed'> & {
  saveId: string;
  /** The save without an answer that this one goes on from. */
  earlier: SentSave<Input> | null;
};

function send<Input extends DocumentInput>(
  fields: Fields<Input>,
  state: DocumentState<Input>,
  { saveId, earlier, ...save }: NewSave<Input>,
): DocumentState<Input> {
  const { target, input, goesLive } = save;
  // The same again: under its id it is stored once.
  const isRepeated = earlier?.goesLive === goesLive && hasSameContent(fields, earlier.input, input);
  const saveIds = isRepeated ? earlier.saveIds : [saveId, ...(earlier?.saveIds ?? [])];
  const before = target.version === null ? null : target.base;
  const own = before ? changedFields(fields, before, input) : namesOf(fields);
  const changed = [...new Set([...own, ...(earlier?.changed ?? [])])];
  return { ...state, failure: null, task: { does: 'save', ...save, saveIds, changed } };
}

function targetOf<Input extends DocumentInput>(
  { id, version }: Pick<Stored<Input>, 'id' | 'version'>,
  { stored, unanswered }: DocumentState<Input>,
): SaveTarget<Input> {
  if (version !== null) return { id, version, base: stored.input };
  return { id, version, base: unanswered && (unanswered.before ?? unanswered.input) };
}

function submit<Input extends DocumentInput>(
  fields: Fields<Input>,
  state: DocumentState<Input>,
  { input, goesLive, saveId }: Extract<DocumentEvent<Input>, { type: 'submitted' }>,
): DocumentState<Input> {
  const { task, due } = state;
  if (!task) {
    return send(fields, state, {
      target: targetOf(state.stored, state),
      ...{ input, isMerge: false, goesLive, saveId, earlier: state.unanswered },
    });
  }
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
    unanswered: null,
    conflict: null,
    failure: null,
  };
}

function refuse<Input extends DocumentInput>(
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
  return error.kind === 'unexpected' ? { ...failed, unanswered: unansweredSave(state) } : failed;
}

export function sentSave<Input extends DocumentInput>(save: SentSave<Input>): SentSave<Input> {
  const { input, before, changed, goesLive, saveIds } = save;
  return { input, before, changed, goesLive, saveIds };
}

function keep<Input extends DocumentInput>(
  fields: Fields<Input>,
  state: DocumentState<Input>,
  isQueued: boolean,
): DocumentState<Input> {
  const { task, conflict } = state;
  if (task?.does !== 'keep') return state;
  const { target, error } = task;
  const failure = isQueued ? null : error;
  const after = { ...state, task: null, failure, unanswered: unansweredSave(state) };
  if (!isQueued) return after;
  const sent = sentSave({ ...task, before: target.base });
  const kept = { ...sent, state: 'waiting', problem: null } as const;
  const waiting = { ...after, kept };
  if (!conflict) return waiting;
  // The form is reset to a merge, which contains their changes: they must be the base of the next
  // save, or that save would undo them. A copy of a deleted document starts from nothing.
  const base = conflict.kind === 'changed' ? conflict.theirs : emptyInput(fields);
  const stored = { id: target.id, version: target.version, input: base, savedAt: null };
  return { ...waiting, stored, conflict: null, unanswered: sent };
}

function handleOtherVersion<Input extends DocumentInput>(
  fields: Fields<Input>,
  state: DocumentState<Input>,
  { document, sent, inForm }: Extract<DocumentEvent<Input>, { type: 'read' }>,
): DocumentState<Input> {
  const { task } = state;
  if (task?.does !== 'read' && task?.does !== 'follow') return state;
  const isConflict = task.does === 'follow' || task.error.kind === 'conflict';
  const isLatest = sent?.saveId === task.saveIds[0] && sent?.version === document.version;
  if (isConflict && (isLatest || hasSameContent(fields, document.input, task.input))) {
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
  const mine = task.isMerge ? input : inForm;
  const { unanswered } = state;
  // Values the backend filled in are not my changes.
  const isLast = sent !== null && sent.saveId === unanswered?.saveIds[0];
  const base = (isLast ? unanswered?.input : sent?.input) ?? target.base;
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
  return { ...state, task: null, conflict, unanswered: null };
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
  { inForm, comparison, choices, saveId }: Extract<DocumentEvent<Input>, { type: 'merged' }>,
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
  return send(fields, state, {
    target: { id, version, base: theirs },
    input: mergeVersions(fields, mine, theirs, comparison, choices),
    isMerge: true,
    goesLive: false,
    // It starts from a version that is newer than what was sent before.
    ...{ saveId, earlier: null },
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
  const { input, saveIds, changed } = kept;
  if (!now) return { ...after, task: { does: 'follow', input, saveIds } };
  const updated = { ...after, kept: { ...kept, state: now.state } };
  if (now.state === 'failed') return { ...updated, failure: failureOf(now) };
  if (now.state !== 'conflict') return updated;
  const error = new AppError('conflict', 'It was changed while it waited on this device');
  const read = {
    does: 'read',
    target: targetOf(stored, state),
    input: inForm,
    isMerge: false,
    goesLive: false,
    saveIds,
    changed,
    error,
  } as const;
  return { ...updated, task: read };
}

export function failureOf<Input extends DocumentInput>({ problem }: KeptSave<Input>): AppError {
  return new AppError('unexpected', problem ?? 'It could not be saved');
}

function restore<Input extends DocumentInput>(
  state: DocumentState<Input>,
  { stored, unanswered }: UnsavedText<Input>,
): DocumentState<Input> {
  const { kept } = state;
  // The form follows a kept save only if the restored text was written after it.
  const isOnTop = kept?.saveIds[0] && unanswered?.saveIds.includes(kept.saveIds[0]);
  return { ...state, stored, unanswered, kept: isOnTop ? kept : null };
}
