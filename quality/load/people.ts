import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from '../../scripts/lib/install.mjs';
import { modulesOf } from '../../scripts/lib/build/page-script.ts';
import { CASE_STUDY_SELECT } from '../../src/features/case-studies/model.ts';
import type { Site } from '../lib/site.ts';
import { saveStudy, signIn } from '../lib/staff.ts';
import type { Meter } from './meter.ts';

/** Requests of the app after hydration. */
const COLUMNS = CASE_STUDY_SELECT.replaceAll(/\s/g, '');
const CASE_STUDIES = `/rest/v1/case_studies?select=${COLUMNS}&status=eq.published`;
const NEWEST = `${CASE_STUDIES}&order=place.asc.nullslast,updated_at.desc&limit=24`;
const POSTS = '/functions/v1/blog/posts';
const ENTRANCES = ['/', '/', '/projects', '/blog', '/services', '/about', '/contact'];
/** Pages that one visitor opens. */
const PAGES_PER_VISIT = 6;

/** The time between two steps, in seconds. */
const think = (least: number, most: number) =>
  wait(1000 * (least + Math.random() * (most - least)));

const any = <Item>(items: readonly Item[]): Item | undefined =>
  items[Math.floor(Math.random() * items.length)];

/** Visitors one after the other, each with an empty cache. */
export async function browseUntil(isDone: () => boolean, site: Site, meter: Meter) {
  const read = (path: string) =>
    meter.ask('data', path, { headers: { apikey: site.keys.publishableKey } });

  /** Further pages of the list, and one of its entries. */
  async function readMore() {
    const answer = await read(`${NEWEST}&offset=${24 * Math.floor(Math.random() * 4)}`);
    const listed: { id: string }[] = answer ? JSON.parse(answer.text) : [];
    const one = any(listed);
    if (one) await read(`${CASE_STUDIES}&id=eq.${one.id}`);
  }

  async function readDataOf(path: string) {
    const [, page, entry] = path.split('/');
    if (page === '') await read(NEWEST);
    if (page === 'projects') await (entry ? read(`${CASE_STUDIES}&slug=eq.${entry}`) : readMore());
    if (page === '' || page === 'blog')
      await read(entry ? `${POSTS}/${entry}` : `${POSTS}?limit=10`);
    if (page === 'contact') await read('/functions/v1/send-contact-email/ticket');
  }

  async function visit() {
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
      const page = (await meter.ask('page', path))?.text;
      if (!page) return;
      await fetchOnce(assetsOf(page, site.url));
      // As if each visitor used every page.
      await fetchOnce(await modulesOf(page, root + site.outDir));
      await readDataOf(path);
      await think(2, 10);
      path = any(linksOf(page)) ?? any(ENTRANCES) ?? '/';
    }
  }

  // Spread over time.
  await think(0, 10);
  while (!isDone()) await visit();
}

/** Styles and pictures of the site that a browser fetches when the page is read to the end. */
function assetsOf(html: string, siteUrl: string) {
  const tags = html.match(/<(?:link|script|img)\b[^<>]*>/g) ?? [];
  const addresses = tags
    .filter((tag) => !/rel="(?:alternate|canonical|next|prev)"/.test(tag))
    .map((tag) => /\b(?:href|src)="([^"]*)"/.exec(tag)?.[1] ?? '')
    .map((address) => address.replaceAll('&amp;', '&').replace(siteUrl, ''));
  return [...new Set(addresses)].filter((address) => /^\/(?!\/)/.test(address));
}

/** Pages of the site the visitor could go on to. */
function linksOf(html: string) {
  return [...html.matchAll(/\bhref="(\/[^"/#?][^"#?]*|\/)"/g)]
    .map(([, address = '']) => address)
    .filter((address) => !/^\/(?:admin|auth|assets|feed|storage)\b|\.\w+$/.test(address));
}

/** A member with their own case study. */
export async function createEditor(number: number, site: Site, meter: Meter) {
  const staff = await signIn(site);
  const id = randomUUID();
  let version = 0;
  let saved = '';

  async function save(headline: string) {
    const fields = version === 0 ? { title: `Load ${number}`, status: 'draft' } : { version };
    const work = () => saveStudy(staff, { id, headline, ...fields });
    if ((await meter.time('staff save', work)) === null) return;
    version += 1;
    saved = headline;
  }

  const read = () =>
    meter.time('staff read', async () => {
      const query = staff.from('case_studies').select('version,headline').eq('id', id);
      return (await query.single().throwOnError()).data;
    });

  await save('First words');
  return {
    saves: () => version,

    async editUntil(isDone: () => boolean) {
      await think(0, 5);
      while (!isDone()) {
        await read();
        await think(1, 4);
        await save(`Words ${version + 1} of editor ${number}`);
        await think(1, 4);
      }
    },

    /** Every save increments the version, so the version counts all saves, and the text is the last one. */
    async findLost() {
      const row = await read();
      if (row?.version === version && row.headline === saved) return [];
      return [
        `editor ${number}: version ${version} "${saved}" was saved, not ${JSON.stringify(row)}`,
      ];
    },
  };
}
