import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { convert } from 'html-to-text';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import {
  MAIL_POLICY,
  PAGE_POLICY,
  canReply,
  renderList,
  renderMail,
  renderMailHtml,
  renderReplied,
} from './mailbox-page.mjs';

const MAILS_MAX = 500;
const MAIL_BYTES_MAX = 10 * 1024 * 1024;
const REPLY_BYTES_MAX = 256 * 1024;
/** Only these host names: with any other, a foreign website could read the mails (DNS rebinding). */
const OWN_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i;

/**
 * @typedef {import('smtp-server').SMTPServerEnvelope} Envelope
 * @typedef {Awaited<ReturnType<typeof readMail>>} Mail
 * @typedef {(mail: Mail, reply: string) => Promise<string>} OnReply
 */

/**
 * The mail server of development. It accepts every mail by SMTP, forwards none, keeps the newest 500 and shows
 * them at `/`. `/api/v1/messages` and `/api/v1/message/<ID>` answer as those of Mailpit, the mailbox of the
 * official Supabase CLI. Port 0 picks a free one.
 *
 * @param {{ httpPort: number, smtpPort: number, host?: string, dataFile?: string, onReply?: OnReply }} options
 *   without `dataFile` mails are lost when the process ends; `onReply` delivers what is written below a mail of a
 *   conversation, and returns what became of it
 */
export async function startMailbox({ httpPort, smtpPort, host = '127.0.0.1', dataFile, onReply }) {
  const mails = dataFile ? loadMails(dataFile) : [];
  let hasUnsavedMails = false;
  /** @type {Promise<void> | undefined} */
  let saving;

  const http = createServer(async (request, response) => {
    const { status, type, policy, body } =
      request.method === 'POST' && onReply
        ? await takeReply(request, mails, onReply)
        : answer(request, mails, onReply !== undefined);
    response.writeHead(status, {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Security-Policy': policy,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Cache-Control': 'no-store',
    });
    response.end(body);
  });

  const smtp = new SMTPServer({
    size: MAIL_BYTES_MAX,
    // The longest delay that an open connection may cause on closing.
    closeTimeout: 250,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: ({ username }, _session, callback) => callback(null, { user: username }),
    onData: (stream, { envelope }, callback) =>
      receive(stream, envelope).then(() => callback(), callback),
  });
  // Without this listener an aborted connection would end the process.
  smtp.on('error', () => undefined);

  /** @param {import('smtp-server').SMTPServerDataStream} stream @param {Envelope} envelope */
  async function receive(stream, envelope) {
    /** @type {Buffer[]} */
    const chunks = [];
    for await (const chunk of stream) {
      if (!stream.sizeExceeded) chunks.push(chunk);
    }
    if (stream.sizeExceeded) {
      throw Object.assign(new Error('The message is larger than 10 MB'), { responseCode: 552 });
    }
    mails.unshift(await readMail(Buffer.concat(chunks), envelope));
    mails.splice(MAILS_MAX);
    hasUnsavedMails = true;
    if (dataFile) saving ??= save(dataFile);
  }

  /** Mails that arrive while it writes are written together afterwards. @param {string} file */
  async function save(file) {
    try {
      while (hasUnsavedMails) {
        hasUnsavedMails = false;
        // Mails contain sign-in links: other users of the machine may not read them.
        await writeFile(`${file}.new`, JSON.stringify({ mails }), { mode: 0o600 });
        await rename(`${file}.new`, file);
      }
    } catch (error) {
      console.warn(`The mails could not be kept: ${error}`);
    } finally {
      saving = undefined;
    }
  }

  async function close() {
    http.close();
    http.closeAllConnections();
    await new Promise((resolve) => smtp.close(() => resolve(undefined)));
    await saving;
  }

  try {
    await listen(http, httpPort, host);
    await listen(smtp.server, smtpPort, host);
  } catch (error) {
    await close();
    throw error;
  }
  return { httpPort: portOf(http), smtpPort: portOf(smtp.server), close };
}

/** @param {import('node:net').Server} server @param {number} port @param {string} host */
async function listen(server, port, host) {
  server.listen(port, host);
  await once(server, 'listening');
}

/** @param {import('node:net').Server} server */
const portOf = (server) => /** @type {import('node:net').AddressInfo} */ (server.address()).port;

/** An unreadable file must not prevent the backend from starting. @param {string} file @returns {Mail[]} */
function loadMails(file) {
  if (!existsSync(file)) return [];
  try {
    return JSON.parse(readFileSync(file, 'utf8')).mails;
  } catch (error) {
    console.warn(`The kept mails could not be read: ${error}`);
    return [];
  }
}

/** The names are Mailpit's. Contents of attachments are not kept. @param {Buffer} raw @param {Envelope} envelope */
async function readMail(raw, { mailFrom, rcptTo }) {
  const mail = await PostalMime.parse(raw);
  const header = (/** @type {string} */ key) =>
    mail.headers.find((one) => one.key === key)?.value ?? '';
  const [To, Cc] = [toAddresses(mail.to), toAddresses(mail.cc)];
  const named = new Set([...To, ...Cc].map(({ Address }) => Address.toLowerCase()));
  const HTML = mail.html ?? '';
  const Text = mail.text || toText(HTML);
  return {
    ID: randomUUID(),
    MessageID: mail.messageId ?? '',
    From: toAddresses(mail.from && [mail.from])[0] ?? { Name: '', Address: '' },
    To,
    Cc,
    Bcc: rcptTo
      .filter(({ address }) => !named.has(address.toLowerCase()))
      .map(({ address }) => ({ Name: '', Address: address })),
    ReplyTo: toAddresses(mail.replyTo),
    ReturnPath: mailFrom ? mailFrom.address : '',
    Subject: mail.subject ?? '',
    ListUnsubscribe: {
      Header: header('list-unsubscribe'),
      HeaderPost: header('list-unsubscribe-post'),
    },
    Created: new Date().toISOString(),
    Size: raw.length,
    Snippet: Text.slice(0, 200).trim(),
    Text,
    HTML,
    Attachments: mail.attachments.map(({ filename, mimeType }) => ({
      FileName: filename ?? '',
      ContentType: mimeType,
    })),
  };
}

/** @param {import('postal-mime').Address[]} [addresses] */
function toAddresses(addresses = []) {
  return addresses
    .flatMap((one) => one.group ?? [one])
    .map(({ name, address = '' }) => ({ Name: name, Address: address }));
}

/** @param {string} html */
function toText(html) {
  return convert(html, {
    selectors: [{ selector: 'a', options: { linkBrackets: ['( ', ' )'] } }],
    wordwrap: false,
  });
}

/**
 * A reply from the form below a mail, sent by this page only. Without referrers browsers send no Origin.
 *
 * @param {import('node:http').IncomingMessage} request
 * @param {readonly Mail[]} mails
 * @param {OnReply} onReply
 */
async function takeReply(request, mails, onReply) {
  const { host = '', 'sec-fetch-site': site } = request.headers;
  if (!OWN_HOST.test(host) || site !== 'same-origin') return text(403, 'Not from this page');
  const id = /^\/mail\/([\w-]+)\/reply$/.exec(request.url ?? '')?.[1];
  const mail = mails.find(({ ID }) => ID === id);
  if (!mail || !canReply(mail)) return text(404, 'There is no such mail');
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) {
    body += chunk;
    if (body.length > REPLY_BYTES_MAX) return text(413, 'The reply is too long');
  }
  const reply = new URLSearchParams(body).get('text') ?? '';
  try {
    return html(renderReplied(mail, await onReply(mail, reply)));
  } catch (error) {
    return text(502, `The reply was not delivered: ${error}`);
  }
}

/** @param {import('node:http').IncomingMessage} request @param {readonly Mail[]} mails @param {boolean} takesReplies */
function answer({ headers, method = '', url = '/' }, mails, takesReplies) {
  if (!OWN_HOST.test(headers.host ?? '')) return text(403, 'The mailbox answers on localhost only');
  if (!['GET', 'HEAD'].includes(method)) return text(405, 'Method not allowed');
  const [path = '', query] = url.split('?');
  if (path === '/') return html(renderList(mails));
  if (path === '/api/v1/messages') return json(listMails(mails, new URLSearchParams(query)));
  const [, folder, id] = /^\/(api\/v1\/message|mail|html)\/([\w-]+)$/.exec(path) ?? [];
  const mail = mails.find(({ ID }) => ID === id);
  if (!mail) return text(404, 'There is no such mail');
  if (folder === 'mail') return html(renderMail(mail, takesReplies && canReply(mail)));
  if (folder === 'html') return html(renderMailHtml(mail), MAIL_POLICY);
  return json(mail);
}

/** @param {readonly Mail[]} mails @param {URLSearchParams} query */
function listMails(mails, query) {
  const start = Number(query.get('start') ?? 0);
  const limit = Number(query.get('limit') ?? 50);
  // As in Mailpit, 0 is no limit.
  const messages = mails.slice(start, limit === 0 ? undefined : start + limit).map((mail) => ({
    ...mail,
    Text: undefined,
    HTML: undefined,
    Attachments: mail.Attachments.length,
  }));
  return { total: mails.length, count: messages.length, start, messages };
}

/** @param {number} status @param {string} body */
const text = (status, body) => ({ status, type: 'text/plain', policy: PAGE_POLICY, body });

/** @param {string} body @param {string} [policy] */
const html = (body, policy = PAGE_POLICY) => ({ status: 200, type: 'text/html', policy, body });

/** @param {unknown} value */
function json(value) {
  const body = JSON.stringify(value);
  return { status: 200, type: 'application/json', policy: PAGE_POLICY, body };
}
