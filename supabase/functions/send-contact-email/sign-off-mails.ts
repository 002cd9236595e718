// Mails about sign-off: to the member who asked, that a client has commented or approved; to the client, the text
// that they have approved.
import { z } from 'zod';
import type { Agency } from '../_shared/agency.ts';
import type { DatabaseCall } from '../_shared/clients.ts';
import { excerpt, letter, type LetterPart } from '../_shared/letter.ts';
import { attemptMail, type Mail, type SendMail } from '../_shared/mail.ts';
import { parseTimestamp } from '../_shared/timestamps.ts';

/** Limits the work per request. */
export const SIGN_OFF_MAIL_BATCH = 5;

const mailSchema = z
  .object({
    ...{ request_id: z.uuid(), kind: z.enum(['commented', 'approved', 'receipt']) },
    ...{ document_kind: z.enum(['case-study', 'post']), document_id: z.uuid() },
    ...{ title: z.string(), client_name: z.string(), recipient: z.string().nullable() },
    approval: z
      .object({
        ...{ name: z.string(), approved_at: z.string() },
        ...{ content: z.string(), content_hash: z.string() },
      })
      .nullable(),
    comments: z.array(z.object({ author_name: z.string(), text: z.string() })),
  })
  .transform(({ request_id, document_kind, document_id, client_name, ...mail }) => ({
    ...mail,
    requestId: request_id,
    clientName: client_name,
    editPath: `/admin/${document_kind === 'post' ? 'blog' : 'case-studies'}/edit/${document_id}`,
  }));
export type SignOffMail = z.infer<typeof mailSchema>;

export type SignOffMailDeps = {
  /** Claims the next due mail for some minutes; null when there is none. */
  claim: () => Promise<SignOffMail | null>;
  /** Marks it as sent. Without this call the mail is due again later. */
  settle: (requestId: string, kind: SignOffMail['kind']) => Promise<void>;
  sendMail: SendMail;
  /** '' when TEAM_EMAIL is not set. */
  teamAddress: string;
  siteUrl: string;
  agency: Agency;
};

export function openSignOffMails(call: DatabaseCall): Pick<SignOffMailDeps, 'claim' | 'settle'> {
  return {
    claim: async () => z.array(mailSchema).parse(await call('claim_sign_off_mail'))[0] ?? null,
    settle: async (requestId, kind) => {
      await call('settle_sign_off_mail', { request_id: requestId, kind });
    },
  };
}

export async function deliverSignOffMails(
  deps: SignOffMailDeps,
): Promise<{ sent: number; failed: number }> {
  const tally = { sent: 0, failed: 0 };
  for (let turn = 0; turn < SIGN_OFF_MAIL_BATCH; turn += 1) {
    const due = await deps.claim();
    if (!due) break;
    const to = due.recipient ?? (due.kind === 'receipt' ? '' : deps.teamAddress);
    const mail = to ? mailOf(due, to, deps) : null;
    const error = mail
      ? await attemptMail(deps.sendMail, mail)
      : 'No address of the team is set (TEAM_EMAIL)';
    tally[error === null ? 'sent' : 'failed'] += 1;
    if (error === null) await deps.settle(due.requestId, due.kind);
  }
  return tally;
}

type Setting = Pick<SignOffMailDeps, 'siteUrl' | 'agency'>;

function mailOf(due: SignOffMail, to: string, setting: Setting): Mail | null {
  const { siteUrl, agency } = setting;
  const { kind, approval, title, clientName } = due;
  if (kind === 'commented') return commentedMail(due, to, setting);
  if (approval === null) return null;
  if (kind === 'receipt') return receiptMail(due, approval, to, agency);
  return mail(
    to,
    `${approval.name} has approved “${title}”`,
    [
      `${approval.name} has approved “${title}”, for which you asked ${clientName}. It can be published.`,
      { label: 'Open it', href: siteUrl + due.editPath },
    ],
    agency,
  );
}

function commentedMail(
  { title, clientName, comments, editPath }: SignOffMail,
  to: string,
  { siteUrl, agency }: Setting,
) {
  return mail(
    to,
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
  );
}

function receiptMail(
  { title }: SignOffMail,
  { name, approved_at, content, content_hash }: NonNullable<SignOffMail['approval']>,
  to: string,
  agency: Agency,
): Mail {
  const time = parseTimestamp(approved_at).toISOString().slice(0, 16).replace('T', ' ');
  return mail(
    to,
    `You have approved “${title}”`,
    [
      `Hello ${name},`,
      `this is what you have approved on ${time} UTC. If you did not, please tell us.`,
      { quote: linesOf(JSON.parse(content)).join('\n') },
      `SHA-256 of the approved content: ${content_hash}`,
    ],
    agency,
  );
}

function mail(to: string, subject: string, parts: LetterPart[], agency: Agency): Mail {
  return {
    to,
    subject: subject.replace(/\s+/g, ' '),
    ...letter(parts, agency),
    headers: { 'Auto-Submitted': 'auto-generated' },
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
