import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page, Route } from '@playwright/test';
import { JSDOM } from 'jsdom';
import { callOf, xssVectors } from '../../tests/support/xss-vectors';
import { readKeys, signInByApi, SITE, STAFF, STAFF_STATE } from '../../e2e/backend';
import { expect, test } from '../../e2e/fixtures';
import { dropPolicy, watchPolicy } from './policy';

const STUDY = 'b7eeed2b-f85a-4de2-99e6-ef2a97c42d21';
/** Long enough for a busy machine. */
const PATIENCE = { timeout: 30_000 };
const PER_POST = 70;

declare global {
  var __fired: unknown[];
  var __fire: (id: unknown) => void;
}

/** Vectors name files that do not exist; the browser requests them and logs errors. */
const HARMLESS = [/^left the origin: (?!.*evil)/, /Failed to load resource/, /ERR_/, /^opened a/];

/** Counts vectors that run, in all pages of the browser. */
async function countFired(context: BrowserContext): Promise<{ dialogs: string[] }> {
  const dialogs: string[] = [];
  context.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await context.addInitScript(() => {
    globalThis.__fired = [];
    globalThis.__fire = (id) => globalThis.__fired.push(String(id));
  });
  return { dialogs };
}

const fired = (page: Page) => page.evaluate(() => [...new Set(globalThis.__fired)]);

/** Dispatches the events of a visitor to every element, without navigation. */
function touchEverything(page: Page, within: string) {
  return page.evaluate(async (selector) => {
    const events = ['mouseover', 'pointerenter', 'focus', 'wheel', 'dragstart', 'copy', 'input'];
    for (const root of document.querySelectorAll(selector)) {
      for (const element of root.querySelectorAll('*')) {
        for (const name of events) element.dispatchEvent(new Event(name, { bubbles: true }));
        const leads =
          element instanceof HTMLAnchorElement && /^(?:https?|mailto|tel):$/.test(element.protocol);
        const acts = element.closest('button, form, input, select, textarea, label, summary');
        if (!leads && !acts && element instanceof HTMLElement) element.click();
      }
    }
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  }, within);
}

const { document: workbench } = new JSDOM('').window;

function parse(html: string): Document {
  const page = workbench.implementation.createHTMLDocument();
  page.body.innerHTML = html;
  return page;
}

/** Whether the text after the vector is still parsed normally. */
function isSelfContained(text: string): boolean {
  const document = parse(`<div>${text}</div><i id="after"></i>`);
  return document.getElementById('after')?.parentElement === document.body;
}

function inGroupsOf<Item>(size: number, items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

const texts = xssVectors.map(({ text }) => text);
const joinable = texts.filter(isSelfContained);

async function callBlog(method: string, path: string, token: string, body?: unknown) {
  const response = await fetch(`${SITE}${path}`, {
    method,
    headers: {
      apikey: readKeys().publishableKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}

test('R-08: posts made of every vector are published; nothing runs for visitors or staff', async ({
  openPage,
  watch,
}) => {
  test.setTimeout(180_000);
  watch.expectErrors(...HARMLESS);
  const { access_token: token } = await signInByApi(STAFF.email, STAFF.password);
  const run = randomUUID().slice(0, 8);
  const created: string[] = [];
  for (const group of inGroupsOf(PER_POST, texts)) {
    const id = randomUUID();
    const answer = await callBlog('POST', '/functions/v1/blog/posts', token, {
      id,
      title: `"><img src=x onerror=${callOf(9000)}> ${run}`,
      slug: `vectors-${run}-${created.length}`,
      excerpt: `<svg onload=${callOf(9001)}>`,
      // Invisible characters are refused before parsing.
      markdown: group.join('\n\n').replace(/(?![\n\t])\p{Cc}/gu, ''),
      category: `<b onclick=${callOf(9002)}>`,
      tags: [`<i onclick=${callOf(9003)}>`],
      author: `<u onclick=${callOf(9004)}>`,
      imageAlt: `" onerror="${callOf(9005)}`,
      status: 'published',
    });
    expect(answer.status, answer.text).toBe(201);
    created.push(id);
  }

  // The table refuses HTML that the function would never write.
  const mark = { 'content-type': 'application/json', prefer: 'return=minimal' };
  const accepted: string[] = [];
  const kinds = new Set(xssVectors.map(({ kind }) => kind));
  const wholeKinds = [...kinds].map((wanted) =>
    xssVectors.flatMap(({ kind, text }) => (kind === wanted ? text : [])).join('\n'),
  );
  const harmlessLooking = xssVectors.flatMap(({ kind, text }) =>
    kind === 'breakingOut' || kind === 'encodings' ? text : [],
  );
  for (const text of [...wholeKinds, ...harmlessLooking]) {
    const { ok } = await fetch(`${SITE}/rest/v1/blog_posts?id=eq.${created[0]}`, {
      method: 'PATCH',
      headers: { apikey: readKeys().publishableKey, authorization: `Bearer ${token}`, ...mark },
      body: JSON.stringify({ content_html: text }),
    });
    if (ok) accepted.push(text);
  }
  const isArmed = (text: string) =>
    [...parse(text).querySelectorAll('body *')].some((element) =>
      [...element.attributes].some(({ name }) => /^on|^style$|^srcdoc$/.test(name)),
    );
  expect(accepted.filter(isArmed)).toEqual([]);
  const planted = await fetch(`${SITE}/rest/v1/blog_posts?id=eq.${created[0]}`, {
    method: 'PATCH',
    headers: { apikey: readKeys().publishableKey, authorization: `Bearer ${token}`, ...mark },
    body: JSON.stringify({ content_html: accepted.join('\n') }),
  });
  expect(planted.status).toBeLessThan(300);

  for (const state of [undefined, STAFF_STATE]) {
    const page = await openPage(state);
    const violations = await watchPolicy(page.context());
    const { dialogs } = await countFired(page.context());
    const addresses = state
      ? created.slice(0, 2).map((id) => `/admin/blog/edit/${id}?view=preview`)
      : created.map((_, index) => `/blog/vectors-${run}-${index}`);
    for (const address of addresses) {
      await page.goto(address);
      await expect(page.locator('.reading').first()).toBeVisible(PATIENCE);
      await touchEverything(page, 'main');
      expect(await fired(page), address).toEqual([]);
    }
    expect(dialogs).toEqual([]);
    expect(violations).toEqual([]);
  }
  for (const id of created) await callBlog('DELETE', `/functions/v1/blog/posts/${id}`, token);
});

async function draw(page: Page, articles: readonly string[]) {
  let html = '';
  const post = (slug: string) => ({
    id: randomUUID(),
    slug,
    title: slug,
    excerpt: '',
    content: html,
    imageUrl: null,
    imageAlt: null,
    publishedAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
    category: 'Uncategorized',
    tags: [],
    readTime: 1,
    author: { name: 'A', avatar: null },
    status: 'published',
    version: 1,
  });
  await page.route('**/functions/v1/blog/posts?*', (route) =>
    route.fulfill({
      json: { data: [], pagination: { total: 0, page: 1, limit: 1, totalPages: 0 } },
    }),
  );
  await page.route('**/functions/v1/blog/posts/*', (route) =>
    route.fulfill({
      json: { data: post(new URL(route.request().url()).pathname.split('/').pop() ?? '') },
    }),
  );
  await page.goto('/blog/planted-start');
  for (const [index, article] of articles.entries()) {
    html = `<p>Article ${index}</p>${article}`;
    await page.evaluate((path) => {
      history.pushState(null, '', path);
      dispatchEvent(new PopStateEvent('popstate'));
    }, `/blog/planted-${index}`);
    await page.getByText(`Article ${index}`, { exact: true }).waitFor();
    await touchEverything(page, '.reading');
    expect(await fired(page), article).toEqual([]);
  }
}

for (const isPolicySent of [true, false]) {
  test(`R-08: nothing in a response of the service runs ${isPolicySent ? 'under the policy' : 'without a policy'}`, async ({
    page,
    watch,
  }) => {
    test.setTimeout(180_000);
    // The sanitizer parses the parts it removes, and the browser reports what it blocked.
    watch.expectErrors(...HARMLESS, /Content Security Policy/);
    const context = page.context();
    const { dialogs } = await countFired(context);
    if (!isPolicySent) await dropPolicy(context);
    // Vectors that consume the following text are each at the end of a post. A text that begins with a
    // frameset has no body: nothing of it is rendered.
    const last = texts.filter((text) => !joinable.includes(text) && !text.startsWith('<frameset'));
    const before = inGroupsOf(Math.ceil(joinable.length / last.length), joinable);
    await draw(
      page,
      last.map((text, index) => [...(before[index] ?? []), text].join('\n')),
    );
    expect(dialogs).toEqual([]);
  });
}

test('the vectors work: without sanitizer and policy they run, and are counted', async ({
  page,
  watch,
}) => {
  watch.expectErrors(/.*/);
  await countFired(page.context());
  await page.route('**/blank', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto('/blank');
  const live = xssVectors.filter(({ kind }) => kind === 'loading').map(({ text }) => text);
  const ran = await page.evaluate(async (all) => {
    for (const text of all) {
      document.body.append(Object.assign(document.createElement('div'), { innerHTML: text }));
    }
    await new Promise((resolve) => setTimeout(resolve, 1000));
    return new Set(globalThis.__fired).size;
  }, live);
  expect(ran).toBeGreaterThan(15);
});

test('the policy alone stops every vector in a served page', async ({ page, watch }) => {
  watch.expectErrors(/.*/);
  await countFired(page.context());
  const violations = await watchPolicy(page.context());
  const harmful = joinable.filter((text) => !/<meta|<base|<title|<\/t/.test(text));
  await page.route('/about', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('</body>', `${harmful.join('\n')}</body>`);
    await route.fulfill({ response, body });
  });
  await page.goto('/about');
  await expect.poll(() => violations.length).toBeGreaterThan(60);
  await touchEverything(page, 'body');
  expect(await fired(page)).toEqual([]);
});

const TEXT_FIELDS = new Set([
  ...['title', 'headline', 'subhead', 'description', 'challenge', 'solution', 'results', 'outcome'],
  ...['what_we_loved', 'client_quote', 'industry', 'meta_description', 'client_name', 'timeline'],
  ...['role', 'cta_headline', 'cta_text', 'metric_value', 'metric_label', 'caption', 'alt_text'],
  ...['excerpt', 'category', 'imageAlt', 'markdown', 'subject', 'message', 'phone', 'note', 'alt'],
  ...['first_name', 'last_name', 'user_agent', 'mail_error', 'name', 'friendly_name'],
]);
const LIST_FIELDS = new Set(['service_tags', 'technologies', 'tags']);
const ADDRESS_FIELDS = new Set([
  ...['client_url', 'client_logo_url', 'hero_image_url', 'image_url', 'imageUrl', 'avatar'],
]);

/** Replaces every text and URL in a response by a vector. */
function plantVectors(value: unknown, next: () => string, key = ''): unknown {
  if (Array.isArray(value)) {
    if (LIST_FIELDS.has(key)) return [next(), next()];
    return value.map((item) => plantVectors(item, next, key));
  }
  if (key === 'metadata' && value !== null) return { [next()]: next(), reason: next() };
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, plantVectors(item, next, name)]),
    );
  }
  if (ADDRESS_FIELDS.has(key)) return `javascript:${callOf(7000)}`;
  return TEXT_FIELDS.has(key) && (typeof value === 'string' || value === null) ? next() : value;
}

const ENQUIRY = {
  ...{
    id: randomUUID(),
    number: 1042,
    name: '',
    email: 'a@b.example',
    phone: '',
    subject: '',
    message: '',
  },
  ...{ service: null, started_page: '/', started_services: [], status: 'new', assigned_to: null },
  ...{ read_at: null, is_quarantined: false, quarantine_reasons: [], answer_by: null },
  ...{ answered_at: null, enquiry_notes: [] },
  ...{ state: 'failed', receipt_state: 'none', mail_error: '', next_attempt_at: null },
  ...{ created_at: '2026-01-01T00:00:00Z', erase_at: '2028-01-01T00:00:00Z' },
};

async function plantInAnswers(page: Page, isPolicySent: boolean) {
  let turn = 0;
  const next = () => texts[(turn += 1) % texts.length] ?? '';
  // Prerendered pages contain their data; the client shell requests all of it.
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const { pathname } = new URL(route.request().url());
    const shell = pathname.startsWith('/admin') ? '/admin' : '/app';
    const response = await route.fetch({ url: SITE + shell });
    const headers = response.headers();
    if (!isPolicySent) delete headers['content-security-policy'];
    return route.fulfill({ response, headers });
  });
  await page.route(
    /\/(?:rest|functions)\/v1\/|\/storage\/v1\/object\/list/,
    async (route: Route) => {
      const response = await route.fetch();
      const isJson = /json/.test(response.headers()['content-type'] ?? '');
      const text = await response.text();
      if (!isJson || text === '' || !response.ok()) return route.fulfill({ response });
      return route.fulfill({ response, json: plantVectors(JSON.parse(text), next) });
    },
  );
  await page.route('**/rest/v1/enquiries?*', (route) =>
    route.fulfill({
      json: [plantVectors(ENQUIRY, next)],
      headers: { 'content-range': '0-0/1', 'access-control-expose-headers': 'content-range' },
    }),
  );
}

for (const isPolicySent of [true, false]) {
  test(`vectors in every field are plain text for visitors and staff ${isPolicySent ? 'under the policy' : 'without one'}`, async ({
    openPage,
    watch,
  }) => {
    test.setTimeout(180_000);
    watch.expectErrors(...HARMLESS, /javascript:/);
    const pages = {
      visitor: ['/', '/projects', `/projects/${STUDY}`, '/blog'],
      staff: [
        ...['/admin/case-studies', `/admin/case-studies/edit/${STUDY}`, '/admin/images'],
        ...[`/admin/projects/preview/${STUDY}`, '/admin/security', '/admin/blog'],
        ...['/admin/enquiries', `/admin/case-studies/edit/${STUDY}/history`],
      ],
    };
    for (const [who, addresses] of Object.entries(pages)) {
      const page = await openPage(who === 'staff' ? STAFF_STATE : undefined);
      const violations = await watchPolicy(page.context());
      const { dialogs } = await countFired(page.context());
      await plantInAnswers(page, isPolicySent);
      for (const address of addresses) {
        await page.goto(address);
        const shown = () =>
          page.evaluate(() => {
            const typed = [...document.querySelectorAll<HTMLInputElement>('input, textarea')];
            return document.body.innerText + typed.map(({ value }) => value).join('');
          });
        await expect.poll(shown, { message: address, ...PATIENCE }).toContain('__fire');
        const scripted = await page.evaluate(() =>
          [...document.querySelectorAll('a, area, form')].flatMap((element) =>
            /^javascript:(?!throw new Error\('React has blocked)/.test(
              element.getAttribute('href') ?? element.getAttribute('action') ?? '',
            )
              ? [element.outerHTML]
              : [],
          ),
        );
        expect(scripted, address).toEqual([]);
        expect(await fired(page), address).toEqual([]);
      }
      expect(dialogs).toEqual([]);
      // The database refuses such a URL; as a picture it only fails to load.
      expect(violations.filter((line) => !/img-src|Loading the image/.test(line))).toEqual([]);
    }
  });
}
