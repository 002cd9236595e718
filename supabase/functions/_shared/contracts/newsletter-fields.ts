// What the newsletter's form needs before it is sent. Apart from newsletter.ts so that the first view of
// the blog does not download zod.

/** In characters; the database repeats it. */
export const NEWSLETTER_EMAIL_MAX = 254;

/** A field people do not see and leave empty, named like a real one. */
export const NEWSLETTER_HONEYPOT = 'website';

export const NEWSLETTER_EMAIL_MESSAGE = 'Please enter a valid email address';

/** Shown below the form, and kept with each address as what its owner agreed to. */
export const NEWSLETTER_CONSENT =
  'By subscribing you ask us to e-mail you our newsletter, about once a month. You can leave at any time with one click.';
