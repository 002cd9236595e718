// Requests to the function newsletter, checked by the site and the function. The database repeats the limits
// (migrations/*_newsletter.sql).
import { z } from 'zod';
import { asciiEmail } from './email.ts';
import { isEmail } from './person.ts';
import {
  NEWSLETTER_EMAIL_MAX,
  NEWSLETTER_EMAIL_MESSAGE,
  NEWSLETTER_HONEYPOT,
} from './newsletter-fields.ts';

const TICKET_MAX = 200;
const TOKEN_MAX = 200;

export const subscribeSchema = z.object({
  /** Lower case, so that one mailbox is one subscriber. */
  email: z
    .string({ error: NEWSLETTER_EMAIL_MESSAGE })
    .trim()
    .toLowerCase()
    .overwrite(asciiEmail)
    .max(NEWSLETTER_EMAIL_MAX, 'Email address is too long')
    .refine(isEmail, NEWSLETTER_EMAIL_MESSAGE),
  /** Any value: the function checks it, not the schema. */
  [NEWSLETTER_HONEYPOT]: z.unknown(),
  /** From `GET newsletter/ticket`. */
  ticket: z.string().max(TICKET_MAX).default('').catch(''),
});
export type SubscribeInput = z.input<typeof subscribeSchema>;

/** The token of a mailed link, to confirm or unsubscribe. */
export const newsletterTokenSchema = z.object({ token: z.string().min(1).max(TOKEN_MAX) });

/** The response of the function newsletter. */
export type NewsletterReply = {
  data: { message: string } | { ticket: string } | null;
  error: { code: string; message: string; fields?: Record<string, string> } | null;
};
