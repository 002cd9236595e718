import { useEffect, useState } from 'react';
import type { CaseStudyInput } from '@contracts/case-study';
import type { CaseStudyForm } from './use-case-study-editor';

const SETTLED_AFTER_MS = 300;

/** A copy of what the form holds, taken when typing pauses: what is drawn from it never slows a key. */
export function useSettledValues(form: CaseStudyForm): CaseStudyInput {
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
