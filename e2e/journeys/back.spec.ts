import { chromium } from '@playwright/test';
import { BROWSER_FLAGS, findBrowser } from '../../scripts/lib/browser.ts';
import { SITE } from '../backend';
import { expect, expectHydrated, startApp, test } from '../fixtures';
import { EVERY_SCREEN, POST, STUDY } from '../pages';

/** Of these two the first asks the backend, the second has a form. */
const PAGES = EVERY_SCREEN
  ? ['/', '/projects', STUDY, '/blog', POST, '/contact', '/privacy']
  : [STUDY, '/contact'];

test('back restores every kind of page from memory, with the app running', async () => {
  // The headless shell has no back/forward cache.
  const executablePath = await findBrowser({ isWhole: true });
  test.skip(executablePath === null, 'needs a whole Chromium');
  // Playwright switches the browser's back/forward cache off.
  const browser = await chromium.launch({
    executablePath: executablePath ?? undefined,
    args: BROWSER_FLAGS,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  try {
    for (const path of PAGES) {
      const page = await browser.newPage({ baseURL: SITE });
      await page.addInitScript(() => {
        addEventListener('app-ready', () => Object.assign(globalThis, { isAlive: true }));
        addEventListener('pageshow', ({ persisted }) => {
          if (persisted) Object.assign(globalThis, { isRestored: true });
        });
      });
      await page.goto(path);
      await startApp(page);
      await expectHydrated(page);
      await page.goto('/robots.txt');
      // Not a load: the page is the one that was left.
      await page.goBack({ waitUntil: 'commit' });
      await expect
        .poll(() => page.evaluate(() => 'isRestored' in globalThis), { message: path })
        .toBe(true);
      await page.close();
    }
  } finally {
    await browser.close();
  }
});
