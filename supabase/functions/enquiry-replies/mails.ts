// The mail of a reply.
import type { Agency } from '../_shared/agency.ts';
import { ANSWERING_OFFICE } from '../_shared/contracts/agency.ts';
import { letter } from '../_shared/letter.ts';
import { messageIdOf, type Mail, type MailAddress } from '../_shared/mail.ts';
import { parseTimestamp } from '../_shared/timestamps.ts';

export type AnsweredEnquiry = {
  id: string;
  number: number;
  name: string;
  email: string;
  subject: string | null;
  message: string;
  createdAt: string;
};

export type ReplyMail = {
  replyId: string;
  enquiry: AnsweredEnquiry;
  text: string;
  /** The Message-IDs of the conversation, oldest first. */
  references: string[];
  replyTo: string;
  from: MailAddress | null;
  agency: Agency;
};

/** '2026-11-20', as at the office that answers. */
const DAY = new Intl.DateTimeFormat('en-CA', { timeZone: ANSWERING_OFFICE.zone });

export function replyMail(given: ReplyMail): Mail & { messageId: string } {
  const { replyId, enquiry, text, replyTo, from, agency } = given;
  const references = [messageIdOf(`enquiry-${enquiry.id}`, from), ...given.references];
  const day = DAY.format(parseTimestamp(enquiry.createdAt));
  return {
    to: { name: enquiry.name, address: enquiry.email },
    replyTo: { name: from?.name || agency.name, address: replyTo },
    subject: `Re: [#${enquiry.number}] ${enquiry.subject ?? 'Your enquiry'}`,
    messageId: messageIdOf(`reply-${replyId}`, from),
    inReplyTo: references.at(-1) ?? '',
    references,
    ...letter([text, `On ${day} you wrote:`, { quote: enquiry.message }], agency),
  };
}
