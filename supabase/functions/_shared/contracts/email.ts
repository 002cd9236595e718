// The stored spelling of an email. Separate from person.ts, whose rules the first view of the contact page does not need.

/** As Japanese and Chinese keyboards write ASCII. */
const FULL_WIDTH = /[\uff01-\uff5e]/g;
const narrow = (sign: string) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0);

/**
 * The address in its one stored spelling, its domain as mail servers and databases have it: 'info@xn--mller-kva.de' for
 * 'info@Müller.de'. Chromium sends that form itself. What is no address stays as it is.
 */
export function asciiEmail(typed: string): string {
  const address = typed.replace(FULL_WIDTH, narrow);
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  if (at === 0 || /[\s/?#:@\\]/u.test(domain)) return address;
  if (!/[^\p{ASCII}]/u.test(domain)) return address.slice(0, at) + domain.toLowerCase();
  const name = `https://${domain}`;
  return URL.canParse(name) ? address.slice(0, at) + new URL(name).hostname : address;
}

const ALIKE_SCRIPTS = [
  /\p{sc=Latn}/u,
  /\p{sc=Cyrl}/u,
  /\p{sc=Grek}/u,
  /\p{sc=Armn}/u,
  /\p{sc=Cher}/u,
];
/** Cyrillic and Greek letters that look like Latin ones. */
const LIKE_LATIN = /^(?:[асԁеһіјӏорԛѕԝхуьпгѵѡ0-9-]+|[αικνρυωηοτ0-9-]+)$/u;

/**
 * Whether a domain may be taken for another one: 'pаypal.com' with one Cyrillic letter, 'аррӏе.com' with nothing else.
 * Browsers and we show such a domain as punycode.
 */
export function isDeceptive(domain: string): boolean {
  const labels = domain.split('.');
  const isForeign = /^[^\p{ASCII}]/u.test(labels.at(-1) ?? '');
  return labels.some(
    (label) =>
      ALIKE_SCRIPTS.filter((script) => script.test(label)).length > 1 ||
      (!isForeign && /[^\p{ASCII}]/u.test(label) && LIKE_LATIN.test(label)),
  );
}
