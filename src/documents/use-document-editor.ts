import { useEffect, useEffectEvent, useLayoutEffect, useReducer } from 'react';
import { useConnection } from '@/hooks/use-connection';
import { noteUnreachable } from '@/lib/connection';
import { toAppError } from '@/lib/errors';
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
import { notifySaved, useSaveDocument } from './mutations';
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
 * Binds the form of one document to the reducer and the journal. One task runs at a time;
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
  const { stored, task, arrival, isWaiting } = state;
  const { mutateAsync } = useSaveDocument(kind);
  const { text, journal, hasUnsavedText, leave } = useUnsavedText(
    kind,
    form,
    state,
    dispatch,
    userId,
  );
  const read = () => structuredClone(form.getValues());

  const applyArrival = useEffectEvent(({ task: done, before }: Arrival<Input>) => {
    if (done.isMerge) form.reset(stored.input);
    else applyStored(fields, form, stored.input, done.input);
    // The mutation shows its own toast.
    if (done.does === 'read')
      notifySaved(kind, { ...done, version: done.target.version, before: done.target.base });
    if (before.version === null || stored.id !== before.id) onCreated(stored.id);
  });
  // Before the next paint: the form and `stored` change together.
  useLayoutEffect(() => {
    if (arrival) applyArrival(arrival);
  }, [arrival]);

  async function runSave({
    target,
    input,
    goesLive,
    saveIds,
    changed,
  }: Extract<Task<Input>, { does: 'save' }>) {
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
      // The save then waits until a probe has an answer.
      if (error.kind === 'offline') noteUnreachable();
      dispatch({ type: 'refused', error });
    }
  }

  async function runRead({ target: { id }, saveIds }: Extract<Task<Input>, { does: 'read' }>) {
    try {
      const document = await api.get(id);
      const sent = await api.findSave(id, saveIds);
      dispatch({ type: 'read', document, sent, inForm: read() });
    } catch (error) {
      if (isNotFound(error)) dispatch({ type: 'missing', newId: crypto.randomUUID() });
      else dispatch({ type: 'read failed', error });
    }
  }

  const run = useEffectEvent((now: Task<Input>) => {
    if (now.does === 'save') void runSave(now);
    else void runRead(now);
  });
  useEffect(() => {
    if (task) run(task);
  }, [task]);

  const submit = (goesLive: boolean) =>
    form.handleSubmit(() =>
      dispatch({ type: 'submitted', input: read(), goesLive, saveId: crypto.randomUUID() }),
    )();

  const connection = useConnection();
  useEffect(() => {
    if (isWaiting && connection === 'online') dispatch({ type: 'connected' });
  }, [isWaiting, connection]);
  /** A save that was pressed during a task. */
  const catchUp = useEffectEvent(() => {
    const due = dueSave(fields, state, form.getValues());
    if (state.due) dispatch({ type: 'caught up' });
    if (due) void submit(due.goesLive);
  });
  useEffect(() => {
    if (!task) catchUp();
  }, [task]);

  return {
    ...state,
    text,
    isSaving: task !== null,
    journal,
    hasUnsavedText,
    leave,
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
  };
}

export type DocumentEditor<Input extends DocumentInput> = ReturnType<
  typeof useDocumentEditor<Input>
>;
