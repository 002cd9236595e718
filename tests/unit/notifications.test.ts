import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  TOAST_ADMIN_DURATION_MS,
  TOAST_DURATION_MS,
  TOAST_LIMIT,
  TOAST_REMOVAL_DELAY_MS,
  TOAST_SWIPE_THRESHOLD_PX,
} from '@/lib/constants';
import { dismiss, getSnapshot, notify, subscribe } from '@/lib/notifications';

const openTitles = () =>
  getSnapshot()
    .filter(({ open }) => open)
    .map(({ title }) => title);

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  getSnapshot().forEach(({ id }) => dismiss(id));
  getSnapshot().forEach(({ id }) => dismiss(id));
  vi.runAllTimers();
  vi.useRealTimers();
});

test('CONST-1: toast limits', () => {
  expect([
    TOAST_DURATION_MS,
    TOAST_ADMIN_DURATION_MS,
    TOAST_SWIPE_THRESHOLD_PX,
    TOAST_LIMIT,
    TOAST_REMOVAL_DELAY_MS,
  ]).toEqual([5000, 4000, 50, 1, 1_000_000]);
});

test('TOAST-7: the newer of two is the one that is open', () => {
  notify({ type: 'success', title: 'first' });
  notify({ type: 'info', title: 'second' });
  expect(openTitles()).toEqual(['second']);
});

test('R-16: an error takes the place of a success at once', () => {
  notify({ type: 'success', title: 'saved' });
  notify({ type: 'error', title: 'failed' });
  expect(openTitles()).toEqual(['failed']);
});

test('R-16: an open error keeps its place; the newest of what came meanwhile follows it', () => {
  const error = notify({ type: 'error', title: 'failed' });
  notify({ type: 'success', title: 'one' });
  notify({ type: 'success', title: 'two' });
  expect(openTitles()).toEqual(['failed']);
  dismiss(error);
  expect(openTitles()).toEqual(['two']);
});

test('one that waits can be dismissed before it is shown', () => {
  const error = notify({ type: 'error', title: 'failed' });
  const waiting = notify({ type: 'success', title: 'saved' });
  dismiss(waiting);
  dismiss(error);
  expect(openTitles()).toEqual([]);
});

test('TOAST-8: a dismissed toast is removed after 1,000,000 ms and not before', () => {
  const id = notify({ type: 'info', title: 'note' });
  dismiss(id);
  vi.advanceTimersByTime(TOAST_REMOVAL_DELAY_MS - 1);
  expect(getSnapshot().some((notification) => notification.id === id)).toBe(true);
  vi.advanceTimersByTime(1);
  expect(getSnapshot().some((notification) => notification.id === id)).toBe(false);
});

test('the snapshot is the same array until something changes, and listeners hear of changes', () => {
  const listener = vi.fn();
  const unsubscribe = subscribe(listener);
  const before = getSnapshot();
  expect(getSnapshot()).toBe(before);
  const id = notify({ type: 'info', title: 'note' });
  expect(listener).toHaveBeenCalledTimes(1);
  expect(getSnapshot()).not.toBe(before);
  unsubscribe();
  dismiss(id);
  expect(listener).toHaveBeenCalledTimes(1);
});
