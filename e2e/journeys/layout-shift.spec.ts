import type { Page } from '@playwright/test';
import { expect, refused, test } from '../fixtures';
import { PUBLIC_PAGES } from '../pages';

const CLS_MAX = 0.01;
const SLOW_MS = 250;
/** What arrives after the page itself. */
const LATE = /\/(?:images|storage\/v1|rest\/v1|functions\/v1)\/|\.woff2$/;

type Shift = { value: number; moved: string[] };

declare global {
  var layoutShifts: Shift[];
}

test.beforeEach(async ({ page }) => {
  await page.route(LATE, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    await route.continue();
  });
  await page.addInitScript(() => {
    globalThis.layoutShifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as LayoutShift[]) {
        const moved = entry.sources.map(({ node, previousRect, currentRect }) => {
          const name = node instanceof Element ? `${node.localName}.${node.className}` : 'text';
          return `${name} ${previousRect.y} -> ${currentRect.y}`;
        });
        if (!entry.hadRecentInput) globalThis.layoutShifts.push({ value: entry.value, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
});

/** Chromium's; TypeScript does not know it. */
type LayoutShift = {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
};

/** Down to the end, waiting at every screen for its pictures. */
async function readThrough(page: Page) {
  for (let isAtEnd = false; !isAtEnd;) {
    await page.waitForFunction(() =>
      [...document.images]
        .filter((image) => {
          const { top, bottom, width } = image.getBoundingClientRect();
          return width > 0 && bottom > 0 && top < innerHeight;
        })
        .every((image) => image.complete),
    );
    isAtEnd = await page.evaluate(() => {
      const before = scrollY;
      scrollBy(0, innerHeight * 0.9);
      return scrollY === before;
    });
  }
}

for (const [path, ready] of PUBLIC_PAGES) {
  test(`PERM-1: nothing moves on ${path} while pictures, letters and data arrive late`, async ({
    page,
    watch,
  }) => {
    watch.expectErrors(refused(404, '/nowhere'));
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
      await page.goto(path);
      await page.locator(`main ${ready}`).first().waitFor();
      // They are asked for after the first paint: nobody is told when there is nothing to wait for yet.
      await page.waitForFunction(() =>
        ['Fraunces', 'Instrument Sans'].every((name) =>
          [...document.fonts].some(
            ({ family, status }) => family.includes(`${name} Variable`) && status === 'loaded',
          ),
        ),
      );
      await readThrough(page);
      const shifts = await page.evaluate(() => globalThis.layoutShifts);
      const total = shifts.reduce((sum, { value }) => sum + value, 0);
      expect(total, `${width} px: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(CLS_MAX);
    }
  });
}
