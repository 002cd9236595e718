import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { SITE } from '../backend';
import { expect, expectHydrated, refused, test } from '../fixtures';
import { CHECKED_PAGES, EVERY_SCREEN } from '../pages';

/** Accepted shift of a word whose position depends on the font before it; of a page rendered in the browser only. */
const CLS_MAX = { prerendered: 0.001, drawn: 0.01 };
const SLOW_MS = 250;
/** Requests after the page itself. */
const LATE = /\/(?:images|storage\/v1|rest\/v1|functions\/v1)\/|\.woff2$/;

type Shift = { value: number; moved: string[] };

declare global {
  var layoutShifts: Shift[];
}

test.beforeEach(async ({ page }) => {
  await page.route(LATE, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    await route.continue();
  });
  await recordShifts(page);
});

const recordShifts = (page: Page) =>
  page.addInitScript(() => {
    globalThis.layoutShifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as LayoutShift[]) {
        const moved = entry.sources.map(({ node, previousRect, currentRect }) => {
          const name = node instanceof Element ? `${node.localName}.${node.className}` : 'text';
          return `${name} ${previousRect.y} -> ${currentRect.y}`;
        });
        if (!entry.hadRecentInput) globalThis.layoutShifts.push({ value: entry.value, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** An API of Chromium without a TypeScript type. */
type LayoutShift = {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
};

/** Scrolls to the end and waits on every screen for its pictures. */
async function scrollThrough(page: Page) {
  for (let isAtEnd = false; !isAtEnd;) {
    await page.waitForFunction(() =>
      [...document.images]
        .filter((image) => {
          const { top, bottom, width } = image.getBoundingClientRect();
          return width > 0 && bottom > 0 && top < innerHeight;
        })
        .every((image) => image.complete),
    );
    isAtEnd = await page.evaluate(() => {
      const before = scrollY;
      scrollBy(0, innerHeight * 0.9);
      return scrollY === before;
    });
  }
}

const showsFaces = (page: Page) =>
  page.evaluate(() =>
    ['Fraunces', 'Instrument Sans'].every((name) =>
      [...document.fonts].some(
        ({ family, status }) => family.includes(`${name} Variable`) && status === 'loaded',
      ),
    ),
  );

/** Both real faces have arrived; where they would move a text, they are shown with the next page. */
async function waitForFaces(page: Page) {
  await page.waitForFunction(
    () =>
      performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.woff2'))
        .length >= 2,
  );
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
}

for (const [path, ready] of CHECKED_PAGES) {
  test(`PERM-1: no layout shift on ${path} while pictures, fonts and data load late`, async ({
    page,
    watch,
  }) => {
    watch.expectErrors(refused(404, '/nowhere'));
    const max = path === '/admin' ? CLS_MAX.drawn : CLS_MAX.prerendered;
    for (const width of EVERY_SCREEN ? [412, 1440] : [412]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      await page.locator(`main ${ready}`).first().waitFor();
      await waitForFaces(page);
      // The pointer moves before the first scroll.
      await page.waitForFunction(() => !('firstView' in document.documentElement.dataset));
      await scrollThrough(page);
      const shifts = await page.evaluate(() => globalThis.layoutShifts);
      const total = shifts.reduce((sum, { value }) => sum + value, 0);
      expect(total, `${width} px: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(max);
    }
  });
}

test('fonts that would shift the layout are applied on the next page', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 823 });
  const faces = ['fraunces', 'instrument-sans'].map((name) =>
    page.waitForResponse((response) => response.url().includes(`/${name}-latin-wght`)),
  );
  // Its breadcrumb fits into one line only in the fallback font.
  await page.goto('/projects/switchback-trail-reports-that-work-without-signal');
  await Promise.all((await Promise.all(faces)).map((response) => response.finished()));
  await expectHydrated(page);
  expect(await showsFaces(page)).toBe(false);
  await page.getByRole('main').getByRole('link', { name: 'Projects', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  expect(await showsFaces(page)).toBe(true);
  expect(await page.evaluate(() => globalThis.layoutShifts)).toEqual([]);
});

/** Serves the site and pauses whenever the response has reached one of these texts. */
async function startPausingSite(path: string, breaks: readonly string[]) {
  const html = await (await fetch(SITE + path)).text();
  const server = createServer(async (request, response) => {
    if (request.url !== path) {
      const answer = await fetch(SITE + request.url);
      const type = answer.headers.get('content-type') ?? 'text/plain';
      response.writeHead(answer.status, { 'content-type': type });
      response.end(Buffer.from(await answer.arrayBuffer()));
      return;
    }
    response.setHeader('content-type', 'text/html');
    let sent = 0;
    for (const text of breaks) {
      const end = html.indexOf(text, sent) + text.length;
      response.write(html.slice(sent, end));
      sent = end;
      await new Promise((resolve) => setTimeout(resolve, 2 * SLOW_MS));
    }
    response.end(html.slice(sent));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}${path}`, close: () => server.close() };
}

for (const path of EVERY_SCREEN ? ['/', '/cookie', '/projects'] : ['/']) {
  test(`${path} is painted when its first view is complete, not in parts`, async ({
    page,
    watch,
  }) => {
    watch.expectErrors(/left the origin/);
    const site = await startPausingSite(path, ['<nav', '</li>', '<h1']);
    await page.goto(site.url);
    await expectHydrated(page);
    const shifts = await page.evaluate(() => globalThis.layoutShifts);
    const total = shifts.reduce((sum, { value }) => sum + value, 0);
    expect(total, JSON.stringify(shifts)).toBeLessThanOrEqual(CLS_MAX.prerendered);
    // The app may still be loading.
    await page.goto('about:blank');
    site.close();
  });
}

if (EVERY_SCREEN) {
  test('no layout shift on any page of the sitemap without user input', async ({
    browser,
    baseURL,
    request,
  }) => {
    const map = await (await request.get('/sitemap.xml')).text();
    const paths = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
      ([, url = '']) => new URL(url).pathname,
    );
    expect(paths.length).toBeGreaterThan(10);
    // Not the page of the fixtures, which moves the pointer.
    const page = await browser.newPage({ baseURL, viewport: { width: 412, height: 823 } });
    await recordShifts(page);
    for (const path of paths) {
      await page.goto(path);
      await waitForFaces(page);
      const shifts = await page.evaluate(() => globalThis.layoutShifts);
      const total = shifts.reduce((sum, { value }) => sum + value, 0);
      expect(total, `${path}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(CLS_MAX.prerendered);
    }
    await page.close();
  });
}
