import { expect, test } from 'vitest';
import { httpUrlSchema, imageReferenceSchema, optionalHttpUrlSchema } from '@contracts/url';

const messageOf = (result: { success: boolean; error?: { issues: { message: string }[] } }) =>
  result.error?.issues[0]?.message;

test.for(['', 'agency', 'www.agency.example', 'http://', 'https://a b.example', '//a.example'])(
  'VURL-1: %o is no address',
  (value) => {
    expect(messageOf(httpUrlSchema.safeParse(value))).toBe('Please enter a valid URL');
  },
);

test.for(['ftp://a.example', 'javascript:alert(1)', 'data:text/html,x', 'mailto:a@b.example'])(
  'VURL-2: %s is neither http nor https',
  (value) => {
    expect(messageOf(httpUrlSchema.safeParse(value))).toBe('Only HTTP and HTTPS URLs are allowed');
  },
);

test.for(['https://a.example', ' HTTP://A.example/x?y#z ', 'https://кафе.example/мени'])(
  '%o is an address',
  (value) => {
    expect(httpUrlSchema.parse(value)).toBe(value.trim());
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

test('an address of 2048 characters is taken, a longer one is not, wherever it leads', () => {
  const there = 'https://a.example/';
  const own = '/storage/v1/object/public/images/';
  const isTaken = (start: string, length: number) =>
    imageReferenceSchema.safeParse(start.padEnd(length, 'a')).success;
  expect([isTaken(there, 2048), isTaken(there, 2049)]).toEqual([true, false]);
  expect([isTaken(own, 2048), isTaken(own, 2049)]).toEqual([true, false]);
  expect(messageOf(httpUrlSchema.safeParse(there.padEnd(2049, 'a')))).toBe(
    'Please keep this to 2,048 characters',
  );
});
