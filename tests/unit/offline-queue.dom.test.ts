// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { QueueEntry } from '@/lib/offline-queue';
import { fakeSupabase, networkFailure } from '../support/fake-supabase';

type Page = Awaited<ReturnType<typeof loadPage>>;
let page: Page;

/** Fresh modules, as after a page load; storage of the device stays. */
async function loadPage() {
  vi.resetModules();
  const [queue, connection, errors, notifications, flag] = await Promise.all([
    import('@/lib/offline-queue'),
    import('@/lib/connection'),
    import('@/lib/errors'),
    import('@/lib/notifications'),
    import('@/lib/queued-work'),
  ]);
  await queue.readQueue();
  const said = () => notifications.getSnapshot().map(({ title }) => title);
  return { ...queue, ...connection, ...errors, ...flag, ...notifications, said };
}

beforeEach(async () => {
  // IndexedDB does not follow fake timers.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  vi.stubGlobal('indexedDB', new IDBFactory());
  fakeSupabase({ 'GET /auth/v1/health': networkFailure });
  page = await loadPage();
});

afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

function entry(key: string, more: Partial<QueueEntry> = {}): QueueEntry {
  return { kind: 'case-study', key, label: `Study ${key}`, payload: { key }, ...more };
}

const keys = () => page.getQueue().map(({ key }) => key);
const done = () => Promise.resolve();

test('R-17: an operation is kept while offline and sent when online again', async () => {
  const run = vi.fn(done);
  page.registerQueueHandler('case-study', { run });
  page.noteUnreachable();
  await page.enqueue(entry('a'));
  await page.flushQueue();
  expect(run).not.toHaveBeenCalled();
  expect(page.hasQueuedWork()).toBe(true);
  page.noteReachable();
  await vi.waitFor(() => expect(run).toHaveBeenCalledOnce());
  await vi.waitFor(() => expect(keys()).toEqual([]));
  expect(page.hasQueuedWork()).toBe(false);
});

test('R-17: an operation survives a reload and waits for its handler', async () => {
  await page.enqueue(entry('a', { payload: { text: 'облаци' } }));
  page = await loadPage();
  expect(page.getQueue()).toMatchObject([{ key: 'a', payload: { text: 'облаци' }, tries: 0 }]);
  const run = vi.fn(done);
  page.registerQueueHandler('case-study', { run });
  await vi.waitFor(() => expect(run).toHaveBeenCalledOnce());
});

test('a newer operation with the same kind and key replaces the older', async () => {
  await page.enqueue(entry('a', { payload: 1 }));
  await page.enqueue(entry('b'));
  await page.enqueue(entry('a', { payload: 2 }));
  await page.enqueue(entry('a', { kind: 'post' }));
  expect(page.getQueue()).toMatchObject([
    { key: 'b' },
    { kind: 'case-study', key: 'a', payload: 2 },
    { kind: 'post', key: 'a' },
  ]);
});

test('OFFQ-2, OFFQ-4, CONST-4: at most 100 wait; the oldest is dropped with a notification', async () => {
  for (let number = 1; number <= 101; number += 1) await page.enqueue(entry(String(number)));
  expect(page.getQueue()).toHaveLength(100);
  expect(keys()[0]).toBe('2');
  expect(page.getSnapshot()).toMatchObject([
    {
      type: 'error',
      title: 'Only 100 messages can wait on this device',
      description: 'The oldest one was dropped: “Study 1”.',
    },
  ]);
});

test('OFFQ-1, OFFQ-4, CONST-4: after 3 tries an item has failed, with a notification, and is kept', async () => {
  const run = vi.fn(() => Promise.reject(new page.AppError('unexpected', 'out of clouds')));
  page.registerQueueHandler('case-study', { run });
  await page.enqueue(entry('a'));
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1));
  await page.flushQueue();
  await page.flushQueue();
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(3));
  await page.flushQueue();
  expect(run).toHaveBeenCalledTimes(3);
  expect(page.getQueue()).toMatchObject([
    { key: 'a', state: 'failed', tries: 3, problem: 'out of clouds' },
  ]);
  expect(page.said()).toEqual(['“Study a” could not be sent']);

  run.mockResolvedValue(undefined as never);
  await page.retryQueued(page.getQueue()[0]?.id ?? '');
  await vi.waitFor(() => expect(keys()).toEqual([]));
});

test('OFFQ-1: after a server error the next try follows in 5 seconds', async () => {
  const run = vi.fn(() => Promise.reject(new page.AppError('unexpected', 'out of clouds')));
  page.registerQueueHandler('case-study', { run });
  await page.enqueue(entry('a'));
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1), { interval: 1 });
  await vi.advanceTimersByTimeAsync(4900);
  expect(run).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(100);
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(2));
});

test.for(['invalid', 'forbidden', 'not-found'] as const)(
  'OFFQ-4: a permanent refusal (%s) is reported at once',
  async (kind) => {
    const run = vi.fn(() => Promise.reject(new page.AppError(kind, 'no')));
    page.registerQueueHandler('case-study', { run });
    await page.enqueue(entry('a'));
    await vi.waitFor(() => expect(page.getQueue()).toMatchObject([{ state: 'failed' }]));
    expect(run).toHaveBeenCalledOnce();
    expect(page.said()).toEqual(['“Study a” could not be sent']);
  },
);

test.for(['offline', 'signed-out'] as const)('%s is not counted as a try', async (kind) => {
  const run = vi.fn(() => Promise.reject(new page.AppError(kind, 'later')));
  page.registerQueueHandler('case-study', { run });
  await page.enqueue(entry('a'));
  await vi.waitFor(() => expect(run).toHaveBeenCalledOnce());
  await page.flushQueue();
  expect(page.getQueue()).toMatchObject([{ state: 'waiting', tries: 0 }]);
  expect(page.getConnection()).toBe(kind === 'offline' ? 'unreachable' : 'online');
});

test('OFFQ-3, CONST-4: two items are sent 100 ms apart', async () => {
  page.noteUnreachable();
  for (const key of ['a', 'b', 'c']) await page.enqueue(entry(key));
  const startedAt: number[] = [];
  page.registerQueueHandler('case-study', {
    run: () => {
      startedAt.push(Date.now());
      return done();
    },
  });
  page.noteReachable();
  await vi.waitFor(() => expect(keys()).toEqual([]), { interval: 1, timeout: 5000 });
  const gaps = startedAt.slice(1).map((at, place) => at - (startedAt[place] ?? 0));
  expect(gaps).toHaveLength(2);
  for (const gap of gaps) {
    expect(gap).toBeGreaterThanOrEqual(100);
    expect(gap).toBeLessThan(200);
  }
});

test('an operation removed while it is being sent raises no notification', async () => {
  let refuse: (error: unknown) => void = () => undefined;
  const run = vi.fn(() => new Promise<void>((_resolve, reject) => (refuse = reject)));
  page.registerQueueHandler('case-study', { run });
  await page.enqueue(entry('a'));
  await vi.waitFor(() => expect(run).toHaveBeenCalledOnce());
  await page.discardQueued('case-study', 'a');
  refuse(new page.AppError('invalid', 'Too long'));
  await page.flushQueue();
  expect(keys()).toEqual([]);
  expect(page.said()).toEqual([]);
});

test('only one tab sends at a time', async () => {
  const request = vi.fn(async (_name: string, work: () => Promise<void>) => work());
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks: { request } }));
  page.registerQueueHandler('case-study', { run: done });
  await page.enqueue(entry('a'));
  await vi.waitFor(() => expect(keys()).toEqual([]));
  expect(request).toHaveBeenCalledExactlyOnceWith('offline-queue', expect.any(Function));
  vi.unstubAllGlobals();
});

test('all tabs show the same waiting operations', async () => {
  const first = page;
  const second = await loadPage();
  await first.enqueue(entry('a'));
  await vi.waitFor(() => expect(second.getQueue()).toMatchObject([{ key: 'a' }]));
});

test('without storage, adding an operation reports that it was not kept', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('blocked', 'SecurityError');
    },
  });
  page = await loadPage();
  await expect(page.enqueue(entry('a'))).rejects.toMatchObject({
    message: 'This browser cannot keep messages for later',
    cause: { name: 'SecurityError' },
  });
  expect(page.getQueue()).toEqual([]);
});

test('reading the queue waits for the storage', async () => {
  await page.enqueue(entry('a'));
  vi.resetModules();
  const { readQueue } = await import('@/lib/offline-queue');
  expect(await readQueue()).toMatchObject([{ key: 'a' }]);
});

test('on a new device the queue is empty', async () => {
  expect(await page.readQueue()).toEqual([]);
  expect(page.hasQueuedWork()).toBe(false);
});

test('a listener is called for changes only, until it unsubscribes', async () => {
  const listener = vi.fn();
  const stop = page.subscribeToQueue(listener);
  await page.flushQueue();
  expect(listener).not.toHaveBeenCalled();
  await page.enqueue(entry('a'));
  expect(listener).toHaveBeenCalled();
  listener.mockClear();
  stop();
  await page.enqueue(entry('b'));
  expect(listener).not.toHaveBeenCalled();
});

test('operations wait again after their handler is removed; removing an old handler leaves a newer one', async () => {
  const run = vi.fn(done);
  page.registerQueueHandler('case-study', { run })();
  await page.enqueue(entry('a'));
  await page.flushQueue();
  expect(run).not.toHaveBeenCalled();
  const removeOld = page.registerQueueHandler('case-study', { run: () => Promise.reject(run) });
  page.registerQueueHandler('case-study', { run });
  removeOld();
  await page.flushQueue();
  expect(run).toHaveBeenCalledOnce();
});

test('only the named operation is removed', async () => {
  for (const key of ['a', 'b']) await page.enqueue(entry(key));
  await page.enqueue(entry('a', { kind: 'post' }));
  await page.discardQueued('case-study', 'none');
  expect(page.getQueue()).toHaveLength(3);
  await page.discardQueued('case-study', 'a');
  expect(page.getQueue()).toMatchObject([{ key: 'b' }, { kind: 'post', key: 'a' }]);
});

test('only the named operation is tried again, with a new count of tries', async () => {
  const refuse = () => Promise.reject(new page.AppError('invalid', 'no'));
  page.registerQueueHandler('case-study', { run: refuse });
  for (const key of ['a', 'b']) await page.enqueue(entry(key));
  const states = () => page.getQueue().map(({ state }) => state);
  await vi.waitFor(() => expect(states()).toEqual(['failed', 'failed']), { interval: 1 });
  page.noteUnreachable();
  await page.retryQueued(page.getQueue()[0]?.id ?? '');
  expect(page.getQueue()).toMatchObject([
    { key: 'a', state: 'waiting', tries: 0, problem: null },
    { key: 'b', state: 'failed', tries: 1, problem: 'no' },
  ]);
});

test('a refusal without a callback does not block the queue, and its reason is shown', async () => {
  page.noteUnreachable();
  for (const key of ['a', 'b']) await page.enqueue(entry(key));
  page.registerQueueHandler('case-study', {
    run: ({ key }) =>
      key === 'a' ? Promise.reject(new page.AppError('invalid', 'Too long')) : done(),
  });
  page.noteReachable();
  await vi.waitFor(() => expect(page.getQueue()).toMatchObject([{ key: 'a', state: 'failed' }]), {
    interval: 1,
    timeout: 5000,
  });
  expect(page.getSnapshot()[0]?.description).toContain('Too long');
});

test('a failure that does not count as a try starts no retry timer', async () => {
  const run = vi.fn(() => Promise.reject(new page.AppError('signed-out', 'later')));
  page.registerQueueHandler('case-study', { run });
  await page.enqueue(entry('a'));
  await vi.waitFor(() => expect(run).toHaveBeenCalledOnce());
  await page.flushQueue();
  expect(vi.getTimerCount()).toBe(0);
});

test('a browser without BroadcastChannel keeps and sends operations', async () => {
  vi.stubGlobal('BroadcastChannel', undefined);
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  vi.stubGlobal('indexedDB', new IDBFactory());
  page = await loadPage();
  await page.enqueue(entry('a'));
  expect(keys()).toEqual(['a']);
  page.registerQueueHandler('case-study', { run: done });
  await vi.waitFor(() => expect(keys()).toEqual([]));
});

/** One queue of lock requests for all tabs, as in the browser. */
function sharedLocks() {
  let last: Promise<unknown> = Promise.resolve();
  const request = (_name: string, work: () => Promise<void>) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'));
}

/** Mutation testing runs this thousands of times: a few tabs are enough there. */
const TABS = process.env.STRYKER_MUTATOR_WORKER === undefined ? 200 : 20;

test('R-17: two hundred tabs send each of twenty changes once', async () => {
  sharedLocks();
  const sent: string[] = [];
  const tabs: Page[] = [];
  for (let place = 0; place < TABS; place += 1) {
    const tab = await loadPage();
    tab.noteUnreachable();
    tab.registerQueueHandler('case-study', {
      run: async ({ key }) => {
        sent.push(key);
      },
    });
    tabs.push(tab);
  }
  const writers = tabs.slice(0, 20);
  await Promise.all(writers.map((tab, place) => tab.enqueue(entry(String(place)))));
  for (const tab of tabs) tab.noteReachable();
  await vi.waitFor(() => expect(tabs.every((tab) => tab.getQueue().length === 0)).toBe(true), {
    timeout: 60_000,
  });
  expect(sent).toHaveLength(20);
  expect(new Set(sent).size).toBe(20);
}, 120_000);
