import { agency } from '../../brand/agency';
import { homeContent } from '../../brand/texts/home';
import { expect, expectHydrated, expectLoaded, refused, test } from '../fixtures';

const GREENGROCER = '/projects/a-greengrocer-that-delivers-by-bicycle';

test(
  'ROUTE-1, ROUTE-10, ROUTE-11, PROJ-5, CS-1..6, CS-14, CS-20: a visitor goes from home to a study and on to the next',
  { tag: ['@phone', '@seeded'] },
  async ({ page }) => {
    await page.goto('/');
    await expect(
      page.getByRole('heading', { level: 1, name: homeContent.hero.title.join(' ') }),
    ).toBeVisible();
    await page.getByRole('link', { name: 'See every project' }).click();

    await expect(page).toHaveURL('/projects');
    await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Start Your Project' })).toBeVisible();
    const card = page.getByRole('main').getByRole('article').nth(1);
    const title = await card.getByRole('heading').innerText();
    await card.getByRole('link', { name: title }).click();

    await expect(page).toHaveURL(/\/projects\/[a-z0-9-]{8,}$/);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(`^${title}`));
    await expectLoaded(page.locator('article header img'));
    for (const part of [
      'The Challenge',
      'Our Solution',
      'The Results',
      'What We Loved',
      'Project Details',
      'Project Gallery',
    ]) {
      await expect(page.getByRole('heading', { name: part })).toBeVisible();
    }

    const more = page
      .getByRole('heading', { name: 'Explore More Projects' })
      .locator('xpath=../..');
    const others = await more.getByRole('article').getByRole('heading').allInnerTexts();
    expect(others).toHaveLength(3);
    expect(others).not.toContain(title);
    const [next = ''] = others;
    await more.getByRole('link', { name: next }).click();
    await expect(page.getByRole('heading', { level: 1, name: next })).toBeVisible();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  },
);

test('CS-19: a study ends with the call to action', async ({ page, api, unique }) => {
  const id = await api.createStudy({ title: unique('Plain'), status: 'published' });
  await page.goto(`/projects/${id}`);
  await expect(page.getByRole('heading', { name: 'Want Similar Results?' })).toBeVisible();
});

test('PROJ-11: the grid is in the order of the last change', async ({ page, api, unique }) => {
  await api.createStudy({ title: unique('Older'), status: 'published' });
  const newest = unique('Newer');
  await api.createStudy({ title: newest, status: 'published' });
  await page.goto('/projects');
  const titles = page.getByRole('main').getByRole('article').getByRole('heading');
  await expect(titles.first()).toHaveText(newest);
  expect(await titles.allInnerTexts()).toEqual(await api.publishedTitles());
});

test(
  'CS-15, LB-1..7: the lightbox opens at the clicked picture, cycles and returns the focus',
  { tag: ['@phone', '@seeded'] },
  async ({ page }) => {
    await page.goto(GREENGROCER);
    await expectHydrated(page);
    const thumbnails = page.getByRole('link', { name: /^Enlarge:/ });
    await expect(thumbnails.first()).toBeVisible();
    const count = await thumbnails.count();
    expect(count).toBeGreaterThan(2);
    const lightbox = page.getByRole('dialog');

    await thumbnails.first().focus();
    await page.keyboard.press('Enter');
    await expect(lightbox.getByText(`1 of ${count}`)).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await expect(lightbox.getByText(`${count} of ${count}`)).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(lightbox.getByText(`1 of ${count}`)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(lightbox).toBeHidden();
    await expect(thumbnails.first()).toBeFocused();

    await thumbnails.last().click();
    await expect(lightbox.getByText(`${count} of ${count}`)).toBeVisible();
    await lightbox.getByRole('button', { name: 'Next picture' }).click();
    await expect(lightbox.getByText(`1 of ${count}`)).toBeVisible();
    await lightbox.getByRole('button', { name: 'Previous picture' }).click();
    await expect(lightbox.getByText(`${count} of ${count}`)).toBeVisible();
    const picture = lightbox.getByRole('img');
    await expectLoaded(picture);
    await picture.click();
    await expect(lightbox).toBeVisible();
    await page.mouse.click(8, 100);
    await expect(lightbox).toBeHidden();
    await expect(thumbnails.last()).toBeFocused();
  },
);

test('ROUTE-18, NF-1..3: an unknown address shows 404 and links to the home page', async ({
  page,
  watch,
}) => {
  watch.expectErrors(refused(404, '/there/is/nothing'));
  await page.goto('/there/is/nothing');
  await expect(page.getByText('404', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL('/');
});

for (const [what, id] of [
  ['a malformed id', 'not-an-id'],
  ['an unknown id', '00000000-0000-4000-8000-000000000000'],
]) {
  test(`CS-23, CS-25: ${what} is not found`, async ({ page, watch }) => {
    watch.expectErrors(refused(406, '/rest/v1/case_studies'));
    await page.goto(`/projects/${id}`);
    await expect(page.getByRole('heading', { name: 'Case Study Not Found' })).toBeVisible();
    await expect(
      page.getByText("The case study you're looking for doesn't exist.", { exact: true }),
    ).toBeVisible();
  });
}

test('THEME-1, THEME-2, THEME-5, THEME-6: the chosen theme survives a reload', async ({ page }) => {
  await page.goto('/');
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

test('SHELL-1, SHELL-2, SHELL-5, SHELL-11: the bar shows five links and stays', async ({
  page,
}) => {
  await page.goto('/');
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
});

for (const [number, device, width] of [
  ['SHELL-3', 'a phone', 390],
  ['SHELL-4', 'a tablet', 820],
] as const) {
  test(
    `${number}, SHELL-20: on ${device} the links are in a menu that closes on navigation`,
    { tag: '@phone' },
    async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.goto('/');
      const button = page.getByRole('button', { name: 'Menu', exact: true });
      const menu = page.getByRole('dialog', { name: 'Menu' });
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();

      await button.click();
      await expect(menu).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(menu).toBeHidden();
      await expect(button).toBeFocused();

      await button.click();
      await menu.getByRole('button', { name: 'Close menu' }).click();
      await expect(menu).toBeHidden();

      await button.click();
      await menu.getByRole('link', { name: 'Projects' }).click();
      await expect(page).toHaveURL('/projects');
      await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
      await expect(menu).toBeHidden();

      // The link of the current page closes it too.
      await button.click();
      await menu.getByRole('link', { name: 'Projects' }).click();
      await expect(menu).toBeHidden();
    },
  );
}

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

test(
  'SHELL-18: a new page starts at its top, Back restores the scroll position',
  { tag: '@seeded' },
  async ({ page }) => {
    await page.goto('/projects');
    const card = page.getByRole('main').getByRole('article').last();
    await card.scrollIntoViewIfNeeded();
    await expect(card).toBeInViewport();
    const left = await page.evaluate(() => window.scrollY);
    expect(left).toBeGreaterThan(300);
    await card.getByRole('link').click();
    await expect(page).toHaveURL(/\/projects\/./);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await page.goBack();
    await expect(page).toHaveURL('/projects');
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(300);
  },
);

test(
  'projects are filtered by service and industry, in the address',
  { tag: ['@phone', '@seeded'] },
  async ({ page }) => {
    await page.goto('/projects');
    const titles = page.getByRole('main').getByRole('article').getByRole('heading');
    await expect(titles.first()).toBeVisible();
    const all = await titles.count();
    await page
      .getByRole('navigation', { name: 'Projects by service' })
      .getByRole('link', { name: 'AI Implementation' })
      .click();
    await expect(page).toHaveURL('/projects/services/ai-implementation');
    await expect(titles).toHaveText(['A forecast that fits the ferry timetable']);
    await expect(page).toHaveTitle(/^AI Implementation: Projects/);
    expect(all).toBeGreaterThan(1);

    // The list of a service is a page of its own, also without the app.
    const response = await page.goto('/projects/services/creative-design');
    expect(response?.status()).toBe(200);
    expect(await response?.text()).toContain('A greengrocer that delivers by bicycle');
    await page
      .getByRole('navigation', { name: 'Projects by industry' })
      .getByRole('link', { name: 'Food and retail' })
      .click();
    await expect(page).toHaveURL('/projects/services/creative-design?industry=food-and-retail');
    await expect(titles).toHaveText(['A greengrocer that delivers by bicycle']);
    await page.reload();
    await expect(titles).toHaveText(['A greengrocer that delivers by bicycle']);
    await page.goBack();
    await expect(titles.first()).toBeVisible();
  },
);
