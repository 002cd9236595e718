import { agency } from '../../brand/agency';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, expectHydrated, field, refused, test } from '../fixtures';
import { slugFromTitle } from '../../supabase/functions/_shared/contracts/slug';
import { CHECKED_PAGES, EVERY_SCREEN, POST, PUBLIC_PAGES, STUDY } from '../pages';

const prerendered = PUBLIC_PAGES.filter(([path]) => path !== '/admin');
const checked = CHECKED_PAGES.filter(([path]) => path !== '/admin' && path !== '/nowhere');
/** Width and height; small phone, the usual one, large one. */
const PHONES = EVERY_SCREEN
  ? ([
      [320, 568],
      [412, 823],
      [480, 1000],
    ] as const)
  : ([[412, 823]] as const);
const APP = '**/assets/app-*.js';

/** Opens a page whose app is held back until `letGo` is called. */
async function openBeforeApp(page: Page, path: string) {
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

  test('every public page is complete, with its pictures and its links', async ({
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
    await expect(page).toHaveURL(/\/projects\/[a-z-]{8,}$/);
    await page.goto(POST);
    await expect(page.getByRole('table').first()).toBeVisible();
  });

  test('R-32: an unknown address is not indexed', async ({ page, watch }) => {
    watch.expectErrors(/status of 404/);
    await page.goto('/nowhere');
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  });
});

for (const [path, title] of [
  ['/projects/nope', 'Case Study Not Found'],
  ['/blog/nope', 'Post not found'],
] as const) {
  test(`${path} answers 404, and the app looks for a document newer than the build`, async ({
    page,
    watch,
  }) => {
    watch.expectErrors(refused(404, '/blog/posts/'), refused(406, '/rest/v1/case_studies'));
    const answer = page.waitForResponse((response) => response.url().endsWith(path));
    const letGo = await openBeforeApp(page, path);
    expect((await answer).status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeHidden();
    letGo();
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
  });
}

test('the inlined styles have every rule of the page: no change when the stylesheet loads', async ({
  page,
}) => {
  for (const [path] of checked) {
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const letGo = await openBeforeApp(page, path);
      expect(await missingRules(page), `${path} at ${width} px`).toEqual([]);
      expect(await changedByStylesheet(page), `${path} at ${width} px`).toEqual([]);
      letGo();
    }
  }
});

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

/** Elements whose style or position differs once the complete stylesheet has loaded. */
async function changedByStylesheet(page: Page): Promise<string[]> {
  return page.evaluate(
    async (sheet) => {
      const elements = [...document.body.querySelectorAll('*')];
      // Transitions need user input, which loads the stylesheet.
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

test('on a phone, content after the first frame is below the fold and rendered in the next one', async ({
  browser,
  baseURL,
}) => {
  // Not the page of the fixtures, which moves the pointer.
  const page = await browser.newPage({ baseURL });
  for (const [width, height] of PHONES) {
    await page.setViewportSize({ width, height });
    for (const [path] of checked) {
      const letGo = await openBeforeApp(page, path);
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

test('the first view is complete before any script file and without a request to the backend', async ({
  context,
}) => {
  for (const [path] of checked) {
    const page = await context.newPage();
    const before: string[] = [];
    page.on('request', (request) => before.push(new URL(request.url()).pathname));
    const letGo = await openBeforeApp(page, path);
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
    await expectHydrated(page);
    await page.close();
  }
});

test('the menu opens before hydration, closes by its button and stays usable after it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const letGo = await openBeforeApp(page, '/');
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(menu).toBeVisible();
  await menu.getByRole('button', { name: 'Close menu' }).click();
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  letGo();
  await expectHydrated(page);
  await expect(menu).toBeVisible();
  await menu.getByRole('button', { name: 'Close menu' }).click();
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(menu).toBeVisible();
});

test('a click that needs the app is kept until it has loaded: the menu', async ({ page }) => {
  await page.addInitScript(() => {
    // Like a browser without the popovertarget attribute.
    Object.defineProperty(HTMLButtonElement.prototype, 'popoverTargetElement', { value: null });
  });
  await page.setViewportSize({ width: 390, height: 844 });
  const letGo = await openBeforeApp(page, '/');
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  letGo();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a click before hydration is replayed after it: a form, with the typed text', async ({
  page,
}) => {
  const letGo = await openBeforeApp(page, '/contact');
  await field(page, 'Name').fill('Ada Lovelace');
  await page.locator('form button[type="submit"]').click();
  letGo();
  await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();
  await expect(field(page, 'Name')).toHaveValue('Ada Lovelace');
});

test('a click before hydration: a link works, and the title of its page rises', async ({
  page,
}) => {
  await openBeforeApp(page, '/about');
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveCSS('animation-name', 'none');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Projects' }).click();
  await expect(page).toHaveURL('/projects');
  await expect(title).toHaveCSS('animation-name', 'rise');
  const opacityAtStart = await title.evaluate((element) => {
    element.style.animation = 'none';
    element.getBoundingClientRect();
    element.style.animation = '';
    return getComputedStyle(element).opacity;
  });
  expect(opacityAtStart, 'it would delay the first paint').toBe('1');
});

for (const [what, files] of [
  ['the app', APP],
  ['what brings the app', '**/assets/load-app-*.js'],
] as const) {
  test(`a click while ${what} cannot be fetched is replayed once it can`, async ({
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
    await expectHydrated(page);
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  });
}

test('before the app runs, a pressed link requests its page before the click', async ({ page }) => {
  await openBeforeApp(page, '/');
  const link = page.locator('main').getByRole('link', { name: 'Start Your Journey' });
  const requested = page.waitForRequest(
    (request) => new URL(request.url()).pathname === '/contact',
  );
  // The listener arrives after the first paint.
  await expect(async () => {
    await link.dispatchEvent('pointerdown');
    await expect(page.locator('link[rel=prefetch]')).not.toHaveCount(0, { timeout: 500 });
  }).toPass();
  await requested;
  await expect(page).toHaveURL('/');
});

test('the page of a study or post names the version it shows', async ({ request }) => {
  for (const path of [STUDY, POST]) {
    const html = await (await request.get(path)).text();
    const [, data = ''] = /id="page-data">(.+?)<\/script>/.exec(html) ?? [];
    const { answers }: { answers: [unknown, unknown][] } = JSON.parse(data);
    expect(answers.map(([, answer]) => answer)).toContainEqual(
      expect.objectContaining({
        id: expect.any(String),
        slug: path.split('/').at(-1),
        version: expect.any(Number),
      }),
    );
  }
});

test('a page with a query is rendered again', async ({ page }) => {
  await page.goto('/blog?search=nothing-that-anyone-wrote');
  await expect(page.getByRole('searchbox')).toHaveValue('nothing-that-anyone-wrote');
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(0);
});

test('a study published after the build is found at once, by id and by address', async ({
  page,
  api,
  unique,
}) => {
  const title = unique('Published after the build');
  const id = await api.createStudy({ title, status: 'published' });
  const response = await page.goto(`/projects/${id}`);
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page).toHaveURL(`/projects/${slugFromTitle(title)}`);
  await expect(page).toHaveTitle(`${title} | ${agency.name}`);
  await page.goto('/projects');
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
});

test('the sitemap has every prerendered page, and no noindex page', async ({
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
