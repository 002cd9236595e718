import { asciiEmail } from '@contracts/email';
import { site } from '@/content/site';
import type { EnquiryText } from './form-values';

/** The enquiry as a `mailto:` link, for when sending the form fails. */
export function enquiryMailLink({ subject, message, name, phone }: EnquiryText): string {
  const body = [message.trim(), [name, phone].filter((part) => part.trim()).join('\n')];
  return mailLink(site.email, subject.trim() || `Enquiry from ${name.trim()}`, body.join('\n\n'));
}

/** A `mailto:` link; the standard requires CRLF line ends. */
export function mailLink(address: string, subject: string, body: string): string {
  const text = body.replace(/\r?\n/g, '\r\n');
  // Encoded, because an address like "a?b"@example.com would start the query.
  const to = encode(asciiEmail(address)).replaceAll('%40', '@');
  return `mailto:${to}?subject=${encode(subject)}&body=${encode(text)}`;
}

/** `encodeURIComponent` throws on half a surrogate pair. */
function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
}
