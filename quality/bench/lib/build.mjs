// A production build with all its pages in a separate process, for cold caches and its own memory figure.
import { readFile } from 'node:fs/promises';
import { root } from '../../../scripts/lib/install.mjs';
import { buildApp, STAFF_MANIFEST, writeSite } from '../../../scripts/lib/site.mjs';
import { answerParent } from './child.mjs';

/**
 * @typedef {{ outDir: string, source: import('../../../scripts/lib/site.mjs').SiteSource }} BuildTask
 *   outDir: below the project
 * @typedef {object} Built
 * @property {number} appMs bundling the app
 * @property {number} pagesMs drawing the pages, their social cards and what search engines ask for
 * @property {number} pages
 * @property {number} peakMemory bytes
 * @property {import('../../../scripts/lib/hosting-table.mjs').Redirect[]} redirects
 * @property {Manifest} manifest of the site
 * @property {Manifest} staffManifest of the staff area, which is built apart
 * @typedef {Record<string, { file: string, src?: string, imports?: string[], dynamicImports?: string[], isEntry?: boolean }>} Manifest
 */

await answerParent(async (/** @type {BuildTask} */ { outDir, source }) => {
  const folder = `${root}${outDir}`;
  const begin = performance.now();
  await buildApp(folder);
  const bundled = performance.now();
  // Deleted once the pages are written.
  const read = async (/** @type {string} */ file) => JSON.parse(await readFile(file, 'utf8'));
  const manifest = await read(`${folder}/.vite/manifest.json`);
  const staffManifest = await read(`${folder}/${STAFF_MANIFEST}`);
  const { pages, redirects } = await writeSite(folder, source);
  return {
    appMs: bundled - begin,
    pagesMs: performance.now() - bundled,
    pages,
    peakMemory: process.resourceUsage().maxRSS * 1024,
    redirects,
    manifest,
    staffManifest,
  };
});
