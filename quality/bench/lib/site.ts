import { once } from 'node:events';
import { copyFile, rm } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { root } from '../../../scripts/lib/install.mjs';
import { freePort } from '../../../scripts/lib/ports.ts';
import { seed } from '../../../scripts/lib/seed.ts';
import { sourceOf, startStack } from '../../../scripts/lib/stack.ts';
import { deleteWorkspace } from '../../../scripts/lib/workspace.ts';
import type { Built } from './build.ts';
import { inProcess } from './child.ts';
import type { Filled } from './fill.ts';

const NAME = 'bench';
const OUT_DIR = `supabase/.temp/${NAME}/dist`;
const AGAIN_DIR = `${OUT_DIR}-again`;

export type Site = Awaited<ReturnType<typeof openSite>>;

/**
 * The production build with its own backend and data, like `npm run preview`, in a separate folder: dist/ is
 * not changed.
 *
 * @param onOpen gets, in order, the functions to call at the end
 */
export async function openSite(onOpen: (close: () => unknown) => void) {
  deleteWorkspace(NAME);
  onOpen(() => deleteWorkspace(NAME));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const options = { name: NAME, siteUrl: url, port: 0, mailboxPort: 0, smtpPort: 0, seed: true };

  const begin = performance.now();
  let stack = await startStack(options, { onSpawn: onOpen });
  const stackMs = performance.now() - begin;
  const { url: backendUrl, keys } = stack;
  options.port = Number(new URL(backendUrl).port);
  options.mailboxPort = Number(new URL(stack.mailboxUrl).port);
  await seed(stack, { name: NAME });
  const seedMs = performance.now() - begin - stackMs;

  const source = sourceOf(url, stack);
  const env = {
    BACKEND_URL: backendUrl,
    VITE_SUPABASE_URL: '',
    VITE_API_BASE_URL: '',
    VITE_SUPABASE_ANON_KEY: keys.publishableKey,
  };

  const build = (folder = AGAIN_DIR): Promise<Built> =>
    inProcess('build', { outDir: folder, source }, { env });

  const built = await build(OUT_DIR);
  await copyFile(`${root}quality/bench/floor.html`, `${root}${OUT_DIR}/floor.html`);
  const worker = new Worker(`${root}scripts/run.mjs`, {
    argv: ['quality/bench/lib/preview.ts'],
    env: { ...process.env, ...env },
    workerData: { port, outDir: OUT_DIR, redirects: built.redirects },
  });
  onOpen(() => worker.terminate());
  await once(worker, 'message');

  return {
    url,
    backendUrl,
    keys,
    /** Below the project; others begin with its name. */
    outDir: OUT_DIR,
    folder: `${root}${OUT_DIR}`,
    built,
    stackMs,
    seedMs,
    /** Once more, into another folder; takes over what has not changed since the last of these. */
    build,
    /** The same with every page drawn. */
    async buildWhole() {
      await rm(`${root}${AGAIN_DIR}`, { recursive: true, force: true });
      return build();
    },
    /**
     * Stops the backend, fills its tables and starts it again on the same port.
     *
     * @param rows how many of each there are then
     */
    async fill(rows: { studies: number; posts: number }): Promise<Filled> {
      await stack.stop();
      const filled = await inProcess<Filled>('fill', { name: NAME, siteUrl: url, ...rows });
      stack = await startStack({ ...options, seed: false }, { onSpawn: onOpen });
      return filled;
    },
  };
}
