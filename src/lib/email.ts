import { toUnicode } from 'punycode/punycode.es6.js';
import { asciiEmail, isDeceptive } from '@contracts/email';

/** The address as its owner writes it: 'info@müller.de' for 'info@xn--mller-kva.de'. */
export function writtenEmail(stored: string): string {
  try {
    const written = toUnicode(stored);
    // A domain that is not written so cannot be told from another one.
    const isClear = asciiEmail(written) === stored && !isDeceptive(domainOf(written));
    return isClear ? written : stored;
  } catch {
    return stored;
  }
}

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1);

/** What a search in stored addresses looks for: a typed domain, or a label of one, in its stored form. */
export function emailSearch(text: string): string {
  return text.includes('@') ? asciiEmail(text) : asciiEmail(`@${text}`).slice(1);
}
