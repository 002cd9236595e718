import { readdir, rm } from 'node:fs/promises';
import { root } from '../../../scripts/lib/install.mjs';
import type { Built } from './build.ts';
import type { Site } from './site.ts';

const CARDS = `${root}node_modules/.cache/social-cards`;

/** The build time at each size: with all social cards drawn, and again with cached cards. */
export async function measureGrowth(site: Site, sizes: readonly number[]) {
  const before = new Set(await listCards());
  const builds = [];
  try {
    for (const size of sizes) {
      await site.fill({ studies: size, posts: 10 });
      const first = await site.build();
      const again = await site.build();
      builds.push({ size, first: rateOf(first), again: rateOf(again) });
      console.log(`  ${size}: ${Math.round(first.pagesMs)} ms, ${Math.round(again.pagesMs)} ms`);
    }
  } finally {
    const drawn = (await listCards()).filter((card) => !before.has(card));
    await Promise.all(drawn.map((card) => rm(`${CARDS}/${card}`, { force: true })));
  }
  return builds;
}

function rateOf({ pages, appMs, pagesMs, peakMemory }: Built) {
  return { pages, appMs, pagesMs, pagesPerSecond: pages / (pagesMs / 1000), peakMemory };
}

/** Cards of the generated studies, to remove them from the cache. */
const listCards = () => readdir(CARDS).catch(() => []);
