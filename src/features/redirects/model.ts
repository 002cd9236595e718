import { z } from 'zod';
import { NOTE_MAX, readSource, readTarget, targetPath } from './addresses';

export type Redirect = {
  id: string;
  from: string;
  to: string;
  note: string;
  /** ISO 8601 in UTC. */
  createdAt: string;
};

/** A path that visitors asked for and that leads nowhere. */
export type UnknownAddress = {
  path: string;
  visits: number;
  /** On which a visitor asked for it. */
  days: number;
  /** ISO 8601 in UTC. */
  lastAt: string;
};

export const redirectFields = ['from', 'to', 'note'] as const;
export type RedirectField = (typeof redirectFields)[number];

/** Validates the form and normalises both addresses. */
export function redirectSchema(origin: string) {
  return z
    .object({
      from: z.string().transform((text, context) => {
        const from = readSource(text, origin);
        if (from !== null) return from;
        context.addIssue({
          code: 'custom',
          message:
            text.trim() === ''
              ? 'Enter the old address'
              : 'This must be a path of this site without a page, like /blog/old-name',
        });
        return z.NEVER;
      }),
      to: z.string().transform((text, context) => {
        const to = readTarget(text, origin);
        if (to !== null) return to;
        context.addIssue({
          code: 'custom',
          message:
            text.trim() === ''
              ? 'Please choose a page'
              : 'This must be a page of this site, like /projects',
        });
        return z.NEVER;
      }),
      note: z.string().trim().max(NOTE_MAX, `Please keep this to ${NOTE_MAX} characters`),
    })
    .refine(({ from, to }) => from !== targetPath(to), {
      path: ['to'],
      message: 'An address cannot redirect to itself',
    });
}

export type RedirectInput = z.output<ReturnType<typeof redirectSchema>>;
