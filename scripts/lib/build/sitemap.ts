import { paths } from '../../../src/lib/paths.ts';
import { LINK_ONLY_PATHS } from '../../../src/site/pages.ts';

/** Limits of sitemaps.org for one file. */
const ENTRIES_MAX = 50_000;
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** Noindex pages, which crawlers need not fetch. Matched as prefixes. */
const CLOSED = [paths.admin, paths.auth, ...LINK_ONLY_PATHS];

/** modifiedAt: ISO 8601 */
export type SitemapEntry = { path: string; modifiedAt?: string | null };

/**
 * The files of the sitemap by name: `sitemap.xml`, which beyond 50,000 addresses is the index of
 * `sitemap-1.xml` and so on.
 */
export function createSitemap(
  entries: readonly SitemapEntry[],
  siteUrl: string,
): Record<string, string> {
  if (entries.length <= ENTRIES_MAX) return { 'sitemap.xml': urlSet(entries, siteUrl) };
  const parts: Record<string, string> = {};
  for (let start = 0; start < entries.length; start += ENTRIES_MAX) {
    const name = `sitemap-${start / ENTRIES_MAX + 1}.xml`;
    parts[name] = urlSet(entries.slice(start, start + ENTRIES_MAX), siteUrl);
  }
  const list = Object.keys(parts).map((name) => node('sitemap', { path: `/${name}` }, siteUrl));
  return { 'sitemap.xml': xml('sitemapindex', list), ...parts };
}

export function createRobots(siteUrl: string) {
  return [
    'User-agent: *',
    'Allow: /',
    ...CLOSED.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${new URL('/sitemap.xml', siteUrl).href}`,
    '',
  ].join('\n');
}

function urlSet(entries: readonly SitemapEntry[], siteUrl: string) {
  return xml(
    'urlset',
    entries.map((entry) => node('url', entry, siteUrl)),
  );
}

function node(name: 'url' | 'sitemap', { path, modifiedAt }: SitemapEntry, siteUrl: string) {
  const time = new Date(modifiedAt ?? NaN);
  // sitemaps.org does not permit years of five digits.
  const isDate = time.getUTCFullYear() >= 0 && time.getUTCFullYear() <= 9999;
  const date = isDate ? `<lastmod>${time.toISOString()}</lastmod>` : '';
  return `<${name}><loc>${escape(new URL(path, siteUrl).href)}</loc>${date}</${name}>`;
}

function xml(name: 'urlset' | 'sitemapindex', nodes: readonly string[]) {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${name} xmlns="${NAMESPACE}">`,
    ...nodes,
    `</${name}>`,
    '',
  ].join('\n');
}

function escape(address: string) {
  return address
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;');
}
