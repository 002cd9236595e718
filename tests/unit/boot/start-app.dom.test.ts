// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const fetched = vi.fn(async () => new Response(null, { status: 503 }));

let paint: (name: string) => void;

beforeEach(() => {
  vi.useFakeTimers();
  fetched.mockClear();
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => setTimeout(act));
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(report: (list: { getEntriesByName: (name: string) => unknown[] }) => void) {
        paint = (name) => report({ getEntriesByName: (other) => (other === name ? [{}] : []) });
      }
      observe() {}
    },
  );
});

afterEach(() => {
  vi.useRealTimers();
});

async function run() {
  vi.resetModules();
  // The script of a page stands in it.
  const script = Object.assign(document.createElement('script'), { type: 'text/plain' });
  script.dataset.script = '/assets/page-script.js';
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
  await import('@/boot/start-app');
  dispatchEvent(new Event('load'));
}

test('a page fetches its script once it is painted, not with the first paint of the background', async () => {
  await run();
  paint('first-paint');
  await vi.advanceTimersByTimeAsync(1000);
  expect(fetched).not.toHaveBeenCalled();
  paint('first-contentful-paint');
  await vi.advanceTimersByTimeAsync(100);
  expect(fetched).toHaveBeenCalledExactlyOnceWith('/assets/page-script.js');
});

test('a browser that reports no paint fetches it a little later', async () => {
  await run();
  await vi.advanceTimersByTimeAsync(2000);
  expect(fetched).toHaveBeenCalledOnce();
});

test('a press is kept and fetches it, but not on a link or a button of a popover', async () => {
  document.body.innerHTML =
    '<a href="/about"><b>About</b></a><button id="menu">Menu</button><button id="more">More</button>';
  const menu = document.querySelector('#menu');
  Object.assign(menu ?? {}, { popoverTargetElement: document.body });
  await run();
  const press = (selector: string) => {
    const event = new MouseEvent('click', { bubbles: true, cancelable: true });
    document.querySelector(selector)?.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect([press('b'), press('#menu')]).toEqual([false, false]);
  expect(fetched).not.toHaveBeenCalled();
  expect(press('#more')).toBe(true);
  expect(fetched).toHaveBeenCalledOnce();
});
