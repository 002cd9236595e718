import { STAFF_STATE } from '../../e2e/backend';
import { expect, refused, test } from '../../e2e/fixtures';
import { PUBLIC_PAGES, STUDY } from '../../e2e/pages';

const STAFF_PAGES = [
  ...['/admin/images', '/admin/case-studies', '/admin/case-studies/new', '/admin/blog'],
  ...['/admin/blog/new', '/admin/enquiries', '/admin/newsletter', '/admin/people'],
  ...['/admin/redirects', '/admin/health', '/admin/security', '/admin/account'],
];
/** 1440 and 1280 px at 200 and 400 % (WCAG 1.4.4, 1.4.10). */
const ZOOMS = [
  { percent: 200, width: 720, height: 450 },
  { percent: 400, width: 320, height: 256 },
];

for (const path of [...PUBLIC_PAGES.map(([path]) => path), ...STAFF_PAGES]) {
  test(`at 200 and 400 % zoom ${path} has no horizontal scrolling`, async ({ openPage, watch }) => {
    // The health page requests a picture that does not exist.
    watch.expectErrors(refused(404, '/nowhere'), refused(400, '/health-check'));
    const page = await openPage(STAFF_PAGES.includes(path) ? STAFF_STATE : undefined);
    for (const { percent, ...viewport } of ZOOMS) {
      await page.setViewportSize(viewport);
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText('Loading...')).toHaveCount(0);
      const overflow = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
      expect(overflow, `${percent} %`).toBe(0);
    }
  });
}

test.describe('with forced colors', () => {
  test.use({ contextOptions: { forcedColors: 'active' } });

  for (const path of ['/', '/services', '/projects', STUDY, '/blog', '/contact', '/admin']) {
    test(`${path}: controls have a border, and the focus is visible`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const edgeless = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('button, input, select, textarea')]
          .filter((element) => element.checkVisibility() && element.textContent !== '')
          .filter((element) => {
            const { borderTopWidth, borderTopStyle } = getComputedStyle(element);
            const isText = element.closest('[role="tablist"], header, [class*="underline"]');
            return !isText && (borderTopStyle === 'none' || parseFloat(borderTopWidth) < 1);
          })
          .map((element) => element.outerHTML.slice(0, 120)),
      );
      expect(edgeless).toEqual([]);
      for (let presses = 0; presses < 12; presses += 1) {
        await page.keyboard.press('Tab');
        const focus = page.locator(':focus');
        if ((await focus.count()) === 0) break;
        const outline = await focus.evaluate((element) => {
          // A card is outlined as a whole, by the overlay of its link.
          const widths = [null, '::after'].map((part) => {
            const { outlineStyle, outlineWidth } = getComputedStyle(element, part);
            return outlineStyle === 'none' ? 0 : parseFloat(outlineWidth);
          });
          return Math.max(...widths);
        });
        expect(outline, await focus.evaluate((it) => it.outerHTML.slice(0, 120))).toBeGreaterThan(
          0,
        );
      }
    });
  }
});
