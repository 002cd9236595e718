// What a client writes by the link of a request. The database repeats the limits (migrations/*_sign_off.sql);
// tests/database compares.
import { z } from 'zod';
import { asciiEmail } from './email.ts';
import { isEmail } from './person.ts';
import { isBlank, lineSchema, textSchema } from './text.ts';

/** In characters as Postgres counts them (code points), inclusive. */
export const SIGN_OFF_LIMITS = { name: 80, comment: 4000, quote: 300, email: 254 } as const;

/** The message of the database's 409 when a document needs an approval and what would be published has none. */
export const NOT_APPROVED = 'The client has not approved these words';

/** Marks of addresses and of markup: the name may stand on the website. */
const NOT_IN_A_NAME = /[[\]<>{}/\\@:;#0-9_=*|"]/;

const name = (empty: string) =>
  lineSchema(SIGN_OFF_LIMITS.name, z.string().trim()).refine((text) => !isBlank(text), empty);

/** '' for none. */
export const clientEmailSchema = z
  .string()
  .overwrite(asciiEmail)
  .max(SIGN_OFF_LIMITS.email, 'Please check the address')
  .refine((email) => email === '' || isEmail(email), 'Please check the address');

export const clientNameSchema = name('Please give the name of the client');
export const commentSchema = z.object({
  name: name('Please give your name'),
  text: textSchema(SIGN_OFF_LIMITS.comment).refine(
    (text) => !isBlank(text),
    'Please write something',
  ),
});
export const approvalSchema = z.object({
  name: name('Please give your name').refine(
    (text) => !NOT_IN_A_NAME.test(text),
    'Please give your name in letters',
  ),
  email: clientEmailSchema,
});
export const answerSchema = z.object({
  text: textSchema(SIGN_OFF_LIMITS.comment).refine(
    (text) => !isBlank(text),
    'Please write an answer',
  ),
});
/** Of a member for others. */
export const noteSchema = z.object({
  text: textSchema(SIGN_OFF_LIMITS.comment).refine(
    (text) => text.trim() !== '',
    'Please write something',
  ),
});
