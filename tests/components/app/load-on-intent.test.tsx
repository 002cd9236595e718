import { fireEvent, render, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { loadOnIntent } from '@/site/load-on-intent';
import { loadPage, preparePage } from '@/site/public-routes';

vi.mock('@/site/public-routes', () => ({
  loadPage: vi.fn(async () => {}),
  preparePage: vi.fn(async () => {}),
}));

function renderLinks() {
  render(
    <>
      <a href="/about">
        <span>About us</span>
      </a>
      <a href="https://elsewhere.example/about">Elsewhere</a>
      <a href="/blog" target="_blank">
        Blog in a new tab
      </a>
      <a href={location.pathname}>This page</a>
    </>,
  );
  vi.mocked(loadPage).mockClear();
  vi.mocked(preparePage).mockClear();
}

test('the chunk of a page is loaded on hover, focus or touch of its link', () => {
  loadOnIntent();
  renderLinks();
  fireEvent.pointerOver(screen.getByText('About us'));
  expect(loadPage).toHaveBeenCalledWith('/about');
  fireEvent.focusIn(screen.getByRole('link', { name: 'About us' }));
  fireEvent.touchStart(screen.getByText('About us'));
  expect(loadPage).toHaveBeenCalledTimes(3);
  expect(preparePage).not.toHaveBeenCalled();
});

test('its data too, once the link is pressed', () => {
  loadOnIntent();
  renderLinks();
  fireEvent.pointerDown(screen.getByText('About us'));
  expect(preparePage).toHaveBeenCalledExactlyOnceWith('/about', expect.any(Function));
});

test('other sites, new tabs, the current page and non-links load nothing', () => {
  loadOnIntent();
  renderLinks();
  for (const name of ['Elsewhere', 'Blog in a new tab', 'This page']) {
    fireEvent.pointerOver(screen.getByRole('link', { name }));
    fireEvent.pointerDown(screen.getByRole('link', { name }));
  }
  fireEvent.pointerOver(document.body);
  expect(loadPage).not.toHaveBeenCalled();
  expect(preparePage).not.toHaveBeenCalled();
});

test('with Save-Data only opened pages are loaded', () => {
  const listen = vi.spyOn(document, 'addEventListener');
  Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'connection'));
  loadOnIntent();
  expect(listen).not.toHaveBeenCalled();
});
