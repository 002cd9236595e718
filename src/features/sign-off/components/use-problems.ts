import { useEffect, useState } from 'react';
import type { z } from 'zod';

/**
 * The problems of a small form: shown from the first attempt to send it on, and gone as soon as they are mended. Each
 * attempt focuses the first field that has one, so that a screen reader reads it.
 */
export function useProblems<Values extends object>(schema: z.ZodType<unknown>, values: Values) {
  const [attempt, setAttempt] = useState<{ form: HTMLFormElement } | null>(null);
  const issues = schema.safeParse(values).error?.issues ?? [];
  useEffect(() => {
    attempt?.form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempt]);
  return {
    of: (name: keyof Values & string) =>
      attempt ? (issues.find(({ path }) => path[0] === name)?.message ?? null) : null,
    /** @returns whether there is none */
    check: (form: HTMLFormElement) => {
      setAttempt({ form });
      return issues.length === 0;
    },
  };
}
