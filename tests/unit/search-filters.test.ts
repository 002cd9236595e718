import { expect, test, vi } from 'vitest';
import { caseStudyList } from '@/features/case-studies/list';
import { enquiryFilters } from '@/features/enquiries/filters';
import { imageFilters } from '@/features/media/filters';
import { subscriberFilters } from '@/features/newsletter/subscriber-filters';
import { postList } from '@/features/posts/list';
import { redirectFilters } from '@/features/redirects/filters';
import { eventFilters, trailFilters } from '@/features/security-log/filters';
import { readFilters, toSearch, type FiltersSchema } from '@/hooks/use-search-filters';

vi.mock('@/lib/env', () => ({
  getEnv: () => ({ supabaseUrl: 'https://db.example', supabaseAnonKey: 'key' }),
}));

const ID = '7d0f4d52-9d6a-4f1f-8c6f-8a115b0c1a5e';

type Address = [schema: FiltersSchema<object>, query: string];

test.each([
  ['page=0', { page: 1 }],
  ['page=-2', { page: 1 }],
  ['page=1.5', { page: 1 }],
  ['page=many', { page: 1 }],
  ['page=1e9', { page: 1 }],
  ['status=gone', {}],
  ['sort=random', { sort: 'changed' }],
  ['search=%20%20', { search: '' }],
  ['search=%20a%20', { search: 'a' }],
  [`search=${'x'.repeat(150)}`, { search: 'x'.repeat(100) }],
])('%s is read as its valid filters', (query, expected) => {
  const usual = { search: '', sort: 'changed', page: 1 };
  expect(readFilters(caseStudyList.filters, query)).toEqual({ ...usual, ...expected });
});

test.each<Address>([
  [caseStudyList.filters, '?search=%D0%B4+%26+%22&status=draft&sort=created&page=3'],
  [postList.filters, '?search=slow&status=draft&sort=published&page=2'],
  [redirectFilters, '?search=a&page=2'],
  [subscriberFilters, '?search=a&state=pending&page=2'],
  [imageFilters, '?tab=defined&search=a&show=no-text&sort=size&page=2'],
  [enquiryFilters, `?view=mine&text=a%26b&page=3&enquiry=${ID}`],
  [eventFilters, `?type=failed_login&severity=high&origin=server&text=a+b&user=${ID}`],
  [trailFilters, '?view=trail&action=role_changed&page=2'],
])('parsing and formatting an address gives the same one: %#', (schema, address) => {
  expect(toSearch(schema, readFilters(schema, address))).toBe(address);
});

test.each<Address>([
  [postList.filters, '?status=x&sort=y&page=-1&utm=z'],
  [subscriberFilters, '?state=gone'],
  [imageFilters, '?tab=storage&show=all&sort=newest&search='],
  [enquiryFilters, '?view=party&page=-3&enquiry=1&text=+'],
  [eventFilters, '?type=party&severity=fatal&origin=moon&text=+&user=me'],
  [trailFilters, '?view=events&action=&page=1'],
])('invalid and default filters are left out of an address: %#', (schema, address) => {
  expect(toSearch(schema, readFilters(schema, address))).toBe('');
});
