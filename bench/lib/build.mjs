// A production build with all its pages, in a process of its own: nothing is warm, and the memory is its own.
import { readFile } from 'node:fs/promises';
import { build } from 'vite';
import { root } from '../../scripts/lib/install.mjs';
import { writeSite } from '../../scripts/lib/site.mjs';
import { answerParent } from './child.mjs';

/**
 * @typedef {{ outDir: string, source: import('../../scripts/lib/site.mjs').SiteSource }} BuildTask
 *   outDir: below the project
 * @typedef {object} Built
 * @property {number} appMs bundling the app
 * @property {number} pagesMs drawing the pages, their social cards and what search engines ask for
 * @property {number} pages
 * @property {number} peakMemory bytes
 * @property {import('../../scripts/lib/hosting-table.mjs').Redirect[]} redirects
 * @property {Record<string, { file: string, src?: string, imports?: string[], dynamicImports?: string[], isEntry?: boolean }>} manifest
 */

await answerParent(async (/** @type {BuildTask} */ { outDir, source }) => {
  const folder = `${root}${outDir}`;
  const begin = performance.now();
  await build({ root, logLevel: 'warn', build: { outDir, emptyOutDir: true } });
  const bundled = performance.now();
  // Gone once the pages are written.
  const manifest = JSON.parse(await readFile(`${folder}/.vite/manifest.json`, 'utf8'));
  const { pages, redirects } = await writeSite(folder, source);
  return {
    appMs: bundled - begin,
    pagesMs: performance.now() - bundled,
    pages,
    peakMemory: process.resourceUsage().maxRSS * 1024,
    redirects,
    manifest,
  };
});
