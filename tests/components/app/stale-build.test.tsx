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

const hostAnswers = vi.fn<() => Promise<Response>>();
const loseChunk = () => window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }));

beforeEach(() => {
  reload.mockReset();
  hostAnswers.mockReset().mockImplementation(async () => new Response(null));
  vi.stubGlobal('fetch', hostAnswers);
  vi.useFakeTimers();
  return () => {
    vi.useRealTimers();
  };
});

test('R-35: a stale chunk reloads the page once, however many are missing', async () => {
  const { isReloading, leave } = await loadPage();
  expect(await isReloading()).toBe(false);
  loseChunk();
  loseChunk();
  expect(await isReloading()).toBe(true);
  expect(reload).toHaveBeenCalledOnce();
  leave();
});

test('R-35: missing again right after, it is an error; a minute later it is another deploy', async () => {
  const before = await loadPage();
  loseChunk();
  expect(await before.isReloading()).toBe(true);
  before.leave();
  const after = await loadPage();
  vi.advanceTimersByTime(59_999);
  loseChunk();
  expect(await after.isReloading()).toBe(false);
  expect(reload).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(1);
  loseChunk();
  expect(await after.isReloading()).toBe(true);
  expect(reload).toHaveBeenCalledTimes(2);
  after.leave();
});

test('R-35: offline nothing is reloaded, the page at hand would be lost', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { isReloading, leave } = await loadPage();
  loseChunk();
  expect(await isReloading()).toBe(false);
  expect(reload).not.toHaveBeenCalled();
  leave();
});

test('R-35: without a storage to count in, the error is shown', async () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  const { isReloading, leave } = await loadPage();
  loseChunk();
  expect(await isReloading()).toBe(false);
  expect(reload).not.toHaveBeenCalled();
  leave();
});

test('R-35: a server out of reach is not a new build, and the page at hand stays', async () => {
  const { isReloading, leave } = await loadPage();
  const { noteReachable, noteUnreachable } = await import('@/lib/connection');
  noteUnreachable();
  loseChunk();
  expect(await isReloading()).toBe(false);
  expect(reload).not.toHaveBeenCalled();
  noteReachable();
  leave();
});

test('R-35: nor is a host of the site that is gone: what was typed here would go with the page', async () => {
  hostAnswers.mockRejectedValue(new TypeError('Failed to fetch'));
  const { isReloading, leave } = await loadPage();
  loseChunk();
  expect(await isReloading()).toBe(false);
  expect(reload).not.toHaveBeenCalled();
  hostAnswers.mockResolvedValue(new Response(null));
  loseChunk();
  expect(await isReloading()).toBe(true);
  leave();
});
