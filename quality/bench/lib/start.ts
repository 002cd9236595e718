import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from '../../../scripts/lib/install.mjs';
import { freePort } from '../../../scripts/lib/ports.ts';
import { deleteWorkspace } from '../../../scripts/lib/local/workspace.ts';
import { table } from '../../lib/table.ts';
import { BUDGETS } from './budgets.ts';
import { seconds } from './numbers.ts';
import { verdict } from './results.ts';

const NAME = 'bench-start';
const LOOK_AGAIN_MS = 50;

/** The first `npm start`, and a later one. */
export async function measureStart(): Promise<string> {
  deleteWorkspace(NAME);
  const first = await startOnce();
  const again = await startOnce();
  deleteWorkspace(NAME);
  const isWithin = Math.max(first.readyMs, again.readyMs) <= BUDGETS.startMs;
  const row = (name: string, { servedMs, readyMs }: Started) => [
    ...[name, seconds(servedMs), seconds(readyMs)],
  ];
  return [
    `\`npm start\` after install, until everything is there; within ${seconds(BUDGETS.startMs)} s: ${verdict(isWithin)}.`,
    table(
      ['', 'first page served, s', 'ready, s'],
      [row('first start: database, seed, pictures, posts', first), row('next start', again)],
    ),
  ].join('\n\n');
}

type Started = { servedMs: number; readyMs: number };

async function startOnce(): Promise<Started> {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), MAILBOX_PORT: String(await freePort()) };
  const begin = performance.now();
  const child = spawn(process.execPath, ['scripts/run.mjs', 'scripts/start.ts', '--data', NAME], {
    ...{ cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] },
  });
  const exited = once(child, 'exit');
  let output = '';
  child.stdout?.on('data', (chunk) => (output += chunk));
  const since = async (isMet: () => Promise<boolean>) => {
    while (!(await isMet())) {
      if (child.exitCode !== null) throw new Error(`npm start ended:\n${output}`);
      await wait(LOOK_AGAIN_MS);
    }
    return performance.now() - begin;
  };
  const isServed = async () => (await fetch(`http://localhost:${port}`).catch(() => null))?.ok;
  const [servedMs, readyMs] = await Promise.all([
    since(async () => (await isServed()) === true),
    since(async () => output.includes('is running')),
  ]);
  child.kill('SIGTERM');
  await exited;
  return { servedMs, readyMs };
}
