// The last part of a page's address. The database repeats the rules in private.is_slug (migrations/*_documents.sql);
// tests/database compares them. words/latin.ts makes one from a title.
import { z } from 'zod';

export const SLUG_MAX = 80;
export const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/**
 * Prerendered files with these names would replace a list or the page for unknown addresses; the lists of services are
 * in /projects/services.
 */
const RESERVED = ['index', '404', 'services'];

/** Never in the form of an id, because pages are also found by id. */
export const slugSchema = z
  .string()
  .max(SLUG_MAX, `Please keep this to ${SLUG_MAX} characters`)
  .regex(SLUG, 'Use lower-case letters, digits and single hyphens')
  .refine((slug) => !z.uuid().safeParse(slug).success, 'Please choose a name that is not an ID')
  .refine(
    (slug) => !RESERVED.includes(slug),
    'The site itself uses this address. Please choose another one',
  );

/** Of a form: the backend makes an empty slug from the title. */
export const slugInputSchema = z.string().superRefine((slug, context) => {
  const message = slugSchema.safeParse(slug).error?.issues[0]?.message;
  if (slug !== '' && message) context.addIssue({ code: 'custom', message });
});
