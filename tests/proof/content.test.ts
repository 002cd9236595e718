import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { JSDOM, VirtualConsole } from 'jsdom';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { CASE_STUDY_LIMITS } from '@contracts/case-study';
import { privacyPolicy } from '@/content/legal-privacy';
import { rowsIn } from '@/documents/fields';
import { lockHolder } from '../../scripts/lib/lock.ts';
import { deleteWorkspace, workspaceFolder } from '../../scripts/lib/local/workspace.ts';
import { builtInTexts, HOSTILE_TEXTS, TEXT_PAGES } from '../support/hostile-page-texts';
import {
  finish,
  readKeys,
  request,
  signUp,
  startSite,
  stopSite,
  type RequestOptions,
  type Site,
} from '../launcher/site';

// Fills every text that an editor stores and a build renders with hostile values, through the real
// interfaces; then makes one real build of all accepted texts.
const SITE_URL = 'https://www.agency.example';
const EDITOR = 'content@agency.test';
const name = `launcher-content-${process.pid}`;

const SIGNS: Record<string, string> = {
  'a control character': 'a\u0001b',
  'a C1 control character': 'a\u009fb',
  'a bidi override': 'a\u202eb',
  'a bidi isolate': 'a\u2067b',
  '100 kB': 'x'.repeat(100_000),
  NUL: 'a\0b',
  'half a surrogate pair': 'a\ud800b',
  'the end of a script': '</script><script>alert(1)</script>',
  'the end of other blocks': ']]></title></style>--><!--<script>',
  'a line separator': 'a\u2028b',
  'a code point XML forbids': 'a\uffffb',
  'a line feed': 'a\nb',
};
const DATES = [
  'infinity',
  '-infinity',
  '0044-03-15 00:00:00 BC',
  '275760-09-13T00:00:00Z',
  '9999-12-31T23:59:59Z',
];
const ADDRESSES = [
  'https://',
  'https://[',
  'https://1.2.3.4.5/',
  'https://a.example:99999/',
  'http://169.254.169.254/latest/meta-data',
  'javascript:alert(1)',
  '/storage/v1/object/public/images/../../../../auth/v1/health',
];
const SLUGS = ['index', '404', 'app', 'feed', 'assets', '../index', 'index.html', '%69ndex'];

let site: Site;
let proxy: Server;
let code: string | number;
let output: string;
const replies: { what: string; status: number; isPage: boolean }[] = [];

beforeAll(async () => {
  site = await startSite(name);
  const { token } = await signUp(site, EDITOR);
  const key = readKeys(site.name).secretKey;
  await request(site, '/rest/v1/staff_members', { key, body: { email: EDITOR, role: 'editor' } });
  await sendEverything(token);
  proxy = await spoil(site.url);
  const { port } = proxy.address() as AddressInfo;
  ({ code, output } = await finish('build', [], {
    SITE_URL,
    VITE_SUPABASE_URL: `http://127.0.0.1:${port}`,
    VITE_SUPABASE_ANON_KEY: readKeys(site.name).publishableKey,
  }));
}, 900_000);

afterAll(async () => {
  proxy.close();
  await stopSite(site);
  await vi.waitUntil(() => lockHolder(workspaceFolder(name)) === null, { timeout: 20_000 });
  deleteWorkspace(name);
});

async function sendEverything(token: string) {
  const send = async (what: string, path: string, body: RequestOptions['body'], isPage = true) => {
    const { status } = await request(site, path, { token, body });
    replies.push({ what, status, isPage });
  };
  const study = (what: string, fields: object, metrics: object[] = [], gallery: object[] = []) =>
    send(what, '/rest/v1/rpc/save_case_study', {
      study_id: randomUUID(),
      expected_version: null,
      fields: { title: 'A study', status: 'published', ...fields },
      metrics,
      gallery,
    });
  const post = async (what: string, fields: object, others: object = {}) => {
    const id = randomUUID();
    const row = { title: 'A post', slug: `post-${id.slice(0, 8)}`, status: 'published' };
    await send(`${what} past the function`, '/rest/v1/rpc/save_blog_post', {
      post_id: id,
      expected_version: null,
      fields: { ...row, ...fields },
      ...others,
    });
  };
  const throughFunction = (what: string, fields: object) => {
    const row = { title: 'A post', slug: `post-${randomUUID().slice(0, 8)}`, status: 'published' };
    return send(what, '/functions/v1/blog/posts', { ...row, ...fields });
  };
  const redirect = (what: string, row: object) =>
    send(
      what,
      '/rest/v1/redirects',
      { from_path: `/old/${randomUUID()}`, to_path: '/projects', ...row },
      false,
    );
  const metric = { metric_value: '1', metric_label: 'one' };
  const picture = {
    image_url: '/storage/v1/object/public/images/a.png',
    caption: '',
    alt_text: '',
  };

  for (const [sign, text] of Object.entries(SIGNS)) {
    for (const column of Object.keys(CASE_STUDY_LIMITS)) {
      await study(`case_studies.${column} with ${sign}`, { [column]: text });
    }
    await study(`service_tags with ${sign}`, { service_tags: [text] });
    await study(`technologies with ${sign}`, { technologies: [text] });
    await study(`metric_value with ${sign}`, {}, [{ ...metric, metric_value: text }]);
    await study(`metric_label with ${sign}`, {}, [{ ...metric, metric_label: text }]);
    for (const column of ['image_url', 'caption', 'alt_text']) {
      await study(`gallery.${column} with ${sign}`, {}, [], [{ ...picture, [column]: text }]);
    }
    for (const field of [
      'title',
      'slug',
      'excerpt',
      'markdown',
      'imageUrl',
      'imageAlt',
      'category',
    ]) {
      await throughFunction(`post.${field} with ${sign}`, { [field]: text });
    }
    await throughFunction(`post.author with ${sign}`, { author: text });
    await throughFunction(`post.tags with ${sign}`, { tags: [text] });
    const columns = ['title', 'slug', 'excerpt', 'content_markdown', 'content_html', 'cover_alt'];
    for (const column of [...columns, 'cover_image_url', 'published_at']) {
      await post(`post.${column} with ${sign}`, { [column]: text });
    }
    await post(`post.category with ${sign}`, {}, { category: text });
    await post(`post.author with ${sign}`, {}, { author: text });
    await post(`post.tags with ${sign}`, {}, { tags: [text] });
    for (const column of ['from_path', 'to_path', 'note']) {
      await redirect(`redirects.${column} with ${sign}`, { [column]: text });
    }
  }
  for (const date of DATES) {
    await post(`published at ${date}`, { published_at: date });
    await throughFunction(`published at ${date}`, { publishedAt: date });
  }
  for (const address of ADDRESSES) {
    await study(`hero ${address}`, { hero_image_url: address });
    await study(`client ${address}`, { client_url: address });
    await post(`cover ${address}`, { cover_image_url: address });
    await throughFunction(`cover ${address}`, { imageUrl: address });
    await throughFunction(`picture in the text ${address}`, { markdown: `![a](${address})` });
  }
  for (const slug of SLUGS) {
    await post(`slug ${slug}`, { slug });
    await throughFunction(`slug ${slug}`, { slug });
    await redirect(`redirect from /${slug}`, { from_path: `/${slug}` });
    await redirect(`redirect from /${slug}.html`, { from_path: `/${slug}.html` });
  }
  const pages = await readPages();
  const published = new Map<string, object>();
  const pageTexts = async (what: string, page: string, texts: object) => {
    const { id = '' } = pages.find((known) => known.page === page) ?? {};
    const version = (await readPages()).find((known) => known.page === page)?.version ?? 0;
    const all = { ...published.get(page), ...texts };
    const body = { page_id: id, expected_version: version, texts: all, goes_live: true };
    const { status } = await request(site, '/rest/v1/rpc/save_page_texts', { token, body });
    if (status < 300) published.set(page, all);
    replies.push({ what, status, isPage: false });
  };
  for (const page of TEXT_PAGES) {
    const texts = Object.entries(builtInTexts(page));
    const texted = texts.find(([, value]) => typeof value === 'string');
    const listed = texts.find(([, value]) => Array.isArray(value));
    for (const [sign, text] of Object.entries(SIGNS)) {
      if (texted) await pageTexts(`${page}.${texted[0]} with ${sign}`, page, { [texted[0]]: text });
      if (!listed) continue;
      const [name, rows] = listed;
      const spoilt = rowsIn(rows).map((row, place) =>
        place > 0
          ? row
          : Object.fromEntries(
              Object.entries(row).map(([part, was]) => [part, part === 'id' ? was : text]),
            ),
      );
      await pageTexts(`${page}.${name} with ${sign}`, page, { [name]: spoilt });
    }
  }
  for (const [what, page, texts] of HOSTILE_TEXTS) await pageTexts(what, page, texts);
  await post('the post whose page fails', { slug: 'fails-when-drawn', title: 'Fails when drawn' });
  await post('the post with a bad date', { slug: 'dated-badly', title: 'Dated badly' });
  await study('the study whose cover is gone', {
    hero_image_url: '/storage/v1/object/public/images/gone.png',
  });
}

async function readPages(): Promise<{ id: string; page: string; version: number }[]> {
  const key = readKeys(site.name).publishableKey;
  const { data } = await request(site, '/rest/v1/page_texts?select=id,page,version', { key });
  return data;
}

/** An older database may have texts that today's checks refuse: some responses are changed accordingly. */
async function spoil(url: string): Promise<Server> {
  const server = createServer((asked, answer) => {
    const path = asked.url ?? '';
    const chunks: Buffer[] = [];
    asked.on('data', (chunk: Buffer) => chunks.push(chunk));
    asked.on('end', () => {
      void (async () => {
        const headers = new Headers();
        for (const header of ['apikey', 'authorization', 'accept', 'range', 'prefer']) {
          const value = asked.headers[header];
          if (typeof value === 'string') headers.set(header, value);
        }
        const reply = await fetch(url + path, { headers });
        const type = reply.headers.get('content-type') ?? '';
        let body = Buffer.from(await reply.arrayBuffer());
        if (type.includes('json')) {
          const data = JSON.parse(body.toString());
          if (path.endsWith('/rpc/list_redirects?after=')) {
            data.push(
              { from_path: '/%61bout', to_path: '/projects' },
              { from_path: '/feed.xml', to_path: '/projects' },
              { from_path: '/old 301\n/*', to_path: '/projects' },
            );
          }
          if (/\/blog\/posts\/[^?]/.test(path) && data.data?.slug === 'fails-when-drawn') {
            return void answer.writeHead(404).end('{}');
          }
          if (path.startsWith('/rest/v1/page_texts')) {
            for (const row of data) {
              if (row.page === 'privacy') row.texts = { updated: 'soon' };
              if (row.page === 'about') row.texts = { hero_lead: 'Published as it is' };
            }
          }
          for (const one of [data.data].flat()) {
            if (one?.slug === 'dated-badly') one.publishedAt = '-000043-03-15T00:00:00.000Z';
          }
          body = Buffer.from(JSON.stringify(data));
        }
        answer.writeHead(reply.status, {
          'content-type': type,
          'content-range': reply.headers.get('content-range') ?? '',
        });
        answer.end(body);
      })().catch((error: unknown) => {
        console.error(error);
        answer.writeHead(502).end();
      });
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const read = (file: string) => readFileSync(`dist/${file}`, 'utf8');
const pages = () =>
  readdirSync('dist', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.html'),
  );
const xml = (file: string) => new JSDOM(read(file), { contentType: 'text/xml' }).window.document;

/** Characters that are never in a title. */
const HIDDEN = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]/u;

test('every text is accepted or refused; none causes a server error', () => {
  expect(replies.length).toBeGreaterThan(500);
  const failed = replies.filter(({ status }) => status >= 500);
  expect(failed).toEqual([]);
  const taken = replies.filter(({ status }) => status < 300);
  expect(taken.length, 'some of it is harmless').toBeGreaterThan(50);
  console.log(`${replies.length} texts sent, ${taken.length} taken`);
});

test('the build of all accepted texts succeeds', () => {
  expect([code, output]).toEqual([0, expect.stringMatching(/Built \d+ pages/)]);
  const taken = replies.filter(({ status, isPage }) => isPage && status < 300);
  expect(pages().length).toBeGreaterThan(taken.length);
  console.log(`${pages().length} pages built`);
});

test('only documents that cannot be published are left out, and named', () => {
  const { count, leftOut } = JSON.parse(read('build.json'));
  expect(count).toBe(leftOut.length);
  const named = leftOut.map(({ what }: { what: string }) => what);
  for (const what of ['/blog/fails-when-drawn', '/%61bout', '/feed.xml', '/old 301 /*']) {
    expect(named, output).toContain(what);
  }
  expect(named, output).toContain('the texts of privacy (/admin/site)');
  expect(read('privacy.html')).toContain(privacyPolicy.sections[0]?.title);
  expect(read('about.html')).toContain('Published as it is');
  const reasons = leftOut.map(({ why }: { why: string }) => why.replace(/:.*/s, ''));
  expect(new Set(reasons)).toEqual(
    new Set([
      'the page could not be rendered',
      'the post is not in the feeds',
      'the redirect is left out',
      'the card is rendered without its picture',
      'the built-in ones are shown',
    ]),
  );
  expect(existsSync('dist/blog/fails-when-drawn.html')).toBe(false);
  expect(read('sitemap.xml')).not.toContain('fails-when-drawn');
  expect(read('feed.xml')).not.toContain('Dated badly');
});

test('every page is HTML with its data, its structured data and a plain title', () => {
  for (const file of pages()) {
    // jsdom cannot parse the styles and would report it for each page.
    const { document } = new JSDOM(read(file), { virtualConsole: new VirtualConsole() }).window;
    const title = document.title;
    expect(title, file).not.toBe('');
    expect(HIDDEN.test(title), `${file}: ${JSON.stringify(title)}`).toBe(false);
    expect(document.querySelectorAll('title, #root, body').length, file).toBe(3);
    for (const block of document.querySelectorAll('script[type="application/ld+json"]')) {
      expect(() => JSON.parse(block.textContent), file).not.toThrow();
    }
    const data = document.querySelector('#page-data')?.textContent;
    if (data) expect(() => JSON.parse(data.replaceAll('\n', '\\n')), file).not.toThrow();
    for (const heading of document.querySelectorAll('h1')) {
      expect(HIDDEN.test(heading.textContent), file).toBe(false);
    }
  }
});

test('feeds and sitemap are well formed, and no title in them has an invisible character', () => {
  const feed = xml('feed.xml');
  const titles = [...feed.querySelectorAll('item > title')].map((tag) => tag.textContent);
  const { items } = JSON.parse(read('feed.json'));
  expect(titles.length).toBe(items.length);
  expect(titles.length).toBeGreaterThan(10);
  for (const title of [...titles, ...items.map((item: { title: string }) => item.title)]) {
    expect(HIDDEN.test(title), JSON.stringify(title)).toBe(false);
  }
  const addresses = [...xml('sitemap.xml').querySelectorAll('loc')].map((tag) => tag.textContent);
  expect(addresses.length).toBeGreaterThan(50);
  for (const address of addresses) expect(new URL(address).origin).toBe(SITE_URL);
});

test('no redirect replaces a file, and each rule is one line', () => {
  const files = readdirSync('dist', { recursive: true, encoding: 'utf8' });
  const taken = new Set(files.flatMap((file) => [`/${file}`, `/${file.replace(/\.html$/, '')}`]));
  for (const line of read('_redirects').trim().split('\n')) {
    expect(line).toMatch(/^\/\S* \/\S* (?:200|301|404!)$/);
    const [from = '', , status] = line.split(' ');
    if (status === '301') expect(taken.has(decodeURIComponent(from)), line).toBe(false);
  }
});

test('an unreachable backend fails the build, and the last site stays', async () => {
  const broken = await finish('build', [], {
    SITE_URL,
    VITE_SUPABASE_URL: 'http://127.0.0.1:9',
    VITE_SUPABASE_ANON_KEY: 'sb_publishable_x',
  });
  expect(broken.code).toBe(1);
  expect(read('about.html')).toContain('Published as it is');
});
