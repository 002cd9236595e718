import { readdir, rm } from 'node:fs/promises';
import { root } from '../../../scripts/lib/install.mjs';
import { STAFF } from '../../../scripts/lib/seed.ts';
import type { Built } from './build.ts';
import type { Site } from './site.ts';

const CARDS = `${root}node_modules/.cache/social-cards`;

/**
 * The build time at each size: with all social cards drawn, again with cached cards, after nothing changed, and after
 * a change of one study.
 */
export async function measureGrowth(site: Site, sizes: readonly number[]) {
  const before = new Set(await listCards());
  const builds = [];
  try {
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
  } finally {
    const drawn = (await listCards()).filter((card) => !before.has(card));
    await Promise.all(drawn.map((card) => rm(`${CARDS}/${card}`, { force: true })));
  }
  return builds;
}

async function changeStudy({ backendUrl, keys }: Site, slug: string) {
  const ask = async (path: string, method: string, body: unknown, token?: string) => {
    const reply = await fetch(`${backendUrl}${path}`, {
      method,
      headers: {
        apikey: keys.publishableKey,
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}`);
    return reply;
  };
  const session = await (await ask('/auth/v1/token?grant_type=password', 'POST', STAFF)).json();
  const title = `Changed at ${new Date().toISOString()}`;
  await ask(`/rest/v1/case_studies?slug=eq.${slug}`, 'PATCH', { title }, session.access_token);
}

function rateOf({ pages, appMs, pagesMs, cpuMs, peakMemory }: Built) {
  const pagesPerSecond = pages / (pagesMs / 1000);
  return { pages, appMs, pagesMs, cpuMs, pagesPerSecond, peakMemory };
}

/** Cards of the generated studies, to remove them from the cache. */
const listCards = () => readdir(CARDS).catch(() => []);
