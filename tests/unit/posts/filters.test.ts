import { expect, test } from 'vitest';
import { blogHref, isFiltered, readFilters } from '@/features/posts/filters';

const read = (query: string) => readFilters(new URLSearchParams(query));

test('an address without a query has no filter', () => {
  expect(read('')).toEqual({});
  expect(isFiltered(read('page=2'))).toBe(false);
});

test.for(['page=0', 'page=-1', 'page=1.5', 'page=x', 'page=1', 'page=99999', 'search=%20', 'x=1'])(
  'an invalid parameter is ignored: %s',
  (query) => {
    expect(read(query)).toEqual({});
  },
);

test('a text too long for the service is cut', () => {
  expect(read(`search=${'a'.repeat(150)}`).search).toHaveLength(100);
  expect(read(`category=${'a'.repeat(150)}`).category).toHaveLength(60);
  expect(read(`tag=${'a'.repeat(150)}`).tag).toHaveLength(40);
});

test('an address is parsed back to its filters', () => {
  const filters = { category: 'design', tag: 'a & b', search: 'größe?', page: 3 };
  expect(read(blogHref(filters).split('?')[1] ?? '')).toEqual(filters);
  expect(blogHref({ page: 1, search: '' })).toBe('/blog');
});
