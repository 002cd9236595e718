import { useEffect, useState } from 'react';
import { namesOf, type DocumentInput, type Fields, type NameOf } from './fields';

/** What the kernel uses of a form of react-hook-form. */
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

/** Says beside the fields what is wrong with them, and leads to the first. */
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

/** What the backend filled in or spells another way goes into the form, where nothing was typed meanwhile. */
export function takeOver<Input extends DocumentInput>(
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

const SETTLED_AFTER_MS = 300;

/** A copy of what the form holds, taken when typing pauses: what is drawn from it never slows a key. */
export function useSettledValues<Input extends DocumentInput>(form: DocumentForm<Input>): Input {
  const [values, setValues] = useState(() => structuredClone(form.getValues()));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const take = () => setValues(structuredClone(form.getValues()));
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer);
        timer = setTimeout(take, SETTLED_AFTER_MS);
      },
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [form]);
  return values;
}
