import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { hasSameText, namesOf, type DocumentInput, type Fields, type NameOf } from './fields';

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

/** Whether the form holds anything else than the reference: what is stored, or kept. */
export function useIsUnsaved<Input extends DocumentInput>(
  fields: Fields<Input>,
  form: DocumentForm<Input>,
  reference: Input | null,
): boolean {
  const subscribe = useCallback(
    (listener: () => void) => form.subscribe({ formState: { values: true }, callback: listener }),
    [form],
  );
  return useSyncExternalStore(
    subscribe,
    () => reference !== null && !hasSameText(fields, form.getValues(), reference),
  );
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
