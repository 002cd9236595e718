// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '@/lib/errors';
import { fakeSupabase } from '../../support/fake-supabase';

const EVENTS = 'POST /rest/v1/security_events';
const ADDRESS = 'ada@example.com';
const refusal = (code = 'invalid_credentials') =>
  new AppError('invalid', 'Invalid login credentials', { code });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function openPage() {
  const backend = fakeSupabase({ [EVENTS]: () => new Response(null, { status: 201 }) });
  vi.resetModules();
  // The errors thrown here must be of the class the fresh modules know.
  const { AppError: FreshAppError } = await import('@/lib/errors');
  const events = await import('@/features/session/security-events');
  const fail = (email = ADDRESS, error: AppError = refusal()) => {
    const { kind, message, code } = error;
    events.logSignInFailure(email, new FreshAppError(kind, message, code === null ? {} : { code }));
  };
  async function logged() {
    await vi.advanceTimersByTimeAsync(5000);
    return backend.requestsTo(EVENTS).flatMap(({ body }) => (Array.isArray(body) ? body : []));
  }
  const freshError = (code: string) => new FreshAppError('invalid', 'Refused', { code });
  return { ...events, fail, freshError, logged };
}

test('SEC-9: the fourth failure for one address is high, the three before it medium', async () => {
  const { fail, logged } = await openPage();
  for (let attempt = 1; attempt <= 4; attempt += 1) fail();
  fail('grace@example.com');
  expect((await logged()).map(({ severity, metadata }) => [severity, metadata.attempts])).toEqual([
    ['medium', 1],
    ['medium', 2],
    ['medium', 3],
    ['high', 4],
    ['medium', 1],
  ]);
});

test('SEC-9: case and spaces do not make another email', async () => {
  const { fail, logged } = await openPage();
  fail(' Ada@Example.com');
  fail(ADDRESS);
  expect((await logged()).map(({ metadata }) => metadata.attempts)).toEqual([1, 2]);
});

test('SEC-9: attempts older than 15 minutes, or before a success, do not count', async () => {
  const { fail, logSignIn, logged } = await openPage();
  fail();
  await vi.advanceTimersByTimeAsync(15 * 60_000);
  fail();
  logSignIn('password', ADDRESS);
  fail();
  expect(
    (await logged()).map(({ event_type, metadata }) => [event_type, metadata.attempts]),
  ).toEqual([
    ['failed_login', 1],
    ['failed_login', 1],
    ['authentication_success', undefined],
    ['failed_login', 1],
  ]);
});

test('neither the email nor a value derived from it is logged', async () => {
  const { fail, logSignIn, logged } = await openPage();
  fail();
  logSignIn('password', ADDRESS);
  const text = JSON.stringify(await logged());
  expect(text).not.toMatch(/ada@|example/i);
  expect((await logged()).map(({ metadata }) => metadata)).toEqual([
    { attempts: 1, reason: 'invalid_credentials' },
    { method: 'password' },
  ]);
});

test.for([
  ['over_request_rate_limit', 'unexpected', 'rate_limit_exceeded'],
  ['user_banned', 'invalid', 'account_lockout'],
  ['email_not_confirmed', 'invalid', 'failed_login'],
] as const)('the response %s (%s) is logged as %s', async ([code, kind, type]) => {
  const { fail, logged } = await openPage();
  fail(ADDRESS, new AppError(kind, 'Refused', { code }));
  expect((await logged()).map(({ event_type }) => event_type)).toEqual([type]);
});

test('an unreachable or failing server logs no failed login', async () => {
  const { fail, logged } = await openPage();
  fail(ADDRESS, new AppError('offline', 'Login failed'));
  fail(ADDRESS, new AppError('unexpected', 'Login failed', { code: 'unexpected_failure' }));
  expect(await logged()).toEqual([]);
});

test('SEC-9, R-54: the fourth wrong code of an account is high, the three before it medium', async () => {
  const { logCodeFailure, freshError, logged } = await openPage();
  const wrong = freshError('mfa_verification_failed');
  for (let attempt = 1; attempt <= 4; attempt += 1) logCodeFailure('user-1', wrong);
  logCodeFailure('user-2', wrong);
  const events = await logged();
  expect(events.map(({ severity, metadata }) => [severity, metadata.attempts])).toEqual([
    ['medium', 1],
    ['medium', 2],
    ['medium', 3],
    ['high', 4],
    ['medium', 1],
  ]);
  expect(events[0]).toMatchObject({
    event_type: 'failed_login',
    description: 'The password was right, the code of the second factor was not',
    metadata: { reason: 'mfa_verification_failed' },
  });
});
