import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { agency } from '@brand/agency';
import { ownCard } from '@/content/social-cards';
import { headTags, renderHead, type DocumentMeta } from '@/lib/head-tags';
import { BlogPage } from '@/pages/public/blog-page';
import {
  HIDDEN_PAGES,
  metaOf,
  parseHead,
  postMeta,
  posts,
  SITE,
  STATIC_PAGES,
  studies,
  studyMeta,
} from './page-heads';

const staticPages = Object.entries(STATIC_PAGES);
const plain: DocumentMeta = { title: 'A page', description: 'What is on it.' };

test.for(staticPages)(
  '%s has a complete head for search engines and social networks',
  ([path, Page]) => {
    const { document, content, canonical } = parseHead(metaOf(path, Page), path);
    expect(document.title.length).toBeGreaterThan(10);
    expect(document.title.length).toBeLessThanOrEqual(60);
    const description = content('description') ?? '';
    expect(description.length).toBeGreaterThanOrEqual(50);
    expect(description.length).toBeLessThanOrEqual(160);
    expect(canonical).toBe(`${SITE}${path}`);
    expect(content('robots')).toBe('max-image-preview:large');
    expect(content('og:title')).toBe(document.title);
    expect(content('og:description')).toBe(description);
    expect(content('og:url')).toBe(canonical);
    expect(content('og:type')).toBe('website');
    expect(content('og:site_name')).toBe(agency.name);
    expect(content('twitter:card')).toBe('summary_large_image');
    expect(content('og:image')).toMatch(/^https:\/\/site\.example\/social\/[a-z]+\.png$/);
    expect(existsSync(`public${new URL(content('og:image') ?? '').pathname}`)).toBe(true);
    expect([content('og:image:width'), content('og:image:height')]).toEqual(['1200', '630']);
    expect(content('og:image:alt')?.length).toBeGreaterThan(20);
  },
);

test('no two pages share a title or a description', () => {
  const metas = staticPages.map(([path, Page]) => metaOf(path, Page));
  expect(new Set(metas.map(({ title }) => title)).size).toBe(metas.length);
  expect(new Set(metas.map(({ description }) => description)).size).toBe(metas.length);
});

test.for(Object.entries(HIDDEN_PAGES))('%s is noindex', ([path, Page]) => {
  const { content, canonical } = parseHead(metaOf(path, Page), path);
  expect(content('robots')).toBe('noindex');
  expect(canonical).toBeUndefined();
  expect(content('og:title')).toBeUndefined();
});

test.runIf(posts.length > 0)('a post has og:type article, its times and its author', () => {
  const post = posts[0];
  if (!post) throw new Error('no posts');
  const { content, canonical } = parseHead(postMeta(post), `/blog/${post.id}`);
  expect(canonical).toBe(`${SITE}/blog/${post.slug}`);
  expect(content('og:type')).toBe('article');
  expect(content('article:published_time')).toBe(post.publishedAt);
  expect(content('article:modified_time')).toBe(post.updatedAt);
});

test('a page names its own social card only if the build has drawn it', () => {
  const study = studies[0];
  if (!study) throw new Error('no studies');
  const meta = studyMeta(study.slug);
  const path = `/projects/${study.slug}`;
  const card = ownCard('case-study', study.id, null);
  expect(parseHead(meta, path).content('og:image')).toBe(`${SITE}/social/projects.png`);
  const { content } = parseHead(meta, path, new Set([card.url]));
  expect(content('og:image')).toBe(`${SITE}/social/case-study-${study.id}.jpg`);
  expect(content('og:image:alt')).toBe(`A card of ${agency.name}`);
});

test('the text of a social card says what its picture shows', () => {
  const [, study] = studies;
  const { card } = studyMeta(study?.slug ?? '');
  expect(card?.alt).toBe('A paper boat on a pond.');
});

test('each page of the blog list is indexable, a filtered list is the same as the whole one', () => {
  const at = (path: string) => parseHead(metaOf(path, BlogPage, '/blog'), path);
  expect(at('/blog?page=2').canonical).toBe(`${SITE}/blog?page=2`);
  expect(at('/blog?page=2').document.title).toContain('page 2');
  expect(at('/blog?page=1&utm_source=x').canonical).toBe(`${SITE}/blog`);
  for (const filter of ['search=shop', 'category=Craft&page=2', 'tag=Shops']) {
    expect(at(`/blog?${filter}`).canonical).toBe(`${SITE}/blog`);
    expect(at(`/blog?${filter}`).content('robots')).toBe('max-image-preview:large');
  }
});

test.for([
  ['/about?utm_source=mail', '/about'],
  ['/about/', '/about'],
  ['/about#team', '/about'],
  ['/', '/'],
  ['/?a=b', '/'],
] as const)('the canonical address of %s is %s', ([path, canonical]) => {
  expect(parseHead(plain, path).canonical).toBe(SITE + canonical);
});

test('languages are named by their language tags', () => {
  const languages = { en: '/about', mk: '/mk/about', 'x-default': '/about' };
  const { document } = parseHead({ ...plain, languages }, '/about');
  const links = [...document.head.querySelectorAll('link[rel="alternate"]')];
  expect(links.map((link) => [link.getAttribute('hreflang'), link.getAttribute('href')])).toEqual([
    ['en', `${SITE}/about`],
    ['mk', `${SITE}/mk/about`],
    ['x-default', `${SITE}/about`],
  ]);
  expect(parseHead(plain, '/about').document.head.querySelector('[hreflang]')).toBeNull();
});

test.for([
  '</script><script>alert(1)</script>',
  '</title><img src=x onerror=alert(1)>',
  `" onload="alert(1)' <b>`,
  'Tom & Jerry &amp; <!-- friends',
  '$& $1 \u2028 line',
])('a title with special characters is kept: %s', (title) => {
  const meta: DocumentMeta = {
    title,
    description: title,
    siteName: title,
    image: { url: '/a.png', alt: title, width: 1, height: 1 },
    structuredData: [{ '@type': 'CreativeWork', name: title, url: '/x' }],
  };
  const { document, content, graph } = parseHead(meta, '/x');
  expect(document.body.childElementCount).toBe(0);
  expect([...document.head.children].every((tag) => tag.hasAttribute('data-head'))).toBe(true);
  expect(document.head.querySelectorAll('script')).toHaveLength(1);
  expect(document.head.querySelector('[onload], [onerror]')).toBeNull();
  expect(document.querySelector('title')?.textContent).toBe(title);
  expect(content('og:title')).toBe(title);
  expect(content('og:image:alt')).toBe(title);
  expect(graph).toEqual([{ '@type': 'CreativeWork', name: title, url: `${SITE}/x` }]);
});

test('a description is one line of at most 160 characters and ends with a whole word', () => {
  const long = `First line,\n  second   line: ${'word '.repeat(60)}`;
  const description = parseHead({ ...plain, description: long }, '/').content('description') ?? '';
  expect(description).toMatch(/^First line, second line: word .*word…$/);
  expect(description.length).toBeLessThanOrEqual(160);
  const unbroken = parseHead({ ...plain, description: 'x'.repeat(400) }, '/');
  expect(unbroken.content('description')).toHaveLength(160);
});

test('structured data: only URLs are made absolute, and empty values are left out', () => {
  const meta: DocumentMeta = {
    ...plain,
    structuredData: [
      { '@type': 'CreativeWork', name: '/etc explained', url: '/x', image: '//cdn.example/a.png' },
      { '@type': 'CreativeWork', name: 'B', description: '' },
    ],
  };
  expect(parseHead(meta, '/x').graph).toEqual([
    {
      '@type': 'CreativeWork',
      name: '/etc explained',
      url: `${SITE}/x`,
      image: '//cdn.example/a.png',
    },
    { '@type': 'CreativeWork', name: 'B' },
  ]);
});

test('every tag has the mark by which the browser replaces it', () => {
  const tags = headTags(plain, { siteUrl: SITE, path: '/' });
  const lines = renderHead(tags).split('\n');
  expect(lines).toHaveLength(tags.length);
  for (const line of lines) expect(line).toMatch(/^<(title|meta|link|script) data-head=""/);
});
