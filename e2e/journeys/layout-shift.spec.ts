import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { SITE } from '../backend';
import { expect, expectHydrated, test } from '../fixtures';
import { EVERY_SCREEN } from '../pages';
import { CLS_MAX, expectShiftBelow, LATE_MS, recordShifts, waitForFaces } from '../screens';

// Of every page: screens.open in the journey that reads it.

test.beforeEach(({ page }) => page.addInitScript(recordShifts));

const showsFaces = (page: Page) =>
  page.evaluate(() =>
    ['Fraunces', 'Instrument Sans'].every((name) =>
      [...document.fonts].some(
        ({ family, status }) => family.includes(`${name} Variable`) && status === 'loaded',
      ),
    ),
  );

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
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.url !== path) {
      // As it came: without its key the backend would refuse what the app asks again.
      request.pipe(
        ask(
          SITE + request.url,
          { method: request.method, headers: { ...request.headers, host: new URL(SITE).host } },
          (site) => {
            response.writeHead(site.statusCode ?? 502, site.headers);
            site.pipe(response);
          },
        ),
      );
      return;
    }
    response.setHeader('content-type', 'text/html');
    let sent = 0;
    for (const text of breaks) {
      const end = html.indexOf(text, sent) + text.length;
      response.write(html.slice(sent, end));
      sent = end;
      await new Promise((resolve) => setTimeout(resolve, 2 * LATE_MS));
    }
    response.end(html.slice(sent));
  };
  const server = createServer((request, response) => void answer(request, response));
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
    expectShiftBelow(CLS_MAX.prerendered, await page.evaluate(() => globalThis.layoutShifts));
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
    // Not the page of the fixtures, which starts the app.
    const page = await browser.newPage({ baseURL, viewport: { width: 412, height: 823 } });
    await page.addInitScript(recordShifts);
    for (const path of paths) {
      await page.goto(path);
      await waitForFaces(page);
      const shifts = await page.evaluate(() => globalThis.layoutShifts);
      await test.step(path, () => expectShiftBelow(CLS_MAX.prerendered, shifts));
    }
    await page.close();
  });
}
