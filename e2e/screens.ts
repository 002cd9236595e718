// What holds of every screen, asserted by the journey that stands on it: fixture `screens` of fixtures.ts.
import { readFileSync } from 'node:fs';
import type { AxeResults } from 'axe-core';
import { expect, type Page } from '@playwright/test';
import { EVERY_SCREEN, LEGAL_PAGES, MOTION, PUBLIC_PAGES, STUDY } from './pages';

const axeSource = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');
const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const THEMES_AND_WIDTHS = EVERY_SCREEN
  ? [390, 820, 1440].flatMap((width) => [[width, 'light'] as const, [width, 'dark'] as const])
  : ([
      [390, 'dark'],
      [1440, 'light'],
    ] as const);

/** Accepted shift of a word whose position depends on the font before it; of a page rendered in the browser only. */
export const CLS_MAX = { prerendered: 0.001, drawn: 0.01 };
/** How late pictures, fonts and data arrive. */
export const LATE_MS = 250;
const LATE = /\/(?:images|storage\/v1|rest\/v1|functions\/v1)\/|\.woff2$/;
/** Starts the app of a prerendered page. */
const PAGE_SCRIPT = '**/assets/page-script-*.js';

type Size = { width: number; height: number };
const PHONE: Size = { width: 412, height: 823 };
/** Small, usual and large. */
const PHONES = EVERY_SCREEN
  ? [{ width: 320, height: 568 }, PHONE, { width: 480, height: 1000 }]
  : [PHONE];
const STYLED_WIDTHS = [390, 1440];
/** 1280 px at 400 % (WCAG 1.4.10). */
const ZOOMED: Size = { width: 320, height: 256 };
const PRINTED: readonly string[] = [...LEGAL_PAGES, STUDY];

type Shift = { value: number; moved: string[] };

declare global {
  var axe: { run: (context: Document, options: object) => Promise<AxeResults> };
  var layoutShifts: Shift[];
}

/**
 * Opens a public page as on a phone, and asserts of its first view, before the app runs: painted with few requests and
 * none to the backend, all styles inlined, the content that is rendered later below the fold. Then, with the app: no
 * layout shift while pictures, fonts and data come late; at 400 % no horizontal scrolling; in print black on white.
 *
 * The page must not start the app by itself.
 */
export async function openPublicPage(page: Page, path: string, startApp: () => Promise<void>) {
  const known = PUBLIC_PAGES.find(([one]) => one === path);
  if (!known) throw new Error(`${path} is not in e2e/pages.ts`);
  const [, ready, requestsMax] = known;
  const size = page.viewportSize() ?? PHONE;
  await page.route(LATE, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, LATE_MS));
    await route.fallback();
  });
  await page.addInitScript(recordShifts);
  for (const phone of EVERY_SCREEN ? [{ width: 1440, height: 900 }, PHONE] : [PHONE]) {
    await page.setViewportSize(phone);
    const shifts =
      requestsMax === null ? await openDrawn(page, path) : await openHeld(page, path, requestsMax);
    await startApp();
    await page.locator(`main ${ready}`).first().waitFor();
    await expectNoShift(page, requestsMax === null ? CLS_MAX.drawn : CLS_MAX.prerendered, shifts);
  }
  await page.unroute(LATE);
  await page.setViewportSize(ZOOMED);
  await expect.poll(() => overflowOf(page), { message: `${path} at 400 %` }).toBe(0);
  if (PRINTED.includes(path)) await expectPrintable(page);
  await page.setViewportSize(size);
  await page.evaluate(() => scrollTo(0, 0));
}

/** A page without prerendered content. */
async function openDrawn(page: Page, path: string): Promise<Shift[]> {
  await page.goto(path);
  return [];
}

/** Opens a prerendered page without its script, looks at its first view, then lets the script come. */
async function openHeld(page: Page, path: string, requestsMax: number): Promise<Shift[]> {
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route(PAGE_SCRIPT, async (route) => {
    await isReleased;
    await route.continue();
  });
  const requests: string[] = [];
  const record = (request: { url: () => string }) => requests.push(new URL(request.url()).pathname);
  page.on('request', record);
  const isRequested = page.waitForRequest(PAGE_SCRIPT);
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await isRequested;
  page.off('request', record);
  const before = requests.slice(
    0,
    requests.findIndex((asked) => asked.endsWith('.js')),
  );
  expect(before.length, before.join(' ')).toBeLessThanOrEqual(requestsMax);
  expect(
    requests.filter((asked) => /^\/(rest|auth|functions)\//.test(asked)),
    `${path} asks the backend before its first view is complete`,
  ).toEqual([]);

  const size = page.viewportSize() ?? PHONE;
  const shifts = await takeShifts(page);
  // 404.html hides its text at addresses of studies and posts, and has little to render later.
  if (path !== '/nowhere') {
    for (const phone of PHONES) await expectLaterBelowTheFold(page, path, phone);
    for (const width of STYLED_WIDTHS) await expectWholeStyles(page, path, width);
    await page.setViewportSize(size);
  }
  // Of the other sizes and of the stylesheet that was added and removed.
  await takeShifts(page);
  release();
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.endsWith('.js')),
  );
  const [paint, script] = await page.evaluate(() => [
    performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
    Math.min(
      ...performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.js'))
        .map(({ startTime }) => startTime),
    ),
  ]);
  expect(script, `${path} is painted before any script file`).toBeGreaterThan(paint ?? Infinity);
  await page.unroute(PAGE_SCRIPT);
  return shifts;
}

/** A script for a page: records its layout shifts that are no answer to input. */
export function recordShifts() {
  if ('layoutShifts' in globalThis) return;
  const shifts: Shift[] = [];
  globalThis.layoutShifts = shifts;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as LayoutShift[]) {
      const moved = entry.sources.map(({ node, previousRect, currentRect }) => {
        const name = node instanceof Element ? `${node.localName}.${node.className}` : 'text';
        return `${name} ${previousRect.y} -> ${currentRect.y}`;
      });
      if (!entry.hadRecentInput) shifts.push({ value: entry.value, moved });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** An API of Chromium without a TypeScript type. */
type LayoutShift = {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
};

/** The shifts so far, once; those of the last frame included. */
const takeShifts = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return globalThis.layoutShifts.splice(0);
  });

export function expectShiftBelow(max: number, shifts: readonly Shift[]) {
  const total = shifts.reduce((sum, { value }) => sum + value, 0);
  expect(total, `layout shift: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(max);
}

async function expectNoShift(page: Page, max: number, before: readonly Shift[]) {
  await waitForFaces(page);
  // The start of the app ends it, before the first scroll.
  await page.waitForFunction(() => !('firstView' in document.documentElement.dataset));
  await scrollThrough(page);
  expectShiftBelow(max, [...before, ...(await takeShifts(page))]);
}

/** Both real faces have arrived; where they would move a text, they are shown with the next page. */
export async function waitForFaces(page: Page) {
  await page.waitForFunction(
    () =>
      performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.woff2'))
        .length >= 2,
  );
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
}

/** Scrolls to the end and waits on every screen for its pictures. */
async function scrollThrough(page: Page) {
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

const overflowOf = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });

/** Content after the first frame is below the fold, and rendered in the next frame. */
async function expectLaterBelowTheFold(page: Page, path: string, phone: Size) {
  await page.setViewportSize(phone);
  await expect(page.locator('html'), path).toHaveAttribute('data-first-view', 'painted');
  const { later, inSight, stillHidden } = await page.evaluate(() => {
    const hidden = () =>
      [...document.body.querySelectorAll('*')].filter(
        (element) => getComputedStyle(element).contentVisibility === 'hidden',
      );
    const stillHidden = hidden().length;
    document.documentElement.dataset.firstView = '';
    const later = hidden();
    // Nested hidden content is laid out on the second query.
    for (const element of later) element.getBoundingClientRect();
    const inSight = later
      .filter((element) => element.getBoundingClientRect().top < window.innerHeight)
      .map((element) => element.outerHTML.slice(0, 100));
    document.documentElement.dataset.firstView = 'painted';
    return { later: later.length, inSight, stillHidden };
  });
  expect(stillHidden, path).toBe(0);
  expect(later, path).toBeGreaterThan(0);
  expect(inSight, `${path} at ${phone.width} x ${phone.height}`).toEqual([]);
}

/** The inlined styles have every rule of the page: nothing changes when the complete stylesheet loads. */
async function expectWholeStyles(page: Page, path: string, width: number) {
  await page.setViewportSize({ width, height: 900 });
  expect(await missingRules(page), `${path} at ${width} px`).toEqual([]);
  expect(await changedByStylesheet(page), `${path} at ${width} px`).toEqual([]);
}

/** The complete stylesheet, which a page links in <noscript>. */
async function stylesheetOf(page: Page): Promise<string> {
  const named = await page.locator('noscript').textContent();
  return /href="([^"]+)"/.exec(named ?? '')?.[1] ?? '';
}

/** Rules of the complete stylesheet that apply to the current page and are not inlined. */
async function missingRules(page: Page): Promise<string[]> {
  return page.evaluate(
    async (sheet) => {
      const whole = await (await fetch(sheet)).text();
      const inlined = [...document.querySelectorAll('style')].map((style) => style.textContent);
      const known = new Set(rulesOf(inlined.join('')));
      const inUse = (rule: string) =>
        rule.startsWith('--') ? inlined.some((css) => css.includes(`var(${rule}`)) : applies(rule);
      return [...rulesOf(whole)].filter((rule) => !known.has(rule) && inUse(rule));

      function rulesOf(css: string): Set<string> {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(css);
        const rules = new Set<string>();
        const walk = (list: CSSRuleList) => {
          for (const rule of list) {
            if (rule instanceof CSSStyleRule) {
              // Selector lists are shorter there: unmatched selectors are dropped.
              if (needsInput(rule) || /:(?:is|where)\(/.test(rule.selectorText)) continue;
              for (const one of rule.selectorText.split(/,(?![^(]*\))/)) rules.add(one.trim());
            } else if (rule instanceof CSSMediaRule && !matchMedia(rule.media.mediaText).matches) {
              continue;
            } else if (rule instanceof CSSSupportsRule && !CSS.supports(rule.conditionText)) {
              continue;
            } else if (rule instanceof CSSPropertyRule) {
              rules.add(rule.name);
            } else if ('cssRules' in rule) walk(rule.cssRules as CSSRuleList);
          }
        };
        walk(sheet.cssRules);
        return rules;
      }

      /** Rules that need user input, which loads the complete stylesheet: states and transitions. */
      function needsInput({ selectorText, style }: CSSStyleRule): boolean {
        if (
          /(?<!not\():(?:hover|active|focus|:backdrop)|:not\(\[data-first-view/.test(selectorText)
        )
          return true;
        return [...style].every((name) =>
          /^(?:content$|transition|--tw-(?:duration|ease))/.test(name),
        );
      }

      function applies(selector: string): boolean {
        try {
          return document.querySelector(selector.replace(/::[\w-]+(?:\([^)]*\))?/g, '')) !== null;
        } catch {
          return false;
        }
      }
    },
    await stylesheetOf(page),
  );
}

/** What a missing rule changes. All properties would take minutes, and Chromium gives no text of computed styles. */
const LOOK = [
  ...['display', 'position', 'visibility', 'opacity', 'z-index', 'overflow-x', 'object-fit'],
  ...['color', 'background-color', 'background-image', 'fill', 'stroke', 'stroke-width'],
  ...['border-top-color', 'border-top-width', 'border-top-left-radius', 'box-shadow', 'filter'],
  ...['font-family', 'font-size', 'font-weight', 'line-height', 'letter-spacing', 'text-transform'],
  ...['text-decoration-line', 'transform', 'translate', 'scale', 'rotate', 'list-style-type'],
  ...['mask-image', 'content'],
];

/** Elements that look different or stand elsewhere once the complete stylesheet has loaded. */
async function changedByStylesheet(page: Page): Promise<string[]> {
  return page.evaluate(
    async ({ sheet, look }) => {
      const settled = document.head.appendChild(document.createElement('style'));
      settled.textContent = '*, ::before, ::after { transition: none !important }';
      const elements = [...document.body.querySelectorAll('*')];
      const lookOf = (element: Element, part: string) => {
        const style = getComputedStyle(element, part);
        if (part !== '' && style.content === 'none') return '';
        const { x, y, width, height } = element.getBoundingClientRect();
        return [
          `box: ${[x, y, width, height].map(Math.round).join(' ')}`,
          ...look.map((name) => `${name}: ${style.getPropertyValue(name)}`),
        ].join('; ');
      };
      const looksIn = (theme: string) => {
        document.documentElement.dataset.firstView = 'painted';
        document.documentElement.classList.toggle('dark', theme === 'dark');
        for (const animation of document.getAnimations()) {
          const isEndless = animation.effect?.getComputedTiming().endTime === Infinity;
          // Others follow the scroll position.
          if (animation.timeline === document.timeline && !isEndless) animation.finish();
        }
        // Nested hidden content is laid out on the second query.
        for (const element of elements) element.getBoundingClientRect();
        return elements.flatMap((element) =>
          ['', '::before', '::after'].map((part) => lookOf(element, part)),
        );
      };
      const looks = () => [...looksIn('dark'), ...looksIn('light')];
      const before = looks();
      const link = document.createElement('link');
      link.rel = 'stylesheet';
      link.href = sheet;
      await new Promise((resolve, reject) => {
        link.onload = resolve;
        link.onerror = reject;
        document.head.append(link);
      });
      const after = looks();
      link.remove();
      settled.remove();
      return after.flatMap((now, index) => {
        if (now === before[index]) return [];
        const known = new Set(before[index]?.split('; '));
        const changed = now.split('; ').filter((declaration) => !known.has(declaration));
        const element = elements[Math.floor(index / 3) % elements.length];
        return `${element?.outerHTML.slice(0, 80)}: ${changed.join('; ')}`;
      });
    },
    { sheet: await stylesheetOf(page), look: LOOK },
  );
}

/** From the dark theme: black text on white, no bar, no buttons. */
async function expectPrintable(page: Page) {
  await page.evaluate(() => document.documentElement.classList.add('dark'));
  await page.emulateMedia({ media: 'print' });
  const title = page.getByRole('heading', { level: 1 });
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
  await page.emulateMedia({ media: null });
  await page.evaluate(() => document.documentElement.classList.remove('dark'));
}

/**
 * axe finds nothing on the current screen in these themes and widths; the page is left as it was.
 *
 * @param height high enough for all of the screen where a bar lies over its end: axe does not scroll
 */
export async function expectAccessible(page: Page, height = 900) {
  const size = page.viewportSize();
  // Colors are measured after transitions. Content under a sticky bar is reached by scrolling.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const settled = await page.addStyleTag({
    content: '*, ::before, ::after { transition: none !important } .sticky { position: static }',
  });
  // Not injected as a script, which the policy would refuse.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  const wasDark = await page.evaluate(() => document.documentElement.classList.contains('dark'));
  const found: string[] = [];
  for (const [width, theme] of THEMES_AND_WIDTHS) {
    await page.setViewportSize({ width, height });
    const violations = await page.evaluate(
      async ({ theme, tags }) => {
        document.documentElement.classList.toggle('dark', theme === 'dark');
        const { violations } = await globalThis.axe.run(document, {
          runOnly: tags,
          resultTypes: ['violations'],
        });
        return violations.flatMap(({ id, nodes }) =>
          nodes.map((node) => `${id}: ${node.target.join(' ')} (${node.failureSummary})`),
        );
      },
      { theme, tags: AXE_TAGS },
    );
    found.push(...violations.map((violation) => `${width} ${theme}: ${violation}`));
  }
  await page.evaluate((dark) => document.documentElement.classList.toggle('dark', dark), wasDark);
  await settled.evaluate((style) => (style as HTMLElement).remove());
  await page.emulateMedia({ reducedMotion: MOTION });
  if (size) await page.setViewportSize(size);
  expect(found).toEqual([]);
}
