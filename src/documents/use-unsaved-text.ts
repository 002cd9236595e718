import { useEffect, useEffectEvent, type Dispatch } from 'react';
import { useJournal } from '@/hooks/use-journal';
import { useLatest } from '@/hooks/use-latest';
import {
  textOf,
  type DocumentEvent,
  type DocumentState,
  type UnsavedText,
} from './document-reducer';
import { hasSameText, type DocumentInput } from './fields';
import type { DocumentForm } from './form';
import type { DocumentKind } from './kind';
import { journalSubject } from './unsaved-text';

/** Writes typed text to the journal, offers that of an earlier visit, and updates the reducer. */
export function useUnsavedText<Input extends DocumentInput>(
  { fields, journal: kept }: DocumentKind<Input>,
  form: DocumentForm<Input>,
  state: DocumentState<Input>,
  dispatch: Dispatch<DocumentEvent<Input>>,
  userId: string | null,
) {
  const { stored, unanswered } = state;
  const journal = useJournal<UnsavedText<Input>>({
    journal: kept,
    owner: useLatest(userId),
    subject: journalSubject(stored),
    take: () => {
      const values = structuredClone(form.getValues());
      if (textOf(fields, state, values) !== 'typed') return null;
      return { subject: journalSubject(stored), text: { values, stored, unanswered } };
    },
    hasChanged: ({ values }) =>
      !hasSameText(fields, values, form.getValues()) && !hasSameText(fields, values, stored.input),
    apply: (unsaved) => {
      dispatch({ type: 'restored', unsaved });
      form.reset(unsaved.values);
    },
  });
  const note = useEffectEvent(() => {
    journal.touch();
    const text = textOf(fields, state, form.getValues());
    if (text !== state.text) dispatch({ type: 'typed', text });
  });
  useEffect(() => form.subscribe({ formState: { values: true }, callback: () => note() }), [form]);
  useEffect(() => note(), [stored, state.kept]);
  return {
    journal,
    /** Whether leaving would lose text that is neither stored nor queued. */
    hasUnsavedText: () => textOf(fields, state, form.getValues()) === 'typed',
  };
}
