import { toUnicode } from 'punycode/punycode.es6.js';
import { asciiEmail } from '@contracts/email';

/** The address as its owner writes it: 'info@müller.de' for 'info@xn--mller-kva.de'. */
export function writtenEmail(stored: string): string {
  try {
    const written = toUnicode(stored);
    // A domain that is not written so cannot be told from another one.
    return asciiEmail(written) === stored ? written : stored;
  } catch {
    return stored;
  }
}

/** What a search in stored addresses looks for: a typed domain, or a label of one, in its stored form. */
export function emailSearch(text: string): string {
  return text.includes('@') ? asciiEmail(text) : asciiEmail(`@${text}`).slice(1);
}
