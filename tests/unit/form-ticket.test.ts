import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFormTicket } from '@/lib/form-ticket';
import { HttpError } from '@/lib/http';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A form whose function returns these responses, one per request. */
function form(...answers: (string | Error)[]) {
  let asked = 0;
  const ticket = createFormTicket({
    minFillMs: 3000,
    fetchText: () => {
      const answer = answers[asked] ?? 'one too many';
      asked += 1;
      return typeof answer === 'string' ? Promise.resolve(answer) : Promise.reject(answer);
    },
  });
  return { ...ticket, timesAsked: () => asked };
}

/** Milliseconds until the ticket is available, and its text. */
async function timed(work: Promise<string>): Promise<[number, string]> {
  const start = Date.now();
  const [text, end] = await Promise.all([
    work,
    work.then(() => Date.now()),
    vi.runAllTimersAsync(),
  ]);
  return [end - start, text];
}

test('a ticket is fetched once for all callers', async () => {
  const { request, timesAsked } = form('signed');
  const [one, other] = await Promise.all([request(), request()]);
  expect(one).toBe(other);
  expect(one.text).toBe('signed');
  await request();
  expect(timesAsked()).toBe(1);
});

test('a ticket is available only after the minimum fill time', async () => {
  const { ready } = form('signed');
  expect(await timed(ready())).toEqual([3000, 'signed']);
});

test('the time spent filling in the form counts', async () => {
  const { request, ready } = form('signed');
  await request();
  await vi.advanceTimersByTimeAsync(2000);
  expect(await timed(ready())).toEqual([1000, 'signed']);
});

test('after the minimum time there is no wait', async () => {
  const { request, ready } = form('signed');
  await request();
  await vi.advanceTimersByTimeAsync(3000);
  await ready();
  expect(vi.getTimerCount()).toBe(0);
});

test('a failure is reported and not cached: the next call requests again', async () => {
  const { request, timesAsked } = form(new TypeError('Failed to fetch'), 'signed');
  await expect(request()).rejects.toThrow('Failed to fetch');
  expect((await request()).text).toBe('signed');
  expect(timesAsked()).toBe(2);
});

test('a form is sent without a ticket if the backend answers without one', async () => {
  const { ready } = form(new HttpError(404, 'Not Found', null));
  expect(await ready()).toBe('');
});

test('sending the form fails with an unreachable backend', async () => {
  const { ready } = form(new TypeError('Failed to fetch'));
  await expect(ready()).rejects.toThrow('Failed to fetch');
});

test('a ticket that was sent is not used for another form', async () => {
  const { request, ready, spend } = form('first', 'second');
  await request();
  await vi.advanceTimersByTimeAsync(3000);
  expect(await ready()).toBe('first');
  spend();
  expect(await timed(ready())).toEqual([3000, 'second']);
});
