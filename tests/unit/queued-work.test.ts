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

test('the device remembers that changes wait on it, and forgets once none does', () => {
  expect(hasQueuedWork()).toBe(false);
  markQueuedWork(true);
  expect(hasQueuedWork()).toBe(true);
  markQueuedWork(false);
  expect(hasQueuedWork()).toBe(false);
});

test('a listener hears of both, until it stops listening', () => {
  const { listener, stop } = listen();
  markQueuedWork(true);
  markQueuedWork(false);
  expect(listener).toHaveBeenCalledTimes(2);
  stop();
  markQueuedWork(true);
  expect(listener).toHaveBeenCalledTimes(2);
});

test('a listener hears of other tabs, also when one clears everything, but of nothing else', () => {
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

test('without storage nothing waits, and nothing breaks', () => {
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
