import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page, Route } from '@playwright/test';
import { JSDOM } from 'jsdom';
import { callOf, xssVectors } from '../../tests/support/xss-vectors';
import { readKeys, signInByApi, SITE, STAFF, STAFF_STATE } from '../../e2e/backend';
import { expect, test } from '../../e2e/fixtures';
import { watchPolicy } from './policy';

/** Long enough for a busy machine. */
const PATIENCE = { timeout: 30_000 };
const PER_POST = 70;
/** The seeded study with metrics, a quote and a gallery. */
const STUDY_ID = 'b7eeed2b-f85a-4de2-99e6-ef2a97c42d21';

declare global {
  var __fired: unknown[];
  var __fire: (id: unknown) => void;
}

/** Vectors name files that do not exist; the browser requests them and logs errors. */
const HARMLESS = [/^left the origin: (?!.*evil)/, /Failed to load resource/, /ERR_/, /^opened a/];

/** Counts vectors that run, in all pages of the browser. */
const countFired = (context: BrowserContext) =>
  context.addInitScript(() => {
    globalThis.__fired = [];
    globalThis.__fire = (id) => globalThis.__fired.push(String(id));
  });

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

/** @param shellOf a path: what is served in its place */
const serveDocuments = (page: Page, isPolicySent: boolean, shellOf = (path: string) => path) =>
  page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const url = SITE + shellOf(new URL(route.request().url()).pathname);
    const response = await route.fetch({ url, maxRedirects: 0 });
    const headers = response.headers();
    if (!isPolicySent) delete headers['content-security-policy'];
    return route.fulfill({ response, headers });
  });

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

const inGroupsOf = (size: number, items: readonly string[]) =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );

const texts = xssVectors.map(({ text }) => text);
const joinable = texts.filter(isSelfContained);

test('R-08: posts made of every vector are published; nothing runs for visitors or staff', async ({
  openPage,
  request,
  watch,
}) => {
  test.setTimeout(180_000);
  watch.expectErrors(...HARMLESS);
  const { access_token } = await signInByApi(STAFF.email, STAFF.password);
  const headers = {
    apikey: readKeys().publishableKey,
    authorization: `Bearer ${access_token}`,
    prefer: 'return=minimal',
  };
  const run = randomUUID().slice(0, 8);
  const created: string[] = [];
  for (const group of inGroupsOf(PER_POST, texts)) {
    const id = randomUUID();
    const data = {
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
    };
    const answer = await request.post('/functions/v1/blog/posts', { headers, data });
    expect(answer.status(), await answer.text()).toBe(201);
    created.push(id);
  }

  for (const state of [undefined, STAFF_STATE]) {
    const page = await openPage(state);
    const violations = watchPolicy(page.context());
    await countFired(page.context());
    const addresses = state
      ? created.slice(0, 2).map((id) => `/admin/blog/edit/${id}?view=preview`)
      : created.map((_, index) => `/blog/vectors-${run}-${index}`);
    for (const address of addresses) {
      await page.goto(address);
      await expect(page.locator('.reading').first()).toBeVisible(PATIENCE);
      await touchEverything(page, 'main');
      expect(await fired(page), address).toEqual([]);
    }
    expect(violations).toEqual([]);
  }
  for (const id of created) await request.delete(`/functions/v1/blog/posts/${id}`, { headers });
});

/** Shows each article as the text of a post that the service returns. */
async function draw(page: Page, articles: readonly string[]) {
  let content = '';
  await page.route('**/functions/v1/blog/posts?*', (route) =>
    route.fulfill({
      json: { data: [], pagination: { total: 0, page: 1, limit: 1, totalPages: 0 } },
    }),
  );
  await page.route('**/functions/v1/blog/posts/*', (route) => {
    const slug = new URL(route.request().url()).pathname.split('/').pop();
    const post = { ...POST, id: randomUUID(), slug, title: slug, content };
    return route.fulfill({ json: { data: post } });
  });
  await page.goto('/blog/planted-start');
  for (const [index, article] of articles.entries()) {
    content = `<p>Article ${index}</p>${article}`;
    await page.evaluate((path) => {
      history.pushState(null, '', path);
      dispatchEvent(new PopStateEvent('popstate'));
    }, `/blog/planted-${index}`);
    await page.getByText(`Article ${index}`, { exact: true }).waitFor();
    await touchEverything(page, '.reading');
    expect(await fired(page), article).toEqual([]);
  }
}

const POST = {
  ...{ excerpt: '', imageUrl: null, imageAlt: null, category: 'Uncategorized', tags: [] },
  ...{ publishedAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z', readTime: 1 },
  ...{ author: { name: 'A', avatar: null }, status: 'published', version: 1 },
};

for (const isPolicySent of [true, false]) {
  test(`R-08: nothing in a response of the service runs ${isPolicySent ? 'under the policy' : 'without a policy'}`, async ({
    page,
    watch,
  }) => {
    test.setTimeout(180_000);
    // The sanitizer parses the parts it removes, and the browser reports what it blocked.
    watch.expectErrors(...HARMLESS, /Content Security Policy/);
    const context = page.context();
    await countFired(context);
    await serveDocuments(page, isPolicySent);
    // Vectors that consume the following text are each at the end of a post. A text that begins with a
    // frameset has no body: nothing of it is rendered.
    const last = texts.filter((text) => !joinable.includes(text) && !text.startsWith('<frameset'));
    const before = inGroupsOf(Math.ceil(joinable.length / last.length), joinable);
    await draw(
      page,
      last.map((text, index) => [...(before[index] ?? []), text].join('\n')),
    );
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
  const violations = watchPolicy(page.context());
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
  ...['first_name', 'last_name', 'user_agent', 'name', 'friendly_name'],
]);
const LIST_FIELDS = new Set(['service_tags', 'technologies', 'tags']);
const ADDRESS_FIELDS = new Set([
  ...['client_url', 'client_logo_url', 'hero_image_url', 'image_url', 'imageUrl', 'avatar'],
]);

/** Parses a response, with a vector in place of every text and URL. */
function plantVectors(json: string, next: () => string): unknown {
  return JSON.parse(json, (key, value) => {
    if (LIST_FIELDS.has(key)) return [next(), next()];
    if (key === 'metadata' && value !== null) return { [next()]: next(), reason: next() };
    if (ADDRESS_FIELDS.has(key)) return `javascript:${callOf(7000)}`;
    return TEXT_FIELDS.has(key) && (typeof value === 'string' || value === null) ? next() : value;
  });
}

const ENQUIRY = {
  ...{ id: randomUUID(), number: 1042, name: '', email: 'a@b.example' },
  ...{ phone: '', subject: '', message: '' },
  ...{
    service: null,
    started_page: '/',
    started_services: [],
    started_host: null,
    started_studies: [],
    status: 'new',
    assigned_to: null,
  },
  ...{ read_at: null, is_quarantined: false, quarantine_reasons: [], answer_by: null },
  ...{ answered_at: null, enquiry_notes: [] },
  ...{ state: 'failed', receipt_state: 'none' },
  ...{ created_at: '2026-01-01T00:00:00Z', erase_at: '2028-01-01T00:00:00Z' },
};

async function plantInAnswers(page: Page, isPolicySent: boolean) {
  let turn = 0;
  const next = () => texts[(turn += 1) % texts.length] ?? '';
  // Prerendered pages contain their data; the client shell requests all of it.
  await serveDocuments(page, isPolicySent, (path) =>
    path.startsWith('/admin') ? '/admin' : '/app',
  );
  await page.route(
    /\/(?:rest|functions)\/v1\/|\/storage\/v1\/object\/list/,
    async (route: Route) => {
      const response = await route.fetch();
      const isJson = /json/.test(response.headers()['content-type'] ?? '');
      const text = await response.text();
      if (!isJson || text === '' || !response.ok()) return route.fulfill({ response });
      return route.fulfill({ response, json: plantVectors(text, next) });
    },
  );
  await page.route('**/rest/v1/enquiries?*', (route) =>
    route.fulfill({
      json: [
        Object.assign({}, plantVectors(JSON.stringify(ENQUIRY), next), {
          enquiry_mail: { error: next(), due_at: null },
        }),
      ],
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
      visitor: ['/', '/projects', `/projects/${STUDY_ID}`, '/blog'],
      staff: [
        ...['/admin/case-studies', `/admin/case-studies/edit/${STUDY_ID}`, '/admin/images'],
        ...[`/admin/projects/preview/${STUDY_ID}`, '/admin/security', '/admin/blog'],
        ...['/admin/enquiries', `/admin/case-studies/edit/${STUDY_ID}/history`],
      ],
    };
    for (const [who, addresses] of Object.entries(pages)) {
      const page = await openPage(who === 'staff' ? STAFF_STATE : undefined);
      const violations = watchPolicy(page.context());
      await countFired(page.context());
      await plantInAnswers(page, isPolicySent);
      for (const address of addresses) {
        await page.goto(address);
        const shown = () =>
          page.evaluate(() => {
            const typed = [...document.querySelectorAll<HTMLInputElement>('input, textarea')];
            return document.body.innerText + typed.map(({ value }) => value).join('');
          });
        await expect.poll(shown, { message: address, ...PATIENCE }).toContain('__fire');
        const leads = await page
          .locator('a, area, form')
          .evaluateAll((all) =>
            all.map((it) => it.getAttribute('href') ?? it.getAttribute('action')),
          );
        const isScript = (lead: string | null) =>
          lead?.startsWith('javascript:') && !lead.includes('React has blocked');
        expect(leads.filter(isScript), address).toEqual([]);
        expect(await fired(page), address).toEqual([]);
      }
      // The database refuses such a URL; as a picture it only fails to load.
      expect(violations.filter((line) => !/img-src|Loading the image/.test(line))).toEqual([]);
    }
  });
}
