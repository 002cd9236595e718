// The facts of an enquiry that a form needs before it is sent. Apart from enquiry.ts so that the first
// view of the contact page does not download zod.

export const ENQUIRY_SERVICES = [
  { value: 'virtual-assistant', label: 'Virtual Assistant Placement' },
  { value: 'ai-implementation', label: 'AI Implementation' },
  { value: 'web-development', label: 'Web Development' },
  { value: 'creative-design', label: 'Creative Design & Branding' },
  { value: 'digital-marketing', label: 'Digital Marketing' },
  { value: 'other', label: 'Other' },
] as const;

export type EnquiryService = (typeof ENQUIRY_SERVICES)[number]['value'];

export const ENQUIRY_SERVICE_EMPTY_LABEL = 'Please select';

/** In characters as Postgres counts them (code points). The bounds themselves are accepted. */
export const ENQUIRY_LIMITS = {
  nameMin: 2,
  name: 50,
  email: 254,
  subject: 100,
  messageMin: 10,
  message: 1000,
  phone: 40,
  startedPage: 200,
} as const;

/**
 * A field people do not see and leave empty. Named like a real one, because programs fill in what they
 * know; the function keeps what they send, apart from the inbox.
 */
export const ENQUIRY_HONEYPOT = 'website';

/** A person needs longer than this between opening the form and sending it. */
export const ENQUIRY_MIN_FILL_MS = 3000;

export const CSRF_TOKEN_BYTES = 16;

/**
 * 16 random bytes as 32 hex characters, made afresh for each submission.
 *
 * It shows that a script knowing this contract composed the body, and nothing about who sent it: the
 * site sets no cookie the token could be compared with. What keeps other sites from sending on a
 * visitor's behalf is that the function takes only JSON (never sent across origins without asking) and
 * only from the site's own origins.
 */
export function createCsrfToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(CSRF_TOKEN_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export const ENQUIRY_FAILED_MESSAGE = 'Failed to send message. Please try again.';

export function enquiryThanks(email: string): string {
  return `Thank you for your message! We'll get back to you at ${email} soon.`;
}
