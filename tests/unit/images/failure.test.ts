// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { TOAST_DURATION_MS } from '@/lib/constants';
import type * as Failure from '@/lib/images/failure';
import type * as Notifications from '@/lib/notifications';

let report: typeof Failure.reportImageFailure;
let past: typeof Notifications.getPastNotifications;

beforeEach(async () => {
  vi.resetModules();
  ({ getPastNotifications: past } = await import('@/lib/notifications'));
  ({ reportImageFailure: report } = await import('@/lib/images/failure'));
  window.history.replaceState(null, '', '/blog');
});

test('a page warns once, however many of its pictures are missing', () => {
  report('medium');
  report('medium');
  expect(past()).toHaveLength(1);
  expect(past()[0]).toMatchObject({
    type: 'warning',
    title: 'Image loading error',
    duration: TOAST_DURATION_MS,
  });
});

test('the next page warns anew', () => {
  report('medium');
  window.history.replaceState(null, '', '/projects');
  report('medium');
  expect(past()).toHaveLength(2);
});

test('a picture of low importance is missed in silence, and leaves the word to the next', () => {
  report('low');
  expect(past()).toEqual([]);
  report('medium');
  expect(past()).toHaveLength(1);
});
