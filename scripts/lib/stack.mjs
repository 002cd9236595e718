import { spawn } from 'node:child_process';
import { root } from './install.mjs';
import { openWorkspace } from './workspace.mjs';

/**
 * @typedef {object} StackOptions
 * @property {string} name workspace under supabase/.temp
 * @property {string} siteUrl the address in the browser; links in mails start with it
 * @property {number} port of the backend; 0 takes a free one
 * @property {number} mailboxPort of the mailbox page and its API; 0 takes a free one
 * @property {number} smtpPort of the mailbox's SMTP server; 0 takes a free one
 * @property {boolean} seed run supabase/seed.sql (it can run twice)
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

/** A start that failed for a reason a person can act on. */
export class StackError extends Error {
  /** @param {string} message @param {string} reason */
  constructor(message, reason) {
    super(message);
    this.reason = reason;
  }
}

/**
 * Starts the embedded backend in a process of its own and waits until it serves.
 *
 * @param {StackOptions} options
 * @param {{ log?: (line: string) => void }} [hooks]
 * @returns {Promise<Stack>}
 * @throws {StackError} with one sentence that names the way out
 */
export async function startStack(options, { log = () => {} } = {}) {
  const { folder, keys } = openWorkspace(options.name);
  const child = spawn(process.execPath, ['--no-warnings', `${root}scripts/backend.mjs`], {
    cwd: root,
    env: { ...process.env, STACK_OPTIONS: JSON.stringify(options) },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  /** @type {string[]} */
  const lastLines = [];
  const keep = (/** @type {Buffer} */ chunk) => {
    for (const line of chunk.toString().split('\n').filter(Boolean)) {
      lastLines.push(line);
      if (lastLines.length > 20) lastLines.shift();
      log(line);
    }
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  /** @type {Promise<void>} */
  const exited = new Promise((resolve) => child.once('exit', () => resolve()));

  const ready = await new Promise((resolve, reject) => {
    child.on('message', (/** @type {any} */ message) => {
      if (message.type === 'ready') resolve(message);
      if (message.type === 'failed') reject(explain(message, options, folder));
    });
    void exited.then(() =>
      reject(
        explain(
          { reason: 'broken', message: lastLines.at(-1) ?? 'it ended without a word' },
          options,
          folder,
        ),
      ),
    );
  });

  return {
    url: ready.url,
    mailboxUrl: `http://localhost:${ready.mailboxPort}`,
    smtpPort: ready.smtpPort,
    keys,
    pid: child.pid ?? 0,
    exited,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      const forced = setTimeout(() => child.kill('SIGKILL'), 8_000);
      await exited;
      clearTimeout(forced);
    },
  };
}

/**
 * @param {{ reason: string, message: string }} failure
 * @param {StackOptions} options
 * @param {string} folder
 */
function explain({ reason, message }, options, folder) {
  if (reason === 'in-use') {
    return new StackError(
      `${message} Stop that one first (Ctrl-C in its terminal), or give this one other data.`,
      reason,
    );
  }
  if (reason === 'EADDRINUSE') {
    const port = /:(\d+)/.exec(message)?.[1] ?? 'wanted';
    const setting = {
      [options.mailboxPort]: 'MAILBOX_PORT',
      [options.smtpPort]: 'SMTP_PORT',
      [options.port]: 'BACKEND_PORT',
    }[Number(port)];
    return new StackError(
      `Port ${port} is busy. Stop what uses it, or set ${setting ?? 'another port'}=<free port>.`,
      reason,
    );
  }
  return new StackError(
    `The local backend could not open its data in ${folder} (${message}). ` +
      `If the data is broken, \`npm run reset\` starts over with fresh data.`,
    reason,
  );
}
