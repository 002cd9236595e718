import { expect, expectHydrated, test } from '../fixtures';

const LEGAL_PAGES = ['/privacy', '/terms', '/cookie'];
/** The seeded study with metrics, quote and gallery. */
const STUDY = '/projects/a-greengrocer-that-delivers-by-bicycle';

test('SHELL-1, R-40: on a phone the bar hides on scrolling down and returns on scrolling up', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/about');
  await expectHydrated(page);
  const bar = page.getByRole('banner');
  await expect(bar).toBeInViewport();
  await page.mouse.wheel(0, 900);
  await expect(bar).not.toBeInViewport();
  await page.mouse.wheel(0, -200);
  await expect(bar).toBeInViewport();
});

test('SHELL-1, R-40: on a phone a bar with the focus stays', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/about');
  await expectHydrated(page);
  const bar = page.getByRole('banner');
  await page.mouse.wheel(0, 900);
  await expect(bar).not.toBeInViewport();
  await bar.getByRole('link').first().focus();
  await expect(bar).toBeInViewport();
});

test('the contents of a legal page mark the section being read', async ({ page }) => {
  // Chromium ignores keys while it scrolls to an anchor.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/privacy');
  await expectHydrated(page);
  const contents = page.getByRole('navigation', { name: 'Contents' });
  const linkTo = (name: string) => contents.getByRole('link', { name });
  await linkTo('Your rights').click();
  await expect(linkTo('Your rights')).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('Home');
  await expect(linkTo('Who is responsible')).toHaveAttribute('aria-current', 'true');
  await expect(linkTo('Your rights')).not.toHaveAttribute('aria-current');
});

for (const path of [...LEGAL_PAGES, STUDY]) {
  test(`${path} in print: black text on white, no bar, no buttons`, async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
    await page.goto(path);
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(title).toBeVisible();
    await expect(title).toHaveCSS('color', 'rgb(0, 0, 0)');
    for (const ground of ['html', 'body']) {
      await expect(page.locator(ground)).toHaveCSS(
        'background-color',
        /^(rgb\(255, 255, 255\)|rgba\(0, 0, 0, 0\))$/,
      );
    }
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('contentinfo')).toBeHidden();
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
  });
}

for (const path of ['/', '/about', '/services', '/projects', STUDY, '/contact', '/privacy']) {
  test(`${path} at 400 % zoom has no horizontal scrolling`, async ({ page }) => {
    // 1280 px at 400 % are 320 CSS pixels (WCAG 1.4.10).
    await page.setViewportSize({ width: 320, height: 256 });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
  });
}

test('ROUTE-9: a hash target stays in view when the list above it loads late', async ({ page }) => {
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

for (const motion of ['no-preference', 'reduce'] as const) {
  test(`a cover transitions from the grid to the head of its study, motion: ${motion}`, async ({
    page,
  }) => {
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
  });
}
