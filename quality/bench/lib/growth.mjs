import { readdir, rm } from 'node:fs/promises';
import { root } from '../../../scripts/lib/install.mjs';

const CARDS = `${root}node_modules/.cache/social-cards`;

/**
 * The build time at each size: with all social cards drawn, and again with cached cards.
 *
 * @param {import('./site.mjs').Site} site
 * @param {readonly number[]} sizes
 */
export async function measureGrowth(site, sizes) {
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

/** @param {import('./build.mjs').Built} built */
function rateOf({ pages, appMs, pagesMs, peakMemory }) {
  return { pages, appMs, pagesMs, pagesPerSecond: pages / (pagesMs / 1000), peakMemory };
}

/** Cards of the generated studies, to remove them from the cache. */
const listCards = () => readdir(CARDS).catch(() => []);
