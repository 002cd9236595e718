// Schemas of the sign-in and sign-up forms (spec §5). The Auth server checks the password rules again
// (config.toml: minimum_password_length, password_requirements).
import { z } from 'zod';
import { asciiEmail } from './email.ts';
import { isEmail, isPersonName, personName } from './person.ts';
import { lengthOf } from './text.ts';

export const EMAIL_MAX = 254;
export const PASSWORD_MIN = 6;
/** The minimum on the screens for members; the minimum of the Auth server is PASSWORD_MIN. */
export const STAFF_PASSWORD_MIN = 12;
export const PASSWORD_MAX = 128;
export const FULL_NAME_MIN = 2;
export const FULL_NAME_MAX = 50;

const emailSchema = z
  .string()
  .trim()
  .overwrite(asciiEmail)
  .max(EMAIL_MAX, 'Email too long')
  .refine(isEmail, 'Please enter a valid email address');

const passwordSchema = z
  .string()
  .min(PASSWORD_MIN, 'Password must be at least 6 characters')
  .max(PASSWORD_MAX, 'Password too long');

export const loginSchema = z.object({ email: emailSchema, password: passwordSchema });

// ASCII only, because the Auth server counts no other letters.
const hasUpperLowerAndDigit = (password: string) =>
  /[A-Z]/.test(password) && /[a-z]/.test(password) && /[0-9]/.test(password);

const fullNameSchema = z
  .string()
  .overwrite(personName)
  .refine(
    (name) => lengthOf(name) >= FULL_NAME_MIN,
    `Name must be at least ${FULL_NAME_MIN} characters`,
  )
  .refine((name) => lengthOf(name) <= FULL_NAME_MAX, 'Name too long')
  .refine(isPersonName, 'Name contains invalid characters');

const chosenPasswordSchema = passwordSchema.refine(
  hasUpperLowerAndDigit,
  'Password must contain at least one uppercase letter, one lowercase letter, and one number',
);

export const registrationSchema = z
  .object({
    ...loginSchema.shape,
    password: chosenPasswordSchema,
    confirmPassword: z.string(),
    fullName: fullNameSchema.optional(),
  })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    message: "Passwords don't match",
    // Reported together with the other errors, not only after those are fixed.
    when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
  });

/** A new password, chosen by a mailed link or on the account page. */
export const newPasswordSchema = z.object({ password: chosenPasswordSchema });
/** A new password of a member: the rules of everyone, then that of the house in a sentence of its own. */
export const staffPasswordSchema = z.object({
  password: chosenPasswordSchema.refine(
    ({ length }) => length >= STAFF_PASSWORD_MIN,
    `Members of staff choose ${STAFF_PASSWORD_MIN} characters or more`,
  ),
});

export const newPasswordRequestSchema = z.object({ email: emailSchema });

/** The current password proves that the change of address is wanted. */
export const changedAddressSchema = z.object({
  email: emailSchema,
  password: z
    .string()
    .min(1, 'Please enter your current password')
    .max(PASSWORD_MAX, 'Password too long'),
});
