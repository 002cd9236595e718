import { expect, test } from 'vitest';
import {
  POSTS_PAGE_SIZE,
  POSTS_PAGE_SIZE_MAX,
  POST_LIMITS,
  POST_TAGS_MAX,
  POST_TAG_MAX,
  postCreateSchema,
  postQuerySchema,
  postUpdateSchema,
} from '@contracts/blog';
import { countWords, readingMinutes } from '@contracts/words/reading-time';
import { slugSchema } from '@contracts/slug';
import { slugFromTitle } from '@contracts/words/latin';
import { BLOG_PAGE_SIZE } from '@/lib/constants';

test('CONST-8: the page size is that of the site', () => {
  expect(POSTS_PAGE_SIZE).toBe(BLOG_PAGE_SIZE);
});

test.for([
  [0, 1],
  [1, 1],
  [200, 1],
  [201, 2],
  [400, 2],
  [401, 3],
] as const)('BLOG-10, BLOG-11: %i words take %i minutes', ([words, minutes]) => {
  expect(readingMinutes(words)).toBe(minutes);
});

test.for([
  ['', 0],
  ['<p></p>', 0],
  ['<p>one <em>two</em>\nthree</p>', 3],
  ['<p>un<strong>brok</strong>en</p>', 1],
  ['<p>a</p>\n<p>b</p>', 2],
  [' \t\n ', 0],
] as const)('BLOG-10: %j has %i words', ([html, words]) => {
  expect(countWords(html)).toBe(words);
});

test.for([
  ['Hello, World!', 'hello-world'],
  ['  Café — crème brûlée ', 'cafe-creme-brulee'],
  ['Someone’s "words"', 'someones-words'],
  ['Здраво', 'zdravo'],
  ['2026', '2026'],
] as const)('the title %j suggests the address %j', ([title, slug]) => {
  expect(slugFromTitle(title)).toBe(slug);
});

test('a suggested address is valid, also when it is cut at a hyphen', () => {
  const slug = slugFromTitle(`${'a'.repeat(79)} bcd`);
  expect(slug).toBe('a'.repeat(79));
  expect(slugSchema.safeParse(slug).success).toBe(true);
});

test.for([
  'Upper',
  'a--b',
  '-a',
  'a-',
  '',
  'a b',
  'é',
  '123e4567-e89b-12d3-a456-426614174000',
  'a'.repeat(81),
])('the address %j is refused', (slug) => {
  expect(slugSchema.safeParse(slug).success).toBe(false);
});

test('a post needs a title and nothing else', () => {
  expect(postCreateSchema.parse({ title: ' A ' })).toEqual({
    title: 'A',
    excerpt: '',
    markdown: '',
    imageUrl: null,
    imageAlt: null,
    category: null,
    tags: [],
    status: 'draft',
  });
  expect(postCreateSchema.safeParse({}).success).toBe(false);
});

test.for([
  { title: ' ' },
  { title: 'x'.repeat(POST_LIMITS.title + 1) },
  { excerpt: 'x'.repeat(POST_LIMITS.excerpt + 1) },
  { markdown: 'x'.repeat(POST_LIMITS.content_markdown + 1) },
  { markdown: 'a\0b' },
  { title: 'a\ud800' },
  { imageUrl: 'javascript:alert(1)' },
  { tags: ['  '] },
  { tags: ['x'.repeat(POST_TAG_MAX + 1)] },
  { tags: Array.from({ length: POST_TAGS_MAX + 1 }, (_, n) => `${n}`) },
  { author: '' },
  { status: 'archived' },
  { publishedAt: 'tomorrow' },
  { content: '<p>HTML is not taken</p>' },
  { version: 0 },
])('%j is refused when a post is changed', (fields) => {
  expect(postUpdateSchema.safeParse({ title: 'A', version: 1, ...fields }).success).toBe(false);
});

test('characters are counted as in the database', () => {
  expect(postUpdateSchema.safeParse({ title: '😀'.repeat(POST_LIMITS.title) }).success).toBe(true);
});

test('BLOGAPI-1: a query has pages of ten by default and a hundred at most', () => {
  expect(postQuerySchema.parse({})).toEqual({ page: 1, limit: POSTS_PAGE_SIZE });
  expect(postQuerySchema.parse({ page: '2', limit: `${POSTS_PAGE_SIZE_MAX}` })).toEqual({
    page: 2,
    limit: POSTS_PAGE_SIZE_MAX,
  });
  for (const query of [
    { limit: `${POSTS_PAGE_SIZE_MAX + 1}` },
    { limit: '0' },
    { page: '-1' },
    { page: '1.5' },
    { page: 'two' },
    { status: 'gone' },
    { search: 'x'.repeat(101) },
    { sort: 'title' },
  ]) {
    expect(postQuerySchema.safeParse(query).success, JSON.stringify(query)).toBe(false);
  }
});
