import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { root } from './install.mjs';
import { portBusy } from './ports.mjs';
import { StackError } from './stack-error.mjs';
import { resetCommand, workspaceFolder } from './workspace.mjs';

/**
 * @typedef {object} StackOptions
 * @property {string} name workspace under supabase/.temp
 * @property {string} siteUrl the address in the browser; links in mails start with it
 * @property {number} port of the backend; 0 takes a free one
 * @property {number} mailboxPort of the mailbox page and its API; 0 takes a free one
 * @property {number} smtpPort of the mailbox's SMTP server; 0 takes a free one
 * @property {boolean} [isScheduled] send due mails every few seconds, as pg_cron has them sent on a hosted project
 * @property {boolean} seed run supabase/seed.sql (it can run twice)
 * @property {{ folder: string, megabytes: number }} [disk] a disk of its own for the files of buckets, which
 *   is gone with the backend; Linux only
 *
 * @typedef {object} Stack
 * @property {string} url of the backend itself
 * @property {string} mailboxUrl
 * @property {number} smtpPort
 * @property {import('./workspace.mjs').Keys} keys
 * @property {number} pid
 * @property {Promise<void>} exited settles when the process is gone, wanted or not
 * @property {() => Promise<void>} stop
 */

/**
 * Starts the embedded backend in a process of its own and waits until it serves.
 *
 * @param {StackOptions} options
 * @param {object} [hooks]
 * @param {(line: string) => void} [hooks.log] gets what the backend prints once it serves
 * @param {(stop: () => Promise<void>) => void} [hooks.onSpawn] gets the way to end a start half way
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
    // Also understood where there are no signals.
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
 * The command before a command that gives it a file system of this size, without being root: only that
 * process, and who looks through /proc, sees it.
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
 * A backend on this machine, before which the site stands: the browser sees one address.
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
