import type { Locator, Page } from '@playwright/test';
import { expect, expectHydrated, test, toast } from '../fixtures';

/** Raises an uncaught error in a script of the page. */
const breakScript = (page: Page) =>
  page.evaluate(() => {
    setTimeout(() => {
      throw new Error('out of clouds');
    });
  });

async function swipeRight(page: Page, notice: Locator, distance: number) {
  const box = await notice.boundingBox();
  if (!box) throw new Error('The notification is not on the screen.');
  const x = Math.round(box.x) + 8;
  const y = Math.round(box.y + box.height / 2);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + distance, y, { steps: 7 });
  await page.mouse.up();
}

test('TOAST-5: a swipe of 50 px to the right dismisses a notification, a shorter one does not', async ({
  page,
  watch,
}) => {
  watch.expectErrors(/out of clouds/);
  await page.goto('/privacy');
  await expectHydrated(page);
  await breakScript(page);
  const notice = toast(page, 'Something went wrong');
  await expect(page.getByRole('alert').filter({ hasText: 'Something went wrong' })).toBeVisible();

  // Its timer pauses under the pointer, so that only the swipe can close it.
  await notice.hover();
  const before = await notice.boundingBox();
  await swipeRight(page, notice, 49);
  await expect.poll(async () => (await notice.boundingBox())?.x).toBe(before?.x);

  await swipeRight(page, notice, 50);
  await expect(notice).toBeHidden({ timeout: 2000 });
});

test('EB-8, EB-12, R-35: a page with a missing chunk reloads once, then shows an error, and Try Again loads it', async ({
  page,
  screens,
  watch,
}) => {
  watch.expectErrors(/newsletter-confirm-page/, /ERR_FAILED/);
  // A page that is not prerendered: prerendered ones stay readable.
  const chunk = '**/assets/newsletter-confirm-page-*.js';
  let loads = 0;
  page.on('load', () => (loads += 1));
  await page.route(chunk, (route) => route.abort());
  await page.goto('/newsletter/confirm');
  await expect(page.getByRole('heading', { name: 'Loading Error' })).toBeVisible();
  expect(loads).toBe(2);

  await page.unroute(chunk);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { name: 'Loading Error' })).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // In place if the browser requests the chunk again, otherwise by a reload.
  expect(loads).toBeLessThanOrEqual(3);
  await screens.check(page, 'a newsletter link without its token');
});

test('EB-8, EB-12, R-35: a staff page with a missing chunk is opened as a document once, then shows an error in the staff area', async ({
  staffPage: page,
  watch,
}) => {
  watch.expectErrors(/newsletter-page/, /ERR_FAILED/);
  const chunk = '**/assets/newsletter-page-*.js';
  await page.goto('/admin/redirects');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  let loads = 0;
  page.on('load', () => (loads += 1));
  await page.route(chunk, (route) => route.abort());
  await page.getByRole('link', { name: 'Newsletter' }).click();
  await expect(page.getByRole('heading', { name: 'Loading Error' })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/newsletter$/);
  expect(loads).toBe(1);

  await page.unroute(chunk);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Newsletter' })).toBeVisible();
  expect(loads).toBeLessThanOrEqual(2);
});
