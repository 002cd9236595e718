// @vitest-environment jsdom
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, test, vi } from 'vitest';
import { chooseWritingMode, useWritingMode } from '@/documents/writing/writing-mode';

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});

function shown() {
  const place = document.createElement('div');
  act(() => createRoot(place).render(createElement(() => useWritingMode())));
  return place;
}

test('the mode is that of the page until the other one is chosen, on this device for good', () => {
  const place = shown();
  expect(place.textContent).toBe('page');
  act(() => chooseWritingMode('markdown'));
  expect(place.textContent).toBe('markdown');
  expect(shown().textContent).toBe('markdown');
  act(() => chooseWritingMode('page'));
  expect(place.textContent).toBe('page');
  expect(shown().textContent).toBe('page');
});

test('what another version of the site has stored counts as the page', () => {
  localStorage.setItem('writing-mode', 'other');
  expect(shown().textContent).toBe('page');
});

test('if the storage is blocked, the choice lasts until the page is closed', () => {
  const refuse = () => {
    throw new DOMException('blocked', 'SecurityError');
  };
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
  const place = shown();
  expect(place.textContent).toBe('page');
  act(() => chooseWritingMode('markdown'));
  expect(place.textContent).toBe('markdown');
});
