// The visit after the first page: from the press on a link to the painted next page, and the delay of every interaction.
import type { Browser, Page } from 'playwright';
import { SESSION_STORAGE_KEY } from '../../../src/lib/supabase.ts';
import { table } from '../../lib/table.ts';
import type { Bench } from './bench.ts';
import { BUDGETS } from './budgets.ts';
import { median, ms, quantile } from './numbers.ts';
import { onPhone, READING_MS, openBrowser } from './phone.ts';
import { verdict } from './results.ts';

/** The app starts and asks for newer data. */
const STARTING_MS = 4500;
/** How long a finger stays on the glass. */
const FINGER_MS = 80;
const PAINTING_MS = 4000;
/** At most, in pixels: a card begins on the first screen and ends below it. */
const TOUCHED_BELOW_TOP = 20;
/** The page comes to rest after it was scrolled. */
const SCROLLING_MS = 300;
/** Between two interactions of a visit. */
const PAUSE_MS = 1500;

/**
 * On the first screen of a phone: scrolling to others would start the app. A card is touched on its picture, which is part
 * of its link.
 */
const pairsWith = (study: string, post: string): [name: string, from: string, link: string][] => [
  ['home, contact', '/', 'main a[href="/contact"]'],
  ['projects, case study', '/projects', 'main article'],
  ['case study, projects', study, 'main a[href="/projects"]'],
  ['post, blog', post, 'main a[href="/blog"]'],
  ['about, home', '/about', 'header a[href="/"]'],
];

/** What a visitor presses on five pages, in order; `typed` is entered key by key. */
const VISIT: readonly [press: string, typed?: string][] = [
  ['header button'],
  ['.site-menu button'],
  ['main a[href="/contact"]'],
  ['main input[name="name"]', 'Mira'],
  ['main textarea[name="message"]', 'Hello'],
  ['header button'],
  ['.site-menu a[href="/projects"]'],
  ['main a[href^="/projects/services/"]'],
  ['a.card-title'],
  ['main a[href="/projects"]'],
  ['header button'],
  ['.site-menu a[href="/services"]'],
];

export async function measureNextPages(bench: Bench): Promise<string> {
  const { site, study, post } = await bench.openSite();
  const rows: string[][] = [];
  const medians: number[] = [];
  const delays: Delay[] = [];
  const browser = await openBrowser(bench);
  for (const [name, from, link] of pairsWith(study, post)) {
    const row = [name];
    for (const isStarted of [false, true]) {
      const times: number[] = [];
      while (times.length < bench.runs)
        times.push(await follow(browser, site.url + from, link, isStarted));
      medians.push(median(times));
      row.push(ms(median(times)));
    }
    rows.push(row);
  }
  for (let run = 0; run < bench.runs; run += 1) {
    delays.push(...(await onPhone(browser, `${site.url}/`, visit, recordTimes)));
  }
  await browser.close();
  const isWithin = Math.max(...medians) <= BUDGETS.nextPageMs;
  const times = delays.map(({ delay }) => delay);
  const p98 = quantile(times, 0.98);
  const slowest = delays.toSorted((one, other) => other.delay - one.delay)[0]?.press ?? '';
  return [
    'A phone with a processor slowed down four times. A finger presses a link for 80 ms; milliseconds from its release ' +
      `until the next page is painted, median of ${bench.runs}. Before the app has started the link loads a document, ` +
      `afterwards the app shows the page. All within ${BUDGETS.nextPageMs}: ${verdict(isWithin)}.`,
    table(['from, to', 'before the app has started', 'by the app'], rows),
    `Interaction to next paint in ${bench.runs} visits of five pages, ${times.length} interactions: median ` +
      `${ms(median(times))}, 98th percentile ${ms(p98)} ms (budget ${BUDGETS.interactionMs}, ` +
      `${verdict(p98 <= BUDGETS.interactionMs)}); the slowest: \`${slowest}\`.`,
  ].join('\n\n');
}

/** Milliseconds from the release of the finger until the paint. */
const follow = (browser: Browser, url: string, link: string, isStarted: boolean) =>
  onPhone(
    browser,
    url,
    async (page) => {
      await page.waitForTimeout(READING_MS);
      // As a sign-in in another tab starts the app.
      const wanted = { key: SESSION_STORAGE_KEY };
      if (isStarted)
        await page.evaluate((of) => void dispatchEvent(new StorageEvent('storage', of)), wanted);
      if (isStarted) await page.waitForTimeout(STARTING_MS);
      await tap(page, link);
      await page.waitForTimeout(PAINTING_MS);
      if (page.url() === url) throw new Error(`${link} of ${url} led to no page`);
      return page.evaluate(() => {
        const { clickedAt, paintedAt } = sessionStorage;
        const [paint] = performance.getEntriesByName('first-contentful-paint');
        const end = paintedAt ?? performance.timeOrigin + (paint?.startTime ?? NaN);
        return Number(end) - Number(clickedAt);
      });
    },
    recordTimes,
  );

/** With the pause between press and release that a finger makes. */
async function tap(page: Page, selector: string) {
  const target = page.locator(selector).filter({ visible: true }).first();
  await target.waitFor();
  // Playwright's own would scroll the page to where a sticky header was before it stuck.
  await target.evaluate((element, inside) => {
    const { top, height } = element.getBoundingClientRect();
    const y = top + Math.min(height / 2, inside);
    if (y < 0 || y > innerHeight) element.scrollIntoView({ block: 'center', behavior: 'instant' });
  }, TOUCHED_BELOW_TOP);
  await page.waitForTimeout(SCROLLING_MS);
  const box = await target.boundingBox();
  if (!box) throw new Error(`${page.url()} shows no ${selector}`);
  // The middle of a link over two lines may be outside of both.
  const point = {
    x: box.x + Math.min(box.width / 2, 60),
    y: box.y + Math.min(box.height / 2, TOUCHED_BELOW_TOP),
  };
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await page.waitForTimeout(FINGER_MS);
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await devtools.detach();
}

type Delay = { press: string; delay: number };

/** The delays from input to paint of a visit. */
async function visit(page: Page): Promise<Delay[]> {
  const delays: Delay[] = [];
  await page.waitForTimeout(READING_MS);
  for (const [press, typed] of VISIT) {
    await tap(page, press);
    await page.waitForTimeout(PAUSE_MS);
    if (typed !== undefined) await page.keyboard.type(typed, { delay: 200 });
    await page.waitForTimeout(PAUSE_MS);
    const taken = await page.evaluate(() => {
      const { delays = '{}' } = sessionStorage;
      delete sessionStorage.delays;
      return Object.values(JSON.parse(delays) as Record<string, number>);
    });
    delays.push(...taken.map((delay) => ({ press, delay })));
  }
  return delays;
}

/** Runs in every document: notes the last click, the paint after it, and the delays of interactions. */
function recordTimes() {
  const heading = () => document.querySelector('main h1')?.textContent;
  addEventListener(
    'click',
    ({ timeStamp }) => {
      const before = heading();
      sessionStorage.clickedAt = performance.timeOrigin + timeStamp;
      delete sessionStorage.paintedAt;
      const observer = new MutationObserver(() => {
        if (!heading() || heading() === before) return;
        observer.disconnect();
        requestAnimationFrame(() => {
          // A message event arrives after the paint that follows this callback.
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => {
            sessionStorage.paintedAt = performance.timeOrigin + performance.now();
          };
          port2.postMessage(null);
        });
      });
      observer.observe(document, { childList: true, subtree: true, characterData: true });
    },
    { capture: true },
  );
  new PerformanceObserver((list) => {
    const delays = JSON.parse(sessionStorage.delays ?? '{}') as Record<string, number>;
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[]) {
      // Of the events of one interaction the slowest counts.
      const id = `${performance.timeOrigin} ${entry.interactionId}`;
      if (entry.interactionId) delays[id] = Math.max(delays[id] ?? 0, entry.duration);
    }
    sessionStorage.delays = JSON.stringify(delays);
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}
