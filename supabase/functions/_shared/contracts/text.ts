// Characters allowed in stored texts. The database repeats the rules (private.is_line, is_text and is_blank
// in migrations/*_access_and_checks.sql); tests/database compares the two.
import { z } from 'zod';

/** Control characters, line separators, bidirectional controls, and characters that XML forbids. */
export const NOT_IN_A_LINE = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]/u;
const NOT_IN_A_TEXT = /(?![\n\t])\p{Cc}|[\p{Cs}\ufffe\uffff]/u;

/** In code points as Postgres counts, not UTF-16 units: an emoji is one character. */
export const lengthOf = (text: string) => Array.from(text).length;
const atMost = (limit: number) => (text: string) =>
  text.length <= limit || (text.length <= 2 * limit && lengthOf(text) <= limit);

/** A character that is seen. Blanks, joiners, fillers of Korean and the like are not. */
const SEEN = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;
export const isBlank = (text: string) => !SEEN.test(text);
export const tooLong = (limit: number) =>
  `Please keep this to ${limit.toLocaleString('en')} characters`;

/** Postgres stores neither NUL nor half of a surrogate pair. */
export const storable = (value: string) => !value.includes('\0') && !/\p{Surrogate}/u.test(value);

const SHOWN_BEFORE = 20;

/** Names the invisible character by its code and the text before it. */
function refusal(text: string, forbidden: RegExp): string | null {
  const place = text.search(forbidden);
  if (place < 0) return null;
  const number = text.codePointAt(place)?.toString(16).toUpperCase().padStart(4, '0');
  const before = text.slice(Math.max(0, place - SHOWN_BEFORE), place).trim();
  return `Please delete the invisible character (U+${number}) ${before ? `after “${before}”` : 'at the start'}`;
}

const bounded = (text: z.ZodString, limit: number, forbidden: RegExp) =>
  text.refine(atMost(limit), tooLong(limit)).superRefine((text, context) => {
    const message = refusal(text, forbidden);
    if (message) context.addIssue({ code: 'custom', message });
  });

/** One line. */
export const lineSchema = (limit: number, text = z.string()) => bounded(text, limit, NOT_IN_A_LINE);

/** Several lines, each ended by a line feed. */
export const textSchema = (limit: number, text = z.string()) => {
  const withLineFeeds = text.overwrite((value) => value.replace(/\r\n?/g, '\n'));
  return bounded(withLineFeeds, limit, NOT_IN_A_TEXT);
};
