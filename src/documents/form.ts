import { useEffect, useState } from 'react';
import { namesOf, type DocumentInput, type Fields, type NameOf } from './fields';

/** The part of react-hook-form's API that documents use. */
export type DocumentForm<Input extends DocumentInput> = {
  getValues: () => Input;
  reset: (values: Input) => void;
  setValues: (values: Partial<Input>) => void;
  setError: (name: NameOf<Input>, error: { type: string; message: string }) => void;
  setFocus: (name: NameOf<Input>) => void;
  handleSubmit: (onValid: () => unknown) => () => Promise<unknown>;
  trigger: (name: undefined, options: { shouldFocus: boolean }) => Promise<boolean>;
  subscribe: (options: { formState: { values: true }; callback: () => void }) => () => void;
};

/** Shows the problems beside their fields and focuses the first. */
export function showProblems<Input extends DocumentInput>(
  fields: Fields<Input>,
  form: DocumentForm<Input>,
  problems: Partial<Record<NameOf<Input>, string>>,
) {
  const refused = namesOf(fields).filter((name) => problems[name] !== undefined);
  for (const name of refused) {
    form.setError(name, { type: 'server', message: problems[name] ?? '' });
  }
  if (refused[0]) form.setFocus(refused[0]);
}

/** Puts values that the backend filled in or normalised into fields not edited meanwhile. */
export function applyStored<Input extends DocumentInput>(
  fields: Fields<Input>,
  form: DocumentForm<Input>,
  stored: Input,
  sent: Input,
) {
  const typed = form.getValues();
  const patch: Partial<Input> = {};
  for (const name of namesOf(fields)) {
    const isUntouched = JSON.stringify(typed[name]) === JSON.stringify(sent[name]);
    const isNew = JSON.stringify(stored[name]) !== JSON.stringify(sent[name]);
    if (isUntouched && isNew) patch[name] = stored[name];
  }
  if (Object.keys(patch).length > 0) form.setValues(patch);
}

const DEBOUNCE_MS = 300;

/** A copy of the form's values, taken when typing pauses, so that rendering does not slow typing. */
export function useDebouncedValues<Input extends DocumentInput>(form: DocumentForm<Input>): Input {
  const [values, setValues] = useState(() => structuredClone(form.getValues()));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const take = () => setValues(structuredClone(form.getValues()));
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer);
        timer = setTimeout(take, DEBOUNCE_MS);
      },
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [form]);
  return values;
}
