import { matchPath } from 'react-router-dom';
import { expect, test } from 'vitest';
import { FOREIGN_PICTURE, imageReferenceSchema, optionalHttpUrlSchema } from '@contracts/url';
import { paths } from '@/lib/paths';

const messageOf = (result: { success: boolean; error?: { issues: { message: string }[] } }) =>
  result.error?.issues[0]?.message;

test.for(['agency', 'www.agency.example', 'http://', 'https://a b.example', '//a.example'])(
  'VURL-1: %o is not a URL',
  (value) => {
    expect(messageOf(optionalHttpUrlSchema.safeParse(value))).toBe('Please enter a valid URL');
  },
);

test.for(['ftp://a.example', 'javascript:alert(1)', 'data:text/html,x', 'mailto:a@b.example'])(
  'VURL-2: %s is neither http nor https',
  (value) => {
    expect(messageOf(optionalHttpUrlSchema.safeParse(value))).toBe(
      'Only HTTP and HTTPS URLs are allowed',
    );
  },
);

test.for(['https://a.example', ' HTTP://A.example/x?y#z ', 'https://кафе.example/мени'])(
  '%o is a URL',
  (value) => {
    expect(optionalHttpUrlSchema.parse(value)).toBe(value.trim());
  },
);

test('an optional address may be empty, a picture may also be an object of our bucket', () => {
  expect(optionalHttpUrlSchema.safeParse(' ').success).toBe(true);
  expect(imageReferenceSchema.safeParse('').success).toBe(true);
  const own = '/storage/v1/object/public/images/a.webp';
  expect(imageReferenceSchema.safeParse(own).success).toBe(true);
  expect(optionalHttpUrlSchema.safeParse(own).success).toBe(false);
  expect(imageReferenceSchema.safeParse('/storage/v1/object/public/other/a.webp').success).toBe(
    false,
  );
});

test.each([
  ...['https://a.example/a.webp', 'https://', '//a.example/images/a.webp', 'javascript:alert(1)'],
  ...['https://a.example/storage/v1/object/public/images/a.webp', 'images/a.webp', '/images/'],
  ...['/storage/v1/object/public/images/../other/a.webp', '/images/%2e%2E/a', '/images/a b.webp'],
  ...['/images/./a.webp', '/images/%2E/a.webp', '/images//a.webp', '/images/a/'],
])('%s is not a picture of this site', (address) => {
  expect(messageOf(imageReferenceSchema.safeParse(address))).toBe(FOREIGN_PICTURE);
});

test.each([
  '/images/placeholder-1-960.webp',
  '/storage/v1/object/public/images/a%20b.webp?v=1x1.1',
])('%s is a picture of this site', (address) => {
  expect(imageReferenceSchema.parse(` ${address} `)).toBe(address);
});

test('a URL of 2048 characters is accepted, a longer one is not', () => {
  const there = 'https://a.example/';
  const own = '/storage/v1/object/public/images/';
  const isTaken = (address: string) =>
    [optionalHttpUrlSchema, imageReferenceSchema].some(
      (schema) => schema.safeParse(address).success,
    );
  for (const start of [there, own]) {
    expect(isTaken(start.padEnd(2048, 'a'))).toBe(true);
    expect(isTaken(start.padEnd(2049, 'a'))).toBe(false);
  }
  expect(messageOf(optionalHttpUrlSchema.safeParse(there.padEnd(2049, 'a')))).toBe(
    'Please keep this to 2,048 characters',
  );
});

test.for(['/', '/about', '/about/', '/projects/larder-lane'])(
  'no link ends in a slash: the editor of %s',
  (path) => {
    const link = paths.adminSitePage.to(path);
    expect(link).toMatch(/[^/]$/);
    expect(matchPath(paths.adminSitePage.pattern, link)?.params['*']).toBe(
      path.replaceAll(/^\/|\/$/g, ''),
    );
  },
);
