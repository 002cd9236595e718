// The texts of the two mails. Everything that a visitor wrote is escaped.
import type { Agency } from '../_shared/agency.ts';
import { letter } from '../_shared/letter.ts';
import { escapeHtml, messageIdOf, type Mail, type MailAddress } from '../_shared/mail.ts';
import { parseTimestamp } from '../_shared/timestamps.ts';

/** The fields of a stored enquiry that the mails use. */
export type MailedEnquiry = {
  id: string;
  number: number;
  name: string;
  email: string;
  phone: string | null;
  subject: string | null;
  message: string;
  /** Its name. */
  service: string | null;
  createdAt: string;
};

export function teamMail(enquiry: MailedEnquiry, team: string): Mail {
  const facts = [
    ['Number', `#${enquiry.number}`],
    ['Name', enquiry.name],
    ['Email', enquiry.email],
    ['Phone', enquiry.phone],
    ['Service', enquiry.service],
    ['Subject', enquiry.subject],
    ['Sent', sentAt(enquiry.createdAt)],
  ].flatMap(([label, value]) => (label && value ? [{ label, value }] : []));
  const topic = enquiry.subject || enquiry.service;
  return {
    to: team,
    replyTo: { name: enquiry.name, address: enquiry.email },
    subject: `${tag(enquiry)} Enquiry from ${enquiry.name}${topic ? `: ${topic}` : ''}`,
    text: [
      ...facts.map(({ label, value }) => `${label}: ${value}`),
      '',
      enquiry.message,
      '',
      `Reply to this mail to answer ${enquiry.name}.`,
    ].join('\n'),
    html: page([
      `<table>${facts.map(factRow).join('')}</table>`,
      paragraph(enquiry.message),
      paragraph(`Reply to this mail to answer ${enquiry.name}.`),
    ]),
  };
}

/**
 * Contains nothing of the message: the address is not verified, and the form could otherwise be used to mail
 * any text to any address.
 */
export function receiptMail(
  enquiry: MailedEnquiry,
  from: MailAddress | null,
  agency: Agency,
): Mail {
  const paragraphs = [
    `Hello ${enquiry.name},`,
    'thank you for your message. It has reached us, and we reply within 24 hours.',
    `Your enquiry has the number #${enquiry.number}. If you did not write to us, someone typed your address by mistake; you need not do anything.`,
    from?.name || 'The team',
  ];
  return {
    to: enquiry.email,
    messageId: messageIdOf(`enquiry-${enquiry.id}`, from),
    subject: `${tag(enquiry)} We have received your message`,
    ...letter(paragraphs, agency),
    // Prevents out-of-office replies.
    headers: { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' },
  };
}

/** In every subject: mail programs and people find the enquiry by it. */
function tag({ number }: { number: number }): string {
  return `[#${number}]`;
}

function sentAt(createdAt: string): string {
  const time = parseTimestamp(createdAt);
  return Number.isNaN(time.getTime())
    ? createdAt
    : `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function factRow({ label, value }: { label: string; value: string }): string {
  return `<tr><th align="left">${escapeHtml(label)}</th><td>${escapeHtml(value)}</td></tr>`;
}

function paragraph(text: string): string {
  return `<p style="white-space: pre-line">${escapeHtml(text)}</p>`;
}

function page(parts: string[]): string {
  return `<!doctype html><html lang="en"><body>${parts.join('')}</body></html>`;
}
