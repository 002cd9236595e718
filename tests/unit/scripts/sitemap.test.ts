import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';
import { paths } from '@/lib/paths';
import { pages } from '@/site/pages';
import { createRobots, createSitemap } from '../../../scripts/lib/build/sitemap.ts';

const SITE = 'https://site.example';
/** Of sitemaps.org. */
const LOCATION_MAX = 2048;
const FILE_MAX_BYTES = 50 * 1024 * 1024;
const ENTRIES_MAX = 50_000;
const W3C_DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/;

/** @throws where the file is not well-formed XML */
function parse(text = ''): Document {
  return new JSDOM(text, { contentType: 'text/xml' }).window.document;
}

const textsOf = (document: Document, tag: string) =>
  [...document.querySelectorAll(tag)].map((element) => element.textContent ?? '');

const manyEntries = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ path: `/blog/${index}-${'x'.repeat(100)}` }));

test('the sitemap lists whole addresses of the site, with the time of the last change where known', () => {
  const files = createSitemap(
    [{ path: '/' }, { path: '/blog/one', modifiedAt: '2026-11-21T10:00:00+01:00' }],
    SITE,
  );
  expect(Object.keys(files)).toEqual(['sitemap.xml']);
  const document = parse(files['sitemap.xml']);
  expect(document.documentElement.tagName).toBe('urlset');
  expect(document.documentElement.namespaceURI).toBe('http://www.sitemaps.org/schemas/sitemap/0.9');
  expect(textsOf(document, 'loc')).toEqual([`${SITE}/`, `${SITE}/blog/one`]);
  expect(textsOf(document, 'lastmod')).toEqual(['2026-11-21T09:00:00.000Z']);
  for (const date of textsOf(document, 'lastmod')) expect(date).toMatch(W3C_DATE);
  expect(document.querySelector('url')?.querySelector('lastmod')).toBeNull();
});

test.for([
  ['/blog?a=1&b=2', `${SITE}/blog?a=1&b=2`],
  ["/blog/it's", `${SITE}/blog/it's`],
  ['/blog/<b>', `${SITE}/blog/%3Cb%3E`],
  ['/blog/град', `${SITE}/blog/%D0%B3%D1%80%D0%B0%D0%B4`],
  ['/blog/%D0%B3', `${SITE}/blog/%D0%B3`],
] as const)('an address with special characters stays well formed: %s', ([path, location]) => {
  const document = parse(createSitemap([{ path }], SITE)['sitemap.xml']);
  expect(textsOf(document, 'loc')).toEqual([location]);
});

test('exactly 50,000 addresses are one file within the limits', () => {
  const files = createSitemap(manyEntries(ENTRIES_MAX), SITE);
  expect(Object.keys(files)).toEqual(['sitemap.xml']);
  expect(Buffer.byteLength(files['sitemap.xml'] ?? '')).toBeLessThan(FILE_MAX_BYTES);
  expect(files['sitemap.xml']?.match(/<url>/g)).toHaveLength(ENTRIES_MAX);
});

test('50,001 addresses make an index of two complete files', () => {
  const files = createSitemap(manyEntries(ENTRIES_MAX + 1), SITE);
  const index = parse(files['sitemap.xml']);
  expect(index.documentElement.tagName).toBe('sitemapindex');
  const parts = textsOf(index, 'loc');
  expect(parts).toEqual([`${SITE}/sitemap-1.xml`, `${SITE}/sitemap-2.xml`]);
  const locations = parts.flatMap((part) =>
    [...(files[new URL(part).pathname.slice(1)] ?? '').matchAll(/<loc>(.*?)<\/loc>/g)].map(
      ([, location]) => location ?? '',
    ),
  );
  expect(new Set(locations).size).toBe(ENTRIES_MAX + 1);
  expect(locations.every((one) => one.startsWith(`${SITE}/`) && one.length < LOCATION_MAX)).toBe(
    true,
  );
});

test('robots.txt disallows the staff area and names the absolute URL of the sitemap', () => {
  const lines = createRobots(SITE).split('\n');
  expect(lines[0]).toBe('User-agent: *');
  expect(lines).toContain(`Sitemap: ${SITE}/sitemap.xml`);
  const closed = lines.flatMap((line) => /^Disallow: (.+)$/.exec(line)?.[1] ?? []);
  const isClosed = (path: string) => closed.some((prefix) => path.startsWith(prefix));
  const all = Object.values(paths).map((path) => {
    if (typeof path === 'string') return path;
    return path.pattern.replace(/:\w+/g, 'x');
  });
  const open = pages
    .filter(({ prerendered }) => prerendered !== 'never')
    .map(({ path }) => path.replace(/:\w+/g, 'x'));
  expect(all.filter((path) => !isClosed(path)).sort()).toEqual(open.sort());
});

test.for(['nonsense', '-000043-03-15T00:00:00Z', '+275760-09-13T00:00:00.000Z'])(
  'a page with an impossible date is listed without it: %s',
  (modifiedAt) => {
    const document = parse(createSitemap([{ path: '/blog/one', modifiedAt }], SITE)['sitemap.xml']);
    expect(textsOf(document, 'loc')).toEqual([`${SITE}/blog/one`]);
    expect(textsOf(document, 'lastmod')).toEqual([]);
  },
);
