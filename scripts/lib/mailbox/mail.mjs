import { createHash, randomBytes } from 'node:crypto';
import PostalMime, { addressParser } from 'postal-mime';
import { z } from 'zod';
import { htmlToText, snippetOf } from './text.mjs';

const addressSchema = z.object({ Name: z.string(), Address: z.string() });

const attachmentSchema = z.object({
  PartID: z.string(),
  FileName: z.string(),
  ContentType: z.string(),
  ContentID: z.string(),
  Size: z.number(),
  Checksums: z.object({ MD5: z.string(), SHA1: z.string(), SHA256: z.string() }),
});

/** A stored mail. Field names are Mailpit's, so that one test reads either mailbox. */
export const mailSchema = z.object({
  ID: z.string().regex(/^[\w-]+$/),
  MessageID: z.string(),
  Read: z.boolean(),
  From: addressSchema,
  To: z.array(addressSchema),
  Cc: z.array(addressSchema),
  Bcc: z.array(addressSchema),
  ReplyTo: z.array(addressSchema),
  ReturnPath: z.string(),
  Subject: z.string(),
  ListUnsubscribe: z.object({
    Header: z.string(),
    Links: z.array(z.string()),
    Errors: z.string(),
    HeaderPost: z.string(),
  }),
  Created: z.iso.datetime(),
  Date: z.iso.datetime(),
  Tags: z.array(z.string()),
  Username: z.string(),
  Text: z.string(),
  HTML: z.string(),
  Size: z.number(),
  Snippet: z.string(),
  Inline: z.array(attachmentSchema),
  Attachments: z.array(attachmentSchema),
});

/** @typedef {z.infer<typeof mailSchema>} Mail */
/** @typedef {z.infer<typeof addressSchema>} MailAddress */
/** @typedef {z.infer<typeof attachmentSchema>} MailAttachment */

/**
 * @typedef {object} OutgoingMail
 * @property {string} [from]
 * @property {string | string[]} to
 * @property {string} subject
 * @property {string} [text]
 * @property {string} [html]
 */

/**
 * The SMTP envelope, not the headers of the message.
 * @typedef {object} Envelope
 * @property {string} [from]
 * @property {string[]} [to]
 * @property {string} [username]
 */

const NOBODY = { Name: '', Address: '' };

/**
 * @param {OutgoingMail} outgoing
 * @returns {Mail}
 */
export function mailFromParts({ from = 'noreply@localhost', to, subject, text = '', html = '' }) {
  const id = createId();
  const now = new Date().toISOString();
  const sender = parseAddresses(from)[0] ?? NOBODY;
  return {
    ID: id,
    MessageID: `${id}@localhost`,
    Read: false,
    From: sender,
    To: [to].flat().flatMap(parseAddresses),
    Cc: [],
    Bcc: [],
    ReplyTo: [],
    ReturnPath: sender.Address,
    Subject: subject,
    ListUnsubscribe: listUnsubscribe('', ''),
    Created: now,
    Date: now,
    Tags: [],
    Username: '',
    Text: text || htmlToText(html),
    HTML: html,
    Size: Buffer.byteLength(subject + text + html),
    Snippet: snippetOf(text, html),
    Inline: [],
    Attachments: [],
  };
}

/**
 * Reads a raw MIME message. Contents of attachments are measured, not kept.
 * @param {string | Uint8Array} raw
 * @param {Envelope} [envelope]
 * @returns {Promise<Mail>}
 */
export async function mailFromRaw(raw, envelope = {}) {
  const email = await PostalMime.parse(raw);
  const id = createId();
  const now = new Date();
  const from = flatten(email.from ? [email.from] : [])[0] ?? {
    ...NOBODY,
    Address: envelope.from ?? '',
  };
  const to = flatten(email.to);
  const cc = flatten(email.cc);
  const listed = new Set([...to, ...cc].map((address) => address.Address.toLowerCase()));
  const blind = (envelope.to ?? []).filter((address) => !listed.has(address.toLowerCase()));
  const bcc = flatten(email.bcc);
  for (const address of blind) {
    if (!bcc.some((known) => known.Address.toLowerCase() === address.toLowerCase())) {
      bcc.push({ Name: '', Address: address });
    }
  }
  const header = (/** @type {string} */ key) =>
    email.headers.find((candidate) => candidate.key === key)?.value ?? '';
  const parts = email.attachments.map(describeAttachment);
  const isInline = (/** @type {number} */ index) =>
    email.attachments[index]?.disposition === 'inline' || email.attachments[index]?.related;
  const text = email.text ?? '';
  const html = email.html ?? '';
  return {
    ID: id,
    MessageID: withoutBrackets(email.messageId ?? ''),
    Read: false,
    From: from,
    To: to,
    Cc: cc,
    Bcc: bcc,
    ReplyTo: flatten(email.replyTo),
    ReturnPath: envelope.from || withoutBrackets(email.returnPath ?? '') || from.Address,
    Subject: email.subject ?? '',
    ListUnsubscribe: listUnsubscribe(header('list-unsubscribe'), header('list-unsubscribe-post')),
    Created: now.toISOString(),
    Date: toIsoDate(email.date) ?? now.toISOString(),
    Tags: [],
    Username: envelope.username ?? '',
    Text: text || htmlToText(html),
    HTML: html,
    Size: typeof raw === 'string' ? Buffer.byteLength(raw) : raw.byteLength,
    Snippet: snippetOf(text, html),
    Inline: parts.filter((_, index) => isInline(index)),
    Attachments: parts.filter((_, index) => !isInline(index)),
  };
}

function createId() {
  return randomBytes(16).toString('base64url');
}

/** @param {string} text */
function parseAddresses(text) {
  return flatten(addressParser(text, { flatten: true }));
}

/**
 * @param {import('postal-mime').Address[]} [addresses]
 * @returns {MailAddress[]}
 */
function flatten(addresses = []) {
  return addresses
    .flatMap((address) => address.group ?? [address])
    .map(({ name, address }) => ({ Name: name, Address: address ?? '' }));
}

/**
 * @param {string} header
 * @param {string} headerPost
 */
function listUnsubscribe(header, headerPost) {
  const links = [...header.matchAll(/<([^<>]+)>/g)].map((match) => match[1] ?? '');
  return { Header: header, Links: links, Errors: '', HeaderPost: headerPost };
}

/**
 * @param {import('postal-mime').Attachment} attachment
 * @param {number} index
 * @returns {MailAttachment}
 */
function describeAttachment(attachment, index) {
  const content =
    typeof attachment.content === 'string'
      ? Buffer.from(attachment.content)
      : new Uint8Array(attachment.content);
  const digest = (/** @type {string} */ algorithm) =>
    createHash(algorithm).update(content).digest('hex');
  const contentId = withoutBrackets(attachment.contentId ?? '');
  return {
    PartID: String(index + 1),
    FileName: attachment.filename || contentId,
    ContentType: attachment.mimeType,
    ContentID: contentId,
    Size: content.byteLength,
    Checksums: { MD5: digest('md5'), SHA1: digest('sha1'), SHA256: digest('sha256') },
  };
}

/** @param {string} id */
function withoutBrackets(id) {
  return id.replace(/^<|>$/g, '');
}

/** @param {string} [date] */
function toIsoDate(date) {
  const time = date ? new Date(date) : undefined;
  return time && !Number.isNaN(time.getTime()) ? time.toISOString() : undefined;
}
