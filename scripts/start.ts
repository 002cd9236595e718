// npm start: installs what is missing, starts the embedded backend and serves the site with reload.
// npm run preview does the same with the production build.
import { AGENCY } from '../supabase/functions/_shared/contracts/agency.ts';
import { parseArgs } from 'node:util';
import type * as Vite from 'vite';
import { root } from './lib/install.mjs';
import { FolderInUseError, lockHolder } from './lib/lock.ts';
import { assertPortsFree, portFrom } from './lib/ports.ts';
import { seed, STAFF } from './lib/local/seed.ts';
import type { SiteSource } from './lib/build/site.ts';
import { StackError } from './lib/local/stack-error.ts';
import { sourceOf, startStack } from './lib/local/stack.ts';
import { deleteWorkspace, resetCommand, workspaceFolder } from './lib/local/workspace.ts';

const startedAt = Date.now();
const closers: (() => Promise<unknown>)[] = [];
let isClosing = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void close(0));

try {
  await start();
} catch (error) {
  // Ignore errors while shutting down.
  if (!isClosing) {
    console.error(error instanceof StackError ? `\n${error.message}\n` : error);
  }
  await close(1);
}

async function start() {
  const flags = readFlags();
  const ports = {
    PORT: portFrom('PORT', 5173),
    MAILBOX_PORT: portFrom('MAILBOX_PORT', 54324),
    SMTP_PORT: portFrom('SMTP_PORT', 0),
    BACKEND_PORT: portFrom('BACKEND_PORT', 0),
  };
  const siteUrl = `http://localhost:${ports.PORT}`;

  const folder = workspaceFolder(flags.data);
  const holder = lockHolder(folder);
  if (holder !== null) throw new FolderInUseError(folder, holder);
  await assertPortsFree(ports);
  if (flags.fresh) deleteWorkspace(flags.data);

  const [stack, vite] = await Promise.all([
    startStack(
      {
        name: flags.data,
        siteUrl,
        port: ports.BACKEND_PORT,
        mailboxPort: ports.MAILBOX_PORT,
        smtpPort: ports.SMTP_PORT,
        seed: true,
        isScheduled: true,
      },
      {
        log: (line) => {
          if (line.startsWith('functions') || /error/i.test(line)) console.log(line);
        },
        onSpawn: (stop) => closers.push(stop),
      },
    ),
    import('vite'),
  ]);
  void stack.exited.then(() => {
    if (isClosing) return;
    console.error(
      `\nThe local backend ended unexpectedly: start again, and if it happens again ` +
        `\`${resetCommand(flags.data)}\` starts over with fresh data.\n`,
    );
    void close(1);
  });

  process.env.BACKEND_URL = stack.url;
  process.env.VITE_SUPABASE_URL = '';
  // The embedded Auth asks for no captcha.
  process.env.VITE_TURNSTILE_SITE_KEY = '';
  process.env.VITE_SUPABASE_ANON_KEY = stack.keys.publishableKey;
  const source = sourceOf(siteUrl, stack);
  const seeded = seed(stack, { name: flags.data });
  if (flags.preview) await preview(vite, ports.PORT, source, seeded);
  // The site and the seed do not wait for each other: the first page can be fetched meanwhile.
  else await Promise.all([develop(vite, ports.PORT, source), seeded]);
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  console.log(`
  ${AGENCY.name} is running${flags.preview ? ' (production build)' : ''}, ready in ${seconds} s

    Site      ${siteUrl}
    Staff     ${siteUrl}/admin
              ${STAFF.email}  /  ${STAFF.password}
    Mailbox   ${stack.mailboxUrl}
    Reset     ${resetCommand(flags.data)}   (deletes the local data)
    Stop      Ctrl-C
`);
}

function readFlags() {
  try {
    return parseArgs({
      options: {
        preview: { type: 'boolean', default: false },
        /** The workspace under supabase/.temp; tests use their own. */
        data: { type: 'string', default: 'local' },
        /** Start with empty data. */
        fresh: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new StackError((error as Error).message);
  }
}

async function develop(vite: typeof Vite, port: number, source: SiteSource) {
  const { feedsPlugin } = await import('./lib/build/feeds.ts');
  const { livePageTexts } = await import('./lib/build/page-texts.ts');
  const server = await vite.createServer({
    root,
    logLevel: 'warn',
    plugins: [feedsPlugin(source), livePageTexts({ url: source.backendUrl, key: source.key })],
    server: { port, host: '127.0.0.1', strictPort: true },
  });
  closers.push(() => server.close());
  await server.listen();
}

async function preview(
  vite: typeof Vite,
  port: number,
  source: SiteSource,
  seeded: Promise<unknown>,
) {
  const { openBundle } = await import('./lib/build/bundle.ts');
  const { writeSite } = await import('./lib/build/site.ts');
  const { hostingPlugin } = await import('./lib/build/hosting.ts');
  await Promise.all([openBundle({ mode: 'production', siteUrl: source.siteUrl }), seeded]);
  const { redirects, studyRedirects } = await writeSite(source);
  const server = await vite.preview({
    root,
    logLevel: 'warn',
    plugins: [hostingPlugin({ redirects, studyRedirects })],
    preview: { port, host: '127.0.0.1', strictPort: true },
  });
  closers.push(() => server.close());
}

async function close(code: number) {
  if (isClosing) return;
  isClosing = true;
  // Longer than the time the backend has to end by itself.
  setTimeout(() => process.exit(code), 10_000).unref();
  await Promise.allSettled(closers.map((closer) => closer()));
  process.exit(code);
}
