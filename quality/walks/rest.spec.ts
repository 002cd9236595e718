import { expect, expectHydrated, test } from '../../e2e/fixtures';

// Here and not among the journeys, because in the headless shell the app starts without input before it has rested.
test('a page without user input loads, idles, and then hydrates by itself', async ({
  browser,
  baseURL,
}) => {
  // Not the page of the fixtures, which moves the pointer.
  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  const page = await context.newPage();
  await page.addInitScript(() => {
    addEventListener('app-ready', () => Object.assign(globalThis, { isAlive: true }));
  });
  const fetched = page.waitForResponse('**/assets/app-*.js');
  await page.goto('/');
  await fetched;
  await expect(page.locator('link[rel="stylesheet"]')).toHaveCount(0);
  await expectHydrated(page);
  await expect(page.locator('link[rel="stylesheet"]').first()).toBeAttached();
  await context.close();
});
