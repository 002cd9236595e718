import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { root } from '../install.mjs';
import { portBusy } from '../ports.ts';
import type { SiteSource } from '../build/site.ts';
import { StackError } from './stack-error.ts';
import { resetCommand, workspaceFolder, type Keys } from './workspace.ts';

export type StackOptions = {
  /** Workspace under supabase/.temp. */
  name: string;
  /** Origin in the browser; links in mails begin with it. */
  siteUrl: string;
  /** Of the backend; 0 takes a free one. */
  port: number;
  /** Of the mailbox page and its API; 0 takes a free one. */
  mailboxPort: number;
  /** Of the mailbox's SMTP server; 0 takes a free one. */
  smtpPort: number;
  /** Send due mails every few seconds, like pg_cron in a hosted project. */
  isScheduled?: boolean;
  /** Accept the keys of before 2026 too, and give them to functions, like a project that has not turned them off. */
  hasLegacyKeys?: boolean;
  /** Run supabase/seed.sql (it can run twice) */
  seed: boolean;
  /** A separate file system for bucket files, removed with the backend; Linux only. */
  disk?: { folder: string; megabytes: number };
};

export type Stack = {
  /** Of the backend itself. */
  url: string;
  mailboxUrl: string;
  smtpPort: number;
  keys: Keys;
  pid: number;
  /** Settles when the process has ended for any reason. */
  exited: Promise<void>;
  stop: () => Promise<void>;
};

/** What the process of the backend reports. */
type Ready = { type: 'ready'; url: string; mailboxPort: number; smtpPort: number; keys: Keys };
type Failure = { type: 'failed'; reason: string; message: string };

/**
 * Starts the embedded backend in a separate process and waits until it serves.
 *
 * @throws StackError
 */
export async function startStack(
  options: StackOptions,
  {
    log = () => {},
    onSpawn = () => {},
  }: {
    /** Gets the output of the backend once it serves. */
    log?: (line: string) => void;
    /** Gets a function that aborts the start. */
    onSpawn?: (stop: () => Promise<void>) => void;
  } = {},
): Promise<Stack> {
  const node = [
    ...[process.execPath, '--no-warnings'],
    ...[`${root}scripts/run.mjs`, 'scripts/backend.ts'],
  ];
  const [program = '', ...args] = options.disk ? [...onDisk(options.disk), ...node] : node;
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, STACK_OPTIONS: JSON.stringify(options) },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const exited: Promise<void> = new Promise((resolve) => child.once('exit', () => resolve()));

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
  const listen = (chunk: Buffer) => {
    for (const line of chunk.toString().split('\n').filter(Boolean)) {
      lastLine = line;
      if (isReady) log(line);
    }
  };
  child.stdout?.on('data', listen);
  child.stderr?.on('data', listen);

  const ready = await new Promise<Ready>((resolve, reject) => {
    child.on('message', (message: Ready | Failure) => {
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
 */
function onDisk({ folder, megabytes }: NonNullable<StackOptions['disk']>) {
  mkdirSync(folder, { recursive: true });
  const mounted = `mount -t tmpfs -o size=${megabytes}m tmpfs "$0" && exec "$@"`;
  return ['unshare', '--map-root-user', '--mount', 'sh', '-c', mounted, folder];
}

function explain({ reason, message }: { reason: string; message: string }, options: StackOptions) {
  const folder = workspaceFolder(options.name);
  if (reason === 'in-use') return new StackError(message);
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
  );
}

const firstLine = (text: string) =>
  text
    .trim()
    .split('\n')[0]
    ?.replace(/[.:]+$/, '');

/** A local backend behind the site: the browser uses one origin. */
export const sourceOf = (
  siteUrl: string,
  { url, keys }: { url: string; keys: { publishableKey: string } },
): SiteSource => ({
  siteUrl,
  backendUrl: url,
  apiUrl: `${url}/functions/v1`,
  mediaUrl: siteUrl,
  key: keys.publishableKey,
});
