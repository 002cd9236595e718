import { useEffect, useEffectEvent, useReducer } from 'react';
import { toAppError } from '@/lib/errors';
import { getQueueOwner, subscribeToQueue } from '@/lib/offline-queue';
import type { Choices, Comparison } from './comparison';
import {
  reduceDocument,
  type DocumentEvent,
  type DocumentState,
  type Task,
} from './document-reducer';
import { isStoredFrom, keepSpelling, type DocumentInput } from './fields';
import { showProblems, takeOver, type DocumentForm } from './form';
import type { DocumentKind, StoredDocument } from './kind';
import { discardKeptSave, queueSave, readKeptSave } from './kept-saves';
import { notifySaved, useSaveDocument } from './mutations';
import { isNotFound, openState, type OpenedDocument } from './opened';
import { useUnsavedText } from './use-unsaved-text';

export type DocumentEditorOptions<Input extends DocumentInput> = {
  /** Read once, when the form opens: later values change nothing. */
  opened: OpenedDocument<Input>;
  /** Who is writing: a user id; null while nobody is signed in. */
  userId: string | null;
  onCreated: (id: string) => void;
};

/**
 * One document being written: binds its form, the reducer, the journal and the queue. One task runs at a
 * time; what is typed while it runs stays, and stays unsaved.
 */
export function useDocumentEditor<Input extends DocumentInput>(
  kind: DocumentKind<Input>,
  form: DocumentForm<Input>,
  { opened, userId, onCreated }: DocumentEditorOptions<Input>,
) {
  const { fields, api } = kind;
  const [state, dispatch] = useReducer(
    (before: DocumentState<Input>, event: DocumentEvent<Input>) =>
      reduceDocument(fields, before, event),
    opened,
    (first) => openState(kind, first),
  );
  const { stored, kept, task, conflict } = state;
  const { mutateAsync } = useSaveDocument(kind);
  const { journal, hasUnkeptText } = useUnsavedText(kind, form, state, dispatch, userId);
  const read = () => structuredClone(form.getValues());

  /** The backend holds what the task sent. */
  function settle(done: Task<Input>, document: StoredDocument<Input>) {
    const sent = done.does === 'follow' ? done.sent : done.input;
    const input = keepSpelling(fields, document.input, sent);
    if (done.does !== 'follow' && done.isMerge) form.reset(input);
    else takeOver(fields, form, input, sent);
    if (kept) void discardKeptSave(kind, stored.id, kept.input);
    if (document.id !== stored.id) void discardKeptSave(kind, document.id);
    dispatch({ type: 'saved', document });
    if (stored.version === null || document.id !== stored.id) onCreated(document.id);
  }

  async function runSave(sending: Extract<Task<Input>, { does: 'save' }>) {
    const { target, input } = sending;
    try {
      const { id, version, base } = target;
      settle(sending, await mutateAsync({ id, version, input, before: base }));
    } catch (thrown) {
      const error = toAppError(thrown, `Failed to save the ${kind.noun}`);
      if (error.kind === 'invalid') showProblems(fields, form, api.problemsOf(error));
      dispatch({ type: 'refused', error });
    }
  }

  async function runKeep({ target, input, isMerge }: Extract<Task<Input>, { does: 'keep' }>) {
    const { id, version, base: before } = target;
    const save = { id, version, before, input, unanswered: state.unanswered };
    const isKept = await queueSave(kind, save);
    dispatch({ type: 'kept', isKept });
    if (isKept && isMerge) form.reset(input);
  }

  async function runRead(reading: Exclude<Task<Input>, { does: 'save' | 'keep' }>) {
    const sent = reading.does === 'follow' ? reading.sent : reading.input;
    try {
      const document = await api.get(reading.does === 'follow' ? stored.id : reading.target.id);
      const isConflict = reading.does === 'follow' || reading.error.kind === 'conflict';
      if (!isConflict || !isStoredFrom(fields, document.input, sent)) {
        dispatch({ type: 'read', document, inForm: read() });
        return;
      }
      // The queue has said so itself.
      if (reading.does === 'read') notifySaved(kind, reading.target.base, sent);
      settle(reading, document);
    } catch (error) {
      if (isNotFound(error)) dispatch({ type: 'missing', newId: crypto.randomUUID() });
      else dispatch({ type: 'unread', error });
    }
  }

  const run = useEffectEvent((now: Task<Input>) => {
    if (now.does === 'save') void runSave(now);
    else if (now.does === 'keep') void runKeep(now);
    else void runRead(now);
  });
  useEffect(() => {
    if (task) run(task);
  }, [task]);

  const save = form.handleSubmit(() => dispatch({ type: 'submitted', input: read() }));

  /** What waited here is sent by the queue, maybe from another tab. */
  const followQueue = useEffectEvent(async () => {
    // Signed out, the queue shows nothing of what waits.
    if (!kept || task || !getQueueOwner()) return;
    const now = await readKeptSave(kind, stored.id);
    dispatch({ type: 'queue changed', now, inForm: read() });
  });
  useEffect(() => subscribeToQueue(() => void followQueue()), []);
  /** What was pressed, or sent by the queue, while a task ran. */
  const catchUp = useEffectEvent(() => {
    if (!state.isSaveDue) return followQueue();
    dispatch({ type: 'caught up' });
    return conflict || !hasUnkeptText() ? followQueue() : save();
  });
  useEffect(() => {
    if (!task) void catchUp();
  }, [task]);

  return {
    ...state,
    isSaving: task !== null,
    journal,
    hasUnkeptText,
    /** Validates and saves, once it can; invalid fields say so and take the focus. */
    save,
    saveMerged: (comparison: Comparison<Input>, choices: Choices) =>
      dispatch({ type: 'merged', inForm: read(), comparison, choices }),
    saveAsNew: () => dispatch({ type: 'saved as new' }),
    cancelConflict: () => dispatch({ type: 'cancelled' }),
    /** The document is gone on purpose, and what waits for it with it. */
    forgetKept: () => {
      if (kept) void discardKeptSave(kind, stored.id, kept.input);
      dispatch({ type: 'discarded' });
    },
  };
}

export type DocumentEditor<Input extends DocumentInput> = ReturnType<
  typeof useDocumentEditor<Input>
>;
