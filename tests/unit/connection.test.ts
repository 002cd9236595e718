// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as Connection from '@/lib/connection';
import { fakeSupabase, json, networkFailure } from '../support/fake-supabase';

const HEALTH = 'GET /auth/v1/health';

let connection: typeof Connection;

beforeEach(async () => {
  vi.useFakeTimers();
  // No spread: probes fall exactly on 2, 4, 8, 16 and then every 30 seconds.
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  vi.resetModules();
  connection = await import('@/lib/connection');
});

afterEach(() => {
  // Ends the probes of this test's module.
  connection.noteReachable();
  vi.useRealTimers();
});

function browserSays(isOnline: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
}

test('a failed request tells a missing network from a missing server', () => {
  fakeSupabase();
  browserSays(true);
  connection.noteUnreachable();
  expect(connection.getConnection()).toBe('unreachable');
  browserSays(false);
  connection.noteUnreachable();
  expect(connection.getConnection()).toBe('offline');
});

test('a browser that claims to be offline is asked to prove it', async () => {
  const backend = fakeSupabase();
  connection.subscribeToConnection(() => {});
  browserSays(false);
  window.dispatchEvent(new Event('offline'));
  await vi.advanceTimersByTimeAsync(0);
  expect(backend.requestsTo(HEALTH)).toHaveLength(1);
  expect(connection.getConnection()).toBe('online');

  backend.on({ [HEALTH]: networkFailure });
  window.dispatchEvent(new Event('offline'));
  await vi.advanceTimersByTimeAsync(0);
  expect(connection.getConnection()).toBe('offline');
});

test('nothing is asked while requests are answered', async () => {
  const backend = fakeSupabase();
  connection.subscribeToConnection(() => {});
  connection.noteReachable();
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(backend.requests).toEqual([]);
});

test('a lost server is asked after 2 seconds, then ever more rarely, every 30 at most', async () => {
  const backend = fakeSupabase({ [HEALTH]: networkFailure });
  connection.noteUnreachable();
  const asked: number[] = [];
  for (let second = 1; second <= 92; second += 1) {
    const before = backend.requestsTo(HEALTH).length;
    await vi.advanceTimersByTimeAsync(1000);
    if (backend.requestsTo(HEALTH).length > before) asked.push(second);
  }
  expect(asked).toEqual([2, 6, 14, 30, 60, 90]);
  expect(backend.requestsTo(HEALTH)[0]?.headers.get('apikey')).toBe('sb_publishable_test');
});

test.for([502, 503, 504, 540])('an answer %i is none', async (status) => {
  fakeSupabase({ [HEALTH]: () => json({}, status) });
  connection.noteUnreachable();
  await vi.advanceTimersByTimeAsync(2000);
  expect(connection.getConnection()).toBe('unreachable');
});

test('the first answer brings the connection back and ends the asking', async () => {
  const backend = fakeSupabase();
  const listener = vi.fn();
  connection.subscribeToConnection(listener);
  connection.noteUnreachable();
  connection.noteUnreachable();
  await vi.advanceTimersByTimeAsync(2000);
  expect(connection.getConnection()).toBe('online');
  expect(listener).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(backend.requestsTo(HEALTH)).toHaveLength(1);
});

test.for([
  ['a browser that is back online', () => window.dispatchEvent(new Event('online'))],
  ['coming back to the tab', () => document.dispatchEvent(new Event('visibilitychange'))],
] as const)('%s asks at once', async ([, happen]) => {
  const backend = fakeSupabase({ [HEALTH]: networkFailure });
  connection.subscribeToConnection(() => {});
  connection.noteUnreachable();
  backend.on({ [HEALTH]: () => json({}) });
  happen();
  await vi.advanceTimersByTimeAsync(0);
  expect(connection.getConnection()).toBe('online');
});

test('a server that comes and goes is not asked every two seconds again', async () => {
  const backend = fakeSupabase({ [HEALTH]: networkFailure });
  connection.noteUnreachable();
  await vi.advanceTimersByTimeAsync(14_000);
  connection.noteReachable();
  connection.noteUnreachable();
  const before = backend.requestsTo(HEALTH).length;
  await vi.advanceTimersByTimeAsync(29_000);
  expect(backend.requestsTo(HEALTH)).toHaveLength(before);
  await vi.advanceTimersByTimeAsync(1000);
  expect(backend.requestsTo(HEALTH)).toHaveLength(before + 1);
});

test('a request that was answered meanwhile outweighs a probe that was not', async () => {
  let fail: (error: Error) => void = () => undefined;
  fakeSupabase({
    [HEALTH]: () => new Promise<Response>((_resolve, reject) => (fail = reject)),
  });
  connection.noteUnreachable();
  const probed = connection.probeNow();
  vi.advanceTimersByTime(10);
  connection.noteReachable();
  fail(new TypeError('Failed to fetch'));
  await probed;
  expect(connection.getConnection()).toBe('online');
});

test('an answer 500 is none, a refusal is one', async () => {
  const backend = fakeSupabase({ [HEALTH]: () => json({}, 500) });
  connection.noteUnreachable();
  await vi.advanceTimersByTimeAsync(2000);
  expect(connection.getConnection()).toBe('unreachable');
  backend.on({ [HEALTH]: () => json({}, 401) });
  await vi.advanceTimersByTimeAsync(4000);
  expect(connection.getConnection()).toBe('online');
});

test('who stops listening hears nothing more', () => {
  fakeSupabase();
  const listener = vi.fn();
  const stop = connection.subscribeToConnection(listener);
  stop();
  connection.noteUnreachable();
  expect(listener).not.toHaveBeenCalled();
});

test('the browser is listened to once, however many ask', () => {
  const listening = vi.spyOn(window, 'addEventListener');
  connection.subscribeToConnection(() => {});
  connection.subscribeToConnection(() => {});
  expect(listening.mock.calls.map(([type]) => type)).toEqual(['offline', 'online']);
});

test('a server that was steady for more than a minute is asked soon again', async () => {
  const backend = fakeSupabase({ [HEALTH]: networkFailure });
  connection.noteUnreachable();
  await vi.advanceTimersByTimeAsync(14_000);
  connection.noteReachable();
  await vi.advanceTimersByTimeAsync(60_001);
  // That it answers all the time does not begin the minute anew.
  connection.noteReachable();
  connection.noteUnreachable();
  const before = backend.requestsTo(HEALTH).length;
  await vi.advanceTimersByTimeAsync(2000);
  expect(backend.requestsTo(HEALTH)).toHaveLength(before + 1);
});

test('a loss that a probe found first is followed up after 2 seconds, not sooner or later', async () => {
  const backend = fakeSupabase({ [HEALTH]: networkFailure });
  await connection.probeNow();
  expect(connection.getConnection()).toBe('unreachable');
  await vi.advanceTimersByTimeAsync(1999);
  expect(backend.requestsTo(HEALTH)).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(backend.requestsTo(HEALTH)).toHaveLength(2);
});

test.for([
  [0, 1600],
  [1, 2400],
] as const)(
  'the probes of many tabs are spread (%d): after %i ms',
  async ([random, milliseconds]) => {
    vi.mocked(Math.random).mockReturnValue(random);
    const backend = fakeSupabase({ [HEALTH]: networkFailure });
    connection.noteUnreachable();
    await vi.advanceTimersByTimeAsync(milliseconds - 1);
    expect(backend.requestsTo(HEALTH)).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(backend.requestsTo(HEALTH)).toHaveLength(1);
  },
);

test('while nothing is lost neither the network nor the tab is a reason to ask', async () => {
  const backend = fakeSupabase();
  connection.subscribeToConnection(() => {});
  window.dispatchEvent(new Event('online'));
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(backend.requests).toEqual([]);
});

test('a tab that is left asks nothing for it', async () => {
  const backend = fakeSupabase({ [HEALTH]: networkFailure });
  connection.subscribeToConnection(() => {});
  connection.noteUnreachable();
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(backend.requests).toEqual([]);
});

test('a page that is being prerendered neither listens nor asks', () => {
  vi.stubGlobal('window', undefined);
  vi.stubGlobal('navigator', undefined);
  const listener = vi.fn();
  connection.subscribeToConnection(listener);
  connection.noteUnreachable();
  vi.unstubAllGlobals();
  expect(connection.getConnection()).toBe('online');
  expect(listener).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});
