import type { Page } from '@playwright/test';
import { expect, expectHydrated, keepAtRest, test } from '../fixtures';
import { EVERY_SCREEN, POST, STUDY } from '../pages';

// Pages that are only read, and the first use of what needs the app. What needs none: tests/unit/boot/live-parts.dom.test.ts.

test.beforeEach(({ page }) => keepAtRest(page));

/** The paths of all scripts that the page asks for. */
function scriptsOf(page: Page) {
  const scripts: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) scripts.push(pathname);
  });
  return scripts;
}
const APP = /\/assets\/app-/;

/** The script of the page runs: it loads the fonts. */
const isReady = (page: Page) =>
  page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.endsWith('.woff2')),
  );

for (const path of EVERY_SCREEN ? ['/', '/services', STUDY, POST, '/contact'] : ['/', STUDY]) {
  test(`a visitor who reads ${path} to its end runs no app @phone`, async ({ page }) => {
    const scripts = scriptsOf(page);
    await page.goto(path);
    await isReady(page);
    await page.mouse.move(5, 300);
    await expect(page.locator('link[rel=stylesheet]')).toHaveCount(1);
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await page.waitForTimeout(3500);
    expect(scripts.filter((script) => APP.test(script))).toEqual([]);
  });
}

test('without the app: the theme, the clouds, the bar, the clocks and the contents', async ({
  page,
}) => {
  const scripts = scriptsOf(page);
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: 'Dark theme' }).click();
  await expect(page.locator('html')).toHaveClass(/\bdark\b/);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.getByRole('button', { name: 'Pause clouds' }).click();
  await expect(page.locator('.clouds-cloud').first()).toHaveCSS('animation-play-state', 'paused');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Play clouds' })).toBeVisible();
  await expect(page.locator('.clouds-cloud').first()).toHaveCSS('animation-play-state', 'paused');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.mouse.wheel(0, 900);
  await expect(page.getByRole('banner')).not.toBeInViewport();
  await page.mouse.wheel(0, -200);
  await expect(page.getByRole('banner')).toBeInViewport();

  await page.goto('/contact');
  const office = page.getByRole('article', { name: 'Skopje' });
  await expect(office.getByRole('time')).toHaveText(/^\d+:\d\d [ap]m$/);
  await expect(office.getByText(/^(?:Open|Closed)$/)).toBeVisible();

  await page.goto('/privacy');
  const links = page.getByRole('navigation', { name: 'Contents' }).getByRole('link');
  await expect(links.first()).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('End');
  await expect(links.last()).toHaveAttribute('aria-current', 'true');
  expect(scripts.filter((script) => APP.test(script))).toEqual([]);
});

test('the app is fetched when a pointer comes near, and runs with the press: the lightbox', async ({
  page,
}) => {
  const scripts = scriptsOf(page);
  await page.goto(STUDY);
  await isReady(page);
  const picture = page.getByRole('link', { name: /^Enlarge:/ }).first();
  const fetched = page.waitForResponse(APP);
  await picture.hover();
  await fetched;
  await page.waitForTimeout(500);
  expect(await page.evaluate(() => 'isAlive' in globalThis)).toBe(false);
  await picture.click();
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible();
  await expect(page).toHaveURL(STUDY);
  expect(scripts.filter((script) => APP.test(script))).not.toEqual([]);
});

test('the first key in a field starts the app, and no key is lost: the search', async ({
  page,
}) => {
  await page.goto('/blog');
  await page.getByRole('searchbox', { name: 'Search posts' }).focus();
  await page.keyboard.type('bike');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/blog?search=bike');
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1);
});

test('a filter starts the app, in the same document; the next page starts at its heading', async ({
  page,
}) => {
  await page.goto('/blog');
  await isReady(page);
  await page.evaluate(() => Object.assign(globalThis, { isSame: true }));
  await page
    .getByRole('navigation', { name: 'Categories' })
    .getByRole('link', { name: 'Craft' })
    .click();
  await expect(page).toHaveURL('/blog?category=Craft');
  await expectHydrated(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeFocused();
  expect(await page.evaluate(() => [scrollY, 'isSame' in globalThis])).toEqual([0, true]);
});

test('a cover is drawn with the slider, which is there before the app', async ({ page }) => {
  await page.goto(STUDY);
  await isReady(page);
  await page.mouse.move(5, 5);
  const slider = page.getByRole('slider');
  await expect(slider).toBeVisible();
  await slider.focus();
  await page.keyboard.press('PageDown');
  await expect(slider).toHaveAttribute('aria-valuetext', /^\d+ % drawn$/);
});

test('a service is remembered from page to page: the contact form has it', async ({ page }) => {
  await page.goto('/services');
  await isReady(page);
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Contact Us/ })
    .nth(2)
    .click();
  await expect(page).toHaveURL('/contact');
  await expect(page.getByRole('combobox')).toHaveValue('web-development');
});
