// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const fetched = vi.fn(async () => new Response(null, { status: 503 }));

beforeEach(async () => {
  vi.useFakeTimers();
  fetched.mockClear();
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal(
    'PerformanceObserver',
    class {
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
  script.dataset.loader = '/assets/load-app.js';
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
  await import('@/boot/start-app');
  dispatchEvent(new Event('load'));
}

test('a page fetches its app once it is painted', async () => {
  await run();
  expect(fetched).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2000);
  expect(fetched).toHaveBeenCalled();
});

test('a press starts the app, but not on a link', async () => {
  document.body.innerHTML = '<a href="/about"><b>About</b></a><button>Menu</button>';
  await run();
  document.querySelector('b')?.dispatchEvent(new Event('click', { bubbles: true }));
  expect(fetched).not.toHaveBeenCalled();
  document.querySelector('button')?.dispatchEvent(new Event('click', { bubbles: true }));
  expect(fetched).toHaveBeenCalled();
});
