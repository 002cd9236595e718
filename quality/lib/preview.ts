// Serves a built site in a separate process, so that it does not disturb the measurement.
import type { EventEmitter } from 'node:events';
import { preview } from 'vite';
import type { Redirect } from '../../scripts/lib/build/hosting-table.ts';
import { hostingPlugin } from '../../scripts/lib/build/hosting.ts';
import { root } from '../../scripts/lib/install.mjs';
import { answerParent } from './process.ts';

/** backendUrl: none for a host of files alone */
export type PreviewTask = {
  port: number;
  outDir: string;
  redirects: Redirect[];
  backendUrl?: string;
};

await answerParent(
  async ({ port, outDir, redirects, backendUrl }: PreviewTask) => {
    const proxy = backendUrl ? proxyTo(backendUrl) : undefined;
    await preview({
      root,
      logLevel: 'silent',
      build: { outDir },
      plugins: [hostingPlugin({ redirects })],
      preview: { port, host: '127.0.0.1', strictPort: true, proxy },
    });
    return 'ready';
  },
  { isServer: true },
);

function proxyTo(target: string) {
  const configure = (proxy: EventEmitter) => {
    // A gateway reports that the origin is down. Vite would answer 500, like a failing backend.
    proxy.on('error', (_error, _request, response) => {
      if ('writeHead' in response && !response.headersSent) response.writeHead(502).end();
    });
  };
  const prefixes = ['/auth/v1', '/rest/v1', '/storage/v1', '/functions/v1'];
  return Object.fromEntries(prefixes.map((prefix) => [prefix, { target, xfwd: true, configure }]));
}
