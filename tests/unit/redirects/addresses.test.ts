import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  isSource,
  isTarget,
  readSource,
  readTarget,
  sourceOf,
  targetPath,
} from '@/features/redirects/addresses';
import { paths } from '@/lib/paths';

const ORIGIN = 'https://www.agency.example';

test.for<[string, string]>([
  ['/old-page', '/old-page'],
  ['old-page', '/old-page'],
  [' /Blog/Old-Post/ ', '/blog/old-post'],
  ['https://www.agency.example/projects/Old?ref=1#top', '/projects/old'],
  ['/über-uns', '/%c3%bcber-uns'],
  ['/café/', '/caf%c3%a9'],
  ['/%6fld-%50age', '/old-page'],
  ['/old//page//', '/old/page'],
])('%s is parsed as the source %s', ([typed, source]) => {
  expect(readSource(typed, ORIGIN)).toBe(source);
});

test.for([
  '',
  '/',
  '   ',
  'https://elsewhere.example/page',
  '//elsewhere.example/page',
  '/admin/images',
  '/assets/app.js',
  '/rest/v1/case_studies',
  '/a(b)',
  '/a:b',
  '/a*',
  '/a%2fb',
  '/a%0d%0aset-cookie',
  '/%61bout',
  '/about%2ehtml',
  '/blog//',
  '/feed.xml',
  '/images/hero-960.webp',
  `/${'a'.repeat(300)}`,
])('%s is refused as source', (typed) => {
  expect(readSource(typed, ORIGIN)).toBeNull();
});

test.for<[string, string]>([
  ['/services#web', '/services#web'],
  ['/', '/'],
  ['/projects/ABC/', '/projects/ABC'],
  ['blog?tag=design', '/blog?tag=design'],
  ['https://www.agency.example/contact', '/contact'],
  ['/a/../b', '/b'],
  ['/%70rojects//One/', '/projects/One'],
])('%s is parsed as the target %s', ([typed, target]) => {
  expect(readTarget(typed, ORIGIN)).toBe(target);
});

test.for([
  '',
  'https://elsewhere.example',
  'HTTPS://elsewhere.example',
  '//elsewhere.example',
  '\\\\elsewhere.example',
  '/\\elsewhere.example',
  '///elsewhere.example',
  '/%2f/elsewhere.example',
  '/%5celsewhere.example',
  '/admin',
  '/page\nx',
  `/${'a'.repeat(500)}`,
])('%s is refused as target', (typed) => {
  const target = readTarget(typed, ORIGIN);
  // A browser drops line breaks and reads a word with a colon as a relative path: the rest stays on this site.
  if (target !== null) expect(new URL(target, ORIGIN).origin).toBe(ORIGIN);
  expect(isTarget(typed)).toBe(false);
});

test.for(['javascript:alert(1)', 'data:text/html,x', 'mailto:a@b.example'])(
  '%s never leaves the site',
  (typed) => {
    expect(isTarget(typed)).toBe(false);
    expect(readTarget(typed, ORIGIN)).toBeNull();
  },
);

test('no text is accepted as a target on another site', () => {
  const sign = fc.constantFrom(...'/\\.%2fF5cC:@?#ab \t\n', '//', 'https:', 'evil.example');
  const text = fc.array(sign, { maxLength: 12 }).map((signs) => signs.join(''));
  fc.assert(
    fc.property(text, (typed) => {
      for (const target of [typed, readTarget(typed, ORIGIN) ?? '/']) {
        if (!isTarget(target)) continue;
        expect(new URL(target, ORIGIN).origin).toBe(ORIGIN);
        expect(new URL(target, ORIGIN).pathname.startsWith('//')).toBe(false);
      }
    }),
  );
});

test('an address is normalised before it is looked up', () => {
  expect([sourceOf('/Blog/One/'), sourceOf('/'), targetPath('/Blog?x=1#y')]).toEqual([
    '/blog/one',
    '/',
    '/blog',
  ]);
});

test('no page of the site can be redirected', () => {
  const pages = Object.values(paths).map((path) =>
    typeof path === 'string' ? path : path.pattern,
  );
  const fixed = pages.filter((path) => !path.includes(':'));
  expect(fixed.filter((path) => isSource(path))).toEqual([]);
});

test('no file of every build can be redirected', () => {
  const made = [
    'feed.xml',
    'feed.json',
    'build.json',
    'sitemap.xml',
    'robots.txt',
    '404.html',
    'app.html',
  ];
  const hosts = ['_headers', '_redirects', 'vercel.json'];
  const copied = readdirSync('public', { recursive: true, encoding: 'utf8' });
  const files = [...made, ...hosts, ...copied].map((name) => `/${name}`);
  expect(files.filter(isSource)).toEqual([]);
});
