// @vitest-environment jsdom
import { expect, onTestFinished, test, vi } from 'vitest';
import { isHostReachable, onHostRecovered } from '@/lib/site-host';
import { fakeSupabase, held, networkFailure } from '../support/fake-supabase';

const HOST = 'HEAD /';
const answer = (status: number) => () => new Response(null, { status });

test.for([
  [200, true],
  [404, true],
  [499, true],
  [500, false],
  [503, false],
] as const)('a host with status %i is reachable: %s', async ([status, isThere]) => {
  fakeSupabase({ [HOST]: answer(status) });
  expect(await isHostReachable()).toBe(isThere);
});

test('an unreachable host counts as unreachable', async () => {
  fakeSupabase({ [HOST]: networkFailure });
  expect(await isHostReachable()).toBe(false);
});

test('the request bypasses the HTTP cache', async () => {
  fakeSupabase({ [HOST]: answer(200) });
  const fetching = vi.spyOn(globalThis, 'fetch');
  await isHostReachable();
  expect(fetching).toHaveBeenCalledWith(
    '/',
    expect.objectContaining({ cache: 'no-store', signal: expect.any(AbortSignal) }),
  );
});

/** Waits for the host in fake time; `asked` has the seconds of the requests. */
function waitForHost(respond: () => Response | Promise<Response>) {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const start = Date.now();
  const asked: number[] = [];
  const backend = fakeSupabase({
    [HOST]: () => {
      asked.push((Date.now() - start) / 1000);
      return respond();
    },
  });
  const listener = vi.fn();
  const stop = onHostRecovered(listener);
  onTestFinished(stop);
  return { asked, backend, listener, stop };
}

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);

test('if the host answers at once, there is no callback and no further request', async () => {
  const { asked, listener } = waitForHost(answer(200));
  await seconds(120);
  expect(asked).toEqual([0]);
  expect(listener).not.toHaveBeenCalled();
});

test('an unreachable host is probed less and less often, up to every 30 seconds', async () => {
  const { asked } = waitForHost(networkFailure);
  await seconds(120);
  expect(asked).toEqual([0, 2, 6, 14, 30, 60, 90, 120]);
});

test('the first response calls back once', async () => {
  const { asked, backend, listener } = waitForHost(networkFailure);
  await seconds(3);
  expect(listener).not.toHaveBeenCalled();
  backend.on({ [HOST]: answer(200) });
  await seconds(120);
  expect(listener).toHaveBeenCalledTimes(1);
  expect(asked).toEqual([0, 2]);
  expect(backend.requestsTo(HOST)).toHaveLength(3);
});

test('after stopping no request is sent', async () => {
  const { asked, stop } = waitForHost(networkFailure);
  await seconds(3);
  stop();
  await seconds(120);
  expect(asked).toEqual([0, 2]);
});

test.for([200, 503])('status %i after the stop changes nothing', async (status) => {
  const { handler, release } = held(answer(status));
  const { backend, listener, stop } = waitForHost(networkFailure);
  await seconds(1);
  backend.on({ [HOST]: handler });
  await seconds(1);
  stop();
  release();
  await seconds(120);
  expect(listener).not.toHaveBeenCalled();
  expect(backend.requestsTo(HOST)).toHaveLength(2);
});
