// npm run demo: the site with sample content and no backend, built into dist-demo and served.
import { preview } from 'vite';
import { hostingPlugin } from './lib/build/hosting.ts';
import { root } from './lib/install.mjs';
import { portFrom } from './lib/ports.ts';
import { writeDemo } from './lib/build/site.ts';

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
