// The stored spelling of an email. Separate from person.ts, whose rules the first view of the contact page does not need.

/**
 * The address in its one stored spelling, its domain as mail servers and databases have it: 'info@xn--mller-kva.de' for
 * 'info@Müller.de'. Chromium sends that form itself. What is no address stays as it is.
 */
export function asciiEmail(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  if (at === 0 || /[\s/?#:@\\]/u.test(domain)) return address;
  if (!/[^\p{ASCII}]/u.test(domain)) return address.slice(0, at) + domain.toLowerCase();
  const name = `https://${domain}`;
  return URL.canParse(name) ? address.slice(0, at) + new URL(name).hostname : address;
}
