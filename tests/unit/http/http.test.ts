// @vitest-environment jsdom
import { expect, onTestFinished, test, vi } from 'vitest';
import { getConnection, noteReachable, noteUnreachable } from '@/lib/connection';
import { http } from '@/lib/http';
import { fakeSupabase, held, json, networkFailure } from '../../support/fake-supabase';

const URL_OF_IT = 'http://localhost:3000/things';

/** Runs what was begun until it ends, however long it would wait. */
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

test('PROJAPI-7, BLOGAPI-8: a body travels as JSON and says so', async () => {
  const backend = fakeSupabase({ 'POST /things': () => json({ id: 1 }, 201) });
  await expect(http(URL_OF_IT, { method: 'POST', body: { a: 1 } })).resolves.toEqual({
    status: 201,
    body: { id: 1 },
  });
  expect(backend.requests[0]?.headers.get('content-type')).toBe('application/json');
  expect(backend.requests[0]?.body).toEqual({ a: 1 });
});

test('PROJAPI-8: a reply that does not call itself JSON is text', async () => {
  fakeSupabase({
    'GET /things': () => new Response('{"a":1}', { headers: { 'content-type': 'text/plain' } }),
  });
  await expect(http(URL_OF_IT)).resolves.toMatchObject({ body: '{"a":1}' });
});

test('a reply without a body has none', async () => {
  fakeSupabase({ 'DELETE /things': () => new Response(null, { status: 204 }) });
  await expect(http(URL_OF_IT, { method: 'DELETE' })).resolves.toEqual({ status: 204, body: null });
});

test('what is empty in the query is left out', async () => {
  const backend = fakeSupabase({ 'GET /things': () => json([]) });
  await http(URL_OF_IT, { query: { search: 'a & b', page: 2, tag: '', category: undefined } });
  expect(backend.requests[0]?.url.search).toBe('?search=a+%26+b&page=2');
});

test.for([400, 401, 403, 404, 409, 422, 429, 500])(
  'PROJAPI-11: %i is an error that names the status, and is not asked twice',
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

test('PROJAPI-12: a reply that calls itself JSON and is none', async () => {
  fakeSupabase({
    'GET /things': () =>
      new Response('<html>', { headers: { 'content-type': 'application/json' } }),
  });
  await expect(http(URL_OF_IT)).rejects.toThrow('Failed to parse JSON response');
});

test('PROJAPI-11: a refusal that is no JSON after all is still told by its status', async () => {
  fakeSupabase({
    'GET /things': () =>
      new Response('<html>', { status: 500, headers: { 'content-type': 'application/json' } }),
  });
  await expect(http(URL_OF_IT)).rejects.toMatchObject({
    message: 'HTTP error! Status: 500',
    body: '<html>',
  });
});

test('PROJAPI-14, R-19: a read out of reach is tried three times more', async () => {
  withFakeTime();
  const backend = fakeSupabase({ 'GET /things': networkFailure });
  const result = await settled(http(URL_OF_IT));
  expect(result.status).toBe('rejected');
  expect(backend.requestsTo('GET /things')).toHaveLength(4);
});

test('PROJAPI-14: a server that is only restarting is waited for', async () => {
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
  'R-19: a plain %s is sent once, because the first may have arrived',
  async (method) => {
    const backend = fakeSupabase({ [`${method} /things`]: networkFailure });
    await expect(http(URL_OF_IT, { method, body: {} })).rejects.toThrow('Failed to fetch');
    expect(backend.requestsTo(`${method} /things`)).toHaveLength(1);
  },
);

test('R-19: a write with a key of its own is repeated', async () => {
  withFakeTime();
  const backend = fakeSupabase({ 'POST /things': networkFailure });
  await settled(http(URL_OF_IT, { method: 'POST', body: { id: 'mine' }, isKeyed: true }));
  expect(backend.requestsTo('POST /things')).toHaveLength(4);
});

test('PROJAPI-13: after 10 seconds the server has taken too long, once', async () => {
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

test('what is not wanted any more is neither waited for nor tried again', async () => {
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
  'a %i leaves the connection %s: a gateway answers for nobody',
  async ([status, state]) => {
    fakeSupabase({ 'POST /things': () => json({}, status) });
    onTestFinished(noteReachable);
    noteUnreachable();
    await expect(http(URL_OF_IT, { method: 'POST' })).rejects.toMatchObject({ status });
    expect(getConnection()).toBe(state);
  },
);

test('a server that takes too long, or is out of reach, counts as lost until it answers', async () => {
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
  ['who asked left', new DOMException('left', 'AbortError')],
  ['an error of our own', new Error('left')],
])('a request that ends because of %s says nothing about the connection', async ([, reason]) => {
  const controller = new AbortController();
  const { handler } = held(() => json([]));
  fakeSupabase({ 'GET /things': handler });
  const work = http(URL_OF_IT, { signal: controller.signal });
  const outcome = expect(work).rejects.toBe(reason);
  controller.abort(reason);
  await outcome;
  expect(getConnection()).toBe('online');
});

test('who is gone before the request asks nothing', async () => {
  const backend = fakeSupabase({ 'GET /things': () => json([]) });
  await expect(http(URL_OF_IT, { signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow(
    'gone',
  );
  expect(backend.requests).toEqual([]);
});

test('R-19: the pauses between the tries grow: 0.3, 0.6 and 1.2 seconds', async () => {
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

test('an answer leaves neither a timer nor a listener behind', async () => {
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

test('a request without a body sends none, and one of null says null', async () => {
  const backend = fakeSupabase({ 'POST /things': () => json({}) });
  const fetching = vi.spyOn(globalThis, 'fetch');
  await http(URL_OF_IT, { method: 'POST' });
  await http(URL_OF_IT, { method: 'POST', body: null });
  expect(fetching.mock.calls.map(([, init]) => init?.body)).toEqual([null, 'null']);
  expect(backend.requests).toHaveLength(2);
});

test('an empty reply that calls itself JSON has no body', async () => {
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
