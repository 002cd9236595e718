import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const FOLDER = 'dist';
const read = (file: string) => readFileSync(`${FOLDER}/${file}`, 'utf8');
const files = new Set(
  readdirSync(FOLDER, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`.slice(FOLDER.length + 1)),
);
const origin = new URL(/<loc>([^<]+)<\/loc>/.exec(read('sitemap.xml'))?.[1] ?? '').origin;

type Page = { markup: string; ids: Set<string>; addresses: string[] };

const pages = new Map(
  [...files].filter((file) => file.endsWith('.html')).map((file) => [file, readPage(file)]),
);

function readPage(file: string): Page {
  // Without the data and code of the app.
  const markup = read(file).replaceAll(/(<script[^>]*>)[\s\S]*?<\/script>/g, '$1');
  const values = (name: string) =>
    [...markup.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g'))].map(([, value = '']) =>
      value.replaceAll('&amp;', '&'),
    );
  const sets = values('(?:srcset|srcSet|imagesrcset|imageSrcSet)').flatMap((set) =>
    set.split(/,\s+/).map((candidate) => candidate.trim().split(/\s/)[0] ?? ''),
  );
  return {
    markup,
    ids: new Set(values('id')),
    addresses: [...['href', 'src', 'poster', 'data-app'].flatMap(values), ...sets],
  };
}

/** Answered by the backend, or shown by the staff area, whose addresses all have one document. */
const NOT_A_FILE = /^\/(?:storage|functions|rest|auth|admin)(?:\/|$)/;

/** @returns the file behind an address of this site: undefined when there is none, null when it is not one of its files */
function fileBehind({ pathname }: URL): string | undefined | null {
  if (NOT_A_FILE.test(pathname)) return null;
  const name = decodeURIComponent(pathname.slice(1));
  return [name, name === '' ? 'index.html' : `${name}.html`].find((file) => files.has(file));
}

function problemsOf(addresses: readonly string[], from: string): string[] {
  const base = `${origin}/${from.replace(/(?:^index)?\.html$/, '')}`;
  return addresses.flatMap((address) => {
    if (!URL.canParse(address, base)) return [`${from}: ${address} is no address`];
    const url = new URL(address, base);
    if (url.origin !== origin || !url.protocol.startsWith('http')) return [];
    const file = fileBehind(url);
    if (file === null) return [];
    if (file === undefined) return [`${from}: ${address} leads nowhere`];
    const id = decodeURIComponent(url.hash.slice(1));
    // What the app renders is not in its shell; a footnote of a feed is in its entry.
    const isWhole = from !== 'app.html' && !from.startsWith('feed');
    const isMissing = id !== '' && isWhole && pages.has(file) && !pages.get(file)?.ids.has(id);
    return isMissing ? [`${from}: ${address} names a part that is not there`] : [];
  });
}

test('every link, fragment and file that a page names is there', () => {
  expect(pages.size).toBeGreaterThan(20);
  const problems = [...pages].flatMap(([file, { addresses }]) => problemsOf(addresses, file));
  expect([...new Set(problems)]).toEqual([]);
});

test('so is what styles, feeds, the manifest and the sitemap name', () => {
  const styles = [...files]
    .filter((file) => file.endsWith('.css'))
    .flatMap((file) =>
      problemsOf(
        [...read(file).matchAll(/url\(["']?(?!data:|#|%23)([^"')]+)/g)].map(([, url = '']) => url),
        file,
      ),
    );
  const unescaped = read('feed.xml').replaceAll('&amp;', '&');
  const feeds = problemsOf(
    [
      ...[...unescaped.matchAll(/(?:href|src|url)="([^"]+)"/g)].map(([, url = '']) => url),
      ...[...unescaped.matchAll(/<link>([^<]+)<\/link>/g)].map(([, url = '']) => url),
      ...JSON.stringify(JSON.parse(read('feed.json'))).matchAll(/(?:href|src)=\\"([^"\\]+)\\"/g),
    ].map((found) => (typeof found === 'string' ? found : (found[1] ?? ''))),
    'feed.xml',
  );
  const manifest: { icons: { src: string }[] } = JSON.parse(read('site.webmanifest'));
  const icons = problemsOf(
    manifest.icons.map(({ src }) => src),
    'site.webmanifest',
  );
  const listed = [...read('sitemap.xml').matchAll(/<(?:image:)?loc>([^<]+)</g)].map(
    ([, url = '']) => url.replaceAll('&amp;', '&'),
  );
  expect([...styles, ...feeds, ...icons, ...problemsOf(listed, 'sitemap.xml')]).toEqual([]);
});

const redirects = new Map(
  read('_redirects')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , status = '']) => status.startsWith('30'))
    .map(([from = '', to = '']) => [from, to]),
);

test('every redirect leads to a page itself, and the id of every study has one', () => {
  const targets = [...redirects.values()];
  expect(targets.filter((to) => redirects.has(to.split(/[?#]/)[0] ?? ''))).toEqual([]);
  expect(problemsOf(targets, '_redirects')).toEqual([]);
  const studies = [...files].filter((file) => /^projects\/[^/]+\.html$/.test(file));
  const byId = [...redirects].filter(([from]) =>
    /^\/projects\/[\da-f]{8}(?:-[\da-f]+){4}$/.test(from),
  );
  expect(byId.map(([, to]) => `${to.slice(1)}.html`).sort()).toEqual(studies.sort());
});

test('no address is linked in two spellings', () => {
  const spellings = new Map<string, Set<string>>();
  for (const [file, { addresses }] of pages) {
    for (const address of addresses) {
      const url = new URL(address, `${origin}/${file}`);
      if (url.origin !== origin) continue;
      const path = url.pathname + url.search;
      // One query per filter, in any order of its names.
      url.searchParams.sort();
      const key = `${url.pathname}?${url.searchParams}`.toLowerCase();
      spellings.set(key, (spellings.get(key) ?? new Set()).add(path));
    }
  }
  const doubles = [...spellings.values()].filter(({ size }) => size > 1);
  expect(doubles.map((set) => [...set])).toEqual([]);
});

test('a link leads to its page itself, not by a redirect', () => {
  const links = [...pages].flatMap(([file, { addresses }]) =>
    addresses
      .filter((address) => redirects.has(address.split(/[?#]/)[0] ?? ''))
      .map((address) => `${file}: ${address}`),
  );
  expect(links).toEqual([]);
});

test('every page of the sitemap is linked from another one', () => {
  const linked = new Set(
    [...pages].flatMap(([file, { addresses }]) =>
      addresses.flatMap((address) => {
        if (!URL.canParse(address, origin)) return [];
        const target = fileBehind(new URL(address, origin));
        return target && target !== file ? [target] : [];
      }),
    ),
  );
  const listed = [...read('sitemap.xml').matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) =>
    fileBehind(new URL(url)),
  );
  expect(listed.filter((file) => !file || !linked.has(file))).toEqual([]);
});

test('browsers that ask for an icon at the usual address get it', () => {
  expect([...files]).toEqual(expect.arrayContaining(['favicon.ico', 'favicon.svg']));
});
