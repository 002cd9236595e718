import { site } from '@/content/site';
import type { EnquiryText } from './form-values';

/** The same enquiry as a mail, for when the form does not get through. */
export function enquiryMailLink({ subject, message, name, phone }: EnquiryText): string {
  const body = [message.trim(), [name, phone].filter((part) => part.trim()).join('\n')];
  return mailLink(site.email, subject.trim() || `Enquiry from ${name.trim()}`, body.join('\n\n'));
}

/** `mailto:` with CRLF line ends, as its standard wants them. */
export function mailLink(address: string, subject: string, body: string): string {
  const text = body.replace(/\r?\n/g, '\r\n');
  // A name like "a?b"@example.com must not begin the query.
  const to = encode(address).replaceAll('%40', '@');
  return `mailto:${to}?subject=${encode(subject)}&body=${encode(text)}`;
}

/** A text cut in the middle of a character would make encoding throw. */
function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
}
