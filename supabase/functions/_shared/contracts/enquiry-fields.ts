// What the contact form needs before sending. Separate from enquiry.ts, so that the first view of the
// contact page does not download zod.

import { SERVICES } from './agency.ts';

export const OTHER_SERVICE = { value: 'other', label: 'Other' } as const;

export const ENQUIRY_SERVICES = [...SERVICES, OTHER_SERVICE] as const;

export const ENQUIRY_SERVICE_EMPTY_LABEL = 'Please select';

/** In characters as Postgres counts them (code points), inclusive. */
export const ENQUIRY_LIMITS = {
  nameMin: 2,
  name: 50,
  email: 254,
  subject: 100,
  messageMin: 10,
  message: 1000,
  phone: 40,
  startedPage: 200,
  startedStudies: 20,
} as const;

/**
 * A hidden field that visitors leave empty. It has a common name, because bots fill in fields that they
 * know. The function holds back enquiries in which it is filled.
 */
export const ENQUIRY_HONEYPOT = 'website';

/** The minimum time between opening the form and sending it. */
export const ENQUIRY_MIN_FILL_MS = 3000;

export const CSRF_TOKEN_BYTES = 16;

/**
 * 16 random bytes as 32 hex characters, new for each submission.
 *
 * The specification requires the token, but it does not authenticate the sender: the site sets no cookie to
 * compare it with. Cross-site requests are prevented because the function accepts only JSON (which needs a
 * CORS preflight) and only from the site's own origins. Of the form without scripts, which needs no preflight, it
 * refuses foreign origins as well.
 */
export function createCsrfToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(CSRF_TOKEN_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export const ENQUIRY_FAILED_MESSAGE = 'Failed to send message. Please try again.';

export function enquiryThanks(email: string): string {
  return `Thank you for your message! We'll get back to you at ${email} soon.`;
}
