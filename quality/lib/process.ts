import { fork } from 'node:child_process';
import { once } from 'node:events';
import { root } from '../../scripts/lib/install.mjs';

/**
 * Runs a module of this folder in a process of its own, which also ends when this one does.
 *
 * @param module such as `build`; it calls `answerParent`
 * @param task handed over to it
 */
export function startModule<Answer>(module: string, task: unknown, env: NodeJS.ProcessEnv = {}) {
  const child = fork(`${root}scripts/run.mjs`, [`quality/lib/${module}.ts`], {
    cwd: root,
    execArgv: ['--no-warnings'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, ...env, MODULE_TASK: JSON.stringify(task) },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => (output += chunk));
  }
  const answer: Promise<Answer> = new Promise((resolve, reject) => {
    child.once('message', (message: Answer) => resolve(message));
    child.once('close', () => reject(new Error(`quality/lib/${module}.ts ended:\n${output}`)));
  });
  async function stop() {
    const exited = once(child, 'exit');
    child.disconnect();
    await exited;
  }
  return { answer, pid: child.pid ?? 0, stop };
}

/**
 * The child's side.
 *
 * @param act its result is sent to the parent
 * @param isServer runs on afterwards, until the parent ends it
 */
export async function answerParent<Task>(
  act: (task: Task) => Promise<unknown>,
  { isServer = false } = {},
) {
  process.once('disconnect', () => process.exit(0));
  const answer = await act(JSON.parse(process.env.MODULE_TASK ?? '{}'));
  // Some libraries would keep the process running.
  process.send?.(answer, () => isServer || process.exit(0));
}
