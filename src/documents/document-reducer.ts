import { AppError, messageOf } from '@/lib/errors';
import { TYPED_MORE, withTypedSince } from '@/lib/typed-since';
import { mergeVersions, type Choices, type Comparison } from './comparison';
import {
  changedFields,
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
  /** Read the stored version, after a conflict or when the document may be deleted. */
  | (Sending<Input> & { does: 'read'; error: AppError });

/** A task whose text the backend has stored: the hook updates the form and the address. */
export type Arrival<Input extends DocumentInput> = {
  task: Task<Input>;
  before: Stored<Input>;
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

export type DocumentState<Input extends DocumentInput> = {
  stored: Stored<Input>;
  task: Task<Input> | null;
  /** The last one; null before the first. */
  arrival: Arrival<Input> | null;
  /** Save or Publish was pressed during a task that does not do the same. */
  due: { goesLive: boolean } | null;
  /** The last save of this form, if it got no answer: the backend may have stored it, or one of those before it. */
  unanswered: SentSave<Input> | null;
  /** It found no connection, and is sent again when there is one. */
  isWaiting: boolean;
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
  | { type: 'connected' }
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
  | { type: 'restored'; unsaved: UnsavedText<Input> };

/**
 * The last save that may have been stored, maybe the one that runs. Not that of a comparison: the form still holds the
 * text before it, which lacks their changes.
 */
export function unansweredSave<Input extends DocumentInput>({
  task,
  unanswered,
}: DocumentState<Input>): SentSave<Input> | null {
  const isSent = task?.does === 'save' && !task.isMerge;
  return isSent ? sentSave({ ...task, before: task.target.base }) : unanswered;
}

/** What `values` are: stored, of a save that waits for the connection, or typed since. */
export function textOf<Input extends DocumentInput>(
  fields: Fields<Input>,
  { stored, unanswered, isWaiting }: DocumentState<Input>,
  values: Input,
): 'stored' | 'waiting' | 'typed' {
  if (hasSameText(fields, values, stored.input)) return 'stored';
  const isSent = unanswered !== null && hasSameText(fields, values, unanswered.input);
  return isWaiting && isSent ? 'waiting' : 'typed';
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
    case 'connected':
      return sendWaiting(fields, state);
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
    case 'restored': {
      const { stored, unanswered } = event.unsaved;
      return { ...state, stored, unanswered, isWaiting: false };
    }
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
  const task = { does: 'save', ...save, saveIds, changed } as const;
  return { ...state, failure: null, isWaiting: false, task };
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
  const isSent = hasSameText(fields, input, task.input) && (task.goesLive || !goesLive);
  return { ...state, due: isSent ? due : { goesLive: goesLive || due?.goesLive === true } };
}

function finish<Input extends DocumentInput>(
  fields: Fields<Input>,
  state: DocumentState<Input>,
  { id, version, input, savedAt }: StoredDocument<Input>,
): DocumentState<Input> {
  const { task, stored: before } = state;
  if (!task) return state;
  return {
    ...state,
    stored: { id, version, input: keepTypedValues(fields, input, task.input), savedAt },
    task: null,
    arrival: { task, before },
    unanswered: null,
    conflict: null,
    failure: null,
  };
}

function refuse<Input extends DocumentInput>(
  state: DocumentState<Input>,
  error: AppError,
): DocumentState<Input> {
  const { task, conflict } = state;
  if (task?.does !== 'save') return state;
  const isGone = error.kind === 'not-found' && task.target.version !== null;
  if (error.kind === 'conflict' || isGone)
    return { ...state, task: { ...task, does: 'read', error } };
  const failed = { ...state, task: null, failure: error };
  if (error.kind !== 'offline' && error.kind !== 'unexpected') return failed;
  const unanswered = unansweredSave(state);
  // The dialog of a conflict stays open, and asks again.
  const isWaiting = error.kind === 'offline' && !conflict;
  return { ...failed, failure: isWaiting ? null : error, unanswered, isWaiting };
}

function sentSave<Input extends DocumentInput>(save: SentSave<Input>): SentSave<Input> {
  const { input, before, changed, goesLive, saveIds } = save;
  return { input, before, changed, goesLive, saveIds };
}

/** As it was sent: what was typed since is not saved yet. */
function sendWaiting<Input extends DocumentInput>(
  fields: Fields<Input>,
  state: DocumentState<Input>,
): DocumentState<Input> {
  const { isWaiting, task, stored, unanswered } = state;
  if (!isWaiting || task || !unanswered) return state;
  const { input, goesLive, saveIds } = unanswered;
  return send(fields, state, {
    target: targetOf(stored, state),
    ...{ input, isMerge: false, goesLive, saveId: saveIds[0] ?? '', earlier: unanswered },
  });
}

function handleOtherVersion<Input extends DocumentInput>(
  fields: Fields<Input>,
  state: DocumentState<Input>,
  { document, sent, inForm }: Extract<DocumentEvent<Input>, { type: 'read' }>,
): DocumentState<Input> {
  const { task } = state;
  if (task?.does !== 'read') return state;
  const isConflict = task.error.kind === 'conflict';
  const isLatest = sent?.saveId === task.saveIds[0] && sent?.version === document.version;
  if (isConflict && (isLatest || hasSameContent(fields, document.input, task.input))) {
    return finish(fields, state, document);
  }
  const { target, input, error } = task;
  if (!isConflict) {
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
