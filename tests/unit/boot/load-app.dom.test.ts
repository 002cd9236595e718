// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { APP_READY } from '@/boot/protocol';

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(HTMLScriptElement, 'supports');
  document.head.replaceChildren();
  document.body.replaceChildren();
});

/** The pages that are requested when a link is pressed, in a browser that knows these script types. */
async function prefetchedWith(...types: string[]) {
  vi.stubGlobal('MODULES', ['/assets/app.js']);
  vi.stubGlobal('STYLES', '/assets/index.css');
  vi.stubGlobal('FONTS', 'data:text/javascript,export const loadFonts = () => {}');
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  vi.useFakeTimers();
  Object.assign(HTMLScriptElement, { supports: (type: string) => types.includes(type) });
  vi.resetModules();
  const { prepare } = await import('@/boot/load-app');
  prepare([], () => {});
  document.body.innerHTML = '<a href="/projects"><span>Projects</span></a>';
  document.querySelector('span')?.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  // Removes the listener.
  dispatchEvent(new Event(APP_READY));
  vi.advanceTimersByTime(0);
  vi.useRealTimers();
  return [...document.querySelectorAll<HTMLLinkElement>('link[rel=prefetch]')].map(
    ({ href }) => new URL(href).pathname,
  );
}

test('the page of a pressed link is requested early', async () => {
  expect(await prefetchedWith('module', 'speculationrules')).toEqual(['/projects']);
});

test('not in Firefox, where the policy refuses and reports it', async () => {
  expect(await prefetchedWith('module')).toEqual([]);
});
