import { beforeEach, expect, test, vi } from 'vitest';

const reload = vi.fn();

/** The page after a load: only session storage is kept. */
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
const failChunk = () => window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }));

beforeEach(() => {
  reload.mockReset();
  hostAnswers.mockReset().mockImplementation(async () => new Response(null));
  vi.stubGlobal('fetch', hostAnswers);
  vi.useFakeTimers();
  return () => {
    vi.useRealTimers();
  };
});

test('R-35: stale chunks reload the page once', async () => {
  const { isReloading, leave } = await loadPage();
  expect(await isReloading()).toBe(false);
  failChunk();
  failChunk();
  expect(await isReloading()).toBe(true);
  expect(reload).toHaveBeenCalledOnce();
  leave();
});

test('R-35: a chunk missing again right after the reload is an error; a minute later it reloads again', async () => {
  const before = await loadPage();
  failChunk();
  expect(await before.isReloading()).toBe(true);
  before.leave();
  const after = await loadPage();
  vi.advanceTimersByTime(59_999);
  failChunk();
  expect(await after.isReloading()).toBe(false);
  expect(reload).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(1);
  failChunk();
  expect(await after.isReloading()).toBe(true);
  expect(reload).toHaveBeenCalledTimes(2);
  after.leave();
});

test('R-35: offline the page is not reloaded, it would be lost', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { isReloading, leave } = await loadPage();
  failChunk();
  expect(await isReloading()).toBe(false);
  expect(reload).not.toHaveBeenCalled();
  leave();
});

test('R-35: without session storage the error is shown', async () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  const { isReloading, leave } = await loadPage();
  failChunk();
  expect(await isReloading()).toBe(false);
  expect(reload).not.toHaveBeenCalled();
  leave();
});

test('R-35: an unreachable server does not reload the page', async () => {
  const { isReloading, leave } = await loadPage();
  const { noteReachable, noteUnreachable } = await import('@/lib/connection');
  noteUnreachable();
  failChunk();
  expect(await isReloading()).toBe(false);
  expect(reload).not.toHaveBeenCalled();
  noteReachable();
  leave();
});

test('R-35: an unreachable host of the site does not reload the page, typed text would be lost', async () => {
  hostAnswers.mockRejectedValue(new TypeError('Failed to fetch'));
  const { isReloading, leave } = await loadPage();
  failChunk();
  expect(await isReloading()).toBe(false);
  expect(reload).not.toHaveBeenCalled();
  hostAnswers.mockResolvedValue(new Response(null));
  failChunk();
  expect(await isReloading()).toBe(true);
  leave();
});
