// What the newsletter form needs before sending. Separate from newsletter.ts, so that the first view of the
// blog does not download zod.

/** In characters; repeated in the database. */
export const NEWSLETTER_EMAIL_MAX = 254;

/** A hidden field that visitors leave empty and bots fill in. */
export const NEWSLETTER_HONEYPOT = 'website';

export const NEWSLETTER_EMAIL_MESSAGE = 'Please enter a valid email address';

/** Shown below the form, and stored with each address as the text of the consent. */
export const NEWSLETTER_CONSENT =
  'By subscribing you ask us to email you our newsletter, about once a month. You can leave at any time with one click.';
