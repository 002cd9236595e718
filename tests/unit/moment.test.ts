import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { momentOf } from '@/lib/moment';

beforeEach(() => vi.useFakeTimers({ now: new Date(2026, 10, 27, 12) }));
afterEach(() => vi.useRealTimers());

test.each([
  [new Date(2026, 10, 27, 9, 5), 'at 09:05'],
  [new Date(2026, 10, 26, 9, 5), 'yesterday at 09:05'],
  [new Date(2026, 0, 1, 0, 0), 'on Jan 1 at 00:00'],
  [new Date(2025, 11, 31, 23, 59), 'on Dec 31, 2025 at 23:59'],
])('a moment has its day unless it is today, and its year unless it is this one', (time, words) => {
  expect(momentOf(time.getTime())).toBe(words);
});
