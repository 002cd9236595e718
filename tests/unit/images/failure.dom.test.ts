// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { TOAST_DURATION_MS } from '@/lib/constants';
import type * as Failure from '@/lib/images/failure';
import type * as Notifications from '@/lib/notifications';

let report: typeof Failure.reportImageFailure;
let past: typeof Notifications.getSnapshot;

beforeEach(async () => {
  vi.resetModules();
  ({ getSnapshot: past } = await import('@/lib/notifications'));
  ({ reportImageFailure: report } = await import('@/lib/images/failure'));
  window.history.replaceState(null, '', '/blog');
});

test('a page warns once for any number of failed pictures', () => {
  report('medium');
  report('medium');
  expect(past()).toHaveLength(1);
  expect(past()[0]).toMatchObject({
    type: 'warning',
    title: 'Image loading error',
    duration: TOAST_DURATION_MS,
  });
});

test('the next page warns again', () => {
  report('medium');
  window.history.replaceState(null, '', '/projects');
  report('medium');
  expect(past()).toHaveLength(2);
});

test('a failed picture of low importance shows no warning, and the next one may', () => {
  report('low');
  expect(past()).toEqual([]);
  report('medium');
  expect(past()).toHaveLength(1);
});
