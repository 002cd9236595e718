import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext, Route } from 'playwright';
import { answers } from '../lib/answers.ts';
import type { Site } from '../lib/site.ts';

/** A random one. */
export const pick = <Item>(items: readonly Item[]): Item =>
  items[Math.floor(Math.random() * items.length)] as Item;

/** Longer than every time-out of the site. */
const UNANSWERED_MS = 40_000;
/** The share of requests with a fault, in a phase that has them. */
const FAULTY = 0.45;

/** The faults of a request, by the name under which they are counted. */
const faults: Record<string, (route: Route) => Promise<void>> = {
  ...answers,
  answerLost: async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  },
  delayed: async (route) => {
    await wait(500 + Math.random() * 4000);
    await route.continue();
  },
  garbledAnswer: async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({ response, body: text.slice(0, text.length / 2) });
  },
  unanswered: async (route) => {
    await wait(UNANSWERED_MS);
    await route.abort('timedout');
  },
};

/** Injects faults into every given browser context. Each phase lasts some seconds, and most have faults. */
export function createFaultInjector(site: Site) {
  let phase = 'normal';
  const contexts: BrowserContext[] = [];
  const counts: Record<string, number> = {};
  const count = (what: string) => (counts[what] = (counts[what] ?? 0) + 1);
  const between = (least: number, most: number) => wait(least + Math.random() * (most - least));
  const setOffline = (isOffline: boolean) =>
    Promise.all(contexts.map((context) => context.setOffline(isOffline)));

  async function answer(route: Route) {
    const isFaulty = phase === 'faulty' && Math.random() < FAULTY;
    if (phase === 'outage') {
      count('outage');
      return route.abort('connectionrefused');
    }
    if (!isFaulty) return route.continue();
    const kind = pick(Object.keys(faults));
    count(kind);
    return faults[kind]?.(route);
  }

  const phases: Record<string, () => Promise<unknown>> = {
    normal: () => between(8000, 15_000),
    faulty: () => between(10_000, 25_000),
    outage: () => between(2000, 12_000),
    offline: async () => {
      await setOffline(true);
      await between(2000, 10_000);
      await setOffline(false);
    },
    killed: async () => {
      await site.killBackend();
      await between(1000, 6000);
      await site.startBackend();
    },
  };
  const twiceFaulty = [...Object.keys(phases), 'faulty'];

  return {
    counts,
    async attach(context: BrowserContext) {
      contexts.push(context);
      await context.route(/\/(auth|rest|storage|functions)\/v1\//, (route) =>
        // A closed or reloaded page cancels its requests.
        answer(route).catch(() => undefined),
      );
    },
    async injectUntil(isOver: () => boolean) {
      while (!isOver()) {
        phase = pick(twiceFaulty);
        if (phase === 'killed' || phase === 'offline') count(phase);
        await phases[phase]?.();
      }
      phase = 'normal';
    },
  };
}
