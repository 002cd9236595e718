// Serves a built site in a separate process, so that it does not disturb the measurement.
import { preview } from 'vite';
import { parentPort, workerData } from 'node:worker_threads';
import { hostingPlugin } from '../../../scripts/lib/hosting.ts';
import { root } from '../../../scripts/lib/install.mjs';

const { port, outDir, redirects } = workerData;
await preview({
  root,
  logLevel: 'warn',
  build: { outDir },
  plugins: [hostingPlugin({ redirects })],
  preview: { port, host: '127.0.0.1', strictPort: true },
});
parentPort?.postMessage('ready');
