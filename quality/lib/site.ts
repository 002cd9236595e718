import { rm } from 'node:fs/promises';
import { root } from '../../scripts/lib/install.mjs';
import { seed } from '../../scripts/lib/local/seed.ts';
import { sourceOf, startStack, type StackOptions } from '../../scripts/lib/local/stack.ts';
import { deleteWorkspace } from '../../scripts/lib/local/workspace.ts';
import type { Built, BuildTask } from './build.ts';
import type { Filled, Rows } from './fill.ts';
import type { PreviewTask } from './preview.ts';
import { startModule } from './process.ts';

export type Site = Awaited<ReturnType<typeof startSite>>;

/**
 * Serves the production build with its own seeded backend, which can be killed, filled and started again. Unlike npm start
 * it keeps running without its backend, like the hosted site. Ends with this process.
 *
 * @param name of the workspace under supabase/.temp
 * @param port of the site
 */
export async function startSite(
  name: string,
  port: number,
  extras: Pick<StackOptions, 'disk' | 'isScheduled'> = {},
) {
  deleteWorkspace(name);
  const url = `http://127.0.0.1:${port}`;
  const outDir = `supabase/.temp/${name}/dist`;
  const options = {
    ...{ name, siteUrl: url, port: 0, mailboxPort: 0, smtpPort: 0, seed: true },
    ...extras,
  };
  let stack = await startStack(options);
  const { url: backendUrl, keys } = stack;
  options.port = Number(new URL(backendUrl).port);
  options.mailboxPort = Number(new URL(stack.mailboxUrl).port);
  await seed(stack, { name });

  /** Takes over what has not changed since the last build into the same folder. */
  function build(folder: string): Promise<Built> {
    const task: BuildTask = { outDir: folder, source: sourceOf(url, stack) };
    const env = { VITE_SUPABASE_ANON_KEY: keys.publishableKey };
    return startModule<Built>('build', task, {
      ...{ ...env, VITE_SUPABASE_URL: '', VITE_API_BASE_URL: '' },
    }).answer;
  }

  const startBackend = async () => {
    stack = await startStack({ ...options, seed: false });
  };

  const { redirects } = await build(outDir);
  const task: PreviewTask = { port, outDir, redirects, backendUrl };
  const server = startModule('preview', task);
  await server.answer;

  return {
    ...{ name, url, backendUrl, keys, startBackend },
    /** Below the project. */
    outDir,
    /** Of both servers. */
    pids: () => [stack.pid, server.pid],
    /** Into another folder than the one that is served; `isWhole` draws every page. */
    async build({ isWhole = false } = {}) {
      if (isWhole) await rm(`${root}${outDir}-again`, { recursive: true, force: true });
      return build(`${outDir}-again`);
    },
    /** With SIGKILL, without waiting for requests. Starts again on the same port with the same data. */
    async killBackend() {
      process.kill(stack.pid, 'SIGKILL');
      await stack.exited;
    },
    /** Stops the backend, replaces the rows of its tables and starts it again. */
    async fill(rows: Rows): Promise<Filled> {
      await stack.stop();
      const filled = await startModule<Filled>('fill', { name, siteUrl: url, rows }).answer;
      await startBackend();
      return filled;
    },
    async close() {
      await server.stop();
      await stack.stop();
      deleteWorkspace(name);
    },
  };
}
