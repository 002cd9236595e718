// A production build with all its pages in a separate process, for cold caches and its own memory figure.
import { openBundle } from '../../scripts/lib/build/bundle.ts';
import { root } from '../../scripts/lib/install.mjs';
import { writeSite, type SiteSource } from '../../scripts/lib/build/site.ts';
import { answerParent } from './process.ts';

/** outDir: below the project */
export type BuildTask = { outDir: string; source: SiteSource };

export type Built = Awaited<ReturnType<typeof measureBuild>>;

await answerParent(measureBuild);

async function measureBuild({ outDir, source }: BuildTask) {
  await openBundle({ mode: 'production', siteUrl: source.siteUrl });
  const bundled = performance.now();
  const idle = process.cpuUsage();
  const { pages, redirects } = await writeSite(source, root + outDir);
  const { user, system } = process.cpuUsage(idle);
  return {
    pages,
    redirects,
    /** Drawing the pages, their social cards and what search engines ask for. */
    pagesMs: performance.now() - bundled,
    /** Of the processors while drawing, without the backend. */
    cpuMs: (user + system) / 1000,
    /** Bytes, while drawing; bundling is a process of its own. */
    peakMemory: process.resourceUsage().maxRSS * 1024,
  };
}
