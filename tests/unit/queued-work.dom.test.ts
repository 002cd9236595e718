// @vitest-environment jsdom
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { hasQueuedWork, markQueuedWork, subscribeToQueuedWork } from '@/lib/queued-work';

afterEach(() => localStorage.clear());

function listen() {
  const listener = vi.fn();
  const stop = subscribeToQueuedWork(listener);
  onTestFinished(stop);
  return { listener, stop };
}

const changeInAnotherTab = (key: string | null) =>
  window.dispatchEvent(new StorageEvent('storage', { key }));

test('the mark for waiting changes is set, and removed with the last change', () => {
  expect(hasQueuedWork()).toBe(false);
  markQueuedWork(true);
  expect(hasQueuedWork()).toBe(true);
  markQueuedWork(false);
  expect(hasQueuedWork()).toBe(false);
});

test('a listener is called for both, until it unsubscribes', () => {
  const { listener, stop } = listen();
  markQueuedWork(true);
  markQueuedWork(false);
  expect(listener).toHaveBeenCalledTimes(2);
  stop();
  markQueuedWork(true);
  expect(listener).toHaveBeenCalledTimes(2);
});

test('a listener is called for changes in other tabs, also for a cleared storage, and for nothing else', () => {
  const { listener, stop } = listen();
  markQueuedWork(true);
  const key = localStorage.key(0);
  listener.mockClear();
  changeInAnotherTab('theme');
  expect(listener).not.toHaveBeenCalled();
  changeInAnotherTab(key);
  expect(listener).toHaveBeenCalledTimes(1);
  changeInAnotherTab(null);
  expect(listener).toHaveBeenCalledTimes(2);
  stop();
  changeInAnotherTab(key);
  expect(listener).toHaveBeenCalledTimes(2);
});

test('without storage nothing waits, and no error is thrown', () => {
  const denied = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(denied);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(denied);
  const { listener } = listen();
  markQueuedWork(true);
  expect(hasQueuedWork()).toBe(false);
  expect(listener).toHaveBeenCalledTimes(1);
});
