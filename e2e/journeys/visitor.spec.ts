import { homeContent } from '../../brand/texts/home';
import { STUDY } from '../pages';
import { expect, expectLoaded, test } from '../fixtures';

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test(
    'ROUTE-1, ROUTE-10, ROUTE-11, PROJ-5, CS-1..6, CS-14, CS-19, CS-20: a visitor goes from home to a study and on to the next',
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
});

test(
  'CS-15, LB-1..7: the lightbox opens at the clicked picture, cycles and returns the focus; the text of the study comes without its renderer',
  { tag: ['@phone', '@seeded'] },
  async ({ page, screens }) => {
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
    const fetchedAgain = page.waitForResponse(/\/rest\/v1\/case_studies\?.*&slug=eq\./);
    await screens.open(page, STUDY);
    await fetchedAgain;
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    await expect(page.locator('.reading p').first()).not.toBeEmpty();
    expect(scripts.filter((path) => /render-part|sanitize-html/.test(path))).toEqual([]);

    const thumbnails = page.getByRole('link', { name: /^Enlarge:/ });
    await expect(thumbnails.first()).toBeVisible();
    const count = await thumbnails.count();
    expect(count).toBeGreaterThan(2);
    const lightbox = page.getByRole('dialog');

    await thumbnails.first().focus();
    await page.keyboard.press('Enter');
    await expect(lightbox.getByText(`1 of ${count}`)).toBeVisible();
    await expect(lightbox.getByRole('img')).toBeVisible();
    await screens.check(page, 'the lightbox');
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

test(
  'SHELL-18: a new page starts at its top, Back restores the scroll position',
  { tag: '@seeded' },
  async ({ page, screens }) => {
    await screens.open(page, '/projects');
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
