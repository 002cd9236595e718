import type { Page } from '@playwright/test';
import { expect, expectHydrated, field, refused, test } from '../fixtures';
import { EVERY_SCREEN, POST, PUBLIC_PAGES } from '../pages';

// The first view of every page: screens.open in the journey that reads it. Its files: tests/built.

const APP = '**/assets/app-*.js';
const SCRIPT = '**/assets/page-script-*.js';

/** Opens a page whose app is held back until `letGo` is called. */
async function openBeforeApp(page: Page, path: string) {
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(APP, async (route) => {
    await gate;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  return letGo;
}

/** Not within the three seconds that a form takes at least. */
async function sendOnceMore(page: Page, button: string, title: string) {
  await expect(async () => {
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('heading', { name: title })).toBeVisible({ timeout: 1000 });
  }).toPass();
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('pages are shown complete, and their links work', async ({ page, watch }) => {
    watch.expectErrors(/status of 404/);
    for (const [path, ready] of EVERY_SCREEN ? PUBLIC_PAGES : []) {
      if (path === '/admin') continue;
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
      await expect(page.locator(ready).first(), path).toBeVisible();
      await expect(page.getByRole('contentinfo'), path).toBeVisible();
    }
    await page.goto('/projects');
    await page.getByRole('article').first().getByRole('link').click();
    await expect(page).toHaveURL(/\/projects\/[a-z-]{8,}$/);
    await expect(page.getByRole('heading', { name: 'Explore More Projects' })).toBeVisible();
    await page.goto(POST);
    await expect(page.getByRole('table').first()).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
    // What only a script does is not offered, and nothing moves that could not be stopped.
    await expect(page.getByRole('button', { name: 'Copy link' })).toHaveCount(0);
    await page.goto('/');
    await expect(page.locator('.clouds-cloud').first()).toHaveCSS('animation-name', 'none');
    await expect(page.getByRole('button', { name: 'Pause clouds' })).toHaveCount(0);
    for (const path of ['/sign-off', '/newsletter/confirm', '/admin']) {
      await page.goto(path);
      await expect(page.locator('noscript p'), path).toContainText('This page needs JavaScript');
    }
  });

  test('the contact form and the newsletter are sent, from a page that asks once more', async ({
    page,
    watch,
  }) => {
    // Faster than three seconds.
    watch.expectErrors(/status of 422/);
    await page.goto('/contact');
    await field(page, 'Name').fill('Ada Lovelace');
    await field(page, 'Email').fill('without-scripts@visitor.example');
    await field(page, 'Message').fill('We would like a website without scripts.');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByRole('heading', { name: 'Please check your message' })).toBeVisible();
    await expect(field(page, 'Message')).toHaveValue('We would like a website without scripts.');
    await sendOnceMore(page, 'Send message', 'Your message has arrived');
    await expect(page.getByText(/Your enquiry has the number #\d+\./)).toBeVisible();

    await page.goto('/blog');
    await field(page, 'Email').fill('without-scripts@reader.example');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await sendOnceMore(page, 'Subscribe', 'Check your inbox');
  });
});

test('POST-9, POST-11: a missing post answers 404, the app looks for one newer than the build, and it links back to the blog', async ({
  page,
  screens,
  watch,
}) => {
  watch.expectErrors(refused(404, '/blog/posts/'));
  const path = '/blog/nothing-of-that-name';
  const answer = page.waitForResponse((response) => response.url().endsWith(path));
  const letGo = await openBeforeApp(page, path);
  expect((await answer).status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeHidden();
  letGo();
  await expect(page.getByRole('heading', { name: 'Error Loading Blog Post' })).toBeVisible();
  await screens.check(page, 'a missing post');
  await page.getByRole('link', { name: 'Back to Blog' }).click();
  await expect(page).toHaveURL('/blog');
  await expect(page.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible();
});

test('CS-23, CS-25: a missing study answers 404, and the app looks for one newer than the build', async ({
  page,
  watch,
}) => {
  watch.expectErrors(refused(406, '/rest/v1/case_studies'));
  const answer = page.waitForResponse((response) => response.url().endsWith('/projects/nope'));
  const letGo = await openBeforeApp(page, '/projects/nope');
  expect((await answer).status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeHidden();
  letGo();
  await expect(page.getByRole('heading', { name: 'Case Study Not Found' })).toBeVisible();
  await expect(
    page.getByText("The case study you're looking for doesn't exist.", { exact: true }),
  ).toBeVisible();
});

test('the menu opens before hydration, closes by its button and stays usable after it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const letGo = await openBeforeApp(page, '/');
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(menu).toBeVisible();
  await menu.getByRole('button', { name: 'Close menu' }).click();
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  letGo();
  await expectHydrated(page);
  await expect(menu).toBeVisible();
  await menu.getByRole('button', { name: 'Close menu' }).click();
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(menu).toBeVisible();
});

test('a click that needs the app is kept until it has loaded: the menu', async ({ page }) => {
  await page.addInitScript(() => {
    // Like a browser without the popovertarget attribute.
    Object.defineProperty(HTMLButtonElement.prototype, 'popoverTargetElement', { value: null });
  });
  await page.setViewportSize({ width: 390, height: 844 });
  const letGo = await openBeforeApp(page, '/');
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  letGo();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a click before hydration is replayed after it: a form, with the typed text', async ({
  page,
}) => {
  const letGo = await openBeforeApp(page, '/contact');
  await field(page, 'Name').fill('Ada Lovelace');
  await page.locator('form button[type="submit"]').click();
  letGo();
  await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();
  await expect(field(page, 'Name')).toHaveValue('Ada Lovelace');
});

test('a click before hydration: a link works, and the title of its page rises', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await openBeforeApp(page, '/about');
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveCSS('animation-name', 'none');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Projects' }).click();
  await expect(page).toHaveURL('/projects');
  await expect(title).toHaveCSS('animation-name', 'rise');
  const opacityAtStart = await title.evaluate((element) => {
    element.style.animation = 'none';
    element.getBoundingClientRect();
    element.style.animation = '';
    return getComputedStyle(element).opacity;
  });
  expect(opacityAtStart, 'it would delay the first paint').toBe('1');
});

for (const [what, files] of [
  ['the app', APP],
  ['the script of the page', SCRIPT],
] as const) {
  test(`a click while ${what} cannot be fetched is replayed once it can`, async ({
    page,
    watch,
  }) => {
    watch.expectErrors(/net::ERR_/);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.route(files, (route) => route.abort('connectionreset'));
    const lost = page.waitForEvent('requestfailed');
    await page.goto('/');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await lost;
    await page.unroute(files);
    await expectHydrated(page);
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  });
}

test('a page whose files a deploy has removed is reloaded once, then posts its form by itself', async ({
  page,
  watch,
}) => {
  // The function answers what is missing with a page.
  watch.expectErrors(/status of 404/, refused(422, '/send-contact-email/form'));
  await page.route(SCRIPT, (route) => route.fulfill({ status: 404 }));
  const documents: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(request.postData() ?? request.method());
  });
  const pass = (requests: number) =>
    expect.poll(() => documents.length, { timeout: 30_000 }).toBe(requests);
  await page.goto('/contact');
  await pass(2);
  await field(page, 'Name').fill('Ada Lovelace');
  await page.locator('form button[type="submit"]').click();
  await pass(3);
  expect(documents).toEqual(['GET', 'GET', expect.stringContaining('name=Ada+Lovelace')]);
});

test('before the app runs, a pressed link requests its page before the click', async ({ page }) => {
  await openBeforeApp(page, '/');
  const link = page.locator('main').getByRole('link', { name: 'Start Your Journey' });
  const requested = page.waitForRequest(
    (request) => new URL(request.url()).pathname === '/contact',
  );
  // The listener arrives after the first paint.
  await expect(async () => {
    await link.dispatchEvent('pointerdown');
    await expect(page.locator('link[rel=prefetch]')).not.toHaveCount(0, { timeout: 500 });
  }).toPass();
  await requested;
  await expect(page).toHaveURL('/');
});
