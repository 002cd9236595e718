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

/** Postgres stores neither NUL nor half surrogate pairs; other control characters would only hide text. */
export const withoutBrokenCharacters = (text: string) =>
  text.replace(/\p{Cs}/gu, '\uFFFD').normalize('NFC');

/** Joiners inside words of Persian and Indian scripts, also after a virama that ends one. */
const JOINER_OF_WORDS =
  /(?<=[\p{L}\p{M}])[\u200c\u200d](?=[\p{L}\p{M}])|(?<=[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca])\u200d/u;
/** The joiners of a family, and the tags of the flag of Scotland. */
const PART_OF_EMOJI =
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})|(?<=\u{1f3f4}[\u{e0020}-\u{e007e}]*)[\u{e0020}-\u{e007f}]/u;
/** Other invisible characters hide in copied texts. */
const INVISIBLE = new RegExp(`(?!${JOINER_OF_WORDS.source}|${PART_OF_EMOJI.source})\\p{Cf}`, 'gu');

export const singleLine = (text: string) =>
  withoutBrokenCharacters(text)
    .replace(INVISIBLE, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();

/** What keyboards have beside the apostrophe: 'O´Neill', 'D`Angelo'. */
const TYPED_APOSTROPHE = /(?<=\p{L})[´`′＇](?=\p{L})/gu;

/** A name as it is stored. Word processors put blanks of other widths between its parts. */
export const personName = (text: string) =>
  singleLine(text)
    .replace(/\p{Zs}+/gu, ' ')
    .replace(TYPED_APOSTROPHE, '’');

const EXTENSION = /\s(?:ext\.?|extension|x)\s?\d{1,6}$/i;

/** A telephone number as it is stored: '+389 70 123 456' for '00389 70 123 456', also in digits of other scripts. */
export const internationalPhone = (phone: string) =>
  phone
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, asciiDigit)
    .replaceAll('\u2212', '-')
    .replace(/^00(?=[\s()./-]{0,3}[1-9])/, '+');

/** Unicode has the digits of each script in a row. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}

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
