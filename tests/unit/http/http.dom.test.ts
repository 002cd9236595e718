// @vitest-environment jsdom
import { expect, onTestFinished, test, vi } from 'vitest';
import { getConnection, noteReachable, noteUnreachable } from '@/lib/connection';
import { http } from '@/lib/http';
import { fakeSupabase, held, json, networkFailure } from '../../support/fake-supabase';

const URL_OF_IT = 'http://localhost:3000/things';

/** Runs a started request to its end in fake time. */
async function settled<Value>(work: Promise<Value>): Promise<PromiseSettledResult<Value>> {
  const [result] = await Promise.all([
    Promise.allSettled([work]).then(([one]) => one),
    vi.runAllTimersAsync(),
  ]);
  return result;
}

function withFakeTime() {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

test('PROJAPI-7, BLOGAPI-8: a body is sent as JSON with its content type', async () => {
  const backend = fakeSupabase({ 'POST /things': () => json({ id: 1 }, 201) });
  await expect(http(URL_OF_IT, { method: 'POST', body: { a: 1 } })).resolves.toEqual({
    status: 201,
    body: { id: 1 },
  });
  expect(backend.requests[0]?.headers.get('content-type')).toBe('application/json');
  expect(backend.requests[0]?.body).toEqual({ a: 1 });
});

test('PROJAPI-8: a response without a JSON content type is text', async () => {
  fakeSupabase({
    'GET /things': () => new Response('{"a":1}', { headers: { 'content-type': 'text/plain' } }),
  });
  await expect(http(URL_OF_IT)).resolves.toMatchObject({ body: '{"a":1}' });
});

test('an empty response has no body', async () => {
  fakeSupabase({ 'DELETE /things': () => new Response(null, { status: 204 }) });
  await expect(http(URL_OF_IT, { method: 'DELETE' })).resolves.toEqual({ status: 204, body: null });
});

test('empty query parameters are left out', async () => {
  const backend = fakeSupabase({ 'GET /things': () => json([]) });
  await http(URL_OF_IT, { query: { search: 'a & b', page: 2, tag: '', category: undefined } });
  expect(backend.requests[0]?.url.search).toBe('?search=a+%26+b&page=2');
});

test.for([400, 401, 403, 404, 409, 422, 429, 500])(
  'PROJAPI-11: %i is an error that names the status, without a second request',
  async (status) => {
    const backend = fakeSupabase({ 'GET /things': () => json({ message: 'No' }, status) });
    await expect(http(URL_OF_IT)).rejects.toMatchObject({
      message: `HTTP error! Status: ${status}`,
      status,
      body: { message: 'No' },
    });
    expect(backend.requests).toHaveLength(1);
  },
);

test('PROJAPI-12: a JSON response that cannot be parsed is an error', async () => {
  fakeSupabase({
    'GET /things': () =>
      new Response('<html>', { headers: { 'content-type': 'application/json' } }),
  });
  await expect(http(URL_OF_IT)).rejects.toThrow('Failed to parse JSON response');
});

test('PROJAPI-11: an error response with invalid JSON is reported by its status', async () => {
  fakeSupabase({
    'GET /things': () =>
      new Response('<html>', { status: 500, headers: { 'content-type': 'application/json' } }),
  });
  await expect(http(URL_OF_IT)).rejects.toMatchObject({
    message: 'HTTP error! Status: 500',
    body: '<html>',
  });
});

test('PROJAPI-14, R-19: an unreachable read is retried three times', async () => {
  withFakeTime();
  const backend = fakeSupabase({ 'GET /things': networkFailure });
  const result = await settled(http(URL_OF_IT));
  expect(result.status).toBe('rejected');
  expect(backend.requestsTo('GET /things')).toHaveLength(4);
});

test('PROJAPI-14: a read succeeds when the server is back during the retries', async () => {
  withFakeTime();
  let asked = 0;
  fakeSupabase({
    'GET /things': () => {
      asked += 1;
      return asked < 3 ? json({}, 503) : json(['there']);
    },
  });
  await expect(settled(http(URL_OF_IT))).resolves.toMatchObject({ value: { body: ['there'] } });
});

test.for(['POST', 'PUT', 'PATCH', 'DELETE'] as const)(
  'R-19: a %s without a key is sent once, because the first may have arrived',
  async (method) => {
    const backend = fakeSupabase({ [`${method} /things`]: networkFailure });
    await expect(http(URL_OF_IT, { method, body: {} })).rejects.toThrow('Failed to fetch');
    expect(backend.requestsTo(`${method} /things`)).toHaveLength(1);
  },
);

test('R-19: a write with an idempotency key is retried', async () => {
  withFakeTime();
  const backend = fakeSupabase({ 'POST /things': networkFailure });
  await settled(http(URL_OF_IT, { method: 'POST', body: { id: 'mine' }, isKeyed: true }));
  expect(backend.requestsTo('POST /things')).toHaveLength(4);
});

test('PROJAPI-13: after 10 seconds a request times out, without a retry', async () => {
  withFakeTime();
  const { handler } = held(() => json([]));
  const backend = fakeSupabase({ 'GET /things': handler });
  const work = http(URL_OF_IT);
  const outcome = expect(work).rejects.toMatchObject({ name: 'TimeoutError' });
  await vi.advanceTimersByTimeAsync(9_999);
  expect(backend.requestsTo('GET /things')).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  await outcome;
  expect(backend.requestsTo('GET /things')).toHaveLength(1);
});

test('an aborted request ends at once and is not retried', async () => {
  withFakeTime();
  const backend = fakeSupabase({ 'GET /things': networkFailure });
  const controller = new AbortController();
  const work = http(URL_OF_IT, { signal: controller.signal });
  const outcome = expect(work).rejects.toThrow('left the page');
  await vi.advanceTimersByTimeAsync(10);
  controller.abort(new Error('left the page'));
  await outcome;
  await vi.runAllTimersAsync();
  expect(backend.requestsTo('GET /things')).toHaveLength(1);
});

test.for([
  [404, 'online'],
  [500, 'unreachable'],
  [502, 'unreachable'],
] as const)(
  'status %i leaves the connection %s: a gateway error means the server is unreachable',
  async ([status, state]) => {
    fakeSupabase({ 'POST /things': () => json({}, status) });
    onTestFinished(noteReachable);
    noteUnreachable();
    await expect(http(URL_OF_IT, { method: 'POST' })).rejects.toMatchObject({ status });
    expect(getConnection()).toBe(state);
  },
);

test('a slow or unreachable server counts as offline until it answers', async () => {
  withFakeTime();
  onTestFinished(noteReachable);
  const { handler } = held(() => json([]));
  fakeSupabase({
    'GET /late': handler,
    'GET /health': () => json([]),
    'POST /away': networkFailure,
    'GET /auth/v1/health': handler,
  });
  const ask = (path: string, method: 'GET' | 'POST' = 'GET') =>
    settled(http(`http://localhost:3000${path}`, { method }));
  await ask('/late');
  expect(getConnection()).toBe('unreachable');
  await ask('/health');
  expect(getConnection()).toBe('online');
  await ask('/away', 'POST');
  expect(getConnection()).toBe('unreachable');
});

test.for<[string, unknown]>([
  ['an abort of the caller', new DOMException('left', 'AbortError')],
  ['an error of our own', new Error('left')],
])('a request that ends because of %s does not change the connection state', async ([, reason]) => {
  const controller = new AbortController();
  const { handler } = held(() => json([]));
  fakeSupabase({ 'GET /things': handler });
  const work = http(URL_OF_IT, { signal: controller.signal });
  const outcome = expect(work).rejects.toBe(reason);
  controller.abort(reason);
  await outcome;
  expect(getConnection()).toBe('online');
});

test('an already aborted signal sends no request', async () => {
  const backend = fakeSupabase({ 'GET /things': () => json([]) });
  await expect(http(URL_OF_IT, { signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow(
    'gone',
  );
  expect(backend.requests).toEqual([]);
});

test('R-19: the pauses between the retries grow: 0.3, 0.6 and 1.2 seconds', async () => {
  withFakeTime();
  const start = Date.now();
  const asked: number[] = [];
  fakeSupabase({
    'GET /things': () => {
      asked.push(Date.now() - start);
      return networkFailure();
    },
  });
  await settled(http(URL_OF_IT));
  expect(asked).toEqual([0, 300, 900, 2100]);
});

test('a response leaves no timer and no listener', async () => {
  withFakeTime();
  const { signal } = new AbortController();
  const listening = vi.spyOn(signal, 'addEventListener');
  const leaving = vi.spyOn(signal, 'removeEventListener');
  let asked = 0;
  fakeSupabase({
    'GET /things': () => {
      asked += 1;
      return asked === 1 ? networkFailure() : json([]);
    },
  });
  const work = http(URL_OF_IT, { signal });
  await vi.advanceTimersByTimeAsync(300);
  await work;
  const left = leaving.mock.calls.map(([type, listener]) => [type, listener]);
  expect(listening.mock.calls.map(([type, listener]) => [type, listener])).toEqual(left);
  expect(left).toHaveLength(3);
  expect(vi.getTimerCount()).toBe(0);
});

test('a request without a body sends none, and a null body is sent as null', async () => {
  const backend = fakeSupabase({ 'POST /things': () => json({}) });
  const fetching = vi.spyOn(globalThis, 'fetch');
  await http(URL_OF_IT, { method: 'POST' });
  await http(URL_OF_IT, { method: 'POST', body: null });
  expect(fetching.mock.calls.map(([, init]) => init?.body)).toEqual([null, 'null']);
  expect(backend.requests).toHaveLength(2);
});

test('an empty JSON response has no body', async () => {
  fakeSupabase({
    'GET /things': () => new Response('', { headers: { 'content-type': 'application/json' } }),
  });
  await expect(http(URL_OF_IT)).resolves.toEqual({ status: 200, body: null });
});

test('an address without a query stays as it is', async () => {
  fakeSupabase({ 'GET /things': () => json([]) });
  const fetching = vi.spyOn(globalThis, 'fetch');
  await http(URL_OF_IT, { query: { tag: null } });
  expect(fetching.mock.calls[0]?.[0]).toBe(URL_OF_IT);
});
