// How people are reached and called (R-11, R-12, R-59): one rule for every form and function. The database repeats it
// (private.is_email, is_phone, is_person_name and is_harmless in migrations/*_access_and_checks.sql);
// tests/database/people.test.ts compares.

/**
 * What the email field of HTML takes, and letters of any script before the @ (RFC 6531), with a domain of two labels at
 * least: no mail from outside reaches 'ada@visitor', which is a slip.
 */
const EMAIL =
  /^(?:[\w.!#$%&'*+/=?^`{|}~-]|[^\p{ASCII}\p{Z}\p{C}])+@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/iu;

/** Whether an address in its stored spelling (`asciiEmail`) is one. */
export const isEmail = (address: string) => EMAIL.test(address);

/** What a person may type of a name: letters of any script, blanks, hyphens, apostrophes, points. */
const NAME = /^(?:[\p{L}\p{M} '‘’‐‑–.·・-]|\u200c|\u200d)*$/u;
export const isPersonName = (name: string) => NAME.test(name);

/** Invisible characters, except the joiners that Persian and Indian scripts need inside words. */
const INVISIBLE = /(?!(?<=[\p{L}\p{M}])[\u200c\u200d][\p{L}\p{M}])\p{Cf}/gu;
export const withoutInvisible = (text: string) => text.replace(INVISIBLE, '');

const EXTENSION = /\s(?:ext\.?|extension|x)\s?\d{1,6}$/i;

/** A telephone number as it is stored: '+389 70 123 456' for '00389 70 123 456'. */
export const internationalPhone = (phone: string) =>
  phone.replace(/^00(?=[\s()./-]{0,3}[1-9])/, '+');

/** The sentence of a refusal, or null. An empty number is none. */
export function problemOfPhoneNumber(phone: string): string | null {
  if (phone === '') return null;
  const digits = phone.replace(EXTENSION, '').replace(/[\s()./‐‑–-]/gu, '');
  if (/^\+?[1-9]\d{0,15}$/.test(digits)) return null;
  return /^0[1-9]\d*$/.test(digits) ? PHONE_WITHOUT_COUNTRY : PHONE_INVALID;
}
const PHONE_INVALID = 'Please enter a valid phone number';
const PHONE_WITHOUT_COUNTRY = `${PHONE_INVALID}. Please start with + and the country code`;

/** `javascript:` as an address, not as the end of a phrase: R-59. */
const SCRIPT = /<\/?script|javascript:(?![\s"'`”’»›)]|$)/i;
const DATA_ADDRESS = /\bdata:[\w.+-]+\/[\w.+-]+/i;

/** The first words of a text that a visitor may not send, or null. */
export function scriptIn(text: string): string | null {
  return SCRIPT.exec(text)?.[0] ?? null;
}
export function forbiddenWords(text: string): string | null {
  return scriptIn(text) ?? DATA_ADDRESS.exec(text)?.[0] ?? null;
}
