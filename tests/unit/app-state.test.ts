import { expect, test, vi } from 'vitest';
import { getAppState, initialAppState, setAppState, subscribeToAppState } from '@/lib/app-state';

test('STATE-1, STATE-2, STATE-3: menu closed, last page /, no service chosen', () => {
  expect(initialAppState).toEqual({ isMenuOpen: false, lastVisitedPage: '/' });
  expect(initialAppState.selectedServiceId).toBeUndefined();
});

test('a change keeps the other values and calls the listeners', () => {
  const listener = vi.fn();
  const stop = subscribeToAppState(listener);
  setAppState({ isMenuOpen: true });
  setAppState({ selectedServiceId: 'web-development' });
  expect(getAppState()).toEqual({
    isMenuOpen: true,
    lastVisitedPage: '/',
    selectedServiceId: 'web-development',
  });
  expect(listener).toHaveBeenCalledTimes(2);
  stop();
  setAppState(initialAppState);
  expect(listener).toHaveBeenCalledTimes(2);
});
