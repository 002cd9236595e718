import { expect, test } from 'vitest';
import { isFiltered, listHref, readFilters } from '@/features/case-studies/list-filters';

const read = (query: string) => readFilters(new URLSearchParams(query));

test('an address without words is the first page of everything, last changed first', () => {
  expect(read('')).toEqual({ search: undefined, status: undefined, sort: 'changed', page: 1 });
  expect(listHref(read(''))).toBe('/admin/case-studies');
  expect(isFiltered(read(''))).toBe(false);
});

test('an address leads back to the filters it was made from', () => {
  const filters = { search: 'Дом & "ko"', status: 'draft', sort: 'title', page: 3 } as const;
  const href = listHref(filters);
  expect(read(href.split('?')[1] ?? '')).toEqual(filters);
  expect(isFiltered(filters)).toBe(true);
});

test.for([
  ['page=0', { page: 1 }],
  ['page=-2', { page: 1 }],
  ['page=1.5', { page: 1 }],
  ['page=many', { page: 1 }],
  ['page=1e9', { page: 1 }],
  ['status=gone', { status: undefined }],
  ['sort=random', { sort: 'changed' }],
  ['search=%20%20', { search: undefined }],
  ['search=%20a%20', { search: 'a' }],
] as const)('%s is read as what makes sense of it', ([query, expected]) => {
  expect(read(query)).toMatchObject(expected);
});

test('words that are too long are cut, not refused', () => {
  expect(read(`search=${'x'.repeat(150)}`).search).toHaveLength(100);
});
