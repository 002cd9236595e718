import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name });

const SERVICES = [
  'virtual-assistant',
  'ai-implementation',
  'web-development',
  'creative-design',
  'digital-marketing',
];

test('HOME-1, HOME-2, HOME-5, HOME-6, HOME-8: home links to contact and to all services @phone', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Who We Are' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'What We Do' })).toBeVisible();
  await page.getByRole('link', { name: 'View All Services' }).click();
  await expect(page).toHaveURL('/services');
  await page.goBack();
  await page.getByRole('link', { name: 'Start Your Journey' }).click();
  await expect(page).toHaveURL('/contact');
});

test('ROUTE-2, ABOUT-1, ABOUT-2, ABOUT-3, ABOUT-13, ABOUT-14: the About page ends with email and telephone', async ({
  page,
}) => {
  await page.goto('/about');
  await expect(heading(page, 'Our Story')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Get In Touch' })).toBeVisible();
  await expect(page.getByRole('heading', { name: /philosophy/i }).first()).toBeVisible();
  const closing = page.getByRole('main');
  await expect(closing.locator('a[href^="mailto:"]').first()).toBeVisible();
  await expect(closing.locator('a[href^="tel:"]').first()).toBeVisible();
  await expect(
    closing.getByText(/free consultation, no commitment, response within 24 hours/i),
  ).toBeVisible();
});

for (const [index, id] of SERVICES.entries()) {
  test(`ROUTE-3, ROUTE-${index + 4}, ROUTE-9: /services#${id} scrolls to below the bar, from another page and on reload`, async ({
    page,
  }) => {
    await page.goto('/about');
    if (index < 4) {
      await page.getByRole('contentinfo').locator(`a[href="/services#${id}"]`).click();
    } else {
      await page.goto(`/services#${id}`);
    }
    const target = page.locator(`[id="${id}"]`);
    const bar = page.getByRole('banner');
    const landsBelowTheBar = async () => {
      await expect(async () => {
        const [place, barBox] = await Promise.all([target.boundingBox(), bar.boundingBox()]);
        const top = place?.y ?? Number.NaN;
        const barBottom = Math.max(0, (barBox?.y ?? 0) + (barBox?.height ?? 0));
        expect(top).toBeGreaterThanOrEqual(barBottom - 1);
        expect(top).toBeLessThan(barBottom + 240);
      }).toPass({ timeout: 8_000 });
    };
    await landsBelowTheBar();
    await page.reload();
    await landsBelowTheBar();
  });
}

test('SVC-1, SVC-4: every service links to contact', async ({ page }) => {
  await page.goto('/services');
  await expect(page.locator('[data-cloud], .clouds').first()).toBeAttached();
  const links = page.getByRole('main').getByRole('link', { name: /^Contact Us/ });
  await expect(links).toHaveCount(5);
  await links.nth(2).click();
  await expect(page).toHaveURL('/contact');
});

test('ROUTE-14, CONTACT-1, CONTACT-3, OFFICE-1..3, PERM-5: contact shows the offices and the reply time @phone', async ({
  page,
}) => {
  await page.goto('/contact');
  await expect(heading(page, 'Contact Us')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Get In Touch' })).toBeVisible();
  await expect(page.getByText(/within 24 hours/).first()).toBeVisible();
  await expect(page.getByText('Global Offices', { exact: true })).toBeVisible();
  await expect(page.getByText('Our Worldwide Presence', { exact: true })).toBeVisible();
  await expect(
    page.getByText('Three strategic locations, one unified vision', { exact: true }),
  ).toBeVisible();
  for (const city of ['Brooklyn', 'Los Angeles', 'Skopje']) {
    await expect(page.getByRole('heading', { name: city })).toBeVisible();
  }
});

for (const [number, path, title] of [
  ['ROUTE-15', '/privacy', /Privacy/],
  ['ROUTE-16', '/terms', /Terms/],
  ['ROUTE-17', '/cookie', /Cookie/],
] as const) {
  test(`${number}, LEGAL-1..5: ${path} names law, currency and contact`, async ({ page }) => {
    await page.goto(path);
    await expect(heading(page, title)).toBeVisible();
    const text = page.getByRole('main');
    await expect(text.getByText(/State of New York/).first()).toBeVisible();
    await expect(text.getByText(/USD|United States dollars/i).first()).toBeVisible();
    await expect(text.locator('a[href^="mailto:"]').first()).toBeVisible();
    await expect(text.locator('a[href^="tel:"]').first()).toBeVisible();
    await expect(text.getByText(/Brooklyn, NY/).first()).toBeVisible();
  });
}
