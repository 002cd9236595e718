import type { EventEmitter } from 'node:events';
import { hostingPlugin } from '../scripts/lib/hosting.ts';
import { root } from '../scripts/lib/install.mjs';
import { seed } from '../scripts/lib/seed.ts';
import { writeSite } from '../scripts/lib/site.ts';
import { sourceOf, startStack, type Stack, type StackOptions } from '../scripts/lib/stack.ts';
import { workspaceFolder } from '../scripts/lib/workspace.ts';

export type BreakableSite = {
  url: string;
  /** The backend as it was first started. */
  stack: Stack;
  /** With SIGKILL, without waiting for requests. */
  killBackend: () => Promise<void>;
  /** On the same port with the same data. */
  startBackend: () => Promise<void>;
  close: () => Promise<void>;
};

/**
 * Serves the production build with its own seeded backend, which can be killed and started again. Unlike
 * npm start it keeps running without its backend, like the hosted site.
 *
 * @param options workspace under supabase/.temp; port of the site
 */
export async function startBreakableSite({
  name,
  port,
  disk,
}: { name: string; port: number } & Pick<StackOptions, 'disk'>): Promise<BreakableSite> {
  const url = `http://localhost:${port}`;
  const options = {
    name,
    siteUrl: url,
    port: 0,
    mailboxPort: 0,
    smtpPort: 0,
    seed: true,
    isScheduled: true,
    disk,
  };
  const stack = await startStack(options);
  options.port = Number(new URL(stack.url).port);
  options.mailboxPort = Number(new URL(stack.mailboxUrl).port);
  let running = stack;

  try {
    const { preview } = await import('vite');
    process.env.VITE_SUPABASE_URL = '';
    process.env.VITE_SUPABASE_ANON_KEY = stack.keys.publishableKey;
    const outDir = `${workspaceFolder(name)}/dist`;
    await seed(stack, { name });
    const { redirects } = await writeSite(sourceOf(url, stack), outDir);
    const server = await preview({
      root,
      logLevel: 'silent',
      plugins: [hostingPlugin({ redirects })],
      build: { outDir },
      preview: { port, host: '127.0.0.1', strictPort: true, proxy: proxyTo(stack.url) },
    });
    return {
      url,
      stack,
      killBackend: async () => {
        process.kill(running.pid, 'SIGKILL');
        await running.exited;
      },
      startBackend: async () => {
        running = await startStack(options);
      },
      close: async () => {
        await server.close();
        await running.stop();
      },
    };
  } catch (error) {
    await stack.stop();
    throw error;
  }
}

function proxyTo(target: string) {
  const prefixes = ['/auth/v1', '/rest/v1', '/storage/v1', '/functions/v1'];
  return Object.fromEntries(
    prefixes.map((prefix) => [
      prefix,
      {
        target,
        xfwd: true,
        configure: (proxy: EventEmitter) => {
          // A gateway reports that the origin is down. Vite would answer 500, like a failing backend.
          proxy.on('error', (_error, _request, response) => {
            if ('writeHead' in response && !response.headersSent) response.writeHead(502).end();
          });
        },
      },
    ]),
  );
}
