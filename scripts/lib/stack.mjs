import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { root } from './install.mjs';
import { portBusy } from './ports.mjs';
import { StackError } from './stack-error.mjs';
import { resetCommand, workspaceFolder } from './workspace.mjs';

/**
 * @typedef {object} StackOptions
 * @property {string} name workspace under supabase/.temp
 * @property {string} siteUrl origin in the browser; links in mails begin with it
 * @property {number} port of the backend; 0 takes a free one
 * @property {number} mailboxPort of the mailbox page and its API; 0 takes a free one
 * @property {number} smtpPort of the mailbox's SMTP server; 0 takes a free one
 * @property {boolean} [isScheduled] send due mails every few seconds, like pg_cron in a hosted project
 * @property {boolean} seed run supabase/seed.sql (it can run twice)
 * @property {{ folder: string, megabytes: number }} [disk] a separate file system for bucket files, removed
 * with the backend; Linux only
 *
 * @typedef {object} Stack
 * @property {string} url of the backend itself
 * @property {string} mailboxUrl
 * @property {number} smtpPort
 * @property {import('./workspace.mjs').Keys} keys
 * @property {number} pid
 * @property {Promise<void>} exited settles when the process has ended for any reason
 * @property {() => Promise<void>} stop
 */

/**
 * Starts the embedded backend in a separate process and waits until it serves.
 *
 * @param {StackOptions} options
 * @param {object} [hooks]
 * @param {(line: string) => void} [hooks.log] gets the output of the backend once it serves
 * @param {(stop: () => Promise<void>) => void} [hooks.onSpawn] gets a function that aborts the start
 * @returns {Promise<Stack>}
 * @throws {StackError}
 */
export async function startStack(options, { log = () => {}, onSpawn = () => {} } = {}) {
  const node = [process.execPath, '--no-warnings', `${root}scripts/backend.mjs`];
  const [program = '', ...args] = options.disk ? [...onDisk(options.disk), ...node] : node;
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, STACK_OPTIONS: JSON.stringify(options) },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  /** @type {Promise<void>} */
  const exited = new Promise((resolve) => child.once('exit', () => resolve()));

  async function stop() {
    // Also works on platforms without signals.
    if (child.connected) child.disconnect();
    const forced = setTimeout(() => child.kill('SIGKILL'), 8_000);
    await exited;
    clearTimeout(forced);
  }
  onSpawn(stop);

  let lastLine = 'it ended without a word';
  let isReady = false;
  const listen = (/** @type {Buffer} */ chunk) => {
    for (const line of chunk.toString().split('\n').filter(Boolean)) {
      lastLine = line;
      if (isReady) log(line);
    }
  };
  child.stdout?.on('data', listen);
  child.stderr?.on('data', listen);

  const ready = await new Promise((resolve, reject) => {
    child.on('message', (/** @type {any} */ message) => {
      if (message.type === 'ready') resolve(message);
      if (message.type === 'failed') reject(explain(message, options));
    });
    void exited.then(() => reject(explain({ reason: 'broken', message: lastLine }, options)));
  });
  isReady = true;

  return {
    url: ready.url,
    mailboxUrl: `http://localhost:${ready.mailboxPort}`,
    smtpPort: ready.smtpPort,
    keys: ready.keys,
    pid: child.pid ?? 0,
    exited,
    stop,
  };
}

/**
 * The command prefix that gives a command its own file system of this size, without root. Only that
 * process sees it, and others through /proc.
 *
 * @param {NonNullable<StackOptions['disk']>} disk
 */
function onDisk({ folder, megabytes }) {
  mkdirSync(folder, { recursive: true });
  const mounted = `mount -t tmpfs -o size=${megabytes}m tmpfs "$0" && exec "$@"`;
  return ['unshare', '--map-root-user', '--mount', 'sh', '-c', mounted, folder];
}

/**
 * @param {{ reason: string, message: string }} failure
 * @param {StackOptions} options
 */
function explain({ reason, message }, options) {
  const folder = workspaceFolder(options.name);
  if (reason === 'in-use') return new StackError(message, reason);
  if (reason === 'EADDRINUSE') {
    const port = /:(\d+)/.exec(message)?.[1] ?? 'wanted';
    const settings = {
      [options.mailboxPort]: 'MAILBOX_PORT',
      [options.smtpPort]: 'SMTP_PORT',
      [options.port]: 'BACKEND_PORT',
    };
    return portBusy(port, settings[Number(port)] ?? 'another one');
  }
  return new StackError(
    `The local backend could not open its data in ${folder} (${firstLine(message)}): ` +
      `\`${resetCommand(options.name)}\` deletes that data and starts over.`,
    reason,
  );
}

/** @param {string} text */
const firstLine = (text) =>
  text
    .trim()
    .split('\n')[0]
    ?.replace(/[.:]+$/, '');

/**
 * A local backend behind the site: the browser uses one origin.
 *
 * @param {string} siteUrl
 * @param {{ url: string, keys: { publishableKey: string } }} stack
 * @returns {import('./site.mjs').SiteSource}
 */
export const sourceOf = (siteUrl, { url, keys }) => ({
  siteUrl,
  backendUrl: url,
  apiUrl: `${url}/functions/v1`,
  mediaUrl: siteUrl,
  key: keys.publishableKey,
});
