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

export const redirectFields = ['from', 'to', 'note'] as const;
export type RedirectField = (typeof redirectFields)[number];

/** What the form holds, as a redirect in the spelling of the table. */
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
              ? 'Which address do visitors come by?'
              : 'This must be a path of this site that is no page of its own, like /blog/old-name',
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
              ? 'Where do they go?'
              : 'This must be a page of this site, like /projects',
        });
        return z.NEVER;
      }),
      note: z.string().trim().max(NOTE_MAX, `Please keep this to ${NOTE_MAX} characters`),
    })
    .refine(({ from, to }) => from !== targetPath(to), {
      path: ['to'],
      message: 'This would lead in a circle',
    });
}

export type RedirectInput = z.output<ReturnType<typeof redirectSchema>>;
