import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { PLAYER_ORIGINS } from '@contracts/video';
import { writeHostFiles } from '../../../scripts/lib/build/hosting.ts';
import {
  createHostingTable,
  matchesPath,
  TRUSTED_TYPES_POLICIES,
} from '../../../scripts/lib/build/hosting-table.ts';
import { inlineScripts, readInlineScripts } from '../../../scripts/lib/build/inline-scripts.ts';
import { paths } from '@/lib/paths';
import { FIXED_PATHS, pages } from '@/site/pages';

const { head, startApp } = await readInlineScripts();
const THEME = head.join();
const page = (rest = '') =>
  `<!doctype html><head><script>${THEME}</script><script src="/assets/a.js" type="module"></script>` +
  `<script type="application/ld+json">{"a":1}</script>${rest}</head>`;

const redirects = [
  { from: '/old-work', to: '/projects', status: 301 },
  { from: '/blog/pain-au-levain-%c3%a9', to: '/blog/sourdough?from=old#top', status: 301 },
  { from: '/about', to: '/contact', status: 301 },
] as const;
const options = {
  connectSources: ['https://abc.supabase.co/rest', ''],
  functionsUrl: 'https://abc.supabase.co/functions/v1',
  redirects,
};

let folder = '';
const read = (name: string) => readFile(join(folder, name), 'utf8');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hosting-'));
  await mkdir(join(folder, 'projects'));
  await mkdir(join(folder, 'assets'));
  const files = {
    'index.html': page(),
    'app.html': page(`<script data-loader="/assets/a.js">${startApp}</script>`),
    '404.html': page(),
    'admin.html': page(),
    'about.html': page(),
    'projects.html': page(),
    'projects/larder-lane.html': page(),
    'assets/a.js': THEME,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  await writeHostFiles(folder, options);
});

afterAll(() => rm(folder, { recursive: true }));

type Rules = { path: string; headers: Record<string, string> }[];

function parseHeaders(text: string): Rules {
  return text
    .trim()
    .split('\n\n')
    .map((block) => {
      const [path = '', ...lines] = block.split('\n');
      const headers = lines.map((line) => /^ {2}([\w-]+): (.+)$/.exec(line)?.slice(1) ?? []);
      return { path, headers: Object.fromEntries(headers) };
    });
}

async function directivesOf(name: string): Promise<Map<string, string>> {
  const policy =
    parseHeaders(await read(name)).find(({ path }) => path === '/*')?.headers[
      'Content-Security-Policy'
    ] ?? '';
  return new Map(
    policy.split('; ').map((directive) => {
      const [key = '', ...sources] = directive.split(' ');
      return [key, sources.join(' ')];
    }),
  );
}

test('the policy allows the scripts of the pages by hash, and no other script', async () => {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const policy = await directivesOf('_headers');
  expect(policy.get('script-src')?.split(' ').sort()).toEqual(
    ["'self'", hash(THEME), hash(startApp)].sort(),
  );
  expect(policy.get('connect-src')).toBe("'self' https://abc.supabase.co");
  expect(policy.get('img-src')).toBe(
    "'self' data: blob: https://abc.supabase.co/storage/v1/object/public/images/",
  );
  expect(policy.get('form-action')).toBe("'self' https://abc.supabase.co");
  expect(policy.get('frame-src')).toBe(PLAYER_ORIGINS.join(' '));
  for (const name of ['default-src', 'base-uri', 'object-src', 'frame-ancestors']) {
    expect(policy.get(name), name).toBe("'none'");
  }
  expect(policy.get('require-trusted-types-for')).toBe("'script'");
  expect(policy.get('trusted-types')).toBe(TRUSTED_TYPES_POLICIES.join(' '));
  const withoutStyles = [...policy].filter(([name]) => name !== 'style-src').join();
  expect(withoutStyles).not.toMatch(/unsafe|\*|http:/);
});

test('only a site with a captcha lets scripts and frames of Cloudflare in', async () => {
  const policyOf = async (usesTurnstile: boolean) => {
    const { headers } = await createHostingTable(folder, { usesTurnstile });
    const everywhere = headers.find(({ path }) => path === '/*')?.headers;
    return everywhere?.['Content-Security-Policy'] ?? '';
  };
  const origin = / https:\/\/challenges\.cloudflare\.com(?=;|$)/g;
  const open = await policyOf(true);
  expect(open.match(origin)).toHaveLength(2);
  expect(open.replaceAll(origin, '')).toBe(await policyOf(false));
});

test('the policy reports to the backend function by report-to and report-uri', async () => {
  const address = 'https://abc.supabase.co/functions/v1/csp-reports';
  const policy = await directivesOf('_headers');
  expect(policy.get('report-uri')).toBe(address);
  const [rule] = parseHeaders(await read('_headers'));
  expect(rule?.headers['Reporting-Endpoints']).toBe(`${policy.get('report-to')}="${address}"`);
});

test('without TLS the policy uses report-uri only', async () => {
  const { headers } = await createHostingTable(folder, {});
  const everywhere = headers.find(({ path }) => path === '/*')?.headers;
  expect(everywhere?.['Content-Security-Policy']).toMatch(
    /; report-uri \/functions\/v1\/csp-reports$/,
  );
  expect(everywhere).not.toHaveProperty('Reporting-Endpoints');
});

test('a script and a data block are distinguished with any attributes', () => {
  const html =
    '<SCRIPT>a\r\nb</SCRIPT><script type="module">c</script><script type=text/javascript async>d' +
    '</script><script type="application/json">{}</script><script defer SRC="x.js"></script>' +
    '<script data-entry="/src=/a.js">e</script><script type="importmap">f</script><script x=">">g' +
    '</script ><svg><script>h</script></svg>';
  expect(inlineScripts(html)).toEqual(['a\nb', 'c', 'd', 'e', 'f', 'g', 'h']);
});

test('an unknown script fails the build and names its page', async () => {
  const file = join(folder, 'projects', 'injected.html');
  await writeFile(file, page('<script>alert(1)</script>'));
  const table = createHostingTable(folder, options);
  await expect(table).rejects.toThrow(
    'projects/injected.html holds a script that is not one of ours',
  );
  await rm(file);
});

test('every rule fits the format of Netlify and Cloudflare Pages, and none sets a header twice', async () => {
  const text = await read('_headers');
  const rules = parseHeaders(text);
  expect(rules.length).toBeLessThanOrEqual(100);
  for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(2000);
  for (const path of ['/', '/assets/a.js', '/social/home.png', '/admin/blog', '/feed.xml']) {
    const names = rules
      .filter((rule) => matchesPath(rule.path, path))
      .flatMap(({ headers }) => Object.keys(headers));
    expect(names).toContain('Content-Security-Policy');
    expect(names).toEqual([...new Set(names)]);
  }
});

test('built files are cached for a year, pages are revalidated, feeds are cached for an hour', async () => {
  const rules = parseHeaders(await read('_headers'));
  const cacheOf = (path: string) =>
    rules.find((rule) => matchesPath(rule.path, path) && 'Cache-Control' in rule.headers)?.headers[
      'Cache-Control'
    ];
  expect(cacheOf('/assets/index-abc.js')).toBe('public, max-age=31536000, immutable');
  expect(cacheOf('/sitemap.xml')).toBe('public, max-age=3600');
  expect(cacheOf('/images/hero-960.webp')).toMatch(/max-age=86400/);
  expect(cacheOf('/about')).toBeUndefined();
});

test('redirects come first, then the routes of the app', async () => {
  expect((await read('_redirects')).trim().split('\n')).toEqual([
    '/404 /404.html 404!',
    '/old-work /projects 301',
    '/blog/pain-au-levain-%C3%A9 /blog/sourdough?from=old#top 301',
    '/auth /admin 200',
    ...['/newsletter/confirm', '/newsletter/unsubscribe', '/sign-off'].flatMap((path) => [
      `${path} /app 200`,
      `${path}/ /app 200`,
    ]),
    '/admin/* /admin 200',
    '/auth/* /admin 200',
  ]);
});

test('vercel.json has the same rules', async () => {
  const vercel = JSON.parse(await read('vercel.json'));
  expect(vercel).toMatchObject({ cleanUrls: true, trailingSlash: false });
  const spoken = vercel.headers.map(
    (rule: { source: string; headers: { key: string; value: string }[] }) => ({
      path: rule.source.replace('(.*)', '*'),
      headers: Object.fromEntries(rule.headers.map(({ key, value }) => [key, value])),
    }),
  );
  expect(spoken).toEqual(parseHeaders(await read('_headers')));
  const lines = [
    ...vercel.redirects.map(
      (rule: { source: string; destination: string; statusCode: number }) =>
        `${rule.source} ${rule.destination} ${rule.statusCode}`,
    ),
    ...vercel.rewrites.map(
      (rule: { source: string; destination: string }) =>
        `${rule.source.replace('(.*)', '*')} ${rule.destination} 200`,
    ),
  ];
  const [, ...others] = (await read('_redirects')).trim().split('\n');
  expect(lines.sort()).toEqual(others.sort());
});

test('every address of the app is a page of its own, a route of the shell or rendered anew by 404.html', async () => {
  const { clientRoutes } = await createHostingTable(folder, {});
  const prerendered = [...FIXED_PATHS, paths.admin];
  const renderedAnew = pages.flatMap((page) => (page.prerendered === 'each' ? page.path : []));
  const all = Object.values(paths).map((path) => (typeof path === 'string' ? path : path.pattern));
  const lost = all.filter(
    (path) =>
      ![...prerendered, ...renderedAnew].includes(path) &&
      !clientRoutes.some((route) => matchesPath(route.path, path.replaceAll(':id', 'an-id'))),
  );
  expect(lost).toEqual([]);
  for (const path of ['/no-such-page', '/projects/a/b', '/blog/', '/administration']) {
    expect(
      clientRoutes.some((route) => matchesPath(route.path, path)),
      path,
    ).toBe(false);
  }
});

test.for([
  ['a splat', '/old/*', '/projects'],
  ['another site', '/old', 'https://evil.example/'],
  ['another site without a scheme', '/old', '//evil.example/'],
  ['another site with a backslash', '/old', '/\\evil.example'],
  ['a second line', '/old', '/projects 301\n/* https://evil.example'],
  ['a second header', '/old\r\nX: y', '/projects'],
  ['itself', '/old', '/old'],
  ['a broken escape', '/old%zz', '/projects'],
  ['the address of a file', '/assets/a.js', '/projects'],
  ['the address of a page', '/about', '/projects'],
  ['the address of a page, escaped', '/%61bout', '/projects'],
  ['the address of a page in capitals', '/ABOUT', '/projects'],
  ['the file name of a page', '/about%2ehtml', '/projects'],
  ['the address of a page and a slash', '/about/', '/projects'],
  ['the address of a page and slashes', '/projects//larder-lane', '/contact'],
  ['the file name of the home page', '/index', '/projects'],
  ['a part of the staff area', '/%61dmin/images', '/projects'],
] as const)('a redirect with %s is left out', async ([, from, to]) => {
  const leaveOut = vi.fn();
  const kept = { from: '/old-work', to: '/projects', status: 301 as const };
  const { redirects: written } = await createHostingTable(folder, {
    redirects: [{ from, to, status: 301 }, kept],
    leaveOut,
  });
  expect(written).toEqual([kept]);
  expect(leaveOut).toHaveBeenCalledWith(from, expect.stringContaining('redirect is left out'));
});

test('the first of two redirects for one address is kept, and only as many as the hosts accept', async () => {
  const leaveOut = vi.fn();
  const many = Array.from({ length: 1920 }, (_, place) => `/old/${place}`);
  const { redirects: written } = await createHostingTable(folder, {
    redirects: ['/old', '/%6fld', ...many].map((from) => ({ from, to: '/', status: 301 })),
    leaveOut,
  });
  expect(written).toHaveLength(1900);
  expect(leaveOut).toHaveBeenCalledTimes(22);
  expect(leaveOut).toHaveBeenCalledWith('/%6fld', expect.stringContaining('another redirect'));
});

test('the ids of studies are redirected as far as there is room beside the redirects of staff', async () => {
  const leaveOut = vi.fn();
  const redirect = (from: string) => ({ from, to: '/projects/larder-lane', status: 301 as const });
  const [own, ids] = ['own', 'id'].map((name) =>
    Array.from({ length: 1500 }, (_, place) => redirect(`/projects/${name}-${place}`)),
  );
  const { redirects: written } = await createHostingTable(folder, {
    redirects: own ?? [],
    studyRedirects: ids ?? [],
    leaveOut,
  });
  expect(written).toEqual([...(own ?? []), ...(ids ?? []).slice(0, 400)]);
  // The app finds a study by its id too.
  expect(leaveOut).not.toHaveBeenCalled();
});

test('the Trusted Types policies in the code are those of the header', async () => {
  const { readdir } = await import('node:fs/promises');
  const files = (await readdir('src', { recursive: true })).filter((name) => /\.tsx?$/.test(name));
  const texts = await Promise.all(files.map((name) => readFile(join('src', name), 'utf8')));
  const made = texts.flatMap((text) =>
    [...text.matchAll(/createPolicy\('([\w-]+)'/g)].map(([, name]) => name),
  );
  expect([...made, 'dompurify'].sort()).toEqual([...TRUSTED_TYPES_POLICIES].sort());
});
