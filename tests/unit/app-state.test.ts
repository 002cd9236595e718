import { expect, onTestFinished, test, vi } from 'vitest';
import {
  getAppState,
  initialAppState,
  referringPage,
  setAppState,
  subscribeToAppState,
  visitPage,
} from '@/lib/app-state';
import { noteDeadEnd, pageBeforeDeadEnd } from '@/lib/dead-ends';

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

test('SHELL-19: every path is recorded; from one that is no page the way leads to the page before', () => {
  visitPage('/blog');
  for (const path of ['/no/such/page', '/no/such/page', '/nor/this/one']) {
    // The page is drawn before its visit is recorded.
    expect(pageBeforeDeadEnd(path)).toBe('/blog');
    visitPage(path);
    expect(getAppState().lastVisitedPage).toBe(path);
    expect(pageBeforeDeadEnd(path)).toBe('/blog');
    noteDeadEnd(path);
  }
  setAppState(initialAppState);
});

test.for([
  ['a page of this site', 'https://site.example/blog/a?tag=b#c', '/blog/a'],
  ['an address that browsers read as another host', 'https://site.example//other.example', null],
  ['another site', 'https://other.example/blog/a', null],
  ['no page', '', null],
])('SHELL-19: a document that was linked from %s', ([, referrer, expected]) => {
  vi.stubGlobal('document', { referrer });
  vi.stubGlobal('location', new URL('https://site.example/admin'));
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  expect(referringPage()).toBe(expected);
});
