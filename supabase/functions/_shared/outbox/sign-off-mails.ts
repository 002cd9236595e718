// Mails about sign-off: to the member who asked, that a client has commented or approved; to the client, the text
// that they have approved.
import { z } from 'zod';
import type { Agency } from '../agency.ts';
import { excerpt, letter, type LetterPart } from '../letter.ts';
import { parseTimestamp } from '../timestamps.ts';
import { AUTOMATIC, composer, type MailContent } from './composer.ts';

const requestSchema = z
  .object({
    ...{ kind: z.enum(['case-study', 'post']), document_id: z.uuid() },
    ...{ title: z.string(), client_name: z.string() },
  })
  .transform(({ kind, document_id, client_name, title }) => ({
    title,
    clientName: client_name,
    editPath: `/admin/${kind === 'post' ? 'blog' : 'case-studies'}/edit/${document_id}`,
  }));

const approvalSchema = z.object({
  approval: z.object({
    ...{ name: z.string(), approved_at: z.string() },
    ...{ content: z.string(), content_hash: z.string() },
  }),
});

const commentsSchema = z.object({
  comments: z.array(z.object({ author_name: z.string(), text: z.string() })),
});

export const commentedMail = composer(
  z.intersection(requestSchema, commentsSchema),
  ({ title, clientName, comments, editPath }, { siteUrl, agency }) =>
    mail(
      `${clientName} has commented on “${title}”`,
      [
        `There are new comments on “${title}”.`,
        ...comments.flatMap(({ author_name, text }): LetterPart[] => [
          `${author_name}:`,
          { quote: excerpt(text) },
        ]),
        { label: 'Open it', href: siteUrl + editPath },
      ],
      agency,
    ),
);

export const approvedMail = composer(
  z.intersection(requestSchema, approvalSchema),
  ({ title, clientName, approval, editPath }, { siteUrl, agency }) =>
    mail(
      `${approval.name} has approved “${title}”`,
      [
        `${approval.name} has approved “${title}”, for which you asked ${clientName}. It can be published.`,
        { label: 'Open it', href: siteUrl + editPath },
      ],
      agency,
    ),
);

export const signOffReceipt = composer(
  z.intersection(requestSchema, approvalSchema),
  ({ title, approval: { name, approved_at, content, content_hash } }, { agency }) => {
    const time = parseTimestamp(approved_at).toISOString().slice(0, 16).replace('T', ' ');
    return mail(
      `You have approved “${title}”`,
      [
        `Hello ${name},`,
        `this is what you have approved on ${time} UTC. If you did not, please tell us.`,
        { quote: linesOf(JSON.parse(content)).join('\n') },
        `SHA-256 of the approved content: ${content_hash}`,
      ],
      agency,
    );
  },
);

function mail(subject: string, parts: LetterPart[], agency: Agency): MailContent {
  return {
    subject: subject.replace(/\s+/g, ' '),
    ...letter(parts, agency),
    headers: AUTOMATIC,
  };
}

/** The values of the canonical content, one per line or paragraph; a field with its name. */
function linesOf(value: unknown, label = ''): string[] {
  if (value === null || value === undefined || value === '') return [];
  if (Array.isArray(value)) return value.flatMap((item) => linesOf(item, label));
  if (typeof value === 'object') {
    return Object.entries(value).flatMap(([name, item]) => linesOf(item, labelOf(name)));
  }
  return [label ? `${label}: ${String(value)}` : String(value)];
}

/** 'what_we_loved' is 'What we loved'. */
function labelOf(column: string): string {
  const words = column.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
