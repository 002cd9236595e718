import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, expectAlive, field, test } from '../fixtures';
import { POST, PUBLIC_PAGES, STUDY } from '../pages';

const prerendered = PUBLIC_PAGES.filter(([path]) => path !== '/admin');
const APP = '**/assets/app-*.js';

/** Opens a page whose app does not arrive until it is let go. */
async function openBeforeTheApp(page: Page, path: string) {
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(APP, async (route) => {
    await gate;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  return letGo;
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every public page reads whole, with its pictures and its links', async ({
    page,
    watch,
  }) => {
    watch.expectErrors(/status of 404/);
    for (const [path, ready] of prerendered) {
      const response = await page.goto(path);
      expect(response?.status(), path).toBe(path === '/nowhere' ? 404 : 200);
      await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
      await expect(page.locator(ready).first(), path).toBeVisible();
      await expect(page.getByRole('contentinfo'), path).toBeVisible();
    }
    await page.goto('/projects');
    await page.getByRole('article').first().getByRole('link').click();
    await expect(page).toHaveURL(/\/projects\/[0-9a-f-]{36}$/);
    await page.goto(POST);
    await expect(page.getByRole('table').first()).toBeVisible();
  });

  test('R-32: an address that leads nowhere is not indexed', async ({ page, watch }) => {
    watch.expectErrors(/status of 404/);
    await page.goto('/nowhere');
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  });
});

test('the inlined styles hold every rule that the page needs: nothing jumps when the rest arrives', async ({
  page,
}) => {
  for (const [path] of prerendered.filter(([path]) => path !== '/nowhere')) {
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const letGo = await openBeforeTheApp(page, path);
      expect(await missingRules(page), `${path} at ${width} px`).toEqual([]);
      expect(await changedByTheRest(page), `${path} at ${width} px`).toEqual([]);
      letGo();
    }
  }
});

/** The whole one, which a page names for those without scripts. */
async function stylesheetOf(page: Page): Promise<string> {
  const named = await page.locator('noscript').textContent();
  return /href="([^"]+)"/.exec(named ?? '')?.[1] ?? '';
}

/** Rules of the whole stylesheet that apply to the page as it is now, and do not stand in it. */
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
              // Lists are shorter there: they name what the page has.
              if (isForHands(rule) || /:(?:is|where)\(/.test(rule.selectorText)) continue;
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

      /** What needs a hand, and so the whole stylesheet: states, and how one turns into another. */
      function isForHands({ selectorText, style }: CSSStyleRule): boolean {
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

/** What looks another way, or stands in another place, once the whole stylesheet is there. */
async function changedByTheRest(page: Page): Promise<string[]> {
  return page.evaluate(
    async (sheet) => {
      const elements = [...document.body.querySelectorAll('*')];
      // What turns one state into another needs a hand, which brings the stylesheet along.
      const looksIn = (theme: string) => {
        document.documentElement.dataset.firstView = 'painted';
        document.documentElement.classList.toggle('dark', theme === 'dark');
        return elements.flatMap((element) =>
          ['', '::before', '::after'].map((part) =>
            getComputedStyle(element, part).cssText.replace(/\btransition[\w-]*:[^;]*;/g, ''),
          ),
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
      return looks().flatMap((look, index) => {
        if (look === before[index]) return [];
        const declarations = new Set(before[index]?.split('; '));
        const changed = look.split('; ').filter((declaration) => !declarations.has(declaration));
        const element = elements[Math.floor(index / 3) % elements.length];
        return `${element?.outerHTML.slice(0, 80)}: ${changed.join('; ')}`;
      });
    },
    await stylesheetOf(page),
  );
}

test('what a phone draws after the first frame stands below it, and is there in the next', async ({
  browser,
  baseURL,
}) => {
  // Without the hand that is near every other page of these tests.
  const page = await browser.newPage({ baseURL });
  for (const [width, height] of [
    [320, 568],
    [412, 823],
    [480, 1000],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const [path] of prerendered.filter(([path]) => path !== '/nowhere')) {
      const letGo = await openBeforeTheApp(page, path);
      await expect(page.locator('html'), path).toHaveAttribute('data-first-view', 'painted');
      const { later, inSight, stillHidden } = await page.evaluate(() => {
        const hidden = () =>
          [...document.body.querySelectorAll('*')].filter(
            (element) => getComputedStyle(element).contentVisibility === 'hidden',
          );
        const stillHidden = hidden().length;
        document.documentElement.dataset.firstView = '';
        const later = hidden();
        // What is hidden inside of something hidden is laid out at the second question.
        for (const element of later) element.getBoundingClientRect();
        const inSight = later
          .filter((element) => element.getBoundingClientRect().top < window.innerHeight)
          .map((element) => element.outerHTML.slice(0, 100));
        return { later: later.length, inSight, stillHidden };
      });
      expect(stillHidden, path).toBe(0);
      expect(later, path).toBeGreaterThan(0);
      expect(inSight, `${path} at ${width} x ${height}`).toEqual([]);
      letGo();
    }
  }
  await page.close();
});

test('a first view is complete before any script file and without a request to the backend', async ({
  context,
}) => {
  for (const [path] of prerendered.filter(([path]) => path !== '/nowhere')) {
    const page = await context.newPage();
    const before: string[] = [];
    page.on('request', (request) => before.push(new URL(request.url()).pathname));
    const letGo = await openBeforeTheApp(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.poll(() => before.filter((asked) => asked.endsWith('.js'))).not.toEqual([]);
    const [firstPaint, firstScript] = await page.evaluate(() => [
      performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
      Math.min(
        ...performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.endsWith('.js'))
          .map(({ startTime }) => startTime),
      ),
    ]);
    expect(firstScript, path).toBeGreaterThan(firstPaint ?? Infinity);
    expect(
      before.filter((asked) => /^\/(rest|auth|functions)\//.test(asked)),
      path,
    ).toEqual([]);
    letGo();
    await expectAlive(page);
    await page.close();
  }
});

test('the menu opens before the app is there, closes by its button and stays with the app', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const letGo = await openBeforeTheApp(page, '/');
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(menu).toBeVisible();
  await menu.getByRole('button', { name: 'Close menu' }).click();
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  letGo();
  await expectAlive(page);
  await expect(menu).toBeVisible();
  await menu.getByRole('button', { name: 'Close menu' }).click();
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(menu).toBeVisible();
});

test('a press that the browser cannot follow by itself is kept for the app: the menu', async ({
  page,
}) => {
  await page.addInitScript(() => {
    // As in a browser that does not know of buttons which say what they open.
    Object.defineProperty(HTMLButtonElement.prototype, 'commandForElement', { value: null });
  });
  await page.setViewportSize({ width: 390, height: 844 });
  const letGo = await openBeforeTheApp(page, '/');
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  letGo();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('what is pressed before the app is there is done when it is: a form, with what was typed', async ({
  page,
}) => {
  const letGo = await openBeforeTheApp(page, '/contact');
  await field(page, 'Name').fill('Ada Lovelace');
  await page.locator('form button[type="submit"]').click();
  letGo();
  await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();
  await expect(field(page, 'Name')).toHaveValue('Ada Lovelace');
});

test('what is pressed before the app is there is done when it is: a link is a link', async ({
  page,
}) => {
  await openBeforeTheApp(page, STUDY);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Projects' }).click();
  await expect(page).toHaveURL('/projects');
});

for (const [what, files] of [
  ['the app', APP],
  ['what brings the app', '**/assets/load-app-*.js'],
] as const) {
  test(`what is pressed while ${what} cannot be fetched is done once it can`, async ({
    page,
    watch,
  }) => {
    watch.expectErrors(/net::ERR_/);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.route(files, (route) => route.abort('connectionreset'));
    const lost = page.waitForEvent('requestfailed');
    await page.goto('/');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await lost;
    await page.unroute(files);
    await expectAlive(page);
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  });
}

test('a page that nobody touches is fetched whole, rests, and then comes alive by itself', async ({
  browser,
  baseURL,
}) => {
  // Not the page of the fixtures, which have a hand near it.
  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  const page = await context.newPage();
  await page.addInitScript(() => {
    addEventListener('app-ready', () => Object.assign(globalThis, { isAlive: true }));
  });
  const fetched = page.waitForResponse(APP);
  await page.goto('/');
  await fetched;
  await expect(page.locator('link[rel="stylesheet"]')).toHaveCount(0);
  await expectAlive(page);
  await expect(page.locator('link[rel="stylesheet"]').first()).toBeAttached();
  await context.close();
});

test('a page under a query is another page: it is drawn anew', async ({ page }) => {
  await page.goto('/blog?search=nothing-that-anyone-wrote');
  await expect(page.getByRole('searchbox')).toHaveValue('nothing-that-anyone-wrote');
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(0);
});

test('what is published after the build is found at once', async ({ page, api, unique }) => {
  const title = unique('Published after the build');
  const id = await api.createStudy({ title, status: 'published' });
  const response = await page.goto(`/projects/${id}`);
  expect(response?.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.goto('/projects');
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
});

test('the sitemap names every prerendered page, and nothing that asks not to be found', async ({
  request,
  baseURL,
}) => {
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) =>
    url?.replace(baseURL ?? '', ''),
  );
  for (const [path] of prerendered.filter(([path]) => path !== '/nowhere')) {
    expect(paths).toContain(path);
  }
  for (const path of paths) {
    const file = path === '/' ? '/index' : path;
    expect(readFileSync(`dist${file}.html`, 'utf8'), path).not.toContain('content="noindex"');
  }
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toContain(`Sitemap: ${baseURL}/sitemap.xml`);
});
