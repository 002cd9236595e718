import { useCallback, useEffect, useEffectEvent, useSyncExternalStore, type Dispatch } from 'react';
import { useJournal } from '@/hooks/use-journal';
import { useLatest } from '@/hooks/use-latest';
import { textOf, unansweredSave, type DocumentEvent, type DocumentState } from './document-reducer';
import type { UnsavedText } from './stored';
import { hasSameText, type DocumentInput } from './fields';
import type { DocumentForm } from './form';
import type { DocumentKind } from './kind';
import { journalSubject } from './unsaved-text';

/** Writes typed text to the journal, and offers that of an earlier visit. */
export function useUnsavedText<Input extends DocumentInput>(
  kind: DocumentKind<Input>,
  form: DocumentForm<Input>,
  state: DocumentState<Input>,
  dispatch: Dispatch<DocumentEvent<Input>>,
  userId: string | null,
) {
  const { fields } = kind;
  const { stored, kept } = state;
  const journal = useJournal<UnsavedText<Input>>({
    journal: kind.journal,
    owner: useLatest(userId),
    subject: journalSubject(stored),
    take: () => {
      const values = structuredClone(form.getValues());
      if (textOf(fields, state, values) !== 'typed') return null;
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
  useEffect(() => touch(), [stored, kept]);
  return {
    /** Where the text of the form is stored. */
    text,
    journal,
    /** Whether leaving would lose text that is neither stored nor queued. */
    hasUnsavedText: () => getText() === 'typed',
  };
}
