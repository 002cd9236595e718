import { callBackend, signIn } from './backend-calls.ts';
import type { Built } from './build.ts';
import { withoutKeptCards } from './drawn-cards.ts';
import type { Site } from './site.ts';

/**
 * The build time at each size: with all social cards drawn, again with cached cards, after nothing changed, and after
 * a change of one study.
 */
export function measureGrowth(site: Site, sizes: readonly number[]) {
  return withoutKeptCards(async () => {
    const builds = [];
    for (const size of sizes) {
      await site.fill({ studies: size, posts: 10 });
      const first = rateOf(await site.buildWhole());
      const again = rateOf(await site.buildWhole());
      const unchanged = rateOf(await site.build());
      await changeStudy(site, `case-study-number-${Math.ceil(size / 2)}`);
      const changed = rateOf(await site.build());
      builds.push({ size, first, again, unchanged, changed });
      console.log(`  ${size}: ${Math.round(first.pagesMs)} ms, ${Math.round(again.pagesMs)} ms`);
    }
    return builds;
  });
}

async function changeStudy(site: Site, slug: string) {
  const { access_token: token } = await signIn(site);
  await callBackend(site, `/rest/v1/case_studies?slug=eq.${slug}`, {
    method: 'PATCH',
    body: { title: `Changed at ${new Date().toISOString()}` },
    token,
  });
}

function rateOf({ pages, appMs, pagesMs, cpuMs, peakMemory }: Built) {
  const pagesPerSecond = pages / (pagesMs / 1000);
  return { pages, appMs, pagesMs, cpuMs, pagesPerSecond, peakMemory };
}
