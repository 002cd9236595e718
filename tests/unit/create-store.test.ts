import { expect, test, vi } from 'vitest';
import { createStore } from '@/lib/create-store';

test('listeners are called on every set until they unsubscribe', () => {
  const store = createStore('a');
  const listener = vi.fn();
  const stop = store.subscribe(listener);
  store.set('b');
  store.set('b');
  expect(store.get()).toBe('b');
  expect(listener).toHaveBeenCalledTimes(2);
  stop();
  store.set('c');
  expect(listener).toHaveBeenCalledTimes(2);
});

test('the source is connected from the first to the last listener', () => {
  const end = vi.fn();
  const connect = vi.fn(() => end);
  const { subscribe } = createStore(0, connect);
  expect(connect).not.toHaveBeenCalled();
  const stopFirst = subscribe(() => {});
  const stopSecond = subscribe(() => {});
  expect(connect).toHaveBeenCalledOnce();
  stopFirst();
  stopFirst();
  expect(end).not.toHaveBeenCalled();
  stopSecond();
  expect(end).toHaveBeenCalledOnce();
  subscribe(() => {});
  expect(connect).toHaveBeenCalledTimes(2);
});
