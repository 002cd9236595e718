// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  LINK_LIFETIME_MS,
  rememberAskedLink,
  wasLinkAsked,
} from '@/features/session/links/asked-links';
import { SESSION_STORAGE_KEY } from '@/lib/supabase';
import {
  fakeJwt,
  fakeSession,
  fakeSupabase,
  freshImport,
  json,
  PERSON,
  sessionRoutes,
  signedInAs,
} from '../../support/fake-supabase';

vi.mock('@/lib/security-log');

const MALLORY = { id: 'aaaaaaaa-0000-4000-8000-00000000000a', email: 'mallory@elsewhere.test' };

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  localStorage.clear();
  history.replaceState(null, '', '/');
});

function visitLink(accessToken: string, type = 'recovery') {
  history.replaceState(
    null,
    '',
    `/#access_token=${accessToken}&refresh_token=mallory&expires_in=3600&token_type=bearer&type=${type}`,
  );
}

async function openPage() {
  const store = await freshImport(() => import('@/features/session/session-store'));
  await store.startSession();
  const keeper = await import('@/features/session/session-keeper');
  const { getSnapshot } = await import('@/lib/notifications');
  return { ...store, ...keeper, titles: () => getSnapshot().map(({ title }) => title) };
}

test.each(['recovery', 'signup', 'magiclink', ''])(
  'a link of type "%s" that was not requested in this browser signs in only after consent',
  async (type) => {
    const backend = fakeSupabase(sessionRoutes(null, MALLORY));
    visitLink(fakeSession(MALLORY).access_token, type);
    const page = await openPage();
    expect(page.getSession()).toMatchObject({ status: 'signed-out', ended: null });
    expect(page.getOfferedAddress()).toBe(MALLORY.email);
    expect(location.href).toBe('http://localhost:3000/auth/continue');
    expect(localStorage).toHaveLength(0);
    expect(sessionStorage).toHaveLength(0);
    expect(backend.requests).toEqual([]);
    await page.acceptOfferedLink();
    await vi.waitFor(() => expect(page.getSession().status).toBe('waiting'));
    expect(page.getSession().user).toEqual(MALLORY);
    expect(page.getOfferedAddress()).toBeNull();
    sessionStorage.clear();
  },
);

test('a declined link is discarded', async () => {
  const backend = fakeSupabase();
  visitLink(fakeSession(MALLORY).access_token);
  const page = await openPage();
  page.declineOfferedLink();
  expect(page.getOfferedAddress()).toBeNull();
  await page.acceptOfferedLink();
  expect(page.getSession().status).toBe('signed-out');
  expect(backend.requests).toEqual([]);
});

test('a requested link for one email does not admit a link for another', async () => {
  fakeSupabase(sessionRoutes(null));
  rememberAskedLink(PERSON.email);
  visitLink(fakeSession(MALLORY).access_token);
  const page = await openPage();
  expect(page.getOfferedAddress()).toBe(MALLORY.email);
  expect(page.getSession().status).toBe('signed-out');
});

test('a forged token with the requested email does not sign in', async () => {
  const backend = fakeSupabase({ 'GET /auth/v1/user': () => json({ msg: 'invalid JWT' }, 403) });
  rememberAskedLink(PERSON.email);
  // If it is expired, supabase-js uses the refresh token beside it.
  visitLink(fakeJwt({ sub: PERSON.id, email: PERSON.email, exp: 1_700_000_000 }));
  const expired = await openPage();
  expect(expired.titles()).toEqual(['This link did not work']);
  expect(expired.getSession().status).toBe('signed-out');
  expect(backend.requests).toEqual([]);
  visitLink(fakeSession(PERSON).access_token);
  const current = await openPage();
  await vi.waitFor(() => expect(current.titles()).toEqual(['This link did not work']));
  expect(current.getSession().status).toBe('signed-out');
  expect(backend.requestsTo('POST /auth/v1/token')).toEqual([]);
});

test('the record of a requested link ends with its use or its lifetime', async () => {
  fakeSupabase(sessionRoutes('editor'));
  rememberAskedLink(' Ada@Example.com');
  visitLink(fakeSession(PERSON).access_token);
  const page = await openPage();
  await vi.waitFor(() => expect(page.getSession().status).toBe('staff'));
  expect(wasLinkAsked(PERSON.email)).toBe(false);
  vi.useFakeTimers({ toFake: ['Date'] });
  rememberAskedLink(PERSON.email);
  vi.advanceTimersByTime(LINK_LIFETIME_MS - 1);
  expect(wasLinkAsked(PERSON.email)).toBe(true);
  vi.advanceTimersByTime(1);
  expect(wasLinkAsked(PERSON.email)).toBe(false);
  vi.useRealTimers();
  sessionStorage.clear();
});

test('a requested link is recorded as long as the Auth service accepts it', () => {
  const [, seconds] =
    /^otp_expiry = (\d+)$/m.exec(readFileSync('supabase/config.toml', 'utf8')) ?? [];
  expect(LINK_LIFETIME_MS).toBe(Number(seconds) * 1000);
});

test('a user who signed in in another tab meanwhile stays signed in', async () => {
  const backend = fakeSupabase({ ...sessionRoutes('editor') });
  visitLink(fakeSession(MALLORY).access_token);
  const page = await openPage();
  signedInAs('editor');
  window.dispatchEvent(new StorageEvent('storage', { key: SESSION_STORAGE_KEY }));
  await vi.waitFor(() => expect(page.getSession().user).toEqual(PERSON));
  await page.acceptOfferedLink();
  expect(page.getSession().user).toEqual(PERSON);
  expect(backend.requestsTo('GET /auth/v1/user')).toEqual([]);
});

test('tokens put into the address of an open page do not sign in', async () => {
  fakeSupabase();
  const page = await openPage();
  visitLink(fakeSession(MALLORY).access_token);
  window.dispatchEvent(new HashChangeEvent('hashchange'));
  const { loadSupabase } = await import('@/lib/supabase');
  const { data } = await (await loadSupabase()).auth.getSession();
  expect(data.session).toBeNull();
  expect(page.getSession().status).toBe('signed-out');
});

// supabase-js answers an expired access token with the refresh token beside it, without checking
// that both belong to the same user.
test.for([
  ['expired', { exp: 1_700_000_000 }],
  ['without an end', {}],
  ['with an end that is no number', { exp: 'soon' }],
] as const)(
  'a forged token %s that names the signed-in user does not sign in another account',
  async ([, claims]) => {
    const backend = fakeSupabase({
      ...signedInAs('editor'),
      'POST /auth/v1/token': () => json(fakeSession(MALLORY)),
    });
    const forged = fakeJwt({ sub: PERSON.id, ...claims });
    visitLink(forged);
    const store = await freshImport(() => import('@/features/session/session-store'));
    store.subscribeToSession(() => undefined);
    await vi.waitFor(() => expect(store.getSession().status).toBe('staff'));
    const { getSnapshot } = await import('@/lib/notifications');
    await vi.waitFor(() =>
      expect(getSnapshot()).toMatchObject([{ type: 'error', title: 'This link did not work' }]),
    );
    expect(store.getSession().user).toEqual(PERSON);
    expect(backend.requestsTo('POST /auth/v1/token')).toEqual([]);
    expect(location.pathname).toBe('/');
  },
);
