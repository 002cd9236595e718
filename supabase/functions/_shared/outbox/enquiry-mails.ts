// Mails about an enquiry: to the team, the receipt for the visitor, and notices to staff. Everything that a visitor wrote
// is escaped.
import { domainToUnicode } from 'node:url';
import { z } from 'zod';
import { ANSWERING_OFFICE } from '../contracts/agency.ts';
import { asciiEmail, isDeceptive } from '../contracts/email.ts';
import { excerpt, letter } from '../letter.ts';
import { escapeHtml, messageIdOf } from '../mail.ts';
import { parseTimestamp } from '../timestamps.ts';
import { AUTOMATIC, composer } from './composer.ts';

const enquirySchema = z
  .object({
    ...{ id: z.uuid(), number: z.int(), name: z.string(), email: z.string(), message: z.string() },
    ...{ phone: z.string().nullable(), subject: z.string().nullable() },
    // Its name.
    ...{ service: z.string().nullable(), created_at: z.string() },
    ...{ answer_by: z.string().nullable(), actor_email: z.string().nullable() },
    last_message: z.string().nullable(),
  })
  .transform(({ created_at, answer_by, actor_email, last_message, ...enquiry }) => ({
    ...enquiry,
    createdAt: created_at,
    answerBy: answer_by === null ? null : parseTimestamp(answer_by),
    /** Who assigned it. */
    actor: actor_email,
    lastMessage: last_message,
  }));
type MailedEnquiry = z.infer<typeof enquirySchema>;

export const teamMail = composer(enquirySchema, (enquiry) => {
  const facts = [
    ['Number', `#${enquiry.number}`],
    ['Name', enquiry.name],
    ['Email', writtenAddress(enquiry.email)],
    ['Phone', enquiry.phone],
    ['Service', enquiry.service],
    ['Subject', enquiry.subject],
    ['Sent', sentAt(enquiry.createdAt)],
  ].flatMap(([label, value]) => (label && value ? [{ label, value }] : []));
  const topic = enquiry.subject || enquiry.service;
  return {
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
});

/**
 * Contains nothing of the message: the address is not verified, and the form could otherwise be used to mail
 * any text to any address.
 */
export const receiptMail = composer(enquirySchema, (enquiry, { from, agency }) => {
  const paragraphs = [
    `Hello ${enquiry.name},`,
    'thank you for your message. It has reached us, and we reply within 24 hours.',
    `Your enquiry has the number #${enquiry.number}. If you did not write to us, someone typed your address by mistake; you need not do anything.`,
    from?.name || 'The team',
  ];
  return {
    messageId: messageIdOf(`enquiry-${enquiry.id}`, from),
    subject: `${tag(enquiry)} We have received your message`,
    ...letter(paragraphs, agency),
    // Prevents out-of-office replies.
    headers: { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' },
  };
});

/** A notice to the assigned member, or to the team. */
export const enquiryNotice = (news: 'assigned' | 'answered' | 'due') =>
  composer(enquirySchema, (enquiry, { siteUrl, agency }) => {
    const { name, subject, answerBy } = enquiry;
    const headline = headlineOf(news, enquiry);
    return {
      subject: `${tag(enquiry)} ${headline}`,
      ...letter(
        [
          `${headline}.`,
          [
            `From: ${name}`,
            ...(subject ? [`Subject: ${subject}`] : []),
            ...(answerBy ? [`Answer by: ${officeTime(answerBy)}`] : []),
          ].join('\n'),
          { quote: excerpt(enquiry.lastMessage ?? enquiry.message) },
          { label: 'Open the enquiry', href: `${siteUrl}/admin/enquiries?enquiry=${enquiry.id}` },
        ],
        agency,
      ),
      headers: AUTOMATIC,
    };
  });

function headlineOf(news: 'assigned' | 'answered' | 'due', { name, actor }: MailedEnquiry): string {
  switch (news) {
    case 'assigned':
      return `${actor ?? 'A member'} has assigned you the enquiry of ${name}`;
    case 'answered':
      return `${name} has answered`;
    case 'due':
      return `${name} waits for an answer`;
  }
}

/** 'Tue, 24 Nov, 10:00 (city of the office)' */
function officeTime(at: Date): string {
  const { city, zone } = ANSWERING_OFFICE;
  const text = at.toLocaleString('en-GB', {
    ...{ timeZone: zone, weekday: 'short', day: 'numeric', month: 'short' },
    ...{ hour: '2-digit', minute: '2-digit' },
  });
  return `${text} (${city})`;
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

/** As its owner writes it: 'info@müller.de' for 'info@xn--mller-kva.de'. */
function writtenAddress(stored: string): string {
  const at = stored.lastIndexOf('@') + 1;
  const domain = domainToUnicode(stored.slice(at));
  const written = stored.slice(0, at) + domain;
  return asciiEmail(written) === stored && !isDeceptive(domain) ? written : stored;
}
