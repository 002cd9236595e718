import { fork } from 'node:child_process';
import { root } from '../../../scripts/lib/install.mjs';

/**
 * Runs a module of this folder in a separate process, which sends one message and ends. The process
 * ends as well when this one does.
 *
 * @param {string} module such as `build`
 * @param {unknown} task handed over as `BENCH_TASK`
 * @param {{ env?: Record<string, string> }} [options]
 * @returns {Promise<any>} the message
 */
export function inProcess(module, task, { env = {} } = {}) {
  return new Promise((resolve, reject) => {
    const child = fork(`${root}quality/bench/lib/${module}.mjs`, {
      cwd: root,
      execArgv: ['--no-warnings'],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...process.env, ...env, BENCH_TASK: JSON.stringify(task) },
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => (said += chunk));
    }
    /** @type {unknown} */
    let message;
    child.once('message', (answer) => (message = answer));
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0 && message !== undefined) resolve(message);
      else
        reject(new Error(`quality/bench/lib/${module}.mjs ended with ${signal ?? code}:\n${said}`));
    });
  });
}

/**
 * The child's side.
 *
 * @template Task
 * @param {(task: Task) => Promise<unknown>} act
 */
export async function answerParent(act) {
  const leave = () => process.exit(1);
  process.once('disconnect', leave);
  const answer = await act(JSON.parse(process.env.BENCH_TASK ?? '{}'));
  process.off('disconnect', leave);
  // Some libraries keep the process running.
  process.send?.(answer, () => process.exit(0));
}
