import type { Page } from '@playwright/test';
import { expect, expectLoaded, refused, test, expectHydrated } from '../fixtures';
import { POST } from '../pages';

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name });
const rows = (page: Page) => page.getByRole('main').getByRole('article');
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search posts' });

/** The blog function fails, the rest of the backend works. */
async function breakBlog(page: Page) {
  await page.route('**/functions/v1/blog/**', (route) => route.fulfill({ status: 500, json: {} }));
}

test('ROUTE-12, ROUTE-13, PERM-5, BLOG-1, BLOG-4: a visitor finds the blog in the footer, reads a post and goes on to the next @phone', async ({
  page,
}) => {
  await page.goto('/');
  await page
    .getByRole('navigation', { name: 'Quick Links' })
    .getByRole('link', { name: 'Blog' })
    .click();
  await expect(page).toHaveURL('/blog');
  await expect(heading(page, 'Blog')).toBeVisible();
  const first = rows(page).first();
  const title = await first.getByRole('heading').innerText();
  // Without a cover of its own, a post has one for each theme.
  await expectLoaded(first.locator('img').filter({ visible: true }));
  await first.getByRole('link').click();
  await expect(page).toHaveURL(/\/blog\/[a-z0-9-]+$/);
  await expect(heading(page, title)).toBeVisible();
  const older = page.getByRole('link', { name: /^Older/ });
  const next = (await older.innerText()).replace('Older', '').trim();
  await older.click();
  await expect(heading(page, next)).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

test('POST-2..8, PERM-5: a post has author, date, minutes, a 16:9 cover and a body that can be scrolled by keyboard, and loads neither supabase-js nor zod', async ({
  page,
  screens,
}) => {
  const scripts = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request.url());
  });
  await screens.open(page, POST);
  await expect(heading(page, 'Measuring a page honestly')).toBeVisible();
  await expect(page.getByText('By Elena Stojanovska')).toBeVisible();
  await expect(page.getByText('Sep 3, 2026').first()).toBeVisible();
  await expect(page.getByText(/^\d+ min read$/).first()).toBeVisible();
  const cover = page.getByRole('img', { name: /stopwatch/ });
  await expectLoaded(cover);
  const box = await cover.boundingBox();
  expect(box?.height).toBeLessThanOrEqual(500);
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(16 / 9, 1);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByRole('list', { name: 'Tags' }).getByRole('link').first()).toBeVisible();
  const code = page.locator('.reading pre').first();
  await code.focus();
  await expect(code).toBeFocused();

  expect(scripts.size).toBeGreaterThan(1);
  for (const url of scripts) {
    const script = await page.request.get(url);
    expect(await script.text(), url).not.toMatch(/GoTrueClient|ZodError|invalid_type/);
  }
});

test('at 320 px a filter that gets the focus is on screen', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/blog');
  const filters = page.getByRole('navigation', { name: 'Categories' }).getByRole('link');
  await filters.first().focus();
  for (const filter of (await filters.all()).slice(1)) {
    await page.keyboard.press('Tab');
    await expect(filter).toBeFocused();
    await expect(filter).toBeInViewport({ ratio: 0.95 });
  }
});

test('POST-7, R-08: a script in a body that the server missed does not run', async ({
  page,
  watch,
}) => {
  // The sanitizer parses what it removes, so the policy reports it.
  watch.expectErrors(/Content Security Policy/, refused(404, '/nothing'));
  await page.route(`**/functions/v1/blog/posts/*`, async (route) => {
    const response = await route.fetch();
    const { data } = await response.json();
    const content =
      '<p>Still here</p><script>window.hacked = true</script><img src="/nothing" onerror="window.hacked = true"><svg onload="window.hacked = true"></svg><a href="javascript:window.hacked = true">click</a>';
    await route.fulfill({ response, json: { data: { ...data, content } } });
  });
  await page.goto(POST);
  await expect(page.getByText('Still here')).toBeVisible();
  await page.getByText('click', { exact: true }).click();
  expect(await page.evaluate(() => Reflect.get(globalThis, 'hacked'))).toBeUndefined();
});

test('category, tag and search are in the address, and Back undoes them', async ({
  page,
  screens,
}) => {
  await screens.open(page, '/blog');
  await expect(page.getByRole('heading', { name: 'All tags' })).toBeVisible();
  const all = await rows(page).count();
  await page
    .getByRole('navigation', { name: 'Categories' })
    .getByRole('link', { name: 'Craft' })
    .click();
  await expect(page).toHaveURL('/blog?category=Craft');
  await expect(rows(page)).not.toHaveCount(all);
  await search(page).fill('bike');
  await expect(page).toHaveURL('/blog?category=Craft&search=bike');
  await expect(rows(page)).toHaveCount(1);
  // A page with a query is rendered again.
  await page.reload();
  await expect(search(page)).toHaveValue('bike');
  await expect(rows(page)).toHaveCount(1);
  await page.goBack();
  await expect(page).toHaveURL('/blog?category=Craft');
  await expect(search(page)).toHaveValue('');
  await page.goBack();
  await expect(rows(page)).toHaveCount(all);
  await page.goto('/blog?search=zeppelin&tag=CSS');
  await expect(page.getByText('Nothing here matches that.')).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
  await screens.check(page, 'the blog without a match');
});

test('BLOG-5, R-09: six samples while the blog is unreachable, the real posts after Retry', async ({
  page,
  screens,
  watch,
}) => {
  watch.expectErrors(refused(500, '/blog/'));
  await breakBlog(page);
  // Stays: the page of a sample asks again a second later, maybe after Retry.
  await page.route('**/blog/posts/sample-*', (route) => route.fulfill({ status: 500, json: {} }));
  // Opened directly, the blog has the posts of the build.
  await page.goto('/privacy');
  await expectHydrated(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Blog' }).click();
  await expect(page.getByText('Sample posts', { exact: true })).toBeVisible();
  await expect(rows(page)).toHaveCount(6);
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  await screens.check(page, 'sample posts');
  await rows(page).first().getByRole('link').click();
  await expect(page.getByText('Sample posts', { exact: true })).toBeVisible();
  await page.goBack();
  // The list refetches once when it is shown.
  const retry = page.getByRole('button', { name: 'Retry' });
  await expect(retry).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.unroute('**/functions/v1/blog/**');
  await retry.click();
  await expect(page.getByText('Sample posts', { exact: true })).toHaveCount(0);
  await expect(page.locator('meta[name="robots"]')).not.toHaveAttribute('content', 'noindex');
});
