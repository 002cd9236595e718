/**
 * The address with its domain as mail servers and databases have it: 'info@xn--mller-kva.de' for 'info@müller.de'. Chromium
 * sends that form itself. What is no address stays as it is.
 */
export function asciiEmail(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  if (at === 0 || !/[^\p{ASCII}]/u.test(domain) || /[\s/?#:@\\]/u.test(domain)) return address;
  const name = `https://${domain}`;
  return URL.canParse(name) ? address.slice(0, at) + new URL(name).hostname : address;
}
