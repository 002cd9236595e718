import { readFileSync } from 'node:fs';
import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';
import { POST, PUBLIC_PAGES, STUDY } from '../../e2e/pages';

const read = (file: string) => readFileSync(`dist${file}`, 'utf8');
const fileOf = (path: string) => {
  if (path === '/nowhere') return '/404.html';
  return path === '/' ? '/index.html' : `${path}.html`;
};
const parse = (path: string) => new JSDOM(read(fileOf(path))).window.document;

const prerendered = PUBLIC_PAGES.filter(([path]) => path !== '/admin');

test.for(prerendered)('%s is complete without a script', ([path, ready]) => {
  const document = parse(path);
  expect(document.querySelectorAll('h1')).toHaveLength(1);
  const [, tag = '', text = ''] = /^(\w+)(?::text\("(.+)"\))?$/.exec(ready) ?? [];
  const parts = [...document.querySelectorAll(`main ${tag}`)];
  expect(parts.some((part) => part.textContent.includes(text))).toBe(true);
  expect(document.querySelector('footer')).not.toBeNull();
});

test('R-32: the page of unknown addresses is not indexed', () => {
  expect(parse('/nowhere').querySelector('meta[name=robots]')?.getAttribute('content')).toBe(
    'noindex',
  );
});

test.for([STUDY, POST])('%s names the version it shows', (path) => {
  const { answers }: { answers: [unknown, unknown][] } = JSON.parse(
    parse(path).getElementById('page-data')?.textContent ?? '',
  );
  expect(answers.map(([, answer]) => answer)).toContainEqual(
    expect.objectContaining({
      id: expect.any(String),
      slug: path.split('/').at(-1),
      version: expect.any(Number),
    }),
  );
});

test('the sitemap has every prerendered page, and no noindex page', () => {
  const addresses = [...read('/sitemap.xml').matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, url = '']) => new URL(url),
  );
  const paths = addresses.map(({ pathname }) => pathname);
  expect(paths).toEqual(
    expect.arrayContaining(prerendered.map(([path]) => path).filter((path) => path !== '/nowhere')),
  );
  for (const path of paths) {
    expect(read(fileOf(path)), path).not.toContain('content="noindex"');
  }
  expect(read('/robots.txt')).toContain(`Sitemap: ${addresses[0]?.origin}/sitemap.xml`);
});
