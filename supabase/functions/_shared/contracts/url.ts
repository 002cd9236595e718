import { z } from 'zod';
import { NOT_IN_A_LINE } from './text.ts';
import { parseVideo } from './video.ts';

export const URL_MAX = 2048;
const TOO_LONG = `Please keep this to ${URL_MAX.toLocaleString('en')} characters`;
export const FOREIGN_PICTURE =
  'Please choose or upload a picture: addresses of other websites cannot be used';
/** In our bucket, or a drawing built into the site. The same rule as private.is_own_picture. */
const OWN_IMAGE = /^(?:\/storage\/v1\/object\/public)?\/images\/[^\s\\\p{C}]+$/u;
/** A host, and no invisible characters. The same rule as private.is_web_address in the database. */
const WEB_ADDRESS =
  /^https?:\/\/(?:[^\s/?#@:\\<>^|%"{}`[\]]+|\[[0-9a-f:.]+\])(?::\d{1,5})?(?:[/?#].*)?$/i;
/** `..`, `.` or nothing between slashes, also percent-encoded: browsers and servers shorten the address. */
const DOT_SEGMENT = /\/(?:\.|%2e){0,2}(?=[/?#]|$)/i;

/** The error in an address, or null. */
function problemOf(address: string): string | null {
  if (NOT_IN_A_LINE.test(address) || !URL.canParse(address)) return 'Please enter a valid URL';
  if (!/^https?:\/\//i.test(address)) return 'Only HTTP and HTTPS URLs are allowed';
  if (!WEB_ADDRESS.test(address)) return 'Please enter a valid URL';
  return address.length > URL_MAX ? TOO_LONG : null;
}

/** An optional web address: '' is valid. */
export const optionalHttpUrlSchema = z
  .string()
  .trim()
  .superRefine((value, context) => {
    const message = value === '' ? null : problemOf(value);
    if (message) context.addIssue({ code: 'custom', message });
  });

const isOwnImage = (value: string) => OWN_IMAGE.test(value) && !DOT_SEGMENT.test(value);

/** A picture of this site, or empty. Pictures of other sites are refused, as img-src blocks them. */
export const imageReferenceSchema = z
  .string()
  .trim()
  .refine((value) => value === '' || isOwnImage(value), FOREIGN_PICTURE)
  .max(URL_MAX, TOO_LONG);

/** The same, or the page of a video. The same rule as private.is_video_page. */
export const galleryReferenceSchema = z
  .string()
  .trim()
  .refine(
    (value) => value === '' || isOwnImage(value) || parseVideo(value)?.page === value,
    FOREIGN_PICTURE,
  )
  .max(URL_MAX, TOO_LONG);
