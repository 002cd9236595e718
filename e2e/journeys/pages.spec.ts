import { agency } from '../../brand/agency';
import type { Page } from '@playwright/test';
import { EVERY_SCREEN, LEGAL_PAGES } from '../pages';
import { expect, expectHydrated, test } from '../fixtures';

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name });

const SERVICES = [
  'virtual-assistant',
  'ai-implementation',
  'web-development',
  'creative-design',
  'digital-marketing',
];

test('HOME-1, HOME-2, HOME-5, HOME-6, HOME-8, SHELL-1, SHELL-2, SHELL-5, SHELL-11: home links to all services and to contact, and its bar stays @seeded', async ({
  page,
  screens,
}) => {
  await screens.open(page, '/');
  const bar = page.getByRole('banner');
  await expect(bar.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText([
    'Home',
    'About',
    'Services',
    'Projects',
    'Contact',
  ]);
  await expect(bar.getByRole('button', { name: 'Menu' })).toBeHidden();
  await expect(bar.getByRole('button', { name: 'Account menu' })).toHaveCount(0);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(page.getByRole('contentinfo')).toBeInViewport();
  await expect(bar.getByRole('link', { name: agency.name })).toBeInViewport();
  await expect(page.getByRole('heading', { name: 'Who We Are' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'What We Do' })).toBeVisible();
  await page.getByRole('link', { name: 'View All Services' }).click();
  await expect(page).toHaveURL('/services');
  await page.goBack();
  await page.getByRole('link', { name: 'Start Your Journey' }).click();
  await expect(page).toHaveURL('/contact');
});

test('ROUTE-2, ABOUT-1, ABOUT-2, ABOUT-3, ABOUT-13, ABOUT-14: the About page ends with email and telephone @seeded', async ({
  page,
  screens,
}) => {
  await screens.open(page, '/about');
  await expect(heading(page, 'Our Story')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Get In Touch' })).toBeVisible();
  await expect(page.getByRole('heading', { name: /philosophy/i }).first()).toBeVisible();
  const closing = page.getByRole('main');
  await expect(closing.locator('a[href^="mailto:"]').first()).toBeVisible();
  await expect(closing.locator('a[href^="tel:"]').first()).toBeVisible();
  await expect(
    closing.getByText(/free consultation, no commitment, response within 24 hours/i),
  ).toBeVisible();

  await test.step('SHELL-1, R-40: on a phone the bar hides on scrolling down, and returns on scrolling up and with the focus', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const bar = page.getByRole('banner');
    await expect(bar).toBeInViewport();
    await page.mouse.wheel(0, 900);
    await expect(bar).not.toBeInViewport();
    await page.mouse.wheel(0, -200);
    await expect(bar).toBeInViewport();
    await page.mouse.wheel(0, 900);
    await expect(bar).not.toBeInViewport();
    await bar.getByRole('link').first().focus();
    await expect(bar).toBeInViewport();
  });
});

test('ROUTE-3..9, SVC-1, SVC-4: a service is scrolled to below the bar, from another page and on reload, and links to contact @seeded', async ({
  page,
  screens,
}) => {
  await screens.open(page, '/services');
  await expect(page.locator('[data-cloud], .clouds').first()).toBeAttached();
  const landsBelowTheBar = async (id: string) => {
    const target = page.locator(`[id="${id}"]`);
    await expect(async () => {
      const [place, bar] = await Promise.all([
        target.boundingBox(),
        page.getByRole('banner').boundingBox(),
      ]);
      const top = place?.y ?? Number.NaN;
      const barBottom = Math.max(0, (bar?.y ?? 0) + (bar?.height ?? 0));
      expect(top).toBeGreaterThanOrEqual(barBottom - 1);
      expect(top).toBeLessThan(barBottom + 240);
    }).toPass({ timeout: 8_000 });
  };
  // The footer has the first four. All are targets: tests/components/services/services-page.test.tsx.
  const [last, ...inFooter] = SERVICES.toReversed();
  for (const id of EVERY_SCREEN ? inFooter : inFooter.slice(0, 1)) {
    await page.goto('/about');
    await page.getByRole('contentinfo').locator(`a[href="/services#${id}"]`).click();
    await landsBelowTheBar(id);
  }
  await page.goto(`/services#${last}`);
  await landsBelowTheBar(last ?? '');
  await page.reload();
  await landsBelowTheBar(last ?? '');
  const links = page.getByRole('main').getByRole('link', { name: /^Contact Us/ });
  await expect(links).toHaveCount(5);
  await links.nth(2).click();
  await expect(page).toHaveURL('/contact');
});

for (const path of LEGAL_PAGES) {
  test(`ROUTE-15..17, LEGAL-1..5: ${path} names law, currency and contact, and its contents mark the section being read @seeded`, async ({
    page,
    screens,
  }) => {
    await screens.open(page, path);
    const text = page.getByRole('main');
    await expect(text.getByText(/State of New York/).first()).toBeVisible();
    await expect(text.getByText(/USD|United States dollars/i).first()).toBeVisible();
    await expect(text.locator('a[href^="mailto:"]').first()).toBeVisible();
    await expect(text.locator('a[href^="tel:"]').first()).toBeVisible();
    await expect(text.getByText(/Brooklyn, NY/).first()).toBeVisible();

    // Not by its link: the app scrolls to a hash a moment later, maybe after the next key.
    const links = page.getByRole('navigation', { name: 'Contents' }).getByRole('link');
    const last = links.last();
    const section = page.locator((await last.getAttribute('href')) ?? '');
    await section.evaluate((element) => element.scrollIntoView());
    await expect(last).toHaveAttribute('aria-current', 'true');
    await page.keyboard.press('Home');
    await expect(links.first()).toHaveAttribute('aria-current', 'true');
    await expect(last).not.toHaveAttribute('aria-current');
  });
}

test('ROUTE-18, NF-1..3, R-32: an unknown address is not indexed, shows 404 and links to the home page', async ({
  page,
  screens,
}) => {
  await screens.open(page, '/nowhere');
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  await expect(page.getByText('404', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL('/');
});

test('THEME-1, THEME-2, THEME-5, THEME-6: the chosen theme survives a reload', async ({ page }) => {
  await page.goto('/privacy');
  const root = page.locator('html');
  const toggle = page.getByRole('banner').getByRole('button', { name: 'Dark theme' });
  await expect(toggle).toHaveAttribute('aria-pressed', 'false');
  await toggle.click();
  await expect(root).toHaveClass(/\bdark\b/);
  await page.reload();
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  await expect(root).toHaveClass(/\bdark\b/);
  await toggle.click();
  await expect(root).not.toHaveClass(/\bdark\b/);
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light');
});

test('SHELL-3, SHELL-4, SHELL-20: on a phone and a tablet the links are in a menu that closes on navigation @phone', async ({
  page,
}) => {
  await page.goto('/privacy');
  const button = page.getByRole('button', { name: 'Menu', exact: true });
  const menu = page.getByRole('dialog', { name: 'Menu' });
  for (const width of [390, 820]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
    await button.click();
    await expect(menu).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();
    await button.click();
    await menu.getByRole('button', { name: 'Close menu' }).click();
    await expect(menu).toBeHidden();
  }
  await button.click();
  await menu.getByRole('link', { name: 'Projects' }).click();
  await expect(page).toHaveURL('/projects');
  await expect(heading(page, 'Projects')).toBeVisible();
  await expect(menu).toBeHidden();
  // The link of the current page closes it too.
  await button.click();
  await menu.getByRole('link', { name: 'Projects' }).click();
  await expect(menu).toBeHidden();
});

test('the skip link skips the bar', async ({ page }) => {
  await page.goto('/projects');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('ROUTE-9: a hash target stays in view when the list above it loads late @seeded', async ({
  page,
}) => {
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/functions/v1/blog/posts?*', async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.goto('/blog#newsletter');
  const section = page.locator('#newsletter');
  await expect(section).toBeInViewport();
  release();
  await expect(page.getByRole('main').getByRole('article').first()).toBeAttached();
  await expect(section).toBeInViewport();
});

test('a cover transitions from the grid to the head of its study, with motion and without @seeded', async ({
  page,
}) => {
  for (const motion of ['no-preference', 'reduce'] as const) {
    await page.emulateMedia({ reducedMotion: motion });
    // Before the list is there, the study shows that it loads and no cover moves.
    const list = page.waitForResponse(/\/rest\/v1\/case_studies\?/);
    await page.goto('/projects');
    const card = page.getByRole('main').getByRole('article').nth(1);
    await expectHydrated(page);
    await (await list).finished();
    const moved = page.evaluate(
      () =>
        new Promise<{ part: string; duration: number }[]>((resolve) => {
          const start = document.startViewTransition.bind(document);
          document.startViewTransition = (update) => {
            const transition = start(update);
            void transition.ready.then(() =>
              resolve(
                document.getAnimations().flatMap(({ effect }) =>
                  effect instanceof KeyframeEffect && effect.pseudoElement?.includes('group(cover-')
                    ? [
                        {
                          part: effect.pseudoElement,
                          duration: Number(effect.getComputedTiming().duration),
                        },
                      ]
                    : [],
                ),
              ),
            );
            return transition;
          };
        }),
    );
    await card.getByRole('link').first().click();
    const groups = await moved;
    expect(groups.map(({ part }) => part)).toEqual([
      expect.stringMatching(/^::view-transition-group\(cover-[0-9a-f-]{36}\)$/),
    ]);
    expect(groups[0]?.duration).toBe(motion === 'reduce' ? 1 : 400);
  }
});
