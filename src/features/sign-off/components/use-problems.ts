import { useState } from 'react';
import type { z } from 'zod';

/** The problems of a small form: shown from the first attempt to send it on, and gone as soon as they are mended. */
export function useProblems<Values extends object>(schema: z.ZodType<unknown>, values: Values) {
  const [isShown, setIsShown] = useState(false);
  const issues = schema.safeParse(values).error?.issues ?? [];
  return {
    of: (name: keyof Values & string) =>
      isShown ? (issues.find(({ path }) => path[0] === name)?.message ?? null) : null,
    /** @returns whether there is none */
    check: () => {
      setIsShown(true);
      return issues.length === 0;
    },
  };
}
