import { expect, test } from 'vitest';
import { originOf } from '@/features/session/links/origin';

const from = (pathname: unknown, search: unknown = '', hash: unknown = '') => ({
  from: { pathname, search, hash },
});

test('AUTH-9: without an origin the target is /admin/images', () => {
  expect(originOf(null)).toBe('/admin/images');
  expect(originOf({})).toBe('/admin/images');
  expect(originOf('/admin/case-studies')).toBe('/admin/images');
});

test('AUTH-8, R-02: the origin keeps path, query and hash', () => {
  expect(originOf(from('/admin/case-studies', '?status=draft', '#list'))).toBe(
    '/admin/case-studies?status=draft#list',
  );
  expect(originOf({ from: { pathname: '/projects' } })).toBe('/projects');
});

test.each([
  '//evil.example',
  '/.//evil.example',
  '/admin/..//evil.example',
  '/\\evil.example',
  'https://evil.example',
  'evil',
  '',
  '/a\\..\\b',
  '/\t/evil.example',
  '/\n/evil.example',
  7,
])('R-02: %j is not a page of this site', (pathname) => {
  expect(originOf(from(pathname))).toBe('/admin/images');
});

test('R-02: an invalid query or hash is refused', () => {
  expect(originOf(from('/projects', '.evil.example'))).toBe('/admin/images');
  expect(originOf(from('/projects', '', '@evil.example'))).toBe('/admin/images');
});

test.each(['/admin', '/auth', '/admin/', '/auth//'])(
  'AUTH-8: the access page %j is no origin',
  (pathname) => {
    expect(originOf(from(pathname))).toBe('/admin/images');
  },
);
