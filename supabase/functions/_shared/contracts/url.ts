import { z } from 'zod';

export const URL_MAX = 2048;
const OWN_IMAGE = /^\/storage\/v1\/object\/public\/images\/[^\s\\\p{C}]+$/u;
/** `..`, however it is written: browsers take it for the way up. */
const DOT_SEGMENT = /\/(?:\.|%2e){2}(?=[/?#]|$)/i;

/** What is wrong with an address by spec §5 ('Defined URL schema'), or null. */
function problemOf(address: string): string | null {
  if (/[\0\p{Surrogate}]/u.test(address) || !URL.canParse(address))
    return 'Please enter a valid URL';
  if (!/^https?:\/\//i.test(address)) return 'Only HTTP and HTTPS URLs are allowed';
  if (address.length > URL_MAX)
    return `Please keep this to ${URL_MAX.toLocaleString('en')} characters`;
  return null;
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

/** A picture: empty, an http(s) address, or the path of an object in our own bucket. */
export const imageReferenceSchema = address(
  (value) =>
    value === '' || (OWN_IMAGE.test(value) && !DOT_SEGMENT.test(value) && value.length <= URL_MAX),
);
