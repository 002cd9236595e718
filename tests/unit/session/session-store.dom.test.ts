// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SESSION_STORAGE_KEY } from '@/lib/supabase';
import {
  fakeSession,
  fakeSupabase,
  fakeUser,
  freshImport,
  held,
  json,
  networkFailure,
  noContent,
  PERSON,
  sessionRoutes,
  signedInAs,
} from '../../support/fake-supabase';

// It would log two seconds later, during the next test.
vi.mock('@/lib/security-log');

const ROLE = 'POST /rest/v1/rpc/current_staff_role';
const GRACE = { id: '9b1f4a3c-2222-4d52-9d6a-2f1f0c6f8a22', email: 'grace@example.com' };
const STAFF = { status: 'staff', user: PERSON, role: 'owner' };
const credentials = { email: PERSON.email, password: 'Secret1' };

/** The store after a page load, with every state it had. */
async function openPage() {
  const store = await freshImport(() => import('@/features/session/session-store'));
  const seen: string[] = [];
  store.subscribeToSession(() => seen.push(store.getSession().status));
  return { ...store, ...(await import('@/features/session/session-keeper')), seen };
}

async function openSignedIn() {
  const page = await openPage();
  await vi.waitFor(() => expect(page.getSession().status).toBe('staff'));
  return page;
}

/** The client the store uses. */
async function client() {
  const { loadSupabase } = await import('@/lib/supabase');
  return loadSupabase();
}

/** Lets pending requests start. */
async function settle() {
  await new Promise((resolve) => setTimeout(resolve));
}

/** As if the mail with the link was requested on this page. */
async function askForLink() {
  fakeSupabase({ 'POST /auth/v1/recover': () => json({}) });
  const { requestNewPassword } = await freshImport(() => import('@/features/session/api'));
  await requestNewPassword(PERSON.email);
}

function inAnotherTab(newValue: string | null) {
  if (newValue === null) localStorage.removeItem(SESSION_STORAGE_KEY);
  else localStorage.setItem(SESSION_STORAGE_KEY, newValue);
  window.dispatchEvent(new StorageEvent('storage', { key: SESSION_STORAGE_KEY, newValue }));
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
  history.replaceState(null, '', '/');
});

test('SESS-1: a visitor is signed out at once, and supabase-js is not even loaded', async () => {
  const backend = fakeSupabase();
  const loadSupabase = vi.fn();
  vi.doMock('@/lib/supabase', async (original) => ({
    ...(await original<object>()),
    loadSupabase,
  }));
  vi.resetModules();
  const store = await import('@/features/session/session-store');
  expect(store.getSession().status).toBe('loading');
  void store.startSession();
  vi.doUnmock('@/lib/supabase');
  expect(store.getSession()).toEqual({
    status: 'signed-out',
    user: null,
    role: null,
    ended: null,
  });
  expect(loadSupabase).not.toHaveBeenCalled();
  expect(backend.requests).toEqual([]);
});

test('SESS-1: a stored session is loading until the role is known', async () => {
  const role = held(() => json('owner'));
  const backend = fakeSupabase({ ...signedInAs('owner'), [ROLE]: role.handler });
  const page = await openPage();
  expect(page.getSession()).toEqual({ status: 'loading', user: null, role: null });
  await vi.waitFor(() => expect(backend.requestsTo(ROLE)).toHaveLength(1));
  expect(page.getSession()).toEqual({ status: 'loading', user: PERSON, role: null });
  role.release();
  await vi.waitFor(() => expect(page.getSession()).toEqual(STAFF));
  expect(backend.requestsTo(ROLE)[0]?.headers.get('authorization')).toMatch(/^Bearer .+\..+\..+/);
});

test('R-01: signed in but not approved is waiting', async () => {
  fakeSupabase(signedInAs(null));
  const page = await openPage();
  await vi.waitFor(() =>
    expect(page.getSession()).toEqual({ status: 'waiting', user: PERSON, role: null }),
  );
});

test('R-01: the role is requested on each page load and never stored', async () => {
  fakeSupabase(signedInAs('editor'));
  await openSignedIn();
  expect(Object.keys(localStorage)).toEqual([SESSION_STORAGE_KEY]);
  expect(localStorage.getItem(SESSION_STORAGE_KEY)).not.toContain('editor');
});

test('R-01: an approval is noticed on the next check', async () => {
  const backend = fakeSupabase(signedInAs(null));
  const page = await openPage();
  await vi.waitFor(() => expect(page.getSession().status).toBe('waiting'));
  backend.on({ [ROLE]: () => json('editor') });
  expect(await page.recheckSession()).toBeNull();
  expect(page.getSession()).toEqual({ status: 'staff', user: PERSON, role: 'editor' });
});

test('a failed role request gives unknown, not waiting, and can be repeated', async () => {
  const backend = fakeSupabase({ ...signedInAs('owner'), [ROLE]: networkFailure });
  const page = await openPage();
  await vi.waitFor(() => expect(page.getSession().status).toBe('unknown'));
  expect(page.getSession()).toMatchObject({ user: PERSON, error: { kind: 'offline' } });
  expect(page.seen).not.toContain('waiting');
  backend.on({ [ROLE]: () => json('owner') });
  window.dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(page.getSession()).toEqual(STAFF));
});

test('a failed repeat of the role request keeps the session', async () => {
  const backend = fakeSupabase(signedInAs('owner'));
  const page = await openSignedIn();
  backend.on({ [ROLE]: () => json({ message: 'resting' }, 503) });
  const error = await page.recheckSession();
  expect(error).toMatchObject({ kind: 'offline' });
  expect(page.getSession()).toEqual(STAFF);
});

test('SESS-5: when the refresh is refused the session ends and its user is remembered', async () => {
  localStorage.setItem(
    SESSION_STORAGE_KEY,
    JSON.stringify(fakeSession(PERSON, { expiresIn: -60 })),
  );
  fakeSupabase({
    'POST /auth/v1/token': () =>
      json({ error_code: 'refresh_token_not_found', msg: 'Invalid Refresh Token' }, 400),
  });
  const page = await openPage();
  await vi.waitFor(() =>
    expect(page.getSession()).toMatchObject({ status: 'signed-out', ended: PERSON }),
  );
  expect(localStorage.getItem(SESSION_STORAGE_KEY)).toBeNull();
});

test('SESS-4: an expired session that cannot be refreshed offline is kept', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  localStorage.setItem(
    SESSION_STORAGE_KEY,
    JSON.stringify(fakeSession(PERSON, { expiresIn: -60 })),
  );
  fakeSupabase({ 'POST /auth/v1/token': networkFailure });
  const page = await openPage();
  await vi.advanceTimersByTimeAsync(9000);
  expect(page.getSession().status).toBe('loading');
  await vi.advanceTimersByTimeAsync(1500);
  expect(page.getSession()).toMatchObject({ status: 'unknown', error: { kind: 'offline' } });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(page.getSession().status).toBe('unknown');
  expect(localStorage.getItem(SESSION_STORAGE_KEY)).not.toBeNull();
});

test('a session that could not be restored is retried only after a page load', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const reload = vi.fn();
  localStorage.setItem(
    SESSION_STORAGE_KEY,
    JSON.stringify(fakeSession(PERSON, { expiresIn: -60 })),
  );
  fakeSupabase({ 'POST /auth/v1/token': networkFailure });
  const page = await openPage();
  await vi.advanceTimersByTimeAsync(15_000);
  vi.stubGlobal('location', { ...window.location, reload });
  await page.recheckSession();
  vi.unstubAllGlobals();
  expect(reload).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(60_000);
});

test('a refused token is refreshed and the request repeated once', async () => {
  let answers = 0;
  const backend = fakeSupabase({
    ...signedInAs('owner'),
    [ROLE]: () =>
      ++answers === 1 ? json({ code: 'PGRST301', message: 'JWT invalid' }, 401) : json('owner'),
  });
  const page = await openSignedIn();
  expect(page.getSession()).toEqual(STAFF);
  expect(backend.requestsTo('POST /auth/v1/token?grant_type=refresh_token')).toHaveLength(1);
});

test('a token refused for good ends the session', async () => {
  fakeSupabase({
    ...signedInAs('owner'),
    'POST /auth/v1/token': () => json({ error_code: 'session_expired', msg: 'Over' }, 400),
    [ROLE]: () => json({ code: 'PGRST301', message: 'JWT invalid' }, 401),
  });
  const page = await openPage();
  await vi.waitFor(() =>
    expect(page.getSession()).toMatchObject({ status: 'signed-out', ended: PERSON }),
  );
  expect(localStorage.getItem(SESSION_STORAGE_KEY)).toBeNull();
});

test('SESS-17, R-07: a refocused tab with the same user changes nothing and sends nothing', async () => {
  const backend = fakeSupabase(signedInAs('owner'));
  const page = await openSignedIn();
  const before = page.getSession();
  const events: string[] = [];
  (await client()).auth.onAuthStateChange((event) => events.push(event));
  window.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(() => expect(events).toContain('SIGNED_IN'));
  await settle();
  expect(page.getSession()).toBe(before);
  expect(backend.requestsTo(ROLE)).toHaveLength(1);
});

test('SESS-2: TOKEN_REFRESHED of the same user changes nothing', async () => {
  const backend = fakeSupabase(signedInAs('owner'));
  const page = await openSignedIn();
  const before = page.getSession();
  const events: string[] = [];
  const supabase = await client();
  supabase.auth.onAuthStateChange((event) => events.push(event));
  await supabase.auth.refreshSession();
  expect(events).toContain('TOKEN_REFRESHED');
  await settle();
  expect(page.getSession()).toBe(before);
  expect(backend.requestsTo(ROLE)).toHaveLength(1);
});

test('SESS-2: USER_UPDATED sets the new email without requesting the role again', async () => {
  const changed = { ...PERSON, email: 'ada.lovelace@example.com' };
  const backend = fakeSupabase({
    ...signedInAs('owner'),
    'PUT /auth/v1/user': () => json(fakeUser(changed)),
  });
  const page = await openSignedIn();
  await (await client()).auth.updateUser({ email: changed.email });
  await settle();
  expect(page.getSession()).toEqual({ ...STAFF, user: changed });
  expect(backend.requestsTo(ROLE)).toHaveLength(1);
});

test('SESS-2: PASSWORD_RECOVERY signs the user in', async () => {
  fakeSupabase({
    ...sessionRoutes('owner'),
    'POST /auth/v1/verify': () => json(fakeSession()),
  });
  const page = await openPage();
  const events: string[] = [];
  const supabase = await client();
  supabase.auth.onAuthStateChange((event) => events.push(event));
  await page.signIn(credentials);
  await supabase.auth.verifyOtp({ type: 'recovery', token_hash: 'hash' });
  expect(events).toContain('PASSWORD_RECOVERY');
  await vi.waitFor(() => expect(page.getSession()).toEqual(STAFF));
});

test('SESS-2: MFA_CHALLENGE_VERIFIED of the same user changes nothing', async () => {
  const backend = fakeSupabase({
    ...signedInAs('owner'),
    'POST /auth/v1/factors/f1/verify': () => json(fakeSession()),
  });
  const page = await openSignedIn();
  const before = page.getSession();
  const events: string[] = [];
  const supabase = await client();
  supabase.auth.onAuthStateChange((event) => events.push(event));
  await supabase.auth.mfa.verify({ factorId: 'f1', challengeId: 'c1', code: '123456' });
  expect(events).toContain('MFA_CHALLENGE_VERIFIED');
  await settle();
  expect(page.getSession()).toBe(before);
  expect(backend.requestsTo(ROLE)).toHaveLength(1);
});

test('SESS-2: INITIAL_SESSION and SIGNED_IN start the session, SIGNED_OUT ends it', async () => {
  const backend = fakeSupabase(sessionRoutes('owner'));
  const page = await openPage();
  await page.signIn(credentials);
  await vi.waitFor(() => expect(page.getSession()).toEqual(STAFF));
  await page.signOut();
  expect(page.seen).toEqual(['loading', 'staff', 'signed-out']);
  expect(backend.requestsTo('POST /auth/v1/token?grant_type=password')).toHaveLength(1);
});

test('AUTHAPI-1: signing in sends email and password', async () => {
  const backend = fakeSupabase(sessionRoutes('owner'));
  const page = await openPage();
  await page.signIn(credentials);
  expect(backend.requestsTo('POST /auth/v1/token?grant_type=password')[0]?.body).toMatchObject(
    credentials,
  );
});

test('AUTH-19: a failed login shows the message of the server', async () => {
  fakeSupabase({
    'POST /auth/v1/token': () =>
      json({ error_code: 'invalid_credentials', msg: 'Invalid login credentials' }, 400),
  });
  const page = await openPage();
  await expect(page.signIn(credentials)).rejects.toMatchObject({
    message: 'Invalid login credentials',
    code: 'invalid_credentials',
  });
  expect(page.getSession().status).toBe('signed-out');
  expect(page.seen).toEqual([]);
});

test.each([
  ['the network fails', networkFailure],
  ['the server breaks', () => json({ oops: true }, 500)],
  ['the answer is not JSON', () => new Response('<html>', { status: 400 })],
])("AUTH-19: when %s it is 'Login failed. Please try again.'", async (_, answer) => {
  fakeSupabase({ 'POST /auth/v1/token': answer });
  const page = await openPage();
  await expect(page.signIn(credentials)).rejects.toThrow(/^Login failed\. Please try again\.$/);
});

test('AUTH-20: a failed sign-up shows the message of the server, else the default', async () => {
  const backend = fakeSupabase({
    'POST /auth/v1/signup': () => json({ error_code: 'signup_disabled', msg: 'Not here' }, 422),
  });
  const page = await openPage();
  await expect(page.signUp(credentials)).rejects.toThrow(/^Not here$/);
  backend.on({ 'POST /auth/v1/signup': networkFailure });
  await expect(page.signUp(credentials)).rejects.toHaveProperty(
    'message',
    'Sign up failed. Please try again.',
  );
});

test('AUTHAPI-2, ROUTE-27: the confirmation of a sign-up returns to the site root', async () => {
  const backend = fakeSupabase({ 'POST /auth/v1/signup': () => json(fakeUser()) });
  const page = await openPage();
  expect(await page.signUp(credentials)).toEqual({ isConfirmationPending: true });
  const [request] = backend.requestsTo('POST /auth/v1/signup');
  expect(request?.body).toMatchObject(credentials);
  expect(request?.url.searchParams.get('redirect_to')).toBe('http://localhost:3000/');
  expect(page.getSession().status).toBe('signed-out');
});

test('sign-up without confirmation signs in', async () => {
  fakeSupabase({
    ...sessionRoutes(null),
    'POST /auth/v1/signup': () => json(fakeSession()),
  });
  const page = await openPage();
  expect(await page.signUp(credentials)).toEqual({ isConfirmationPending: false });
  await vi.waitFor(() => expect(page.getSession().status).toBe('waiting'));
});

test('SESS-6, AUTHAPI-3: signing out is global and clears this browser', async () => {
  const backend = fakeSupabase(signedInAs('owner'));
  const page = await openSignedIn();
  await page.signOut();
  expect(backend.requestsTo('POST /auth/v1/logout?scope=global')).toHaveLength(1);
  expect(page.getSession()).toEqual({ status: 'signed-out', user: null, role: null, ended: null });
  expect(localStorage.getItem(SESSION_STORAGE_KEY)).toBeNull();
  expect(console.error).not.toHaveBeenCalled();
});

test.each([
  ['SESS-7', 404],
  ['SESS-8', 401],
  ['SESS-9', 403],
])('%s: status %i to signing out is ignored', async (_, status) => {
  fakeSupabase({
    ...signedInAs('owner'),
    'POST /auth/v1/logout': () => json({ msg: 'gone' }, status),
  });
  const page = await openSignedIn();
  await page.signOut();
  expect(page.getSession()).toMatchObject({ status: 'signed-out', ended: null });
  expect(localStorage.getItem(SESSION_STORAGE_KEY)).toBeNull();
  expect(console.error).not.toHaveBeenCalled();
});

test.each([
  ['the server breaks', () => json({ msg: 'broken' }, 500)],
  ['the network fails', networkFailure],
])('AUTH-22: when %s signing out is logged and completed', async (_, answer) => {
  fakeSupabase({ ...signedInAs('owner'), 'POST /auth/v1/logout': answer });
  const page = await openSignedIn();
  await page.signOut();
  expect(console.error).toHaveBeenCalledWith(
    'The server could not end the session',
    expect.any(Error),
  );
  expect(page.getSession()).toMatchObject({ status: 'signed-out', ended: null });
  expect(localStorage.getItem(SESSION_STORAGE_KEY)).toBeNull();
});

test('AUTH-22: signing out does not wait for a server that does not answer', async () => {
  const logout = held(noContent);
  fakeSupabase({ ...signedInAs('owner'), 'POST /auth/v1/logout': logout.handler });
  const page = await openSignedIn();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const done = page.signOut();
  await vi.advanceTimersByTimeAsync(page.SIGN_OUT_TIMEOUT_MS);
  await done;
  expect(page.getSession().status).toBe('signed-out');
  expect(localStorage.getItem(SESSION_STORAGE_KEY)).toBeNull();
  logout.release();
});

test('SESS-10: the session is kept in local storage', async () => {
  fakeSupabase(sessionRoutes('owner'));
  const page = await openPage();
  await page.signIn(credentials);
  const stored: unknown = JSON.parse(localStorage.getItem(SESSION_STORAGE_KEY) ?? 'null');
  expect(stored).toMatchObject({ refresh_token: 'refresh-5b0c1a5e', user: { id: PERSON.id } });
});

test('a sign-out in another tab ends the session here and names its user', async () => {
  fakeSupabase(signedInAs('owner'));
  const page = await openSignedIn();
  inAnotherTab(null);
  await vi.waitFor(() =>
    expect(page.getSession()).toMatchObject({ status: 'signed-out', ended: PERSON }),
  );
  page.dismissEndedSession();
  expect(page.getSession()).toMatchObject({ status: 'signed-out', ended: null });
});

test('the same user signing in in another tab restores the session', async () => {
  fakeSupabase(signedInAs('owner'));
  const page = await openSignedIn();
  inAnotherTab(null);
  inAnotherTab(JSON.stringify(fakeSession()));
  expect(page.getSession()).toEqual(STAFF);
});

test('a session that another tab reports is used once it has reached the storage of this one', async () => {
  const backend = fakeSupabase(sessionRoutes('owner'));
  const page = await openPage();
  await (await client()).auth.getSession();
  inAnotherTab(JSON.stringify(fakeSession(GRACE)));
  await vi.waitFor(() => expect(page.getSession().user).toEqual(GRACE));
  inAnotherTab(null);
  const asked = backend.requestsTo(ROLE).length;
  const tabs = new BroadcastChannel(SESSION_STORAGE_KEY);
  tabs.postMessage({ event: 'SIGNED_IN', session: fakeSession() });
  await settle();
  await settle();
  expect(backend.requestsTo(ROLE)).toHaveLength(asked);
  expect(page.getSession().status).toBe('signed-out');
  inAnotherTab(JSON.stringify(fakeSession()));
  await vi.waitFor(() => expect(page.getSession()).toEqual(STAFF));
  tabs.close();
});

test('another user signing in in another tab replaces the session', async () => {
  const backend = fakeSupabase(signedInAs('owner'));
  const page = await openSignedIn();
  backend.on({ [ROLE]: () => json('editor') });
  inAnotherTab(JSON.stringify(fakeSession(GRACE)));
  expect(page.getSession()).toEqual({ status: 'loading', user: GRACE, role: null });
  await vi.waitFor(() =>
    expect(page.getSession()).toEqual({ status: 'staff', user: GRACE, role: 'editor' }),
  );
});

test('a role response for a user who signed out is dropped', async () => {
  const role = held(() => json('owner'));
  const backend = fakeSupabase({ ...signedInAs('owner'), [ROLE]: role.handler });
  const page = await openPage();
  await vi.waitFor(() => expect(backend.requestsTo(ROLE)).toHaveLength(1));
  await page.signOut();
  role.release();
  await settle();
  expect(page.getSession().status).toBe('signed-out');
});

test('a visitor’s tab notices a sign-in in another tab', async () => {
  fakeSupabase(sessionRoutes('owner'));
  const page = await openPage();
  expect(page.getSession().status).toBe('signed-out');
  inAnotherTab(JSON.stringify(fakeSession()));
  await vi.waitFor(() => expect(page.getSession()).toEqual(STAFF));
});

test('SESS-3: an invalid stored session means signed out', async () => {
  localStorage.setItem(SESSION_STORAGE_KEY, '{"access_token":"half"}');
  fakeSupabase();
  const page = await openPage();
  await vi.waitFor(() =>
    expect(page.getSession()).toEqual({
      status: 'signed-out',
      user: null,
      role: null,
      ended: null,
    }),
  );
  expect(localStorage.getItem(SESSION_STORAGE_KEY)).toBeNull();
});

test('R-02, R-25: a confirmation link signs in where the account was created, cleans the address and leads to the password', async () => {
  fakeSupabase({ 'POST /auth/v1/signup': () => json(fakeUser()) });
  await (await openPage()).signUp(credentials);
  const { access_token, refresh_token, expires_at } = fakeSession();
  history.replaceState(
    null,
    '',
    `/#access_token=${access_token}&refresh_token=${refresh_token}&expires_in=3600&expires_at=${expires_at}&token_type=bearer&type=signup`,
  );
  const backend = fakeSupabase(sessionRoutes('owner'));
  const page = await openPage();
  expect(location.href).toBe('http://localhost:3000/auth/new-password');
  await vi.waitFor(() => expect(page.getSession()).toEqual(STAFF));
  expect(backend.requestsTo('GET /auth/v1/user')).toHaveLength(1);
  expect(page.seen).not.toContain('signed-out');
  const { getSnapshot } = await import('@/lib/notifications');
  await vi.waitFor(() =>
    expect(getSnapshot()).toMatchObject([
      { type: 'success', title: 'Your email address is confirmed' },
    ]),
  );
});

test('R-24: a reset link leads to the new password; a link of another kind stays on its page', async () => {
  const { access_token, refresh_token, expires_at } = fakeSession();
  const answer = `access_token=${access_token}&refresh_token=${refresh_token}&expires_in=3600&expires_at=${expires_at}&token_type=bearer`;
  for (const [type, address] of [
    ['recovery', '/auth/new-password'],
    ['magiclink', '/'],
  ]) {
    localStorage.clear();
    await askForLink();
    history.replaceState(null, '', `/#${answer}&type=${type}`);
    fakeSupabase(sessionRoutes('owner'));
    const page = await openPage();
    expect(location.pathname).toBe(address);
    await vi.waitFor(() => expect(page.getSession()).toEqual(STAFF));
  }
});

test('R-01: a step before a member’s role is distinguished from waiting for approval', async () => {
  const backend = fakeSupabase({ ...signedInAs(null), [ROLE]: () => json('code') });
  const page = await openPage();
  await vi.waitFor(() =>
    expect(page.getSession()).toEqual({
      status: 'unfinished',
      user: PERSON,
      role: null,
      obstacle: 'code',
    }),
  );
  for (const obstacle of ['password', 'enrol']) {
    backend.on({ [ROLE]: () => json(obstacle) });
    await page.recheckSession();
    expect(page.getSession()).toMatchObject({ status: 'unfinished', obstacle });
  }
  backend.on({ [ROLE]: () => json('owner') });
  await page.recheckSession();
  expect(page.getSession()).toEqual(STAFF);
});

test('R-25: a session ended elsewhere is over although its token is still valid', async () => {
  const backend = fakeSupabase(signedInAs('owner'));
  const page = await openSignedIn();
  backend.on({
    [ROLE]: () => json({ code: 'PT401', message: 'This session has ended' }, 401),
    'POST /auth/v1/token': () => json({ error_code: 'session_not_found', msg: 'No' }, 403),
  });
  await page.recheckSession();
  expect(page.getSession()).toMatchObject({ status: 'signed-out', ended: PERSON });
  expect(localStorage.getItem(SESSION_STORAGE_KEY)).toBeNull();
});

test('a link with refused tokens shows a message and does not sign in', async () => {
  await askForLink();
  const { access_token } = fakeSession();
  history.replaceState(
    null,
    '',
    `/#access_token=${access_token}&refresh_token=r&expires_in=3600&token_type=bearer`,
  );
  fakeSupabase({ 'GET /auth/v1/user': () => json({ msg: 'invalid JWT' }, 403) });
  const page = await openPage();
  await vi.waitFor(() => expect(page.getSession().status).toBe('signed-out'));
  const { getSnapshot } = await import('@/lib/notifications');
  expect(getSnapshot()).toMatchObject([{ type: 'error', title: 'This link did not work' }]);
});

test('a link of another account does not replace the current session', async () => {
  const backend = fakeSupabase(signedInAs('editor'));
  const { access_token } = fakeSession({
    id: 'aaaaaaaa-0000-4000-8000-00000000000a',
    email: 'mallory@elsewhere.test',
  });
  history.replaceState(
    null,
    '',
    `/#access_token=${access_token}&refresh_token=r&expires_in=3600&token_type=bearer`,
  );
  const page = await openPage();
  await vi.waitFor(() => expect(page.getSession().status).toBe('staff'));
  expect(page.getSession().user?.email).not.toBe('mallory@elsewhere.test');
  const { getSnapshot } = await import('@/lib/notifications');
  expect(getSnapshot()).toMatchObject([
    { type: 'error', description: expect.stringContaining('another account') },
  ]);
  expect(backend.requestsTo('GET /auth/v1/user')).toEqual([]);
});

test('an expired link is explained without loading supabase-js', async () => {
  history.replaceState(null, '', '/#error=access_denied&error_code=otp_expired');
  const backend = fakeSupabase();
  const page = await openPage();
  expect(page.getSession().status).toBe('signed-out');
  const { getSnapshot } = await import('@/lib/notifications');
  expect(getSnapshot()).toMatchObject([
    { type: 'error', description: expect.stringContaining('expired') },
  ]);
  expect(backend.requests).toEqual([]);
});

test.for([
  ['/#access_token=a&refresh_token=b', true],
  ['/#error=access_denied&error_code=otp_expired', true],
  ['/?error_code=otp_expired', true],
  ['/blog/a-post#error-handling', false],
  ['/blog/a-post#error', false],
  ['/blog?search=error', false],
] as const)('%s is the result of an Auth link: %s', async ([address, expected]) => {
  const { isMailedLink } = await import('@/features/session/links/mailed-link');
  history.replaceState(null, '', address);
  expect(isMailedLink()).toBe(expected);
});
