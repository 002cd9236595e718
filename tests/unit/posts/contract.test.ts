import { POST_LIMITS, postCreateSchema } from '@contracts/blog';
import { countWords, readingMinutes } from '@contracts/words/reading-time';
import { slugSchema } from '@contracts/slug';
import { slugFromTitle } from '@contracts/words/latin';
import { expect, test } from 'vitest';

const isTaken = (changes: object) =>
  postCreateSchema.safeParse({ title: 'Eleven crates', ...changes }).success;

test.for<[string, string]>([
  ['Café Über Œuvre', 'cafe-uber-oeuvre'],
  ["It's a cloud’s life", 'its-a-clouds-life'],
  ['  — Eleven   crates! —  ', 'eleven-crates'],
  ['ﬁrst ①', 'first-1'],
  ['Скопје', 'skopje'],
  ['---', ''],
  [`${'a'.repeat(79)} b`, 'a'.repeat(79)],
  [`${'a'.repeat(78)}--b`, `${'a'.repeat(78)}-b`],
])('the title %j suggests the address %j', ([title, slug]) => {
  expect(slugFromTitle(title)).toBe(slug);
});

test('an address of a post is never shaped like an ID', () => {
  expect(slugSchema.safeParse('5b0c1a5e-7d0f-4d52-9d6a-2f1f0c6f8a11').success).toBe(false);
  expect(slugSchema.safeParse('5b0c1a5e-7d0f').success).toBe(true);
});

test.for([
  [0, 1],
  [1, 1],
  [200, 1],
  [201, 2],
  [1000, 5],
] as const)('%i words take %i minutes', ([words, minutes]) => {
  expect(readingMinutes(words)).toBe(minutes);
});

test.for([
  ['', 0],
  ['<p></p>', 0],
  ['<p>One  two</p>\n\n<p>three\tfour\r\nfive\fsix\vseven</p>', 7],
  ['<p>Vivid versions</p>', 2],
] as const)('%j has %i words', ([html, words]) => {
  expect(countWords(html)).toBe(words);
});

test('a limit counts code points, as Postgres does', () => {
  const { title } = POST_LIMITS;
  expect(isTaken({ title: 'a'.repeat(title) })).toBe(true);
  expect(isTaken({ title: 'a'.repeat(title + 1) })).toBe(false);
  expect(isTaken({ title: '😀'.repeat(title) })).toBe(true);
  expect(isTaken({ title: '😀'.repeat(title + 1) })).toBe(false);
  expect(isTaken({ title: `${'😀'.repeat(title - 1)}ab` })).toBe(false);
});

test('text that Postgres cannot store is refused', () => {
  expect(isTaken({ excerpt: 'a\0b' })).toBe(false);
  expect(isTaken({ markdown: 'a\uDE00b' })).toBe(false);
  expect(isTaken({ title: 'a😀b' })).toBe(true);
});

test.for([
  ['index', false],
  ['404', false],
  ['index-funds', true],
  ['app', true],
] as const)('a post may have the address /blog/%s: %s', ([slug, isFree]) => {
  expect(isTaken({ slug })).toBe(isFree);
});

test.for([
  ['1999-12-31T23:59:59Z', false],
  ['2000-01-01T00:00:00Z', true],
  ['2099-12-31T23:59:59Z', true],
  ['2100-01-01T00:00:00Z', false],
  ['2100-01-01T01:00:00+02:00', true],
  ['0001-01-01T00:00:00Z', false],
] as const)('a post may be published at %s: %s', ([publishedAt, isFine]) => {
  expect(isTaken({ publishedAt })).toBe(isFine);
});

test('a post needs a title; an empty tag or author is refused', () => {
  expect(isTaken({})).toBe(true);
  expect(isTaken({ title: '  ' })).toBe(false);
  expect(isTaken({ tags: ['craft', ' '] })).toBe(false);
  expect(isTaken({ author: ' ' })).toBe(false);
});
