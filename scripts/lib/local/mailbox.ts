import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerEnvelope } from 'smtp-server';
import { readMail, type Mail } from './mail.ts';
import {
  MAIL_POLICY,
  PAGE_POLICY,
  canReply,
  renderList,
  renderMail,
  renderMailHtml,
  renderReplied,
} from './mailbox-page.ts';

const MAILS_MAX = 500;
const MAIL_BYTES_MAX = 10 * 1024 * 1024;
const REPLY_BYTES_MAX = 256 * 1024;
/** Only these host names: with any other, a foreign website could read the mails (DNS rebinding). */
const OWN_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i;

export type OnReply = (mail: Mail, reply: string) => Promise<string>;

/**
 * The mail server of development. It accepts every mail by SMTP, forwards none, keeps the newest 500 and shows
 * them at `/`. `/api/v1/messages` and `/api/v1/message/<ID>` answer as those of Mailpit, the mailbox of the
 * official Supabase CLI. Port 0 picks a free one.
 *
 * @param options without `dataFile` mails are lost when the process ends; `onReply` delivers what is written below a mail of a
 *   conversation, and returns what became of it
 */
export async function startMailbox({
  httpPort,
  smtpPort,
  host = '127.0.0.1',
  dataFile,
  onReply,
}: {
  httpPort: number;
  smtpPort: number;
  host?: string;
  dataFile?: string;
  onReply?: OnReply;
}) {
  const mails = dataFile ? loadMails(dataFile) : [];
  let hasUnsavedMails = false;
  let saving: Promise<void> | undefined;

  // The time as in local-backend.ts.
  const http = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    // A form that breaks off must not end the backend.
    respond(request, response).catch(() => response.destroy());
  });

  async function respond(request: IncomingMessage, response: ServerResponse) {
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
  }

  const smtp = new SMTPServer({
    size: MAIL_BYTES_MAX,
    // The longest delay that an open connection may cause on closing.
    closeTimeout: 250,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: ({ username }, _session, callback) => callback(null, { user: username }),
    onData: (stream, { envelope }, callback) => {
      receive(stream, envelope).then(() => callback(), callback);
    },
  });
  // Without this listener an aborted connection would end the process.
  smtp.on('error', () => undefined);

  async function receive(stream: SMTPServerDataStream, envelope: SMTPServerEnvelope) {
    const chunks: Buffer[] = [];
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

  /** Mails that arrive while it writes are written together afterwards. */
  async function save(file: string) {
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

async function listen(server: Server, port: number, host: string) {
  server.listen(port, host);
  await once(server, 'listening');
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** An unreadable file must not prevent the backend from starting. */
function loadMails(file: string): Mail[] {
  if (!existsSync(file)) return [];
  try {
    return JSON.parse(readFileSync(file, 'utf8')).mails;
  } catch (error) {
    console.warn(`The kept mails could not be read: ${error}`);
    return [];
  }
}

/** A reply from the form below a mail, sent by this page only. Without referrers browsers send no Origin. */
async function takeReply(request: IncomingMessage, mails: readonly Mail[], onReply: OnReply) {
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

function answer(
  { headers, method = '', url = '/' }: IncomingMessage,
  mails: readonly Mail[],
  takesReplies: boolean,
) {
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

function listMails(mails: readonly Mail[], query: URLSearchParams) {
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

const text = (status: number, body: string) => ({
  status,
  type: 'text/plain',
  policy: PAGE_POLICY,
  body,
});

const html = (body: string, policy: string = PAGE_POLICY) => ({
  status: 200,
  type: 'text/html',
  policy,
  body,
});

function json(value: unknown) {
  const body = JSON.stringify(value);
  return { status: 200, type: 'application/json', policy: PAGE_POLICY, body };
}
