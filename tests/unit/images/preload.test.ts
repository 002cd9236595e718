import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ConnectionClass } from '@/lib/images/connection';
import {
  PRELOAD_BATCH_MAX,
  PRELOAD_CATEGORY_COUNT,
  PRELOAD_RETRIES,
  PRELOAD_TIMEOUT_MS,
} from '@/lib/images/constants';
import { createImagePreloader } from '@/lib/images/preload';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const addresses = (count: number) => Array.from({ length: count }, (_, index) => `/${index}.jpg`);

/** A network whose answers the test gives. */
function network(connection: ConnectionClass = 'fast') {
  const asked: string[] = [];
  const open = new Map<string, { answer: () => void; refuse: () => void; signal: AbortSignal }>();
  const state = { connection, most: 0 };
  const preloader = createImagePreloader({
    connection: () => state.connection,
    loadImage: (url, signal) =>
      new Promise((resolve, reject) => {
        asked.push(url);
        open.set(url, { answer: resolve, refuse: () => reject(new Error('gone')), signal });
        state.most = Math.max(state.most, open.size);
      }),
  });
  const end = async (url: string, how: 'answer' | 'refuse') => {
    const request = open.get(url);
    if (!request) throw new Error(`${url} is not under way`);
    open.delete(url);
    request[how]();
    await vi.advanceTimersByTimeAsync(0);
  };
  return {
    ...preloader,
    asked,
    state,
    underWay: () => [...open.keys()],
    signalOf: (url: string) => open.get(url)?.signal,
    answer: (url: string) => end(url, 'answer'),
    refuse: (url: string) => end(url, 'refuse'),
    answerAll: async () => {
      for (let [url] = open.keys(); url !== undefined; [url] = open.keys())
        await end(url, 'answer');
    },
  };
}

test('IMG-1: a picture is loading, then loaded; other pictures have no state', async () => {
  const { preloadImages, preloadStatus, answer } = network();
  expect(preloadStatus('/0.jpg')).toBeUndefined();
  const batch = preloadImages(['/0.jpg']);
  expect(preloadStatus('/0.jpg')).toBe('loading');
  await answer('/0.jpg');
  expect(preloadStatus('/0.jpg')).toBe('loaded');
  expect([...(await batch)]).toEqual([['/0.jpg', 'loaded']]);
});

test('IMG-1: a failed picture is retried at the end of the queue and may still load', async () => {
  const { preloadImages, preloadStatus, asked, answer, refuse } = network('slow');
  const batch = preloadImages(addresses(2));
  await refuse('/0.jpg');
  expect(preloadStatus('/0.jpg')).toBe('failed');
  await answer('/1.jpg');
  expect(preloadStatus('/0.jpg')).toBe('loading');
  await answer('/0.jpg');
  expect(asked).toEqual(['/0.jpg', '/1.jpg', '/0.jpg']);
  expect([...(await batch).values()]).toEqual(['loaded', 'loaded']);
});

test('IMG-2: a batch takes ten different pictures', async () => {
  const { preloadImages, asked, answerAll } = network();
  const batch = preloadImages(['/0.jpg', ...addresses(12)]);
  await answerAll();
  expect([...(await batch).keys()]).toEqual(addresses(10));
  expect(asked).toEqual(addresses(10));
  expect(PRELOAD_BATCH_MAX).toBe(10);
});

test('IMG-3: a picture that has not loaded after three seconds has failed and is dropped', async () => {
  const { preloadImages, preloadStatus, asked, signalOf, underWay } = network('slow');
  void preloadImages(addresses(2));
  const signal = signalOf('/0.jpg');
  await vi.advanceTimersByTimeAsync(2999);
  expect([preloadStatus('/0.jpg'), signal?.aborted]).toEqual(['loading', false]);
  await vi.advanceTimersByTimeAsync(1);
  expect([preloadStatus('/0.jpg'), signal?.aborted]).toEqual(['failed', true]);
  expect(asked).toEqual(addresses(2));
  expect(underWay()).toContain('/1.jpg');
  expect(PRELOAD_TIMEOUT_MS).toBe(3000);
});

test('IMG-3: a picture that loaded in time is not dropped later', async () => {
  const { preloadImages, preloadStatus, signalOf, answer } = network();
  void preloadImages(addresses(1));
  const signal = signalOf('/0.jpg');
  await answer('/0.jpg');
  await vi.advanceTimersByTimeAsync(10_000);
  expect([preloadStatus('/0.jpg'), signal?.aborted]).toEqual(['loaded', false]);
});

test('IMG-4: after three retries a picture has failed for good and is not requested again', async () => {
  const { preloadImages, preloadStatus, asked, refuse } = network();
  const batch = preloadImages(['/0.jpg']);
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await refuse('/0.jpg');
    expect([attempt, asked.length, preloadStatus('/0.jpg')]).toEqual([
      attempt,
      attempt + 1,
      'loading',
    ]);
  }
  await refuse('/0.jpg');
  expect([...(await batch)]).toEqual([['/0.jpg', 'permanently failed']]);

  expect([...(await preloadImages(['/0.jpg'])).values()]).toEqual(['permanently failed']);
  expect(asked).toHaveLength(4);
  expect(PRELOAD_RETRIES).toBe(3);
});

test('IMG-4: pictures without a response fail for good after four times three seconds', async () => {
  const { preloadImages, preloadStatus } = network();
  const batch = preloadImages(['/0.jpg']);
  await vi.advanceTimersByTimeAsync(11_999);
  expect(preloadStatus('/0.jpg')).toBe('loading');
  await vi.advanceTimersByTimeAsync(1);
  expect([...(await batch).values()]).toEqual(['permanently failed']);
});

test.each([
  ['fast', 2],
  ['medium', 1],
  ['slow', 1],
  ['saveData', 1],
] as const)('IMG-5: on a connection of class %s %i at a time', async (connection, most) => {
  const { preloadImages, state, answerAll } = network(connection);
  const batches = Promise.all([preloadImages(addresses(5)), preloadImages(['/other.jpg'])]);
  await answerAll();
  await batches;
  expect(state.most).toBe(most);
});

test('IMG-5: a connection that gets worse lowers the limit from the next picture on', async () => {
  const { preloadImages, state, underWay, answer } = network('fast');
  void preloadImages(addresses(4));
  expect(underWay()).toEqual(['/0.jpg', '/1.jpg']);
  state.connection = 'slow';
  await answer('/0.jpg');
  expect(underWay()).toEqual(['/1.jpg']);
  await answer('/1.jpg');
  expect(underWay()).toEqual(['/2.jpg']);
});

test('IMG-6: of a category the first five are taken', async () => {
  const { preloadCategory, asked, answerAll } = network();
  const batch = preloadCategory(addresses(8));
  await answerAll();
  expect([...(await batch).keys()]).toEqual(addresses(5));
  expect(asked).toEqual(addresses(5));
  expect(PRELOAD_CATEGORY_COUNT).toBe(5);
});

test('two batches with the same picture fetch it once, and both get the result', async () => {
  const { preloadImages, asked, answerAll } = network();
  const first = preloadImages(['/0.jpg']);
  const second = preloadImages(['/0.jpg']);
  await answerAll();
  expect([...(await first), ...(await second)]).toEqual([
    ['/0.jpg', 'loaded'],
    ['/0.jpg', 'loaded'],
  ]);
  await preloadImages(['/0.jpg']);
  expect(asked).toEqual(['/0.jpg']);
});

test('an empty batch ends at once', async () => {
  expect((await network().preloadImages([])).size).toBe(0);
});

test('in a browser a picture is fetched with low priority, and its source is removed on timeout', async () => {
  const made: BrowserPicture[] = [];
  class BrowserPicture {
    src: string | null = null;
    fetchPriority = 'auto';
    onload = () => {};
    onerror = () => {};
    constructor() {
      made.push(this);
    }
    removeAttribute(name: string) {
      if (name === 'src') this.src = null;
    }
  }
  vi.stubGlobal('window', { Image: BrowserPicture });
  const { preloadImages, preloadStatus } = createImagePreloader({ connection: () => 'fast' });

  const batch = preloadImages(['/here.jpg', '/late.jpg']);
  expect(made.map(({ src, fetchPriority }) => [src, fetchPriority])).toEqual([
    ['/here.jpg', 'low'],
    ['/late.jpg', 'low'],
  ]);
  made[0]?.onload();
  await vi.advanceTimersByTimeAsync(3000);
  expect(made[1]?.src).toBeNull();
  expect(preloadStatus('/late.jpg')).toBe('loading');
  made[2]?.onerror();
  await vi.advanceTimersByTimeAsync(0);
  made[3]?.onload();
  expect([...(await batch).values()]).toEqual(['loaded', 'loaded']);
});
