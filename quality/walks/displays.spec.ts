import { STAFF_STATE } from '../../e2e/backend';
import { expect, refused, test } from '../../e2e/fixtures';
import { PUBLIC_PAGES, STUDY } from '../../e2e/pages';

const STAFF_PAGES = [
  ...['/admin/images', '/admin/case-studies', '/admin/case-studies/new', '/admin/blog'],
  ...['/admin/blog/new', '/admin/enquiries', '/admin/newsletter', '/admin/people'],
  ...['/admin/redirects', '/admin/health', '/admin/security', '/admin/account', '/admin/today'],
  ...['/admin/site', '/admin/case-studies/arrange'],
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
      expect(await page.evaluate(overflow), `${percent} %`).toBe(0);
    }
  });
}

/** WCAG 1.4.12. */
const SPACED = `* {
  line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important;
}
p { margin-bottom: 2em !important }`;

for (const path of [...PUBLIC_PAGES.map(([path]) => path), ...STAFF_PAGES]) {
  test(`with wide text spacing ${path} neither scrolls sideways nor cuts a text`, async ({
    openPage,
    watch,
  }) => {
    watch.expectErrors(refused(404, '/nowhere'), refused(400, '/health-check'));
    const page = await openPage(STAFF_PAGES.includes(path) ? STAFF_STATE : undefined);
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText('Loading...')).toHaveCount(0);
      const before = new Set(await page.evaluate(cutTexts));
      await page.addStyleTag({ content: SPACED });
      expect(await page.evaluate(overflow), `${width} px`).toBe(0);
      const cut = await page.evaluate(cutTexts);
      expect(
        cut.filter((text) => !before.has(text)),
        `${width} px`,
      ).toEqual([]);
    }
  });
}

/** Run in the page. */
function overflow() {
  const { scrollWidth, clientWidth } = document.documentElement;
  return scrollWidth - clientWidth;
}

/** The texts of which a line does not fit their box; run in the page. */
function cutTexts(): string[] {
  return [...document.querySelectorAll<HTMLElement>('body *')]
    .filter((element) => {
      const { overflowY, textOverflow } = getComputedStyle(element);
      const isCut = element.scrollHeight - element.clientHeight > 2 && overflowY !== 'visible';
      const isShort = element.scrollWidth - element.clientWidth > 2 && textOverflow === 'ellipsis';
      const hasText = [...element.childNodes].some(
        (node) => node instanceof Text && node.data.trim() !== '',
      );
      const isScrolled = overflowY === 'auto' || overflowY === 'scroll';
      return hasText && element.clientHeight > 1 && !isScrolled && (isCut || isShort);
    })
    .map((element) => element.textContent.slice(0, 60));
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
