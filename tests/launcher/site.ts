// Runs the launcher as a process, with its output, ports and exit code.
import { spawn } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, inject, vi } from 'vitest';
import { findMailedLink, pressMailedLink } from '../../scripts/lib/local/mailed-link.ts';
import { freePort } from '../../scripts/lib/ports.ts';
import { STAFF } from '../../scripts/lib/local/seed.ts';
import { workspaceFolder, type Keys } from '../../scripts/lib/local/workspace.ts';

/** Less than the time of a test, so that the output is shown. */
const DEADLINE_MS = 200_000;

export type Run = {
  pid: number;
  /** The output so far, of both streams. */
  output: () => string;
  /** Signal or exit code, once it has ended. */
  ended: Promise<string | number>;
  kill: (signal: NodeJS.Signals) => void;
};

export type Site = Run & {
  name: string;
  url: string;
  port: number;
  mailboxUrl: string;
  mailboxPort: number;
};

export function run(script: string, args: string[], env: Record<string, string> = {}): Run {
  const child = spawn(
    process.execPath,
    ['--no-warnings', 'scripts/run.mjs', `scripts/${script}.ts`, ...args],
    {
      // Tests set their sender in a header.
      env: { ...process.env, NODE_ENV: '', TRUSTED_PROXIES: 'cloudflare', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  return {
    pid: child.pid ?? 0,
    output: () => output,
    ended: new Promise((resolve) =>
      child.once('close', (code, signal) => resolve(code ?? signal ?? 'lost')),
    ),
    kill: (signal) => child.kill(signal),
  };
}

/** Runs to the end. */
export async function finish(script: string, args: string[], env?: Record<string, string>) {
  const { ended, output } = run(script, args, env);
  return { code: await ended, output: output() };
}

/** Does not wait for the start: see untilRunning. */
export async function launch(
  name: string,
  env: Record<string, string> = {},
  args: string[] = [],
): Promise<Site> {
  const [port, mailboxPort] = [await freePort(), await freePort()];
  const settings = { PORT: String(port), MAILBOX_PORT: String(mailboxPort), ...env };
  return {
    ...run('start', ['--data', name, ...args], settings),
    name,
    port,
    mailboxPort,
    url: `http://localhost:${port}`,
    mailboxUrl: `http://localhost:${mailboxPort}`,
  };
}

export async function startSite(...how: Parameters<typeof launch>): Promise<Site> {
  const site = await launch(...how);
  await untilPrinted(site, /is running/).catch(async (error: unknown) => {
    await stopSite(site);
    throw error;
  });
  return site;
}

/** On a copy of data that were created and seeded once for all files. */
export async function startSeededSite(name: string, env?: Record<string, string>): Promise<Site> {
  const seeded = inject('seededWorkspace');
  if (!existsSync(workspaceFolder(seeded))) await stopSite(await startSite(seeded));
  cpSync(workspaceFolder(seeded), workspaceFolder(name), { recursive: true });
  return startSite(name, env);
}

let shared: Promise<Site> | undefined;

/**
 * One site for the files that only add rows of their own, in their one process. Its Deno has no cache and no registry:
 * npm has installed everything needed. Ends with the run: seeded-workspace.ts.
 */
export const sharedSite = () =>
  (shared ??= startSeededSite(inject('sharedWorkspace'), {
    DENO_DIR: `${workspaceFolder(inject('sharedWorkspace'))}/deno`,
    HTTPS_PROXY: 'http://127.0.0.1:9',
  }));

export async function stopSite(site: Site, signal: NodeJS.Signals = 'SIGINT') {
  site.kill(signal);
  return site.ended;
}

export async function untilPrinted(running: Run, pattern: RegExp): Promise<void> {
  let end: string | number | undefined;
  void running.ended.then((code) => (end = code));
  await vi.waitUntil(() => end !== undefined || pattern.test(running.output()), {
    timeout: DEADLINE_MS,
  });
  expect(running.output(), `ended with ${end}`).toMatch(pattern);
}

export type Processes = { pid: number; parent: number; command: string }[];

/** Every process below this one. */
export function descendants(pid: number): Processes {
  const all: Processes = readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((entry) => {
      try {
        const stat = readFileSync(`/proc/${entry}/stat`, 'utf8');
        const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
        const command = readFileSync(`/proc/${entry}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return [{ pid: Number(entry), parent, command }];
      } catch {
        return []; // The process ended meanwhile.
      }
    });
  const below = (parent: number): Processes =>
    all.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.pid)]);
  return below(pid);
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

export async function untilGone(processes: Processes): Promise<void> {
  await vi.waitFor(
    () =>
      expect(processes.filter(({ pid }) => isAlive(pid)).map(({ command }) => command)).toEqual([]),
    { timeout: 60_000 },
  );
}

export async function isAnswering(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  );
}

export function readKeys(name: string): Keys {
  return JSON.parse(readFileSync(`${workspaceFolder(name)}/keys.json`, 'utf8'));
}

/** The Data API through the site's own origin, as in the browser. */
export async function request(
  site: Site,
  path: string,
  { token, body, method = body === undefined ? 'GET' : 'POST', key }: RequestOptions = {},
) {
  const response = await fetch(`${site.url}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      apikey: key ?? readKeys(site.name).publishableKey,
      prefer: 'return=representation',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined &&
        !(body instanceof FormData) && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    data: text.startsWith('<') || text === '' ? text : JSON.parse(text),
  };
}

export type RequestOptions = { token?: string; body?: unknown; method?: string; key?: string };

export async function signIn(
  site: Site,
  { email, password }: { email: string; password: string } = STAFF,
) {
  const { status, data } = await request(site, '/auth/v1/token?grant_type=password', {
    body: { email, password },
  });
  if (status !== 200) throw new Error(`${email} cannot sign in: ${JSON.stringify(data)}`);
  return { token: String(data.access_token), userId: String(data.user.id) };
}

/** Signs up, follows the mailed link, chooses a new password and signs in. */
export async function signUp(site: Site, email: string) {
  const person = { email, password: 'Over-Time-2' };
  await request(site, '/auth/v1/signup', { body: person });
  const { messages } = await readJson(`${site.mailboxUrl}/api/v1/messages`);
  const mail = messages.find((one: { To: { Address: string }[] }) => one.To[0]?.Address === email);
  const { Text } = await readJson(`${site.mailboxUrl}/api/v1/message/${mail.ID}`);
  const link = findMailedLink(Text) ?? '';
  expect(new URL(link).origin, 'links in mails lead to the site').toBe(site.url);
  const opened = await pressMailedLink(site.url, readKeys(site.name).publishableKey, link);
  const token = String((await opened.json()).access_token);
  const { password } = person;
  await request(site, '/auth/v1/user', { method: 'PUT', token, body: { password } });
  return signIn(site, person);
}

async function readJson(address: string) {
  return (await fetch(address)).json();
}

/** Counts of the seeded rows. */
export async function countRows(site: Site) {
  const { secretKey } = readKeys(site.name);
  const tables = ['case_studies', 'case_study_metrics', 'case_study_gallery', 'staff_members'];
  const counts = await Promise.all(
    tables.map(async (table) => {
      const column = table === 'staff_members' ? 'email' : 'id';
      const { data } = await request(site, `/rest/v1/${table}?select=${column}`, {
        key: secretKey,
      });
      return [table, data.length];
    }),
  );
  return Object.fromEntries(counts);
}
