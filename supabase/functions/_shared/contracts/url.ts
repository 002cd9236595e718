import { z } from 'zod';
import { NOT_IN_A_LINE } from './text.ts';

export const URL_MAX = 2048;
const TOO_LONG = `Please keep this to ${URL_MAX.toLocaleString('en')} characters`;
export const FOREIGN_PICTURE =
  'Please choose or upload a picture: addresses of other websites cannot be used';
/** In our bucket, or one of the drawings built into the site. private.is_own_picture says the same. */
const OWN_IMAGE = /^(?:\/storage\/v1\/object\/public)?\/images\/[^\s\\\p{C}]+$/u;
/** A host and nothing that is not shown; private.is_web_address in the database asks for the same. */
const WEB_ADDRESS =
  /^https?:\/\/(?:[^\s/?#@:\\<>^|%"{}`[\]]+|\[[0-9a-f:.]+\])(?::\d{1,5})?(?:[/?#].*)?$/i;
/** `..`, however it is written: browsers take it for the way up. */
const DOT_SEGMENT = /\/(?:\.|%2e){2}(?=[/?#]|$)/i;

/** What is wrong with an address by spec §5 ('Defined URL schema'), or null. */
function problemOf(address: string): string | null {
  if (NOT_IN_A_LINE.test(address) || !URL.canParse(address)) return 'Please enter a valid URL';
  if (!/^https?:\/\//i.test(address)) return 'Only HTTP and HTTPS URLs are allowed';
  if (!WEB_ADDRESS.test(address)) return 'Please enter a valid URL';
  return address.length > URL_MAX ? TOO_LONG : null;
}

function address(isFine: (value: string) => boolean) {
  return z
    .string()
    .trim()
    .superRefine((value, context) => {
      const message = isFine(value) ? null : problemOf(value);
      if (message) context.addIssue({ code: 'custom', message });
    });
}

export const httpUrlSchema = address(() => false);

/** The same, where leaving the field empty is fine. */
export const optionalHttpUrlSchema = address((value) => value === '');

/** A picture of this site, or empty. Visitors' browsers are sent nowhere else (img-src says so too). */
export const imageReferenceSchema = z
  .string()
  .trim()
  .refine(
    (value) => value === '' || (OWN_IMAGE.test(value) && !DOT_SEGMENT.test(value)),
    FOREIGN_PICTURE,
  )
  .max(URL_MAX, TOO_LONG);
