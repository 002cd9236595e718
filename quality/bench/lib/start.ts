import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from '../../../scripts/lib/install.mjs';
import { freePort } from '../../../scripts/lib/ports.ts';
import { deleteWorkspace } from '../../../scripts/lib/workspace.ts';
import { BUDGETS } from './budgets.ts';

const NAME = 'bench-start';
const LOOK_AGAIN_MS = 50;

/** The first `npm start`, and a later one. */
export async function measureStart(onOpen: (close: () => unknown) => void) {
  deleteWorkspace(NAME);
  onOpen(() => deleteWorkspace(NAME));
  const first = await startOnce(onOpen);
  const again = await startOnce(onOpen);
  return { first, again, isWithin: Math.max(first.readyMs, again.readyMs) <= BUDGETS.startMs };
}

async function startOnce(onOpen: (close: () => unknown) => void) {
  const port = await freePort();
  const mailboxPort = await freePort();
  const begin = performance.now();
  const child = spawn(process.execPath, ['scripts/run.mjs', 'scripts/start.ts', '--data', NAME], {
    cwd: root,
    env: { ...process.env, PORT: String(port), MAILBOX_PORT: String(mailboxPort) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  onOpen(stop);
  const ready: Promise<number> = new Promise((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += chunk;
      if (said.includes('is running')) resolve(performance.now() - begin);
    });
    void exited.then(() => reject(new Error(`npm start ended:\n${said}`)));
  });
  const served = firstPage(`http://localhost:${port}`, exited).then(
    () => performance.now() - begin,
  );
  const [readyMs, servedMs] = await Promise.all([ready, served]);
  await stop();
  return { readyMs, servedMs };
}

async function firstPage(url: string, exited: Promise<unknown>) {
  let isOver = false;
  void exited.then(() => (isOver = true));
  while (!isOver) {
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return;
    await wait(LOOK_AGAIN_MS);
  }
}
