import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { loaderOf, modulesOf } from '../../scripts/lib/app-loader.ts';
import type { Kind, Meter } from './meter.ts';
import type { LoadSite } from './site.ts';
import { STUDY_SELECT } from './studies.ts';
import { STAFF } from '../../scripts/lib/seed.ts';

/** Requests of the app after hydration. */
const CASE_STUDIES = `/rest/v1/case_studies?select=${STUDY_SELECT}&status=eq.published`;
const NEWEST = `${CASE_STUDIES}&order=place.asc.nullslast,updated_at.desc&limit=24`;
const POSTS = '/functions/v1/blog/posts?limit=10';
const TICKET = '/functions/v1/send-contact-email/ticket';
const ENTRANCES = ['/', '/', '/projects', '/blog', '/services', '/about', '/contact'];
/** Pages that one visitor opens. */
const PAGES_PER_VISIT = 6;

/**
 * The reading time between two pages.
 *
 * @param most seconds
 */
const think = (least: number, most: number) =>
  wait(1000 * (least + Math.random() * (most - least)));

const any = <Item>(items: readonly Item[]): Item | undefined =>
  items[Math.floor(Math.random() * items.length)];

/** Visitors one after the other, each with an empty cache. */
export function createVisitor(site: LoadSite, meter: Meter) {
  const headers = { apikey: site.publishableKey };

  async function dataOf(path: string) {
    if (path === '/') await meter.ask('data', NEWEST, { headers });
    if (path === '/projects') await readMore();
    if (path.startsWith('/projects/')) await readStudy('slug', path.slice(10));
    if (path === '/' || path === '/blog') await meter.ask('data', POSTS, { headers });
    if (path.startsWith('/blog/')) {
      await meter.ask('data', `/functions/v1/blog/posts/${path.slice(6)}`, { headers });
    }
    if (path === '/contact') await meter.ask('data', TICKET, { headers });
  }

  const readStudy = (column: 'id' | 'slug', key: string) =>
    meter.ask('data', `${CASE_STUDIES}&${column}=eq.${key}`, { headers });

  /** Reads further pages of the list, and one of its entries. */
  async function readMore() {
    const offset = 24 * Math.floor(Math.random() * 4);
    const answer = await meter.ask('data', `${NEWEST}&offset=${offset}`, { headers });
    const listed: { id: string }[] = answer ? JSON.parse(answer.text) : [];
    const one = any(listed);
    if (one) await readStudy('id', one.id);
  }

  async function visit(isDone: () => boolean) {
    /** tags of pages seen */
    const seen: Map<string, string> = new Map();
    const cache: Set<string> = new Set();
    const fetchOnce = (assets: readonly string[]) => {
      const needed = assets.filter((asset) => !cache.has(asset));
      for (const asset of needed) cache.add(asset);
      return Promise.all(
        needed.map((asset) =>
          meter.ask(asset.startsWith('/storage/') ? 'picture' : 'asset', asset),
        ),
      );
    };
    let path = any(ENTRANCES) ?? '/';
    for (let count = 0; count < PAGES_PER_VISIT && !isDone(); count += 1) {
      const tag = seen.get(path);
      const page = await meter.ask('page', path, tag ? { headers: { 'if-none-match': tag } } : {});
      if (!page) return;
      const { response, text } = page;
      seen.set(path, response.headers.get('etag') ?? '');
      await fetchOnce(assetsOf(text, site.url));
      const loader = loaderOf(text);
      const [loaded] = await fetchOnce(loader === undefined ? [] : [loader]);
      if (loaded) await fetchOnce(modulesOf(loaded.text));
      await dataOf(path);
      await think(2, 10);
      path = any(linksOf(text)) ?? any(ENTRANCES) ?? '/';
    }
  }

  return {
    async browseUntil(isDone: () => boolean) {
      // Spread over time.
      await think(0, 10);
      while (!isDone()) await visit(isDone);
    },
  };
}

/** Styles and pictures of the site that a browser fetches when the page is read to the end. */
function assetsOf(html: string, siteUrl: string) {
  const tags = html.match(/<(?:link|script|img)\b[^<>]*>/g) ?? [];
  const others = tags
    .filter((tag) => !/rel="(?:alternate|canonical|next|prev)"/.test(tag))
    .map((tag) => /\b(?:href|src)="([^"]*)"/.exec(tag)?.[1] ?? '')
    .map((address) => address.replaceAll('&amp;', '&').replace(siteUrl, ''));
  return [...new Set(others)].filter((address) => /^\/(?!\/)/.test(address));
}

/** Pages of the site the visitor could go on to. */
function linksOf(html: string) {
  return [...html.matchAll(/\bhref="(\/[^"/#?][^"#?]*|\/)"/g)]
    .map(([, address = '']) => address)
    .filter((address) => !/^\/(?:admin|auth|assets|feed|storage)\b|\.\w+$/.test(address));
}

/** A member with their own case study. */
export async function createEditor(site: LoadSite, meter: Meter, number: number) {
  const token = await signIn(site);
  const study = randomUUID();
  const headers = {
    apikey: site.publishableKey,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  };
  let version = 0;
  let saved = '';

  async function save(headline: string) {
    const isNew = version === 0;
    const fields = isNew ? { title: `Load ${number}`, status: 'draft', headline } : { headline };
    const answer = await meter.ask('staff save', '/rest/v1/rpc/save_case_study', {
      method: 'POST',
      headers,
      body: JSON.stringify({
        study_id: study,
        expected_version: isNew ? null : version,
        fields,
        metrics: [],
        gallery: [],
      }),
    });
    if (!answer) return;
    version += 1;
    saved = headline;
  }

  const read = async (kind: Kind) => {
    const address = `/rest/v1/case_studies?id=eq.${study}&select=version,headline`;
    const answer = await meter.ask(kind, address, { headers });
    const [row]: { version: number; headline: string }[] = answer ? JSON.parse(answer.text) : [];
    return row;
  };

  await save('First words');
  return {
    saves: () => version,

    async editUntil(isDone: () => boolean) {
      await think(0, 5);
      while (!isDone()) {
        await read('staff read');
        await think(1, 4);
        await save(`Words ${version + 1} of editor ${number}`);
        await think(1, 4);
      }
    },

    /** Every save increments the version, so the version counts all saves, and the text is the last one. */
    async findLost() {
      const row = await read('staff read');
      if (row?.version === version && row.headline === saved) return [];
      return [
        `editor ${number}: version ${version} "${saved}" was saved, ${row ? `${row.version} "${row.headline}"` : 'nothing'} is stored`,
      ];
    },
  };
}

export async function signIn({ url, publishableKey }: LoadSite): Promise<string> {
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify(STAFF),
  });
  if (!response.ok) throw new Error(`Sign-in answered ${response.status}`);
  return (await response.json()).access_token;
}
