// Mails about sign-off: to the member who asked, that a client has commented or approved; to the client, the link, the
// answers of staff and the text that they have approved.
import { z } from 'zod';
import type { Agency } from '../agency.ts';
import { excerpt, letter, type LetterPart } from '../letter.ts';
import { parseTimestamp } from '../timestamps.ts';
import { changedFields, labelOf, type ChangedField } from './changed-words.ts';
import { AUTOMATIC, composer, type MailContent, type MailSetting } from './composer.ts';

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
  comments: z.array(
    z.object({ author_name: z.string(), text: z.string(), asks_change: z.boolean() }),
  ),
});

/** What a mail to the client says beside the request; the token is of this mail alone. */
const linkSchema = z.object({
  ...{ token: z.string(), expires_at: z.string(), has_passphrase: z.boolean() },
  ...{ asked_by_name: z.string().nullable(), asked_by_email: z.string().nullable() },
});
type Link = z.output<typeof linkSchema>;

const askedSchema = z.object({
  is_again: z.boolean(),
  /** What the mail before asked about; null if there was none, or if a passphrase protects the words. */
  earlier: z.unknown(),
  current: z.unknown(),
});

export const askedMail = composer(
  z.intersection(z.intersection(requestSchema, linkSchema), askedSchema),
  ({ title, clientName, is_again, earlier, current, ...link }, setting) => {
    const asker = link.asked_by_name ?? setting.agency.name;
    const changed = earlier ? changedFields(earlier, current) : null;
    return toClient(
      is_again ? `Please read again: “${title}”` : `Please read and approve: “${title}”`,
      [
        `Hello ${clientName},`,
        ...(is_again
          ? askAgain(title, asker, changed)
          : [
              `${asker} asks you to read “${title}” before it is published. Approve it, ask for a change, or comment on any part of it: you need no account.`,
            ]),
        ...linkTo(link, setting),
      ],
      link,
      setting,
    );
  },
);

/** So that a mail stays one that is read. */
const CHANGES_MAX = 12;

function askAgain(title: string, asker: string, changed: ChangedField[] | null): LetterPart[] {
  if (changed?.length === 0) {
    return [`${asker} asks you once more to read “${title}”. Its words are those you know.`];
  }
  const more = (changed?.length ?? 0) - CHANGES_MAX;
  return [
    `“${title}” has changed since ${asker} asked you to approve it. Please read it again.`,
    ...(changed ?? []).slice(0, CHANGES_MAX).flatMap(({ field, words }): LetterPart[] => {
      if (!words) return [`${field}: another picture.`];
      const { before, after } = words;
      if (before === '') return [`${field}, new:`, { quote: after }];
      if (after === '') return [`${field}, removed:`, { quote: before }];
      return [`${field}, before:`, { quote: before }, 'Now:', { quote: after }];
    }),
    ...(more > 0 ? [`Changes in other places: ${more}. The page shows all of it.`] : []),
  ];
}

export const answeredMail = composer(
  z.intersection(
    z.intersection(requestSchema, linkSchema),
    z.object({ answers: z.array(z.object({ text: z.string(), answer: z.string() })) }),
  ),
  ({ title, clientName, answers, ...link }, setting) =>
    toClient(
      `${answers.length === 1 ? 'An answer' : 'Answers'} to your comments on “${title}”`,
      [
        `Hello ${clientName},`,
        ...answers.flatMap(({ text, answer }): LetterPart[] => [
          'You wrote:',
          { quote: excerpt(text) },
          'Our answer:',
          { quote: answer },
        ]),
        ...linkTo(link, setting),
      ],
      link,
      setting,
    ),
);

function linkTo({ token, expires_at, has_passphrase }: Link, { siteUrl }: MailSetting) {
  const day = parseTimestamp(expires_at).toISOString().slice(0, 10);
  const parts: LetterPart[] = [
    { label: 'Open the page', href: `${siteUrl}/sign-off#token=${token}` },
    `The link works until ${day}. Who has it can read the page: please do not pass it on.`,
  ];
  return has_passphrase
    ? [...parts, 'The page asks for a passphrase, which you get by another way.']
    : parts;
}

function toClient(
  subject: string,
  parts: LetterPart[],
  { asked_by_name, asked_by_email }: Link,
  { agency }: MailSetting,
): MailContent {
  const content = mail(subject, parts, agency);
  // The client knows this person, and may answer the mail.
  return asked_by_email === null
    ? content
    : { ...content, replyTo: { name: asked_by_name ?? agency.name, address: asked_by_email } };
}

export const commentedMail = composer(
  z.intersection(requestSchema, commentsSchema),
  ({ title, clientName, comments, editPath }, { siteUrl, agency }) =>
    mail(
      comments.some(({ asks_change }) => asks_change)
        ? `${clientName} asks for a change of “${title}”`
        : `${clientName} has commented on “${title}”`,
      [
        `There are new comments on “${title}”.`,
        ...comments.flatMap(({ author_name, text, asks_change }): LetterPart[] => [
          asks_change ? `${author_name} asks for a change:` : `${author_name}:`,
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
