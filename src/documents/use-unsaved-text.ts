import { useCallback, useEffect, useEffectEvent, useSyncExternalStore, type Dispatch } from 'react';
import { useJournal } from '@/hooks/use-journal';
import { useLatest } from '@/hooks/use-latest';
import { textOf, unansweredSave, type DocumentEvent, type DocumentState } from './document-reducer';
import type { UnsavedText } from './stored';
import { hasSameText, type DocumentInput } from './fields';
import type { DocumentForm } from './form';
import type { DocumentKind } from './kind';
import { journalSubject, protectUnsavedText } from './unsaved-text';

/** Writes typed text to the journal, and offers that of an earlier visit. */
export function useUnsavedText<Input extends DocumentInput>(
  kind: DocumentKind<Input>,
  form: DocumentForm<Input>,
  state: DocumentState<Input>,
  dispatch: Dispatch<DocumentEvent<Input>>,
  userId: string | null,
) {
  const { fields } = kind;
  const { stored, isWaiting } = state;
  const journal = useJournal<UnsavedText<Input>>({
    journal: kind.journal,
    owner: useLatest(userId),
    subject: journalSubject(stored),
    take: () => {
      const values = structuredClone(form.getValues());
      if (textOf(fields, state, values) === 'stored') return null;
      return {
        subject: journalSubject(stored),
        text: { values, stored, unanswered: unansweredSave(state) },
      };
    },
    hasChanged: ({ values }) =>
      !hasSameText(fields, values, form.getValues()) && !hasSameText(fields, values, stored.input),
    apply: (unsaved) => {
      dispatch({ type: 'restored', unsaved });
      form.reset(unsaved.values);
    },
  });
  const getText = () => textOf(fields, state, form.getValues());
  const subscribe = useCallback(
    (callback: () => void) => form.subscribe({ formState: { values: true }, callback }),
    [form],
  );
  const text = useSyncExternalStore(subscribe, getText);
  const touch = useEffectEvent(() => journal.touch());
  useEffect(() => subscribe(() => touch()), [subscribe]);
  useEffect(() => touch(), [stored, isWaiting]);
  useEffect(() => {
    if (text === 'typed') protectUnsavedText();
  }, [text]);
  return {
    text,
    journal,
    /** Leaves without what was typed since the last save; one that waits is offered at the next visit. */
    leave: () => {
      if (state.isWaiting && state.unanswered) form.reset(state.unanswered.input);
      else journal.giveUp();
    },
    /** Whether leaving loses text: a save that waits is offered at the next visit. */
    hasUnsavedText: () =>
      getText() === 'typed' || (getText() === 'waiting' && !journal.isAvailable),
  };
}
