import { useEffect, useEffectEvent, useLayoutEffect, useReducer, useRef } from 'react';
import { toAppError } from '@/lib/errors';
import { dismiss } from '@/lib/notifications';
import { getQueueOwner, subscribeToQueue } from '@/lib/offline-queue';
import type { Choices, Comparison } from './comparison';
import {
  dueSave,
  reduceDocument,
  type Arrival,
  type DocumentEvent,
  type DocumentState,
  type Task,
} from './document-reducer';
import type { DocumentInput } from './fields';
import { showProblems, applyStored, type DocumentForm } from './form';
import type { DocumentKind } from './kind';
import { discardKeptSave, queueSave, readKeptSave } from './kept-saves';
import { notifyKept, notifySaved, useSaveDocument } from './mutations';
import { discardWorkingCopy } from './staff-api';
import { isNotFound, openState, type OpenedDocument } from './opened';
import { useUnsavedText } from './use-unsaved-text';

export type DocumentEditorOptions<Input extends DocumentInput> = {
  /** Read once, when the form opens. */
  opened: OpenedDocument<Input>;
  /** Null while signed out. */
  userId: string | null;
  onCreated: (id: string) => void;
};

/**
 * Binds the form of one document to the reducer, the journal and the queue. One task runs at a time;
 * text typed while it runs stays in the form, unsaved.
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
  const { stored, kept, task, arrival } = state;
  const { mutateAsync } = useSaveDocument(kind);
  const { text, journal, hasUnsavedText } = useUnsavedText(kind, form, state, dispatch, userId);
  const read = () => structuredClone(form.getValues());

  const applyArrival = useEffectEvent(
    ({ task: done, before, kept: sentByQueue }: Arrival<Input>) => {
      if (done.does !== 'follow' && done.isMerge) form.reset(stored.input);
      else applyStored(fields, form, stored.input, done.input);
      if (sentByQueue) void discardKeptSave(kind, before.id, sentByQueue.saveIds);
      if (stored.id !== before.id) void discardKeptSave(kind, stored.id);
      // The mutation and the queue show their own toasts.
      if (done.does === 'read')
        notifySaved(kind, { ...done, version: done.target.version, before: done.target.base });
      if (before.version === null || stored.id !== before.id) onCreated(stored.id);
    },
  );
  // Before the next paint: the form and `stored` change together.
  useLayoutEffect(() => {
    if (arrival) applyArrival(arrival);
  }, [arrival]);

  const keptToast = useRef('');
  async function runSave({
    target,
    input,
    goesLive,
    saveIds,
    changed,
  }: Extract<Task<Input>, { does: 'save' }>) {
    dismiss(keptToast.current);
    try {
      const { id, version, base } = target;
      const document = await mutateAsync({
        ...{ id, version, input, before: base },
        ...{ changed, goesLive, saveIds },
      });
      dispatch({ type: 'saved', document });
    } catch (thrown) {
      const error = toAppError(thrown, `Failed to save the ${kind.noun}`);
      if (error.kind === 'invalid') showProblems(fields, form, api.problemsOf(error));
      dispatch({ type: 'refused', error });
    }
  }

  async function runKeep({
    target,
    input,
    isMerge,
    goesLive,
    saveIds,
    changed,
    error,
  }: Extract<Task<Input>, { does: 'keep' }>) {
    const { id, version, base: before } = target;
    const save = { id, version, before, input, changed, goesLive, saveIds };
    const isQueued = await queueSave(kind, save, state.unanswered?.saveIds);
    keptToast.current = notifyKept(isQueued, error);
    dispatch({ type: 'queued', isQueued });
    if (isQueued && isMerge) form.reset(input);
  }

  async function runRead(reading: Exclude<Task<Input>, { does: 'save' | 'keep' }>) {
    const id = reading.does === 'follow' ? stored.id : reading.target.id;
    try {
      const document = await api.get(id);
      const sent = await api.findSave(id, reading.saveIds);
      dispatch({ type: 'read', document, sent, inForm: read() });
    } catch (error) {
      if (isNotFound(error)) dispatch({ type: 'missing', newId: crypto.randomUUID() });
      else dispatch({ type: 'read failed', error });
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

  const submit = (goesLive: boolean) =>
    form.handleSubmit(() =>
      dispatch({ type: 'submitted', input: read(), goesLive, saveId: crypto.randomUUID() }),
    )();

  /** Picks up what the queue, maybe in another tab, did with the kept save. */
  const followQueue = useEffectEvent(async () => {
    // While signed out the queue looks empty.
    if (!kept || task || !getQueueOwner()) return;
    const now = await readKeptSave(kind, stored.id);
    dispatch({ type: 'queue changed', now, inForm: read() });
  });
  useEffect(() => subscribeToQueue(() => void followQueue()), []);
  /** Handles what happened during a task: a save that was pressed, or a change of the queue. */
  const catchUp = useEffectEvent(() => {
    const due = dueSave(fields, state, form.getValues());
    if (state.due) dispatch({ type: 'caught up' });
    return due ? submit(due.goesLive) : followQueue();
  });
  useEffect(() => {
    if (!task) void catchUp();
  }, [task]);

  return {
    ...state,
    text,
    isSaving: task !== null,
    journal,
    hasUnsavedText,
    /** Validates, then saves now or after the running task; the first invalid field gets the focus. */
    save: () => submit(false),
    /** Like `save`, and visitors read it then. */
    publish: () => submit(true),
    /** Discards the changes that wait to be published, and what was typed since. */
    discardChanges: async (version: number) => {
      await discardWorkingCopy(stored.id, version);
      const document = await api.get(stored.id);
      dispatch({
        type: 'restored',
        unsaved: { values: document.input, stored: document, unanswered: null },
      });
      form.reset(document.input);
    },
    saveMerged: (comparison: Comparison<Input>, choices: Choices) =>
      dispatch({
        ...{ type: 'merged', inForm: read(), comparison, choices },
        saveId: crypto.randomUUID(),
      }),
    saveAsNew: () => dispatch({ type: 'saved as new', saveId: crypto.randomUUID() }),
    cancelConflict: () => dispatch({ type: 'cancelled' }),
    /** After deleting the document: discards its kept save. */
    discardKept: () => {
      if (kept) void discardKeptSave(kind, stored.id, kept.saveIds);
      dispatch({ type: 'discarded' });
    },
  };
}

export type DocumentEditor<Input extends DocumentInput> = ReturnType<
  typeof useDocumentEditor<Input>
>;
