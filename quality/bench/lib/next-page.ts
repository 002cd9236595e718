// The visit after the first page: from the press on a link to the painted next page, and the delay of every interaction.
import type { Browser, Page } from 'playwright';
import { median, quantile } from './numbers.ts';
import { openPhone, READING_MS, withBrowser } from './phone.ts';

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
const PAIRS = [
  { name: 'home, contact', from: '/', link: 'main a[href="/contact"]' },
  { name: 'projects, case study', from: '/projects', link: 'main article' },
  { name: 'case study, projects', from: 'study', link: 'main a[href="/projects"]' },
  { name: 'post, blog', from: 'post', link: 'main a[href="/blog"]' },
  { name: 'about, home', from: '/about', link: 'header a[href="/"]' },
] as const;

/** What a visitor presses on five pages, in order; `typed` is entered key by key. */
const VISIT: readonly { press: string; typed?: string }[] = [
  { press: 'header button' },
  { press: '.site-menu button' },
  { press: 'main a[href="/contact"]' },
  { press: 'main input[name="name"]', typed: 'Mira' },
  { press: 'main textarea[name="message"]', typed: 'Hello' },
  { press: 'header button' },
  { press: '.site-menu a[href="/projects"]' },
  { press: 'main a[href^="/projects/services/"]' },
  { press: 'a.card-title' },
  { press: 'main a[href="/projects"]' },
  { press: 'header button' },
  { press: '.site-menu a[href="/services"]' },
];

/** Medians in milliseconds, from the release of the finger until the paint. */
export type NextPage = { name: string; fromDocument: number; fromApp: number };

export function measureNextPages(
  browserPath: string,
  origin: string,
  paths: { study: string; post: string },
  runs: number,
  onOpen: (close: () => unknown) => void,
): Promise<{ pairs: NextPage[]; visit: Visit }> {
  return withBrowser(browserPath, onOpen, async (browser) => {
    const pairs = [];
    for (const { name, from, link } of PAIRS) {
      const url = origin + (from === 'study' || from === 'post' ? paths[from] : from);
      const take = async (isStarted: boolean) => {
        const times = [];
        for (let run = 0; run < runs; run += 1) {
          times.push(await follow(browser, url, link, isStarted));
        }
        return median(times);
      };
      pairs.push({ name, fromDocument: await take(false), fromApp: await take(true) });
    }
    return { pairs, visit: await measureVisits(browser, `${origin}/`, runs) };
  });
}

async function follow(browser: Browser, url: string, link: string, isStarted: boolean) {
  const page = await openPhone(browser, url, recordTimes);
  // Any input but a press on a link starts the app.
  if (isStarted) await page.mouse.move(1, 1);
  await page.waitForTimeout(isStarted ? STARTING_MS : READING_MS);
  await tap(page, link);
  await page.waitForTimeout(PAINTING_MS);
  const painted = await page.evaluate(() => {
    const { clickedAt, paintedAt } = sessionStorage;
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    const end = paintedAt ?? performance.timeOrigin + (paint?.startTime ?? NaN);
    return Number(end) - Number(clickedAt);
  });
  const isFollowed = new URL(page.url()).pathname !== new URL(url).pathname;
  await page.context().close();
  if (!isFollowed) throw new Error(`${link} of ${url} led to no page`);
  return painted;
}

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

export type Visit = { interactions: number; median: number; p98: number; slowest: string };

/** The delays from input to paint over several visits. */
async function measureVisits(browser: Browser, url: string, runs: number): Promise<Visit> {
  const delays: { step: string; delay: number }[] = [];
  for (let run = 0; run < runs; run += 1) {
    const page = await openPhone(browser, url, recordTimes);
    await page.waitForTimeout(READING_MS);
    for (const { press, typed } of VISIT) {
      await tap(page, press);
      await page.waitForTimeout(PAUSE_MS);
      if (typed !== undefined) await page.keyboard.type(typed, { delay: 200 });
      await page.waitForTimeout(PAUSE_MS);
      const taken = await page.evaluate(() => {
        const { delays = '{}' } = sessionStorage;
        delete sessionStorage.delays;
        return Object.values(JSON.parse(delays) as Record<string, number>);
      });
      delays.push(...taken.map((delay) => ({ step: press, delay })));
    }
    await page.context().close();
  }
  const times = delays.map(({ delay }) => delay);
  const slowest = delays.toSorted((one, other) => other.delay - one.delay)[0]?.step ?? '';
  return {
    interactions: times.length,
    median: median(times),
    p98: quantile(times, 0.98),
    slowest,
  };
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
