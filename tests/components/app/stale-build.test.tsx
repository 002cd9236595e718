import { beforeEach, expect, test, vi } from 'vitest';

const reload = vi.fn();

/** The page as it is after loading: session storage is all it remembers. */
async function loadPage() {
  vi.resetModules();
  const { isReloading, reloadOnceWhenStale } = await import('@/app/stale-build');
  const page = new AbortController();
  const addEventListener = window.addEventListener.bind(window);
  const spy = vi
    .spyOn(window, 'addEventListener')
    .mockImplementation((type: string, listener: EventListenerOrEventListenerObject) =>
      addEventListener(type, listener, { signal: page.signal }),
    );
  reloadOnceWhenStale(reload);
  spy.mockRestore();
  return { isReloading, leave: () => page.abort() };
}

const loseChunk = () => window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }));

beforeEach(() => {
  reload.mockReset();
  vi.useFakeTimers();
  return () => {
    vi.useRealTimers();
  };
});

test('R-35: a stale chunk reloads the page once, however many are missing', async () => {
  const { isReloading, leave } = await loadPage();
  expect(isReloading()).toBe(false);
  loseChunk();
  loseChunk();
  expect(reload).toHaveBeenCalledOnce();
  expect(isReloading()).toBe(true);
  leave();
});

test('R-35: missing again right after, it is an error; a minute later it is another deploy', async () => {
  const before = await loadPage();
  loseChunk();
  before.leave();
  const after = await loadPage();
  vi.advanceTimersByTime(59_999);
  loseChunk();
  expect(reload).toHaveBeenCalledOnce();
  expect(after.isReloading()).toBe(false);
  vi.advanceTimersByTime(1);
  loseChunk();
  expect(reload).toHaveBeenCalledTimes(2);
  after.leave();
});

test('R-35: offline nothing is reloaded, the page at hand would be lost', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { leave } = await loadPage();
  loseChunk();
  expect(reload).not.toHaveBeenCalled();
  leave();
});

test('R-35: without a storage to count in, the error is shown', async () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  const { isReloading, leave } = await loadPage();
  loseChunk();
  expect(reload).not.toHaveBeenCalled();
  expect(isReloading()).toBe(false);
  leave();
});

test('R-35: a server out of reach is not a new build, and the page at hand stays', async () => {
  const { isReloading, leave } = await loadPage();
  const { noteReachable, noteUnreachable } = await import('@/lib/connection');
  noteUnreachable();
  loseChunk();
  expect(reload).not.toHaveBeenCalled();
  expect(isReloading()).toBe(false);
  noteReachable();
  leave();
});
