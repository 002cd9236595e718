import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useSectionInView } from '@/hooks/use-section-in-view';

const TOPS = { first: 600, second: 2000, third: 3000 };
const PAGE_HEIGHT = 3400;

/** jsdom has no layout: each section stands at its place, less what is scrolled. */
function renderPage() {
  document.body.replaceChildren(
    ...Object.entries(TOPS).map(([id, top]) => {
      const section = Object.assign(document.createElement('section'), { id });
      section.getBoundingClientRect = () => new DOMRect(0, top - window.scrollY, 100, 800);
      return section;
    }),
  );
  Object.defineProperty(document.documentElement, 'scrollHeight', {
    value: PAGE_HEIGHT,
    configurable: true,
  });
  return renderHook(() => useSectionInView(Object.keys(TOPS).join(' '))).result;
}

const scrollTo = (y: number) =>
  act(() => {
    Object.defineProperty(window, 'scrollY', { value: y, configurable: true });
    window.dispatchEvent(new Event('scroll'));
  });

afterEach(() => {
  document.body.replaceChildren();
  Object.defineProperty(window, 'scrollY', { value: 0, configurable: true });
});

test('the section being read is the last that begins in the upper quarter of the window', () => {
  const section = renderPage();
  expect(section.current).toBe('first');
  // Below the end of the first, above the second: the first stays.
  scrollTo(1500);
  expect(section.current).toBe('first');
  scrollTo(1900);
  expect(section.current).toBe('second');
});

test('a jump from between two sections to the top marks the first', () => {
  const section = renderPage();
  scrollTo(2000);
  scrollTo(0);
  expect(section.current).toBe('first');
});

test('at the end of the page it is the last, which may be too short to come that far up', () => {
  const section = renderPage();
  scrollTo(PAGE_HEIGHT - window.innerHeight);
  expect(section.current).toBe('third');
});
