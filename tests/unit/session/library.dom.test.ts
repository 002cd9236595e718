// @vitest-environment jsdom
// Sentences of the specification that only supabase-js implements: tested against the version in use, so that an upgrade
// that changes them is noticed. What the app does with them is tested in session-store.dom.test.ts.
import { createClient } from '@supabase/supabase-js';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import {
  fakeJwt,
  fakeSession,
  fakeSupabase,
  fakeUser,
  json,
  networkFailure,
  sessionRoutes,
  type FakeRoutes,
} from '../../support/fake-supabase';

const ORIGIN = 'http://localhost:3000';
let clients = 0;

type Setting = {
  /** A client created with this content of the storage. */
  stored?: unknown;
  routes?: FakeRoutes;
  flowType?: 'implicit' | 'pkce';
  autoRefreshToken?: boolean;
};

function openClient({ stored, routes, flowType, autoRefreshToken = true }: Setting = {}) {
  const backend = fakeSupabase(routes);
  clients += 1;
  const storageKey = `library-${clients}`;
  if (stored !== undefined) localStorage.setItem(storageKey, JSON.stringify(stored));
  const supabase = createClient(ORIGIN, 'sb_publishable_test', {
    auth: { storageKey, flowType, autoRefreshToken },
  });
  onTestFinished(() => supabase.auth.dispose());
  const readStored = (suffix = '') => localStorage.getItem(storageKey + suffix);
  return { supabase, auth: supabase.auth, backend, storageKey, readStored };
}

function factor(changes: Record<string, unknown> = {}) {
  return {
    id: 'f1',
    friendly_name: 'phone',
    factor_type: 'totp',
    status: 'verified',
    created_at: '2026-01-05T09:00:00Z',
    updated_at: '2026-01-05T09:00:00Z',
    ...changes,
  };
}

function sessionWithFactors(...factors: unknown[]) {
  const session = fakeSession();
  return { ...session, user: { ...session.user, factors } };
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
  history.replaceState(null, '', '/');
});

test('SESS-4, AUTHAPI-8: an expired session is refreshed with its refresh token', async () => {
  const { auth, backend } = openClient({
    stored: { ...fakeSession(undefined, { expiresIn: -60 }), refresh_token: 'old' },
    routes: sessionRoutes('owner'),
  });
  const { data } = await auth.getSession();
  expect(data.session?.refresh_token).toBe('refresh-5b0c1a5e');
  const [request] = backend.requestsTo('POST /auth/v1/token?grant_type=refresh_token');
  expect(request?.body).toEqual({ refresh_token: 'old' });
});

test('SESS-5: while the access token is valid, a refused refresh keeps the session', async () => {
  const { auth, readStored } = openClient({
    stored: fakeSession(undefined, { expiresIn: 30 }),
    routes: { 'POST /auth/v1/token': () => json({ error_code: 'nope', msg: 'No' }, 400) },
  });
  expect((await auth.getSession()).data.session).not.toBeNull();
  expect(readStored()).not.toBeNull();
});

test('AUTHAPI-8: a refresh that cannot reach the server waits 200, 400, 800 ms … and keeps the session', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'Date'] });
  const startedAt = Date.now();
  const tries: number[] = [];
  const { auth, readStored } = openClient({
    stored: fakeSession(undefined, { expiresIn: -60 }),
    routes: {
      'POST /auth/v1/token': () => {
        tries.push(Date.now() - startedAt);
        return networkFailure();
      },
    },
  });
  const session = auth.getSession();
  await vi.advanceTimersByTimeAsync(30_000);
  expect((await session).data.session).toBeNull();
  expect(tries).toEqual([0, 200, 600, 1400, 3000, 6200, 12_600, 25_400]);
  expect(readStored()).not.toBeNull();
});

test('SESS-11: a verified factor makes aal2 the next level', async () => {
  const { auth } = openClient({ stored: sessionWithFactors(factor()) });
  expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal1',
    nextLevel: 'aal2',
  });
});

test('SESS-12: without factors, or with an unverified one, the next level is aal1', async () => {
  const none = openClient({ stored: sessionWithFactors() });
  expect((await none.auth.mfa.getAuthenticatorAssuranceLevel()).data?.nextLevel).toBe('aal1');
  const unverified = openClient({ stored: sessionWithFactors(factor({ status: 'unverified' })) });
  expect((await unverified.auth.mfa.getAuthenticatorAssuranceLevel()).data?.nextLevel).toBe('aal1');
});

test.each([
  ['access', { access_token: '', refresh_token: 'r' }],
  ['refresh', { access_token: fakeSession().access_token, refresh_token: '' }],
])('SESS-13: setting a session without its %s token fails', async (_, tokens) => {
  const { auth, backend } = openClient();
  const { error } = await auth.setSession(tokens);
  expect(error?.message).toBe('Auth session missing!');
  expect(backend.requests).toEqual([]);
});

test('SESS-14: resending without email or phone is refused', async () => {
  const { auth } = openClient();
  // @ts-expect-error -- the types forbid it; the message is for callers without types
  const { error } = await auth.resend({ type: 'signup' });
  expect(error?.message).toBe('You must provide either an email or phone number and a type');
});

test('SESS-18: a session has tokens, times, type and user, and may have provider tokens', async () => {
  const { access_token, refresh_token } = fakeSession();
  const tokens = { access_token, refresh_token, expires_in: '3600', token_type: 'bearer' };
  const provided = { provider_token: 'pt', provider_refresh_token: 'prt' };
  history.replaceState(null, '', `/#${new URLSearchParams({ ...tokens, ...provided })}`);
  const { auth } = openClient({ routes: sessionRoutes('owner') });
  const { session } = (await auth.getSession()).data;
  expect(session).toEqual({
    access_token: expect.any(String),
    refresh_token: expect.any(String),
    expires_at: expect.any(Number),
    expires_in: 3600,
    token_type: 'bearer',
    user: expect.any(Object),
    provider_token: 'pt',
    provider_refresh_token: 'prt',
  });
});

test('SESS-19, SESS-20: a user has id, email, identities and factors, sorted by type when verified', async () => {
  const user = {
    ...fakeUser(),
    identities: [{ identity_id: 'i1', provider: 'email' }],
    factors: [
      factor({ id: 'a', factor_type: 'totp', status: 'verified' }),
      factor({ id: 'b', factor_type: 'phone', status: 'verified' }),
      factor({ id: 'c', factor_type: 'phone', status: 'unverified' }),
    ],
  };
  const { auth } = openClient({
    stored: fakeSession(),
    routes: { 'GET /auth/v1/user': () => json(user) },
  });
  expect((await auth.getUser()).data.user).toEqual(user);
  const { data } = await auth.mfa.listFactors();
  expect(data?.totp.map(({ id }) => id)).toEqual(['a']);
  expect(data?.phone.map(({ id }) => id)).toEqual(['b']);
  expect(data?.all.map(({ id, status }) => `${id} ${status}`)).toEqual([
    'a verified',
    'b verified',
    'c unverified',
  ]);
});

test.each([
  [{ providerId: 'p1' }, { provider_id: 'p1' }],
  [{ domain: 'example.com' }, { domain: 'example.com' }],
])('AUTHAPI-4: single sign-on by %j', async (by, sent) => {
  const { auth, backend } = openClient({
    flowType: 'pkce',
    routes: { 'POST /auth/v1/sso': () => json({ url: 'https://sso.example' }) },
  });
  await auth.signInWithSSO({
    ...by,
    options: { redirectTo: `${ORIGIN}/`, captchaToken: 'c', skipBrowserRedirect: true },
  });
  expect(backend.requestsTo('POST /auth/v1/sso')[0]?.body).toEqual({
    ...sent,
    redirect_to: `${ORIGIN}/`,
    gotrue_meta_security: { captcha_token: 'c' },
    skip_http_redirect: true,
    code_challenge: expect.any(String),
    code_challenge_method: 's256',
  });
});

test('AUTHAPI-5: reauthentication carries the token', async () => {
  const stored = fakeSession();
  const { auth, backend } = openClient({
    stored,
    routes: { 'GET /auth/v1/reauthenticate': () => json({}) },
  });
  await auth.reauthenticate();
  expect(backend.requestsTo('GET /auth/v1/reauthenticate')[0]?.headers.get('authorization')).toBe(
    `Bearer ${stored.access_token}`,
  );
});

test('AUTHAPI-6: resending by email or by phone', async () => {
  const { auth, backend } = openClient({ routes: { 'POST /auth/v1/resend': () => json({}) } });
  await auth.resend({ type: 'signup', email: 'a@example.com', options: { captchaToken: 'c' } });
  await auth.resend({ type: 'sms', phone: '123', options: { captchaToken: 'd' } });
  expect(backend.requestsTo('POST /auth/v1/resend').map(({ body }) => body)).toEqual([
    expect.objectContaining({
      type: 'signup',
      email: 'a@example.com',
      gotrue_meta_security: { captcha_token: 'c' },
    }),
    { type: 'sms', phone: '123', gotrue_meta_security: { captcha_token: 'd' } },
  ]);
});

test('AUTHAPI-7: the user is read and changed with the token', async () => {
  const stored = fakeSession();
  const { auth, backend } = openClient({
    stored,
    flowType: 'pkce',
    routes: {
      'GET /auth/v1/user': () => json(fakeUser()),
      'PUT /auth/v1/user': () => json(fakeUser()),
    },
  });
  await auth.getUser();
  await auth.updateUser({ email: 'new@example.com', password: 'Secret2' });
  const [read] = backend.requestsTo('GET /auth/v1/user');
  const [changed] = backend.requestsTo('PUT /auth/v1/user');
  expect(read?.headers.get('authorization')).toBe(`Bearer ${stored.access_token}`);
  expect(changed?.headers.get('authorization')).toBe(`Bearer ${stored.access_token}`);
  expect(changed?.body).toEqual({
    email: 'new@example.com',
    password: 'Secret2',
    code_challenge: expect.any(String),
    code_challenge_method: 's256',
  });
});

test('AUTHAPI-9: recovery', async () => {
  const { auth, backend } = openClient({
    flowType: 'pkce',
    routes: { 'POST /auth/v1/recover': () => json({}) },
  });
  await auth.resetPasswordForEmail('ada@example.com', { captchaToken: 'c' });
  expect(backend.requestsTo('POST /auth/v1/recover')[0]?.body).toEqual({
    email: 'ada@example.com',
    code_challenge: expect.any(String),
    code_challenge_method: 's256',
    gotrue_meta_security: { captcha_token: 'c' },
  });
});

const OAUTH_OPTIONS = {
  redirectTo: `${ORIGIN}/`,
  scopes: 'email profile',
  queryParams: { prompt: 'consent' },
  skipBrowserRedirect: true,
};

test('AUTHAPI-10: the address of a provider', async () => {
  const { auth } = openClient();
  const { data } = await auth.signInWithOAuth({ provider: 'github', options: OAUTH_OPTIONS });
  const address = new URL(data.url ?? '');
  expect(address.pathname).toBe('/auth/v1/authorize');
  expect(Object.fromEntries(address.searchParams)).toEqual({
    provider: 'github',
    redirect_to: `${ORIGIN}/`,
    scopes: 'email profile',
    prompt: 'consent',
  });
});

test('AUTHAPI-10: linking a provider sends the token', async () => {
  const stored = fakeSession();
  const { auth, backend } = openClient({
    stored,
    routes: { 'GET /auth/v1/user/identities/authorize': () => json({ url: 'https://p.example' }) },
  });
  await auth.linkIdentity({ provider: 'github', options: OAUTH_OPTIONS });
  const [request] = backend.requestsTo('GET /auth/v1/user/identities/authorize');
  expect(request?.headers.get('authorization')).toBe(`Bearer ${stored.access_token}`);
  expect(Object.fromEntries(request?.url.searchParams ?? [])).toMatchObject({
    provider: 'github',
    redirect_to: `${ORIGIN}/`,
    scopes: 'email profile',
    prompt: 'consent',
  });
});

test('AUTHAPI-11: an identity is unlinked by its id', async () => {
  const { auth, backend } = openClient({
    stored: fakeSession(),
    routes: { 'DELETE /auth/v1/user/identities/i1': () => json({}) },
  });
  const identity = { id: 'x', user_id: 'u', identity_id: 'i1', provider: 'github' };
  expect((await auth.unlinkIdentity(identity)).error).toBeNull();
  expect(backend.requestsTo('DELETE /auth/v1/user/identities/i1')).toHaveLength(1);
});

test('AUTHAPI-12: factors are enrolled by type and removed by id', async () => {
  const { auth, backend } = openClient({
    stored: fakeSession(),
    routes: {
      'POST /auth/v1/factors': () => json({ id: 'f1', type: 'totp', totp: { qr_code: '<svg/>' } }),
      'DELETE /auth/v1/factors/f1': () => json({ id: 'f1' }),
      'GET /auth/v1/user': () => json(fakeUser()),
      'POST /auth/v1/token': () => json(fakeSession()),
    },
  });
  await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine', issuer: 'Agency' });
  await auth.mfa.enroll({ factorType: 'phone', friendlyName: 'Tel', phone: '123' });
  await auth.mfa.unenroll({ factorId: 'f1' });
  expect(backend.requestsTo('POST /auth/v1/factors').map(({ body }) => body)).toEqual([
    { friendly_name: 'Mine', factor_type: 'totp', issuer: 'Agency' },
    { friendly_name: 'Tel', factor_type: 'phone', phone: '123' },
  ]);
  expect(backend.requestsTo('DELETE /auth/v1/factors/f1')).toHaveLength(1);
});

test('AUTHAPI-13: a factor is challenged over a channel and verified with a code', async () => {
  const { auth, backend } = openClient({
    stored: fakeSession(),
    routes: {
      'POST /auth/v1/factors/f1/challenge': () => json({ id: 'c1', type: 'phone', expires_at: 1 }),
      'POST /auth/v1/factors/f1/verify': () => json(fakeSession()),
    },
  });
  await auth.mfa.challenge({ factorId: 'f1', channel: 'sms' });
  await auth.mfa.verify({ factorId: 'f1', challengeId: 'c1', code: '123456' });
  expect(backend.requestsTo('POST /auth/v1/factors/f1/challenge')[0]?.body).toMatchObject({
    channel: 'sms',
  });
  expect(backend.requestsTo('POST /auth/v1/factors/f1/verify')[0]?.body).toEqual({
    code: '123456',
    challenge_id: 'c1',
  });
});

async function signingKey() {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(
    { name: 'ECDSA', namedCurve: 'P-256' },
    true,
    ['sign', 'verify'],
  );
  const jwk = { ...(await crypto.subtle.exportKey('jwk', publicKey)), kid: 'k1', alg: 'ES256' };
  async function sign(claims: Record<string, unknown>) {
    const [, payload] = fakeJwt(claims).split('.');
    const header = btoa(JSON.stringify({ alg: 'ES256', typ: 'JWT', kid: 'k1' })).replace(/=+$/, '');
    const signature = await crypto.subtle.sign(
      { name: 'ECDSA', hash: 'SHA-256' },
      privateKey,
      new TextEncoder().encode(`${header}.${payload}`),
    );
    return `${header}.${payload}.${Buffer.from(signature).toString('base64url')}`;
  }
  return { jwk, sign };
}

const claims = () => ({ sub: 'u1', aal: 'aal1', exp: Math.floor(Date.now() / 1000) + 600 });

test('AUTHAPI-14: a signature is checked against the published keys', async () => {
  const { jwk, sign } = await signingKey();
  const { auth, backend } = openClient({
    routes: { 'GET /auth/v1/.well-known/jwks.json': () => json({ keys: [jwk] }) },
  });
  const token = await sign(claims());
  expect((await auth.getClaims(token)).data?.claims).toMatchObject({ sub: 'u1' });
  const forged = token.replace(
    /\.[^.]*\./,
    `.${fakeJwt({ ...claims(), sub: 'u2' }).split('.')[1]}.`,
  );
  expect((await auth.getClaims(forged)).error?.message).toBe('Invalid JWT signature');
  expect(backend.requestsTo('GET /auth/v1/.well-known/jwks.json')).toHaveLength(1);
});

test('AUTHAPI-14: without a matching key the Auth service is asked about the token', async () => {
  const { sign } = await signingKey();
  const { auth, backend } = openClient({
    routes: {
      'GET /auth/v1/.well-known/jwks.json': () => json({ keys: [] }),
      'GET /auth/v1/user': () => json(fakeUser()),
    },
  });
  expect((await auth.getClaims(await sign(claims()))).data?.claims).toMatchObject({ sub: 'u1' });
  expect(backend.requestsTo('GET /auth/v1/user')).toHaveLength(1);
});

test('AUTHAPI-15: tables, files, functions and live updates have their base paths', async () => {
  const { supabase, backend } = openClient({
    routes: {
      'GET /rest/v1/case_studies': () => json([]),
      'POST /storage/v1/object/list/images': () => json([]),
      'POST /functions/v1/secure-file-upload': () => json({}),
    },
  });
  await supabase.from('case_studies').select('id');
  await supabase.storage.from('images').list();
  await supabase.functions.invoke('secure-file-upload', { body: {} });
  expect(backend.requests.map(({ url }) => url.pathname)).toEqual([
    '/rest/v1/case_studies',
    '/storage/v1/object/list/images',
    '/functions/v1/secure-file-upload',
  ]);
  expect(supabase.realtime.endpointURL()).toMatch(/^ws:\/\/localhost:3000\/realtime\/v1\//);
});
