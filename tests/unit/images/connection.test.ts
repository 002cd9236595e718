import { afterEach, expect, test, vi } from 'vitest';
import { connectionClass, presetFor, widthsFor } from '@/lib/images/connection';

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  [{ effectiveType: '4g', saveData: false }, 'fast'],
  [{ effectiveType: '3g', saveData: false }, 'medium'],
  [{ effectiveType: '2g', saveData: false }, 'slow'],
  [{ effectiveType: 'slow-2g', saveData: false }, 'slow'],
  [{ effectiveType: '4g', saveData: true }, 'saveData'],
  [{ effectiveType: '2g', saveData: true }, 'saveData'],
  [{ effectiveType: 'unknown' }, 'fast'],
  [{ saveData: false }, 'fast'],
  [null, 'fast'],
])('IMG-7: a connection of %o is %s', (connection, expected) => {
  vi.stubGlobal('navigator', { connection });
  expect(connectionClass()).toBe(expected);
});

test('IMG-7: without connection information, or without a browser, the class is fast', () => {
  vi.stubGlobal('navigator', {});
  expect(connectionClass()).toBe('fast');
  vi.stubGlobal('navigator', undefined);
  expect(connectionClass()).toBe('fast');
});

test('IMG-7: an unknown connection type counts as fast', () => {
  vi.stubGlobal('navigator', { connection: '2g' });
  expect(connectionClass()).toBe('fast');
});

test('IMG-18: a picture exactly as wide as the connection allows is offered', () => {
  const { width } = presetFor('medium');
  expect(widthsFor('medium', [width - 1, width, width + 1])).toEqual([width - 1, width]);
});
