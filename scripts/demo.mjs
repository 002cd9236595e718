// npm run demo: the site with sample content and no backend, built into dist-demo and served.
import { ensureInstalled, root } from './lib/install.mjs';

ensureInstalled();

const { preview } = await import('vite');
const { hostingPlugin } = await import('./lib/hosting.mjs');
const { portFrom } = await import('./lib/ports.mjs');
const { writeDemo } = await import('./lib/site.mjs');

const port = portFrom('PORT', 5173);
const siteUrl = `http://localhost:${port}`;
const { folder } = await writeDemo(siteUrl);
await preview({
  root,
  logLevel: 'warn',
  plugins: [hostingPlugin()],
  build: { outDir: folder },
  preview: { port, host: '127.0.0.1', strictPort: true },
});
console.log(`The demo is running: ${siteUrl}`);
