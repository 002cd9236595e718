import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { createTransport } from 'nodemailer';
import { AGENCY } from '../../../supabase/functions/_shared/contracts/agency.ts';
import { withAuthRules } from './auth-rules.ts';
import { deliverReply } from './deliver-reply.ts';
import { openEmbeddedApp, setEmbeddedEnvironment } from './embedded-database.ts';
import type { Sql } from './shared-connection.ts';
import { createFunctionsHost } from './functions-host.ts';
import { legacyFunctionKeys, withLegacyKeys } from './legacy-keys.ts';
import { lockFolder } from '../lock.ts';
import { startMailbox } from './mailbox.ts';
import { announce } from './running.ts';
import { withSignedLinks } from './signed-links.ts';
import type { StackOptions } from './stack.ts';
import {
  discardUnfinished,
  isSeeded,
  markCreated,
  openWorkspace,
  functionKeys,
  workspaceFolder,
  type Keys,
} from './workspace.ts';

export type Backend = {
  url: string;
  mailboxPort: number;
  smtpPort: number;
  keys: Keys;
  /** The database as its owner. */
  sql: Sql;
};

/** Locally, stored files share the site's origin: this policy stops any script or request in them. */
const STORAGE_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "sandbox; default-src 'none'",
};

const sender = (mailbox: string) => `${AGENCY.name} <${mailbox}@${AGENCY.email.split('@')[1]}>`;

/**
 * Starts the embedded backend in this process: Data API, Auth, Storage (@supabase/lite on PGlite), edge functions (Deno)
 * and the mailbox. The workspace becomes the current folder of the process.
 *
 * @returns `close` may also be called before it is ready
 */
export function startBackend(options: StackOptions, log: (line: string) => void) {
  const closers: (() => unknown)[] = [];
  let closing: Promise<void> | undefined;
  return {
    ready: start(options, log, closers),
    close: () => (closing ??= closeAll(closers)),
  };
}

async function closeAll(closers: (() => unknown)[]) {
  for (const closer of closers.reverse()) {
    try {
      await closer();
    } catch (error) {
      console.error(error);
    }
  }
}

async function start(
  options: StackOptions,
  log: (line: string) => void,
  closers: (() => unknown)[],
): Promise<Backend> {
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
    await sql.exec(readFileSync(`${folder}/supabase/seed.sql`, 'utf8'));
  }
  markCreated(options.name);
  const smtp = createTransport({ host: '127.0.0.1', port: mailbox.smtpPort });
  app.drivers.email = {
    // Without the text, which would not be that of our template: hosted Auth sends HTML only.
    send: async ({ to, subject, html }: { to: string; subject: string; html: string }) => {
      await smtp.sendMail({ from: sender('auth'), to, subject, html });
    },
  };

  // Longer than clients keep one: a connection that the server closes may just have been sent the next request.
  const server = createServer({ keepAliveTimeout: 60_000 });
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
      ...functionKeys(keys),
      ...(options.hasLegacyKeys && legacyFunctionKeys(keys)),
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
  const strict = withAuthRules(
    sql,
    withSignedLinks((request) => app.fetch(request, { peerAddress: '127.0.0.1' })),
  );
  const answer = options.hasLegacyKeys ? withLegacyKeys(keys, strict) : strict;
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
  if (options.isScheduled) closers.push(runJobs(sql, url, keys.secretKey, log));
  closers.push(announce(folder, url));
  return { url, mailboxPort: mailbox.httpPort, smtpPort: mailbox.smtpPort, keys, sql };
}

/**
 * Does what pg_cron does on a hosted project (private.schedule_jobs), every few seconds.
 *
 * @param url of this backend
 * @returns ends it
 */
function runJobs(
  sql: Sql,
  url: string,
  secretKey: string,
  log: (line: string) => void,
): () => void {
  let isOver = false;
  const call = async () => {
    try {
      const { rows } = await sql.query(
        `select private.has_due_mail() as "send-contact-email/retry",
           private.is_enquiry_check_due() as "send-contact-email/check",
           private.is_link_check_due() as "link-check"`,
      );
      for (const [action, isDue] of Object.entries(rows[0] ?? {})) {
        if (!isDue || isOver) continue;
        await fetch(`${url}/functions/v1/${action}`, {
          method: 'POST',
          headers: { apikey: secretKey },
        });
      }
    } catch (error) {
      if (!isOver) log(`Jobs did not run: ${innermostMessage(error)}`);
    }
  };
  const timer = setInterval(() => void call(), 5000);
  return () => {
    isOver = true;
    clearInterval(timer);
  };
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
export function innermostMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? innermostMessage(error.cause) : error.message;
}
