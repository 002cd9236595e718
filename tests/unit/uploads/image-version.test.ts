import {
  formatImageVersion,
  numberedName,
  parseImageVersion,
  variantPath,
} from '@contracts/file-name.ts';
import { expect, test } from 'vitest';

test.each([
  [{ width: 1600, height: 900, widths: [320, 640, 960, 1280], revision: 1 }],
  [{ width: 8, height: 12000, widths: [], revision: 27 }],
])('a version is read back as written: %j', (version) => {
  expect(parseImageVersion(formatImageVersion(version))).toEqual(version);
});

test('a version needs no escaping in HTML, JSON, Markdown and URLs', () => {
  const text = formatImageVersion({ width: 1, height: 2, widths: [320, 640], revision: 3 });
  expect(text).toBe('1x2_320-640.3');
  expect(encodeURIComponent(text)).toBe(text);
});

test.each([
  '',
  '1600',
  '1600x900',
  '1600x900.',
  'x.1',
  '1x1_.1',
  '1x1_320.1.2',
  '<b>',
  '1x1_ 320.1',
  '0 1x1_320.1',
])('%j is refused as version', (text) => {
  expect(parseImageVersion(text)).toBeNull();
});

test('IMG-8: only existing widths are accepted', () => {
  expect(parseImageVersion('9000x10_320-999-640.1')?.widths).toEqual([320, 640]);
});

test('each revision has its own variants', () => {
  expect(variantPath('seed/a.jpg', 2, 640)).toBe('variants/seed/a.jpg/2-640.webp');
});

test('R-15: keeping both numbers the name before its extension', () => {
  expect([1, 2, 10].map((number) => numberedName('our.office.jpg', number))).toEqual([
    'our.office.jpg',
    'our.office-2.jpg',
    'our.office-10.jpg',
  ]);
});
