// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as Connection from '@/lib/connection';
import { fakeSupabase, json, networkFailure } from '../support/fake-supabase';

const HEALTH = 'GET /auth/v1/health';

let connection: typeof Connection;

beforeEach(async () => {
  vi.useFakeTimers();
  // No jitter: probes run exactly after 2, 4, 8, 16 and then every 30 seconds.
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

test('a failed request distinguishes a missing network from an unreachable server', () => {
  fakeSupabase();
  browserSays(true);
  connection.noteUnreachable();
  expect(connection.getConnection()).toBe('unreachable');
  browserSays(false);
  connection.noteUnreachable();
  expect(connection.getConnection()).toBe('offline');
});

test('a probe checks the browser’s report of being offline', async () => {
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

test('no probe is sent while requests succeed', async () => {
  const backend = fakeSupabase();
  connection.subscribeToConnection(() => {});
  connection.noteReachable();
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(backend.requests).toEqual([]);
});

test('an unreachable server is probed after 2 seconds, then less and less often, up to every 30 seconds', async () => {
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

test.for([502, 503, 504, 540])('status %i counts as unreachable', async (status) => {
  fakeSupabase({ [HEALTH]: () => json({}, status) });
  connection.noteUnreachable();
  await vi.advanceTimersByTimeAsync(2000);
  expect(connection.getConnection()).toBe('unreachable');
});

test('the first response sets the state to online and ends the probes', async () => {
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
] as const)('%s sends a probe at once', async ([, happen]) => {
  const backend = fakeSupabase({ [HEALTH]: networkFailure });
  connection.subscribeToConnection(() => {});
  connection.noteUnreachable();
  backend.on({ [HEALTH]: () => json({}) });
  happen();
  await vi.advanceTimersByTimeAsync(0);
  expect(connection.getConnection()).toBe('online');
});

test('the pause does not fall back to 2 seconds for an unstable server', async () => {
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

test('a successful request overrides a probe that fails later', async () => {
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

test('status 500 counts as unreachable, status 4xx as reachable', async () => {
  const backend = fakeSupabase({ [HEALTH]: () => json({}, 500) });
  connection.noteUnreachable();
  await vi.advanceTimersByTimeAsync(2000);
  expect(connection.getConnection()).toBe('unreachable');
  backend.on({ [HEALTH]: () => json({}, 401) });
  await vi.advanceTimersByTimeAsync(4000);
  expect(connection.getConnection()).toBe('online');
});

test('a removed listener is not called', () => {
  fakeSupabase();
  const listener = vi.fn();
  const stop = connection.subscribeToConnection(listener);
  stop();
  connection.noteUnreachable();
  expect(listener).not.toHaveBeenCalled();
});

test('the browser events have one listener, for any number of subscribers', () => {
  const listening = vi.spyOn(window, 'addEventListener');
  connection.subscribeToConnection(() => {});
  connection.subscribeToConnection(() => {});
  expect(listening.mock.calls.map(([type]) => type)).toEqual(['offline', 'online']);
});

test('after more than a minute of stable connection the pause starts at 2 seconds again', async () => {
  const backend = fakeSupabase({ [HEALTH]: networkFailure });
  connection.noteUnreachable();
  await vi.advanceTimersByTimeAsync(14_000);
  connection.noteReachable();
  await vi.advanceTimersByTimeAsync(60_001);
  // Further responses do not restart the minute.
  connection.noteReachable();
  connection.noteUnreachable();
  const before = backend.requestsTo(HEALTH).length;
  await vi.advanceTimersByTimeAsync(2000);
  expect(backend.requestsTo(HEALTH)).toHaveLength(before + 1);
});

test('when a probe detects the outage, the next probe follows after exactly 2 seconds', async () => {
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
  'the probes of many tabs get a jitter (%d): after %i ms',
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

test('while online, neither a network event nor a tab change sends a probe', async () => {
  const backend = fakeSupabase();
  connection.subscribeToConnection(() => {});
  window.dispatchEvent(new Event('online'));
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(backend.requests).toEqual([]);
});

test('hiding the tab sends no probe', async () => {
  const backend = fakeSupabase({ [HEALTH]: networkFailure });
  connection.subscribeToConnection(() => {});
  connection.noteUnreachable();
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(backend.requests).toEqual([]);
});

test('during prerendering nothing listens and nothing is probed', () => {
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
