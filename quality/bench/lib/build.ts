// A production build with all its pages in a separate process, for cold caches and its own memory figure.
import { readFile } from 'node:fs/promises';
import type { Redirect } from '../../../scripts/lib/hosting-table.ts';
import { root } from '../../../scripts/lib/install.mjs';
import { openBundle, STAFF_MANIFEST } from '../../../scripts/lib/bundle.ts';
import { writeSite, type SiteSource } from '../../../scripts/lib/site.ts';
import { answerParent } from './child.ts';

/** outDir: below the project */
export type BuildTask = { outDir: string; source: SiteSource };

export type Built = {
  /** Bundling the app, unless the code is the same as in the last build. */
  appMs: number;
  /** Drawing the pages, their social cards and what search engines ask for. */
  pagesMs: number;
  /** Of the processors while drawing, without the backend. */
  cpuMs: number;
  pages: number;
  /** Bytes, while drawing; bundling is a process of its own. */
  peakMemory: number;
  redirects: Redirect[];
  /** Of the site. */
  manifest: Manifest;
  /** Of the staff area, which is built apart. */
  staffManifest: Manifest;
};

export type Manifest = Record<
  string,
  { file: string; src?: string; imports?: string[]; dynamicImports?: string[]; isEntry?: boolean }
>;

await answerParent(async ({ outDir, source }: BuildTask) => {
  const folder = `${root}${outDir}`;
  const begin = performance.now();
  const { app } = await openBundle({ mode: 'production', siteUrl: source.siteUrl });
  const bundled = performance.now();
  const read = async (file: string) => JSON.parse(await readFile(file, 'utf8'));
  const manifest = await read(`${app}/.vite/manifest.json`);
  const staffManifest = await read(`${app}/${STAFF_MANIFEST}`);
  const idle = process.cpuUsage();
  const { pages, redirects } = await writeSite(source, folder);
  const { user, system } = process.cpuUsage(idle);
  return {
    appMs: bundled - begin,
    pagesMs: performance.now() - bundled,
    cpuMs: (user + system) / 1000,
    pages,
    peakMemory: process.resourceUsage().maxRSS * 1024,
    redirects,
    manifest,
    staffManifest,
  };
});
