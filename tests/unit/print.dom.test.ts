// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { loadBeforePrint } from '@/lib/print';

test('pictures that were not scrolled to are fetched before the page is printed', () => {
  document.body.innerHTML = '<img src="/a.webp" loading="lazy"><img src="/b.webp">';
  const [late] = document.images;
  loadBeforePrint();
  expect(late?.getAttribute('loading')).toBe('lazy');
  dispatchEvent(new Event('beforeprint'));
  // jsdom has no property of this name.
  expect(late).toHaveProperty('loading', 'eager');
});
