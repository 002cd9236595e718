// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { getSanitizer, loadSanitizer } from '@/lib/load-sanitizer';

test('the sanitizer is loaded on request and sanitizes', async () => {
  expect(getSanitizer()).toBeUndefined();
  const sanitize = await loadSanitizer();
  expect(getSanitizer()).toBe(sanitize);
  expect(await loadSanitizer()).toBe(sanitize);
  expect(sanitize('<p onclick="alert(1)">x</p>')).toBe('<p>x</p>');
});
