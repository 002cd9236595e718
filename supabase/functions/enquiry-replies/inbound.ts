// Takes a mail of a client from the mail provider and adds it to the conversation that its address names.
// The format is that of Postmark's inbound webhook; docs/deployment.md describes the setup.
import { convert } from 'html-to-text';
import { z } from 'zod';
import { CONVERSATION_LIMITS } from '../_shared/contracts/conversation.ts';
import { asciiEmail } from '../_shared/contracts/email.ts';
import { cutText } from '../_shared/contracts/words/cut-text.ts';
import {
  detectDocumentType,
  MAIL_FILES_MAX,
  MAIL_FILES_MAX_BYTES,
} from '../_shared/contracts/document.ts';
import { checkFile, type CheckedFile } from '../_shared/enquiry-files.ts';
import { jsonReply, readJsonObject, type Bytes } from '../_shared/http.ts';
import type { ReplyAddressee } from './reply-address.ts';

/** Attachments are part of the body, in Base64. */
export const INBOUND_BODY_MAX_BYTES = 20 * 1024 * 1024;
const DEADLINE_MS = 30_000;
/** The text of a mail is cut much earlier (CONVERSATION_LIMITS.mail); the rest is markup, styles and quotes. */
export const HTML_MAX = 300_000;
/** Newsletters have twenty; the converter overflows its stack at some thousands. */
const HTML_DEPTH_MAX = 200;
const UNREADABLE =
  'This mail could not be read: its text is nested too deeply. Please ask for it as plain text.';
/** Of one mail: each costs a query. */
const RECIPIENTS_MAX = 5;

export type InboundMail = {
  sender: string;
  sender_name: string | null;
  text: string;
  message_id: string;
  /** Of those that are not kept. */
  attachment_names: string[];
  is_automatic: boolean;
};

/** `messageId`: the row of a mail that is stored, now or before. */
export type Reception = { outcome: InboundOutcome; messageId: string | null };
/** Of receive_enquiry_mail. */
export const RECEPTIONS = ['stored', 'repeated', 'limited', 'unknown'] as const;
export type InboundOutcome = (typeof RECEPTIONS)[number];

export type InboundDeps = {
  /** False also when no secret is set. */
  isProvider: (secret: string) => Promise<boolean>;
  parseRecipient: (address: string) => ReplyAddressee | null;
  /** The id of the enquiry, if the token is its own. */
  findThread: (addressee: ReplyAddressee) => Promise<string | null>;
  receive: (enquiryId: string, mail: InboundMail) => Promise<Reception>;
  /** Once each: a mail that the provider sends again has the same. */
  storeFiles: (
    place: { enquiryId: string; messageId: string },
    files: readonly CheckedFile[],
  ) => Promise<void>;
  hash: (text: string) => Promise<string>;
  onIgnored: (reason: string) => void;
  logError: (error: unknown) => void;
};

export async function handleInbound(request: Request, deps: InboundDeps): Promise<Response> {
  if (request.method !== 'POST') return jsonReply(405, { outcome: 'refused' }, { allow: 'POST' });
  const secret = secretOf(request);
  if (secret === null || !(await deps.isProvider(secret))) {
    return jsonReply(401, { outcome: 'refused' }, { 'www-authenticate': 'Basic' });
  }
  const body = await readJsonObject(request, {
    maxBytes: INBOUND_BODY_MAX_BYTES,
    deadlineMs: DEADLINE_MS,
  });
  if (!body.ok) {
    return jsonReply(body.reason === 'too-large' ? 413 : 400, { outcome: 'refused' });
  }
  const parsed = inboundSchema.safeParse(body.value);
  if (!parsed.success) return jsonReply(422, { outcome: 'refused' });
  try {
    const outcome = await deliver(parsed.data, deps);
    if (outcome !== 'stored' && outcome !== 'repeated') deps.onIgnored(outcome);
    // Also for a mail that is ignored: the provider would send it again.
    return jsonReply(200, { outcome });
  } catch (error) {
    deps.logError(error);
    // The provider tries again later.
    return jsonReply(500, { outcome: 'failed' });
  }
}

async function deliver(mail: Received, deps: InboundDeps): Promise<InboundOutcome> {
  const recipients = [
    mail.OriginalRecipient,
    ...[...mail.ToFull, ...mail.CcFull, ...mail.BccFull].map(({ Email }) => Email),
  ];
  const addressees = recipients.flatMap((address) => deps.parseRecipient(address) ?? []);
  for (const addressee of addressees.slice(0, RECIPIENTS_MAX)) {
    const enquiryId = await deps.findThread(addressee);
    if (enquiryId !== null) return take(mail, enquiryId, deps);
  }
  return 'unknown';
}

async function take(mail: Received, enquiryId: string, deps: InboundDeps): Promise<InboundOutcome> {
  const { kept, others } = await readAttachments(mail);
  const { outcome, messageId } = await deps.receive(
    enquiryId,
    await toMail(mail, others, deps.hash),
  );
  if (messageId !== null && kept.length > 0) await deps.storeFiles({ enquiryId, messageId }, kept);
  return outcome;
}

/** Those that the rule of documents takes, by their content, within the limits of a mail; and the names of the others. */
async function readAttachments({ Attachments }: Received) {
  const kept: CheckedFile[] = [];
  const others: string[] = [];
  let room = MAIL_FILES_MAX_BYTES;
  for (const { Name, Content } of Attachments) {
    const bytes = fromBase64(Content);
    const type = bytes && detectDocumentType(bytes);
    const isFit = bytes && type && bytes.length <= room && kept.length < MAIL_FILES_MAX;
    const checked = isFit ? await checkFile({ name: Name, type, bytes }) : '';
    if (typeof checked === 'string') {
      others.push(Name);
    } else {
      room -= checked.bytes.length;
      kept.push(checked);
    }
  }
  return { kept, others };
}

function fromBase64(text: string): Bytes | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

/** The password of Basic, or the token of Bearer. */
function secretOf(request: Request): string | null {
  const [scheme = '', value = ''] = (request.headers.get('authorization') ?? '').split(' ');
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme.toLowerCase() !== 'basic') return null;
  try {
    const pair = atob(value);
    return pair.slice(pair.indexOf(':') + 1);
  } catch {
    return null;
  }
}

const addresses = z.array(z.object({ Email: z.string() })).catch([]);

const inboundSchema = z.object({
  FromFull: z.object({ Email: z.string().min(1), Name: z.string().catch('') }),
  OriginalRecipient: z.string().catch(''),
  ToFull: addresses,
  CcFull: addresses,
  BccFull: addresses,
  TextBody: z.string().catch(''),
  HtmlBody: z.string().catch(''),
  Headers: z.array(z.object({ Name: z.string(), Value: z.string() })).catch([]),
  Attachments: z.array(z.object({ Name: z.string(), Content: z.string().catch('') })).catch([]),
});
type Received = z.infer<typeof inboundSchema>;

async function toMail(
  mail: Received,
  unkept: readonly string[],
  hash: (text: string) => Promise<string>,
): Promise<InboundMail> {
  const header = (name: string) =>
    mail.Headers.find((one) => one.Name.toLowerCase() === name)?.Value.trim() ?? '';
  const { authorName, attachmentName, attachmentNames, messageId } = CONVERSATION_LIMITS;
  const text = mail.TextBody.trim() || textOfHtml(mail.HtmlBody.slice(0, HTML_MAX));
  const id = header('message-id');
  // Its id is repeated in headers of later mails.
  const isFit = id.length <= messageId && /^<[^<>\s\p{C}]+>$/u.test(id);
  return {
    sender: asciiEmail(line(mail.FromFull.Email, 254)),
    sender_name: line(mail.FromFull.Name, authorName) || null,
    text: cutText(cleaned(text), CONVERSATION_LIMITS.mail),
    message_id: isFit ? id : `<${await hash(JSON.stringify(mail))}@inbound>`,
    attachment_names: unkept
      .map((name) => line(name, attachmentName))
      .filter((name) => name !== '')
      .slice(0, attachmentNames),
    is_automatic:
      !['', 'no'].includes(header('auto-submitted').toLowerCase()) ||
      /^(?:bulk|auto_reply|junk)$/i.test(header('precedence')),
  };
}

function textOfHtml(html: string): string {
  if (isTooDeep(html)) return UNREADABLE;
  try {
    return convert(html, { wordwrap: false });
  } catch (error) {
    if (error instanceof RangeError) return UNREADABLE;
    throw error;
  }
}

const TAG = /<(\/?)([a-z][a-z0-9]*)/gi;
/** Have no end, or may leave it out. */
const WITHOUT_END =
  /^(?:area|base|br|col|colgroup|dd|dt|embed|hr|img|input|li|link|meta|option|p|source|tbody|td|tfoot|th|thead|tr|wbr)$/i;

/** By counting, because reading it is what takes the time. */
function isTooDeep(html: string): boolean {
  let depth = 0;
  for (const [, slash, name = ''] of html.matchAll(TAG)) {
    if (WITHOUT_END.test(name)) continue;
    depth = Math.max(0, depth + (slash === '' ? 1 : -1));
    if (depth > HTML_DEPTH_MAX) return true;
  }
  return false;
}

/** Without the characters that the database refuses. */
function cleaned(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\n\t])\p{Cc}|[\p{Cs}\ufffe\uffff]/gu, '')
    .trim();
}

function line(text: string, limit: number): string {
  // Names of Persian and Hindi need the two joiners.
  const shown = cleaned(text).replace(/(?:(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}])+/gu, ' ');
  return cutText(shown, limit).trim();
}
