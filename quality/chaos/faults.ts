import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext, Route } from 'playwright';
import type { BreakableSite } from '../breakable-site.ts';

/** between 0 and 1 */
export type Random = () => number;

export type Phase = 'normal' | 'faulty' | 'outage' | 'killed' | 'offline';

/** Random numbers, the same for the same seed. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)] as Item;
}

/** Longer than every time-out of the site. */
const UNANSWERED_MS = 40_000;

/** The faults of a request, by the name under which they are counted. */
const faults = {
  dropped: (route: Route) => route.abort('connectionreset'),
  answerLost: async (route: Route) => {
    await route.fetch();
    await route.abort('connectionreset');
  },
  delayed: async (route: Route, random: Random) => {
    await wait(500 + random() * 4000);
    await route.continue();
  },
  status500: (route: Route) => route.fulfill({ status: 500, json: { message: 'out of clouds' } }),
  status429: (route: Route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json: { message: 'Too many' } }),
  garbage: (route: Route) => route.fulfill({ contentType: 'application/json', body: '[{"id": "0' }),
  garbledAnswer: async (route: Route) => {
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({ response, body: text.slice(0, text.length / 2) });
  },
  unanswered: async (route: Route) => {
    await wait(UNANSWERED_MS);
    await route.abort('timedout');
  },
};

const kinds = Object.keys(faults) as (keyof typeof faults)[];

/** Injects faults into every given browser context. Each phase lasts some seconds, and most have faults. */
export function createFaultInjector(site: BreakableSite, random: Random) {
  let now: Phase = 'normal';
  const contexts: BrowserContext[] = [];
  const counts: Record<string, number> = {};
  const count = (what: string) => (counts[what] = (counts[what] ?? 0) + 1);

  async function answer(route: Route) {
    const kind = now === 'faulty' && random() < 0.45 ? pick(random, kinds) : null;
    if (now === 'outage') {
      count('outage');
      return route.abort('connectionrefused');
    }
    if (!kind) return route.continue();
    count(kind);
    return faults[kind](route, random);
  }

  const phases: Record<Phase, () => Promise<unknown>> = {
    normal: () => wait(8000 + random() * 7000),
    faulty: () => wait(10_000 + random() * 15_000),
    outage: () => wait(2000 + random() * 10_000),
    offline: async () => {
      for (const context of contexts) await context.setOffline(true);
      await wait(2000 + random() * 8000);
      for (const context of contexts) await context.setOffline(false);
    },
    killed: async () => {
      await site.killBackend();
      await wait(1000 + random() * 5000);
      await site.startBackend();
    },
  };

  return {
    counts,
    async attach(context: BrowserContext) {
      contexts.push(context);
      await context.route(/\/(auth|rest|storage|functions)\/v1\//, (route) =>
        // A closed or reloaded page cancels its requests.
        answer(route).catch(() => undefined),
      );
    },
    async injectFaultsUntil(isOver: () => boolean) {
      while (!isOver()) {
        now = pick(random, ['normal', 'faulty', 'faulty', 'outage', 'killed', 'offline']);
        if (now === 'killed' || now === 'offline') count(now);
        await phases[now]();
      }
      now = 'normal';
    },
  };
}
