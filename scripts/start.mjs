// npm start: installs what is missing, starts the embedded backend and serves the site with reload.
// npm run preview does the same with the production build.
import { ensureInstalled, root } from './lib/install.mjs';

ensureInstalled();

const { parseArgs } = await import('node:util');
const { startStack, StackError } = await import('./lib/stack.mjs');
const { seed, STAFF } = await import('./lib/seed.mjs');
const { assertPortFree } = await import('./lib/ports.mjs');
const { deleteWorkspace } = await import('./lib/workspace.mjs');
const vite = await import('vite');

const { values: flags } = parseArgs({
  options: {
    preview: { type: 'boolean', default: false },
    /** The workspace under supabase/.temp; tests use their own. */
    data: { type: 'string', default: 'local' },
    /** Start over with empty data. */
    fresh: { type: 'boolean', default: false },
  },
});
const webPort = numberFrom('PORT', 5173);
const siteUrl = `http://localhost:${webPort}`;
const startedAt = Date.now();

/** @type {(() => Promise<unknown>)[]} */
const closers = [];
let isClosing = false;

process.on('SIGINT', () => void close(0));
process.on('SIGTERM', () => void close(0));
process.on('SIGHUP', () => void close(0));

try {
  await assertPortFree(webPort, 'PORT');
  if (flags.fresh) deleteWorkspace(flags.data);
  const log = (/** @type {string} */ line) => {
    if (line.startsWith('functions') || /error/i.test(line)) console.log(line);
  };
  const stack = await startStack(
    {
      name: flags.data,
      siteUrl,
      port: numberFrom('BACKEND_PORT', 0),
      mailboxPort: numberFrom('MAILBOX_PORT', 54324),
      smtpPort: numberFrom('SMTP_PORT', 0),
      seed: true,
    },
    { log },
  );
  closers.push(() => stack.stop());
  void stack.exited.then(() => {
    if (isClosing) return;
    console.error('The local backend ended unexpectedly. Start again; if it persists, npm run reset.');
    void close(1);
  });

  process.env.BACKEND_URL = stack.url;
  process.env.VITE_SUPABASE_URL = '';
  process.env.VITE_SUPABASE_ANON_KEY = stack.keys.publishableKey;
  // The site and the seed do not wait for each other: the first page can be fetched meanwhile.
  await Promise.all([flags.preview ? preview() : develop(), seed(stack, { name: flags.data })]);
  console.log(welcome(stack.mailboxUrl));
} catch (error) {
  if (error instanceof StackError) console.error(`\n${error.message}\n`);
  else console.error(error);
  await close(1);
}

async function develop() {
  const server = await vite.createServer({
    root,
    logLevel: 'warn',
    server: { port: webPort, host: '127.0.0.1', strictPort: true },
  });
  closers.push(() => server.close());
  await server.listen();
}

async function preview() {
  const outDir = `dist`;
  await vite.build({ root, logLevel: 'warn', build: { outDir } });
  const server = await vite.preview({
    root,
    logLevel: 'warn',
    build: { outDir },
    preview: { port: webPort, host: '127.0.0.1', strictPort: true },
  });
  closers.push(() => server.close());
}

/** @param {string} mailboxUrl */
function welcome(mailboxUrl) {
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  return `
  Cumulus & Craft is running${flags.preview ? ' (production build)' : ''}, ready in ${seconds} s

    Site      ${siteUrl}
    Staff     ${siteUrl}/admin
              ${STAFF.email}  /  ${STAFF.password}
    Mailbox   ${mailboxUrl}
    Reset     npm run reset   (deletes the local data)
    Stop      Ctrl-C
`;
}

/** @param {number} code */
async function close(code) {
  if (isClosing) return;
  isClosing = true;
  await Promise.allSettled(closers.reverse().map((closer) => closer()));
  process.exit(code);
}

/**
 * @param {string} name
 * @param {number} fallback
 */
function numberFrom(name, fallback) {
  const text = process.env[name];
  if (!text) return fallback;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port;
  console.error(`${name}=${text} is not a port. Give a number from 1 to 65535.`);
  process.exit(1);
}
