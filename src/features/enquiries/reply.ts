import { format } from 'date-fns';
import { mailLink } from './mail-link';
import type { StoredEnquiry } from './model';

type Answered = Pick<StoredEnquiry, 'name' | 'email' | 'subject' | 'message' | 'createdAt'>;

/** A `mailto:` link for the reply, with the enquiry quoted below. */
export function replyLink({ name, email, subject, message, createdAt }: Answered): string {
  const quote = message.replace(/^/gm, '> ');
  const body = `\n\n${name} wrote on ${format(createdAt, 'MMM d, yyyy')}:\n${quote}\n`;
  return mailLink(email, `Re: ${subject ?? 'Your enquiry'}`, body);
}
