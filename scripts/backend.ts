// The embedded backend as a separate process: Data API, Auth, Storage (@supabase/lite on PGlite),
// edge functions (Deno) and the mailbox. The parent controls it by IPC; see lib/stack.ts.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { createTransport } from 'nodemailer';
import { AGENCY } from '../supabase/functions/_shared/contracts/agency.ts';
import { withAuthRules } from './lib/auth-rules.ts';
import { openEmbeddedApp, setEmbeddedEnvironment, type Sql } from './lib/embedded-database.ts';
import { createFunctionsHost } from './lib/functions-host.ts';
import { deliverReply } from './lib/deliver-reply.ts';
import { startMailbox } from './lib/mailbox.ts';
import { FolderInUseError, lockFolder } from './lib/lock.ts';
import { announce } from './lib/running.ts';
import type { StackOptions } from './lib/stack.ts';
import {
  discardUnfinished,
  isSeeded,
  markCreated,
  openWorkspace,
  workspaceFolder,
} from './lib/workspace.ts';

const options: StackOptions = JSON.parse(process.env.STACK_OPTIONS ?? '{}');
const log = (line: string) => process.stdout.write(`${line}\n`);
const closers: (() => unknown)[] = [];

/** Locally, stored files share the site's origin: this policy stops any script or request in them. */
const STORAGE_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "sandbox; default-src 'none'",
};

const sender = (mailbox: string) => `${AGENCY.name} <${mailbox}@${AGENCY.email.split('@')[1]}>`;

let isClosing = false;

for (const signal of ['SIGTERM', 'SIGINT', 'disconnect']) {
  // Ctrl-C reaches the whole process group; a parent that stops or is killed disconnects.
  process.on(signal, () => void close(0));
}
// The pipe to a killed parent is broken; shutting down must not fail because of it.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

try {
  await start();
} catch (error) {
  const { code } = error as NodeJS.ErrnoException;
  await tellParent({
    type: 'failed',
    reason: error instanceof FolderInUseError ? 'in-use' : (code ?? 'broken'),
    message: innermostMessage(error),
  });
  await close(1);
}

async function start() {
  closers.push(lockFolder(workspaceFolder(options.name)));
  discardUnfinished(options.name);
  const { folder, keys } = openWorkspace(options.name);
  process.chdir(folder);
  setEmbeddedEnvironment(keys, options.siteUrl);

  const mailbox = await startMailbox({
    httpPort: options.mailboxPort,
    smtpPort: options.smtpPort,
    dataFile: `${folder}/mailbox.json`,
    onReply: (mail, text) => deliverReply(url, keys.secretKey, mail, text),
  });
  closers.push(mailbox.close);

  const {
    app,
    sql,
    close: closeDatabase,
  } = await openEmbeddedApp({
    storageFolder: options.disk?.folder,
  });
  closers.push(closeDatabase);
  // Only once: rows that staff delete later must not be created again.
  if (options.seed && !isSeeded(options.name)) {
    await sql.exec(readFileSync('supabase/seed.sql', 'utf8'));
  }
  markCreated(options.name);
  const smtp = createTransport({ host: '127.0.0.1', port: mailbox.smtpPort });
  app.drivers.email = {
    send: async (mail: { to: string; subject: string; text: string; html: string }) => {
      await smtp.sendMail({ from: sender('auth'), ...mail });
    },
  };

  const server = createServer();
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', () => resolve(undefined));
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;

  const functions = createFunctionsHost({
    log,
    env: {
      SUPABASE_URL: url,
      PUBLIC_SUPABASE_URL: options.siteUrl,
      SUPABASE_ANON_KEY: keys.publishableKey,
      SUPABASE_SERVICE_ROLE_KEY: keys.secretKey,
      ALLOWED_ORIGINS: options.siteUrl,
      // The functions host is the only proxy; tests change this to have many senders.
      TRUSTED_PROXIES: process.env.TRUSTED_PROXIES || '1',
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(mailbox.smtpPort),
      MAIL_FROM: sender('website'),
      TEAM_EMAIL: AGENCY.email,
      REPLY_ADDRESS: AGENCY.email,
      INBOUND_MAIL_SECRET: keys.secretKey,
    },
  });
  // All callers are on this machine: the server listens on the loopback address only.
  const answer = withAuthRules(sql, (request) => app.fetch(request, { peerAddress: '127.0.0.1' }));
  const api = getRequestListener(async (request) =>
    asBytes(
      await answer(request),
      new URL(request.url).pathname.startsWith('/storage/v1/') ? STORAGE_HEADERS : {},
    ),
  );
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/functions/v1/')) void functions.handle(request, response);
    else void api(request, response);
  });
  closers.push(() => {
    functions.close();
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    return closed;
  });
  if (options.isScheduled) closers.push(sendDueMails(sql, url, keys.secretKey));
  closers.push(announce(folder, url));
  await tellParent({
    type: 'ready',
    url,
    mailboxPort: mailbox.httpPort,
    smtpPort: mailbox.smtpPort,
    keys,
  });
}

/**
 * Does what pg_cron does on a hosted project (private.schedule_jobs), every few seconds.
 *
 * @param url of this backend
 * @returns ends it
 */
function sendDueMails(sql: Sql, url: string, secretKey: string): () => void {
  const timer = setInterval(async () => {
    try {
      const { rows } = await sql.query('select private.has_due_mail() as is_due');
      if (!rows[0]?.is_due || isClosing) return;
      await fetch(`${url}/functions/v1/send-contact-email/retry`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secretKey}` },
      });
    } catch (error) {
      if (!isClosing) log(`Due mails were not sent: ${innermostMessage(error)}`);
    }
  }, 5000);
  return () => clearInterval(timer);
}

/**
 * Node 20 returns stored objects as a stream of ArrayBuffers, which its HTTP server cannot write.
 *
 * @param headers to add
 */
function asBytes(response: Response, headers: Record<string, string>) {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  if (!response.body) return response;
  const toBytes = new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(chunk instanceof ArrayBuffer ? new Uint8Array(chunk) : chunk);
    },
  });
  return new Response(response.body.pipeThrough(toBytes), response);
}

/** The message of Postgres, instead of "Failed to execute query". */
function innermostMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? innermostMessage(error.cause) : error.message;
}

function tellParent(message: object) {
  return new Promise((resolve) => {
    if (process.connected) process.send?.(message, resolve);
    else resolve(undefined);
  });
}

async function close(code: number) {
  if (isClosing) return;
  isClosing = true;
  for (const closer of closers.reverse()) {
    try {
      await closer();
    } catch (error) {
      console.error(error);
    }
  }
  process.exit(code);
}
