import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TOAST_REMOVAL_DELAY_MS } from '@/lib/constants';
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

test('TOAST-7, CONST-1: the newer of two is the one that is open', () => {
  notify({ type: 'success', title: 'first' });
  notify({ type: 'info', title: 'second' });
  expect(openTitles()).toEqual(['second']);
});

test('R-16: an error replaces a success at once', () => {
  notify({ type: 'success', title: 'saved' });
  notify({ type: 'error', title: 'failed' });
  expect(openTitles()).toEqual(['failed']);
});

test('R-16: an open error stays; the newest of the waiting toasts follows it', () => {
  const error = notify({ type: 'error', title: 'failed' });
  notify({ type: 'success', title: 'one' });
  notify({ type: 'success', title: 'two' });
  expect(openTitles()).toEqual(['failed']);
  dismiss(error);
  expect(openTitles()).toEqual(['two']);
});

test('a waiting toast can be dismissed before it is shown', () => {
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

test('the snapshot is the same array until a change, and listeners are called on changes', () => {
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

test('DATA-21: a notification carries everything the specification names', () => {
  const actions = [{ label: 'Undo', onSelect: () => {} }];
  const id = notify({
    type: 'warning',
    title: 'Removed',
    description: 'The picture is gone.',
    severity: 'critical',
    category: 'image',
    actions,
    duration: 9000,
  });
  expect(getSnapshot().at(-1)).toEqual({
    id,
    type: 'warning',
    message: 'Removed: The picture is gone.',
    title: 'Removed',
    description: 'The picture is gone.',
    severity: 'critical',
    category: 'image',
    actions,
    duration: 9000,
    open: true,
    at: Date.now(),
  });
});

test.for([
  ['success', 'low'],
  ['info', 'low'],
  ['warning', 'medium'],
  ['error', 'high'],
] as const)(
  'DATA-21: %s has severity %s and the category of the screen by default',
  ([type, severity]) => {
    notify({ type, description: 'Words' });
    const last = getSnapshot().at(-1);
    expect(last).toMatchObject({ type, severity, category: 'ui', message: 'Words' });
  },
);

/** The titles of all toasts, with a star at the open one. */
const list = () => getSnapshot().map(({ title, open }) => `${title}${open ? '*' : ''}`);

test('a replaced toast stays in the list until its own time has passed', () => {
  notify({ type: 'success', title: 'first' });
  vi.advanceTimersByTime(1000);
  notify({ type: 'info', title: 'second' });
  vi.advanceTimersByTime(1000);
  notify({ type: 'info', title: 'third' });
  expect(list()).toEqual(['first', 'second', 'third*']);
  vi.advanceTimersByTime(TOAST_REMOVAL_DELAY_MS - 1000);
  expect(list()).toEqual(['second', 'third*']);
  vi.advanceTimersByTime(1000);
  expect(list()).toEqual(['third*']);
  vi.advanceTimersByTime(TOAST_REMOVAL_DELAY_MS);
  expect(list()).toEqual(['third*']);
});

test('dismissing a closed or unknown toast changes nothing', () => {
  const first = notify({ type: 'info', title: 'first' });
  dismiss(first);
  const error = notify({ type: 'error', title: 'failed' });
  notify({ type: 'success', title: 'waits' });
  const before = getSnapshot();
  dismiss(first);
  dismiss('notification-of-nobody');
  expect(getSnapshot()).toBe(before);
  expect(list()).toEqual(['first', 'failed*']);
  dismiss(error);
  expect(list()).toEqual(['first', 'failed', 'waits*']);
});

test('a second dismissal does not delay the removal', () => {
  const id = notify({ type: 'info', title: 'note' });
  dismiss(id);
  vi.advanceTimersByTime(TOAST_REMOVAL_DELAY_MS / 2);
  dismiss(id);
  vi.advanceTimersByTime(TOAST_REMOVAL_DELAY_MS / 2);
  expect(list()).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

test('every notification has a unique id', () => {
  const ids = ['one', 'two', 'three'].map((title) => notify({ type: 'info', title }));
  expect(new Set(ids).size).toBe(3);
});
