import type { Page } from '@playwright/test';
import { expect, refused, test } from '../../e2e/fixtures';
import { PUBLIC_PAGES } from '../../e2e/pages';

// Outlines are measured after transitions.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

type Stop = {
  /** Its index among all focusable elements; -1 for stops added by the browser, such as a scroll container. */
  index: number;
  name: string;
  region: string | undefined;
  box: { left: number; top: number; right: number; bottom: number };
  problems: string[];
};

declare global {
  var stopHere: () => Stop | null;
}

/** Adds helpers to the page that describe the focused element, and records the styles without focus. */
async function prepareWalk(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const selector = [
      ...['a[href]', 'button:enabled', 'input:enabled', 'select:enabled', 'textarea:enabled'],
      ...['summary', '[tabindex]'],
    ].join(', ');
    const isStop = (element: HTMLElement) =>
      element.tabIndex >= 0 &&
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.closest('[inert], dialog:not([open])') &&
      // Passes the focus on to the selected tab.
      element.role !== 'tablist' &&
      !(element instanceof HTMLInputElement && element.type === 'radio' && !element.checked);
    const stops = [...document.querySelectorAll<HTMLElement>(selector)].filter(isStop);
    const nameOf = (element: Element) =>
      `${element.localName} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}"`;
    const lookOf = (element: Element) =>
      [null, '::after', '::before']
        .map((part) => {
          const style = getComputedStyle(element, part);
          const outline = style.outlineStyle === 'none' ? '' : style.outline;
          return `${outline} ${style.boxShadow} ${style.borderColor}`;
        })
        .join();
    const looks = new Map(stops.map((stop) => [stop, lookOf(stop)]));

    function stopHere() {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement) || element === document.body) return null;
      const problems: string[] = [];
      const name = nameOf(element);
      const [rect = element.getBoundingClientRect()] = element.getClientRects();
      const left = Math.max(rect.left, 0);
      const right = Math.min(rect.right, innerWidth);
      const top = Math.max(rect.top, 0);
      const bottom = Math.min(rect.bottom, innerHeight);
      const middle = { x: (left + right) / 2, y: (top + bottom) / 2 };
      const hit = document.elementFromPoint(middle.x, middle.y);
      if (right <= left || bottom <= top) problems.push(`${name} is out of sight`);
      else if (!element.contains(hit)) problems.push(`${name} lies under ${hit && nameOf(hit)}`);
      if (looks.get(element) === lookOf(element)) problems.push(`${name} looks as without focus`);
      const region = element.closest('header, main, footer, section, article, nav, aside');
      const box = {
        left: rect.left,
        right: rect.right,
        top: rect.top + scrollY,
        bottom: rect.bottom + scrollY,
      };
      const index = stops.indexOf(element);
      return { index, name, region: region?.localName, box, problems };
    }
    globalThis.stopHere = stopHere;
    return stops.map(nameOf);
  });
}

/** Moving up is correct only at the end of a column; moving back in a line never is. */
function goesBack(from: Stop, to: Stop): boolean {
  if (from.region !== to.region) return false;
  const isAbove = to.box.bottom <= from.box.top;
  const isBeside = to.box.top < from.box.bottom && to.box.bottom > from.box.top;
  return (isAbove && to.box.left < from.box.right) || (isBeside && to.box.right <= from.box.left);
}

async function walk(page: Page) {
  const names = await prepareWalk(page);
  const problems: string[] = [];
  const reached = new Set<number>();
  let previous: Stop | null = null;
  for (let presses = 0; presses < names.length + 20; presses += 1) {
    await page.keyboard.press('Tab');
    const stop: Stop | null = await page.evaluate(() => globalThis.stopHere());
    if (stop === null) break;
    if (stop.index >= 0 && reached.has(stop.index)) {
      problems.push(`${stop.name} holds the focus`);
      break;
    }
    problems.push(...stop.problems);
    reached.add(stop.index);
    if (previous && goesBack(previous, stop)) {
      problems.push(`${stop.name} comes after ${previous.name}, which stands below or beside it`);
    }
    previous = stop;
  }
  problems.push(...names.filter((_, index) => !reached.has(index)).map((name) => `${name} missed`));
  return { problems, names };
}

for (const [path, ready] of PUBLIC_PAGES) {
  test(`by keyboard alone: ${path} from its top to its end`, async ({ page, watch }) => {
    watch.expectErrors(refused(404, '/nowhere'));
    await page.goto(path);
    await page.locator(`main ${ready}`).first().waitFor();
    const { problems, names } = await walk(page);
    expect(problems).toEqual([]);
    expect(names.length).toBeGreaterThan(15);
  });
}

test('by keyboard alone: backwards through a page, no stop is under the bar', async ({ page }) => {
  await page.goto('/services');
  const links = page.getByRole('main').getByRole('link');
  await links.last().focus();
  for (let step = (await links.count()) - 1; step > 0; step -= 1) {
    await page.keyboard.press('Shift+Tab');
    await expect(links.nth(step - 1)).toBeFocused();
    const top = await links.nth(step - 1).evaluate((link) => link.getBoundingClientRect().top);
    const bar = await page.getByRole('banner').evaluate((it) => it.getBoundingClientRect().bottom);
    expect(top).toBeGreaterThanOrEqual(bar);
  }
});
