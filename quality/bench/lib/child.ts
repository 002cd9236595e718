import { fork } from 'node:child_process';
import { root } from '../../../scripts/lib/install.mjs';

/**
 * Runs a module of this folder in a separate process, which sends one message and ends. The process
 * ends as well when this one does.
 *
 * @param module such as `build`
 * @param task handed over as `BENCH_TASK`
 * @returns the message
 */
export function inProcess<Answer>(
  module: string,
  task: unknown,
  { env = {} }: { env?: Record<string, string> } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const child = fork(`${root}scripts/run.mjs`, [`quality/bench/lib/${module}.ts`], {
      cwd: root,
      execArgv: ['--no-warnings'],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...process.env, ...env, BENCH_TASK: JSON.stringify(task) },
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => (said += chunk));
    }
    let message: Answer | undefined;
    child.once('message', (answer: Answer) => (message = answer));
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0 && message !== undefined) resolve(message);
      else
        reject(new Error(`quality/bench/lib/${module}.ts ended with ${signal ?? code}:\n${said}`));
    });
  });
}

/** The child's side. */
export async function answerParent<Task>(act: (task: Task) => Promise<unknown>) {
  const leave = () => process.exit(1);
  process.once('disconnect', leave);
  const answer = await act(JSON.parse(process.env.BENCH_TASK ?? '{}'));
  process.off('disconnect', leave);
  // Some libraries keep the process running.
  process.send?.(answer, () => process.exit(0));
}
