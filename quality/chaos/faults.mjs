import { setTimeout as wait } from 'node:timers/promises';

/**
 * @typedef {import('playwright').Route} Route
 * @typedef {() => number} Random between 0 and 1
 * @typedef {'normal' | 'faulty' | 'outage' | 'killed' | 'offline'} Phase
 */

/**
 * Random numbers, the same for the same seed.
 *
 * @param {number} seed
 * @returns {Random}
 */
export function createRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * @template Item
 * @param {Random} random
 * @param {readonly Item[]} items
 * @returns {Item}
 */
export function pick(random, items) {
  return /** @type {Item} */ (items[Math.floor(random() * items.length)]);
}

/** Longer than every time-out of the site. */
const UNANSWERED_MS = 40_000;

/** The faults of a request, by the name under which they are counted. */
const faults = {
  /** @param {Route} route */
  dropped: (route) => route.abort('connectionreset'),
  /** @param {Route} route */
  answerLost: async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  },
  /** @param {Route} route @param {Random} random */
  delayed: async (route, random) => {
    await wait(500 + random() * 4000);
    await route.continue();
  },
  /** @param {Route} route */
  status500: (route) => route.fulfill({ status: 500, json: { message: 'out of clouds' } }),
  /** @param {Route} route */
  status429: (route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json: { message: 'Too many' } }),
  /** @param {Route} route */
  garbage: (route) => route.fulfill({ contentType: 'application/json', body: '[{"id": "0' }),
  /** @param {Route} route */
  garbledAnswer: async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({ response, body: text.slice(0, text.length / 2) });
  },
  /** @param {Route} route */
  unanswered: async (route) => {
    await wait(UNANSWERED_MS);
    await route.abort('timedout');
  },
};

const kinds = /** @type {(keyof typeof faults)[]} */ (Object.keys(faults));

/**
 * Injects faults into every given browser context. Each phase lasts some seconds, and most have faults.
 *
 * @param {import('../breakable-site.mjs').BreakableSite} site
 * @param {Random} random
 */
export function createFaultInjector(site, random) {
  /** @type {Phase} */
  let now = 'normal';
  /** @type {import('playwright').BrowserContext[]} */
  const contexts = [];
  /** @type {Record<string, number>} */
  const counts = {};
  const count = (/** @type {string} */ what) => (counts[what] = (counts[what] ?? 0) + 1);

  /** @param {Route} route */
  async function answer(route) {
    const kind = now === 'faulty' && random() < 0.45 ? pick(random, kinds) : null;
    if (now === 'outage') {
      count('outage');
      return route.abort('connectionrefused');
    }
    if (!kind) return route.continue();
    count(kind);
    return faults[kind](route, random);
  }

  /** @type {Record<Phase, () => Promise<unknown>>} */
  const phases = {
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
    /** @param {import('playwright').BrowserContext} context */
    async attach(context) {
      contexts.push(context);
      await context.route(/\/(auth|rest|storage|functions)\/v1\//, (route) =>
        // A closed or reloaded page cancels its requests.
        answer(route).catch(() => undefined),
      );
    },
    /** @param {() => boolean} isOver */
    async injectFaultsUntil(isOver) {
      while (!isOver()) {
        now = pick(random, ['normal', 'faulty', 'faulty', 'outage', 'killed', 'offline']);
        if (now === 'killed' || now === 'offline') count(now);
        await phases[now]();
      }
      now = 'normal';
    },
  };
}
