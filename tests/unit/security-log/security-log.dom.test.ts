// @vitest-environment jsdom
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { SecurityEvent } from '@/lib/security-log';
import { SESSION_STORAGE_KEY } from '@/lib/supabase';
import {
  fakeSession,
  fakeSupabase,
  fakeUser,
  json,
  networkFailure,
  noContent,
  held,
  PERSON,
  type FakePerson,
  type FakeRoutes,
} from '../../support/fake-supabase';

const EVENTS = 'POST /rest/v1/security_events';
const USER = 'GET /auth/v1/user';
const created = () => new Response(null, { status: 201 });
const event = (overrides: Partial<SecurityEvent> = {}): SecurityEvent => ({
  type: 'application_error',
  severity: 'low',
  description: 'Something small',
  ...overrides,
});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

/** The log after a page load, and the rows of each insert so far. */
async function openPage(routes: FakeRoutes = {}) {
  const backend = fakeSupabase({ [EVENTS]: created, [USER]: () => json(fakeUser()), ...routes });
  vi.resetModules();
  const listening = vi.spyOn(window, 'addEventListener');
  onTestFinished(() => {
    for (const [type, listener] of listening.mock.calls) window.removeEventListener(type, listener);
  });
  const log = await import('@/lib/security-log');
  const inserts = () =>
    backend.requestsTo(EVENTS).map(({ body }) => {
      if (!Array.isArray(body)) throw new Error('An insert is a list of rows');
      return body;
    });
  return { ...log, backend, inserts };
}

const aPause = () => vi.advanceTimersByTimeAsync(2000);
const GRACE: FakePerson = {
  id: '0e9d2c3b-1111-4a4a-8b8b-000000000002',
  email: 'grace@example.com',
};
const signIn = (person = PERSON) =>
  localStorage.setItem(SESSION_STORAGE_KEY, JSON.stringify(fakeSession(person)));

test('SEC-1, SEC-3: an event is sent with exactly its seven columns, the IP address always null', async () => {
  const { logSecurityEvent, inserts, backend } = await openPage();
  logSecurityEvent(event({ metadata: { page: '/contact' } }));
  await aPause();
  expect(inserts()).toEqual([
    [
      {
        event_type: 'application_error',
        severity: 'low',
        description: 'Something small',
        metadata: { page: '/contact' },
        user_id: null,
        ip_address: null,
        user_agent: navigator.userAgent,
      },
    ],
  ]);
  const headers = backend.requestsTo(EVENTS)[0]?.headers;
  expect(headers?.get('apikey')).toBe('sb_publishable_test');
  expect(headers?.get('authorization')).toBeNull();
});

test('SEC-2: the user is read from the Auth service once per session', async () => {
  signIn();
  const { logSecurityEvent, inserts, backend } = await openPage();
  logSecurityEvent(event());
  await aPause();
  logSecurityEvent(event());
  await aPause();
  expect(inserts().map(([row]) => row.user_id)).toEqual([PERSON.id, PERSON.id]);
  expect(backend.requestsTo(USER)).toHaveLength(1);
  expect(backend.requestsTo(EVENTS)[0]?.headers.get('authorization')).toMatch(/^Bearer /);
});

test('SEC-2: events from before a sign-in are not attributed to the user', async () => {
  const { logSecurityEvent, inserts, backend } = await openPage();
  logSecurityEvent(event({ description: 'Before' }));
  signIn();
  logSecurityEvent(event({ description: 'After' }));
  await aPause();
  await aPause();
  expect(inserts().map(([row]) => [row.description, row.user_id])).toEqual([
    ['Before', null],
    ['After', PERSON.id],
  ]);
  const tokens = backend.requestsTo(EVENTS).map(({ headers }) => headers.get('authorization'));
  expect(tokens).toEqual([null, expect.stringMatching(/^Bearer /)]);
});

test('SEC-10: events are sent although the Auth service does not answer', async () => {
  signIn();
  const { logSecurityEvent, inserts } = await openPage({ [USER]: networkFailure });
  logSecurityEvent(event());
  await aPause();
  expect(inserts()).toHaveLength(1);
});

test('SEC-10: nothing is sent while the caller runs', async () => {
  const { logSecurityEvent, backend } = await openPage();
  logSecurityEvent(event());
  await vi.advanceTimersByTimeAsync(1999);
  expect(backend.requests).toEqual([]);
});

test.for([
  ['an unreachable backend', networkFailure],
  ['a refusal', () => json({ code: '42501' }, 401)],
  ['a broken backend', () => json({}, 500)],
  ['an answer that is no JSON', () => new Response('<html>', { status: 502 })],
] as const)('SEC-10: %s throws no error', async ([, answer]) => {
  const { logSecurityEvent } = await openPage({ [EVENTS]: answer });
  expect(() => logSecurityEvent(event())).not.toThrow();
  await aPause();
  expect(() => logSecurityEvent(event())).not.toThrow();
});

test('SEC-10: metadata that cannot be serialised throws no error and is counted', async () => {
  const { logSecurityEvent, inserts } = await openPage();
  const circle: { self?: object } = {};
  circle.self = circle;
  // @ts-expect-error -- a value that a caller could pass by mistake
  expect(() => logSecurityEvent(event({ metadata: circle }))).not.toThrow();
  logSecurityEvent(event());
  await aPause();
  expect(inserts()[0]).toMatchObject([{ metadata: { events_lost: 1 } }]);
});

test('SEC-10: blocked storage throws no error', async () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  const { logSecurityEvent, inserts } = await openPage();
  logSecurityEvent(event());
  await aPause();
  expect(inserts()).toMatchObject([[{ user_id: null }]]);
});

test('events of two seconds are sent together, at most 20 at once', async () => {
  const { logSecurityEvent, inserts } = await openPage();
  for (let count = 0; count < 3; count += 1) logSecurityEvent(event());
  await aPause();
  expect(inserts().map((rows) => rows.length)).toEqual([3]);
  for (let count = 0; count < 25; count += 1) logSecurityEvent(event());
  await vi.advanceTimersByTimeAsync(0);
  expect(inserts().map((rows) => rows.length)).toEqual([3, 20]);
  await aPause();
  expect(inserts().map((rows) => rows.length)).toEqual([3, 20, 5]);
});

test('an unreachable backend gets the newest 50 events later, with their time and the number dropped', async () => {
  const { logSecurityEvent, inserts, backend } = await openPage({ [EVENTS]: networkFailure });
  const raisedAt = new Date().toISOString();
  for (let count = 1; count <= 60; count += 1) {
    logSecurityEvent(event({ description: `Event ${count}` }));
  }
  await vi.advanceTimersByTimeAsync(30_000);
  const tries = inserts().length;
  expect(tries).toBeGreaterThan(1);
  expect(tries).toBeLessThan(8);
  backend.on({ [EVENTS]: created });
  await vi.advanceTimersByTimeAsync(120_000);
  const rows = inserts().slice(tries).flat();
  expect(rows.map((row) => row.description)).toEqual(
    Array.from({ length: 50 }, (_, place) => `Event ${place + 11}`),
  );
  expect(rows[0].metadata).toEqual({ raised_at: raisedAt, events_lost: 10 });
  expect(rows[20].metadata).toEqual({ raised_at: raisedAt });
});

test('refused events are not sent again; the next one has their number', async () => {
  const { logSecurityEvent, inserts, backend } = await openPage({
    [EVENTS]: () => json({ code: '23514' }, 400),
  });
  logSecurityEvent(event());
  logSecurityEvent(event());
  await vi.advanceTimersByTimeAsync(60_000);
  expect(inserts()).toHaveLength(1);
  backend.on({ [EVENTS]: created });
  logSecurityEvent(event());
  await aPause();
  expect(inserts()[1]).toMatchObject([{ metadata: { events_lost: 2 } }]);
  logSecurityEvent(event());
  await aPause();
  expect(inserts()[2]).toMatchObject([{ metadata: {} }]);
  expect(inserts()[2]?.[0].metadata).toEqual({});
});

test('pending events are sent with keepalive when the page is left', async () => {
  const { logSecurityEvent, inserts } = await openPage();
  const fetching = vi.spyOn(globalThis, 'fetch');
  logSecurityEvent(event());
  window.dispatchEvent(new Event('pagehide'));
  expect(inserts()).toHaveLength(1);
  expect(fetching).toHaveBeenCalledWith(
    expect.stringContaining('/rest/v1/security_events'),
    expect.objectContaining({ keepalive: true }),
  );
  await vi.advanceTimersByTimeAsync(10_000);
  expect(inserts()).toHaveLength(1);
});

test('an insert stays below the keepalive limit of 64 kB', async () => {
  const { logSecurityEvent, inserts } = await openPage();
  const metadata = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [name, 'ж'.repeat(450)]));
  for (let count = 0; count < 20; count += 1) {
    logSecurityEvent(event({ description: 'ж'.repeat(500), metadata }));
  }
  await vi.advanceTimersByTimeAsync(10_000);
  expect(inserts().flat()).toHaveLength(20);
  for (const rows of inserts()) {
    expect(new TextEncoder().encode(JSON.stringify(rows)).length).toBeLessThan(64_000);
  }
});

test('R-05: a description is cut to 500 characters, never inside a surrogate pair', async () => {
  const { logSecurityEvent, inserts } = await openPage();
  logSecurityEvent(event({ description: '😀'.repeat(500) }));
  logSecurityEvent(event({ description: '😀'.repeat(501) }));
  logSecurityEvent(event({ description: 'NUL \0 and half a pair \ud83d.' }));
  await aPause();
  expect(inserts()[0]?.map((row) => row.description)).toEqual([
    '😀'.repeat(500),
    `${'😀'.repeat(499)}…`,
    'NUL \ufffd and half a pair \ufffd.',
  ]);
});

test('R-05: a user agent is cut to 400 characters', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('x'.repeat(1000));
  const { logSecurityEvent, inserts } = await openPage();
  logSecurityEvent(event());
  await aPause();
  expect(Array.from(inserts()[0]?.[0].user_agent)).toHaveLength(400);
});

test('R-05: metadata is cut to less than 4 kB and marked as cut', async () => {
  const { logSecurityEvent, inserts } = await openPage();
  logSecurityEvent(
    event({ metadata: { first: 'kept', wide: Array(900).fill('wide'), last: 'gone' } }),
  );
  logSecurityEvent(event({ metadata: { stack: 'y'.repeat(5000) } }));
  await aPause();
  const [cutRow, longRow] = inserts()[0] ?? [];
  expect(cutRow.metadata).toEqual({ first: 'kept', is_cut: true });
  expect(longRow.metadata.stack).toBe(`${'y'.repeat(999)}…`);
});

test('values named like a secret are not sent', async () => {
  const { logSecurityEvent, inserts } = await openPage();
  logSecurityEvent(
    event({
      metadata: { password: 'Secret1', request: { Authorization: 'Bearer x', path: '/a' } },
    }),
  );
  await aPause();
  expect(inserts()[0]?.[0].metadata).toEqual({
    password: '[removed]',
    request: { Authorization: '[removed]', path: '/a' },
  });
});

test.for([
  [1, 'medium'],
  [3, 'medium'],
  [4, 'high'],
  [12, 'high'],
] as const)('SEC-9: a failed login after %i attempts is %s', async ([attempts, severity]) => {
  const { logFailedLogin, inserts } = await openPage();
  logFailedLogin(attempts, 'invalid_credentials');
  await aPause();
  expect(inserts()[0]).toMatchObject([
    { event_type: 'failed_login', severity, metadata: { attempts, reason: 'invalid_credentials' } },
  ]);
});

test('events of a session that ended in another tab have no user', async () => {
  signIn();
  const { logSecurityEvent, inserts, backend } = await openPage({ [USER]: noContent });
  logSecurityEvent(event());
  localStorage.clear();
  await aPause();
  expect(inserts()).toMatchObject([[{ user_id: null }]]);
  expect(backend.requestsTo(EVENTS)[0]?.headers.get('authorization')).toBeNull();
});

test('the user is requested with the token of the event’s session', async () => {
  signIn();
  const { logSecurityEvent, backend } = await openPage();
  logSecurityEvent(event());
  await aPause();
  const [asked] = backend.requestsTo(USER);
  expect(asked?.headers.get('authorization')).toBe(
    backend.requestsTo(EVENTS)[0]?.headers.get('authorization'),
  );
  expect(asked?.headers.get('apikey')).toBe('sb_publishable_test');
});

test('events of the next user have that user’s id', async () => {
  signIn();
  const { logSecurityEvent, inserts, backend } = await openPage();
  logSecurityEvent(event());
  await aPause();
  signIn(GRACE);
  backend.on({ [USER]: networkFailure });
  logSecurityEvent(event());
  await aPause();
  backend.on({ [USER]: () => json(fakeUser(GRACE)) });
  logSecurityEvent(event());
  await aPause();
  expect(inserts().map(([row]) => row.user_id)).toEqual([PERSON.id, null, GRACE.id]);
});

test('a user response without an id is requested again', async () => {
  signIn();
  const { logSecurityEvent, inserts, backend } = await openPage({ [USER]: () => json({}) });
  logSecurityEvent(event());
  await aPause();
  backend.on({ [USER]: () => json(fakeUser()) });
  logSecurityEvent(event());
  await aPause();
  expect(inserts().map(([row]) => row.user_id)).toEqual([null, PERSON.id]);
});

test.for<[string, unknown]>([
  ['null', null],
  ['a text', 'signed in'],
  ['a session without its user', { access_token: 'a.b.c' }],
  ['a user without an id', { access_token: 'a.b.c', user: {} }],
  ['an id that is a number', { access_token: 'a.b.c', user: { id: 7 } }],
  ['a session without its token', { user: { id: PERSON.id } }],
])('%s instead of a session counts as signed out', async ([, stored]) => {
  localStorage.setItem(SESSION_STORAGE_KEY, JSON.stringify(stored));
  const { logSecurityEvent, inserts, backend } = await openPage();
  logSecurityEvent(event());
  await aPause();
  expect(inserts()).toMatchObject([[{ user_id: null }]]);
  expect(backend.requestsTo(USER)).toEqual([]);
  expect(backend.requestsTo(EVENTS)[0]?.headers.get('authorization')).toBeNull();
});

test.for([408, 429, 502, 503, 504])('status %i is retried later', async (status) => {
  const { logSecurityEvent, inserts, backend } = await openPage({
    [EVENTS]: () => json({}, status),
  });
  logSecurityEvent(event({ description: 'Patient' }));
  await aPause();
  expect(inserts()).toHaveLength(1);
  backend.on({ [EVENTS]: created });
  await vi.advanceTimersByTimeAsync(4000);
  expect(inserts()[1]).toMatchObject([{ description: 'Patient' }]);
  expect(inserts()[1]?.[0].metadata).toEqual({});
});

test('events wait while the token is expired, and are sent with the new one', async () => {
  signIn();
  const { logSecurityEvent, inserts, backend } = await openPage({
    [EVENTS]: () => json({ code: 'PGRST303' }, 401),
  });
  logSecurityEvent(event());
  await aPause();
  backend.on({ [EVENTS]: created });
  await vi.advanceTimersByTimeAsync(4000);
  expect(inserts()).toHaveLength(2);
});

test.for([
  ['401 without a token', 401, false],
  ['403 with a token', 403, true],
] as const)('%s is a permanent refusal', async ([, status, isSignedIn]) => {
  if (isSignedIn) signIn();
  const { logSecurityEvent, inserts, backend } = await openPage({
    [EVENTS]: () => json({}, status),
  });
  logSecurityEvent(event());
  await aPause();
  backend.on({ [EVENTS]: created });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(inserts()).toHaveLength(1);
});

test('an unreachable backend is retried less and less often, up to once a minute', async () => {
  const { logSecurityEvent } = await openPage();
  const start = Date.now();
  const asked: number[] = [];
  fakeSupabase({
    [EVENTS]: () => {
      asked.push((Date.now() - start) / 1000);
      return networkFailure();
    },
  });
  logSecurityEvent(event());
  await vi.advanceTimersByTimeAsync(250_000);
  expect(asked).toEqual([2, 6, 14, 30, 62, 122, 182, 242]);
});

test('while the backend is unreachable a full batch causes no extra request', async () => {
  const { logSecurityEvent, inserts } = await openPage({ [EVENTS]: networkFailure });
  logSecurityEvent(event());
  await aPause();
  for (let count = 0; count < 20; count += 1) logSecurityEvent(event());
  await vi.advanceTimersByTimeAsync(3999);
  expect(inserts()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(inserts()).toHaveLength(2);
});

test('20 events are sent at once, 19 wait for the end of the interval', async () => {
  const { logSecurityEvent, inserts } = await openPage();
  for (let count = 0; count < 19; count += 1) logSecurityEvent(event());
  await vi.advanceTimersByTimeAsync(0);
  expect(inserts()).toEqual([]);
  logSecurityEvent(event());
  await vi.advanceTimersByTimeAsync(0);
  expect(inserts().map((rows) => rows.length)).toEqual([20]);
});

test('the interval begins with the first event', async () => {
  const { logSecurityEvent, inserts } = await openPage();
  logSecurityEvent(event());
  await vi.advanceTimersByTimeAsync(1500);
  logSecurityEvent(event());
  await vi.advanceTimersByTimeAsync(500);
  expect(inserts().map((rows) => rows.length)).toEqual([2]);
});

test('nothing is sent again after a success', async () => {
  const { logSecurityEvent } = await openPage();
  logSecurityEvent(event());
  await aPause();
  expect(vi.getTimerCount()).toBe(0);
});

test('one batch is sent at a time; later events follow it', async () => {
  const { handler, release } = held(created);
  const { logSecurityEvent, inserts } = await openPage({ [EVENTS]: handler });
  logSecurityEvent(event({ description: 'First' }));
  await aPause();
  for (let count = 0; count < 20; count += 1) logSecurityEvent(event({ description: 'Later' }));
  await aPause();
  expect(inserts()).toHaveLength(1);
  release();
  await aPause();
  expect(inserts().map((rows) => rows.length)).toEqual([1, 20]);
});

test('the number of dropped events is kept if its report fails', async () => {
  const { logSecurityEvent, inserts, backend } = await openPage({
    [EVENTS]: () => json({ code: '23514' }, 400),
  });
  logSecurityEvent(event());
  await aPause();
  backend.on({ [EVENTS]: networkFailure });
  logSecurityEvent(event());
  await aPause();
  backend.on({ [EVENTS]: created });
  await vi.advanceTimersByTimeAsync(4000);
  expect(inserts().map(([row]) => row.metadata)).toEqual([
    {},
    { events_lost: 1 },
    { events_lost: 1 },
  ]);
});

test('only the first row of a batch has the number of dropped events', async () => {
  const { logSecurityEvent, inserts, backend } = await openPage({
    [EVENTS]: () => json({ code: '23514' }, 400),
  });
  logSecurityEvent(event());
  await aPause();
  backend.on({ [EVENTS]: created });
  logSecurityEvent(event());
  logSecurityEvent(event());
  await aPause();
  expect(inserts()[1]?.map((row) => row.metadata)).toEqual([{ events_lost: 1 }, {}]);
});

test('one pagehide listener is added per page', async () => {
  const { logSecurityEvent } = await openPage();
  const listening = vi.mocked(window.addEventListener);
  logSecurityEvent(event());
  logSecurityEvent(event());
  expect(listening.mock.calls.filter(([type]) => type === 'pagehide')).toHaveLength(1);
});

test('a page that is being prerendered logs nothing', async () => {
  const { logSecurityEvent, inserts, backend } = await openPage();
  vi.stubGlobal('window', undefined);
  logSecurityEvent(event());
  vi.unstubAllGlobals();
  await aPause();
  expect(backend.requests).toEqual([]);
  logSecurityEvent(event({ description: 'Seen' }));
  await aPause();
  expect(inserts()).toMatchObject([[{ description: 'Seen' }]]);
  expect(inserts()[0]?.[0].metadata).toEqual({});
});

test.for([
  [1, 'Sign-in failed'],
  [2, 'Sign-in failed 2 times for one address'],
] as const)(
  'the description of failed login %i has its number',
  async ([attempts, description]) => {
    const { logFailedLogin, inserts } = await openPage();
    logFailedLogin(attempts, 'invalid_credentials');
    await aPause();
    expect(inserts()[0]).toMatchObject([{ description }]);
  },
);

test('an empty description is replaced by the name of the event', async () => {
  const { logSecurityEvent, inserts } = await openPage();
  logSecurityEvent(event({ description: '' }));
  await aPause();
  expect(inserts()[0]).toMatchObject([{ description: 'application_error' }]);
});

test('undefined values in metadata are left out', async () => {
  const { logSecurityEvent, inserts } = await openPage();
  // @ts-expect-error -- the value of a missing optional property
  logSecurityEvent(event({ metadata: { code: undefined, page: '/contact' } }));
  await aPause();
  expect(inserts()[0]?.[0].metadata).toEqual({ page: '/contact' });
});

test('R-05: metadata is kept up to 3968 bytes in the format of Postgres', async () => {
  const { logSecurityEvent, inserts } = await openPage();
  // {"n": [1, 1, ...]} -- every number but the first takes three characters in it.
  const list = (length: number) => ({ n: Array.from({ length }, () => 1) });
  logSecurityEvent(event({ metadata: list(1319) }));
  logSecurityEvent(event({ metadata: list(1320) }));
  await aPause();
  const [fitting, cut] = inserts()[0] ?? [];
  expect(fitting.metadata).toEqual(list(1319));
  expect(cut.metadata).toEqual({ is_cut: true });
});

test('no event gets the user id of a session that has ended', async () => {
  signIn();
  const { logSecurityEvent, inserts } = await openPage();
  logSecurityEvent(event());
  await aPause();
  logSecurityEvent(event());
  localStorage.clear();
  await aPause();
  expect(inserts().map(([row]) => row.user_id)).toEqual([PERSON.id, null]);
});
