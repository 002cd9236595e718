// @vitest-environment jsdom
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { LINK_LIFETIME_MS, rememberAskedLink } from '@/features/session/links/asked-links';
import { SESSION_STORAGE_KEY } from '@/lib/supabase';
import {
  fakeSession,
  fakeSupabase,
  fakeUser,
  freshImport,
  json,
  PERSON,
  sessionRoutes,
  type FakePerson,
  type FakeRoutes,
} from '../../support/fake-supabase';

// It would log two seconds later, during the next test.
vi.mock('@/lib/security-log');

const SAVE = 'PUT /auth/v1/user';
const TYPED = 'Typed-Once-12';
const MALLORY = { id: 'aaaaaaaa-0000-4000-8000-00000000000a', email: 'mallory@elsewhere.test' };

const routes = (person = PERSON, role: 'editor' | null = null): FakeRoutes => ({
  ...sessionRoutes(role, person),
  'POST /auth/v1/signup': () => json(fakeUser()),
  [SAVE]: () => json(fakeUser(person)),
});

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});

/** A tab that has signed up and shows 'Check your email'. */
async function openTabThatSignedUp({ email = PERSON.email, password = TYPED } = {}) {
  const store = await freshImport(() => import('@/features/session/session-store'));
  const { signUp } = await import('@/features/session/session-keeper');
  const { forgetTypedPassword, getTypedPassword } =
    await import('@/features/session/password/typed-password');
  await store.startSession();
  await signUp({ email, password });
  onTestFinished(forgetTypedPassword);
  return { ...store, getTypedPassword };
}

/** The timers that the code sets from now on are due at once, in their order. */
function hurry() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
}

async function passTimeUntil(isDone: () => boolean) {
  while (!isDone()) {
    await new Promise(setImmediate);
    vi.advanceTimersByTime(10);
  }
}

/** Another tab of this browser, opened by the link in the mail; the tabs hear of its session. */
async function openLink(person: FakePerson = PERSON, type = 'signup') {
  const { access_token, refresh_token } = fakeSession(person);
  const tokens = `access_token=${access_token}&refresh_token=${refresh_token}`;
  history.replaceState(null, '', `/#${tokens}&expires_in=3600&token_type=bearer&type=${type}`);
  const store = await freshImport(() => import('@/features/session/session-store'));
  const { getTypedPassword } = await import('@/features/session/password/typed-password');
  const { getSnapshot } = await import('@/lib/notifications');
  hurry();
  await store.startSession();
  await passTimeUntil(() => localStorage.getItem(SESSION_STORAGE_KEY) !== null);
  window.dispatchEvent(new StorageEvent('storage', { key: SESSION_STORAGE_KEY }));
  const outcome = async () => {
    await passTimeUntil(() => getTypedPassword().status !== 'pending');
    return getTypedPassword();
  };
  const notes = () => getSnapshot().map(({ description }) => description);
  return { outcome, notes };
}

test('R-38: the tab that signed up saves the typed password once the link is opened in the same browser', async () => {
  const backend = fakeSupabase(routes());
  const first = await openTabThatSignedUp();
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(TYPED);
  const link = await openLink();
  expect(await link.outcome()).toEqual({ status: 'saved' });
  expect(backend.requestsTo(SAVE).map(({ body }) => body)).toEqual([
    expect.objectContaining({ password: TYPED }),
  ]);
  expect(first.getTypedPassword()).toEqual({ status: 'saved' });
  expect(link.notes()).toEqual(['The password you typed when you signed up is set.']);
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(TYPED);
});

test('R-38: where no tab has signed up, or it was closed, the page behind the link asks', async () => {
  const backend = fakeSupabase(routes());
  rememberAskedLink(PERSON.email);
  const link = await openLink();
  expect(await link.outcome()).toEqual({ status: 'none' });
  expect(link.notes()).toEqual(['Choose your password again to finish.']);
  expect(backend.requestsTo(SAVE)).toEqual([]);
});

test('a link to choose a new password is not answered with the typed one', async () => {
  const backend = fakeSupabase(routes());
  const first = await openTabThatSignedUp();
  const link = await openLink(PERSON, 'recovery');
  await passTimeUntil(() => first.getTypedPassword().status === 'none');
  expect(await link.outcome()).toEqual({ status: 'none' });
  expect(first.getTypedPassword()).toEqual({ status: 'none' });
  expect(backend.requestsTo(SAVE)).toEqual([]);
});

test('a sign-up for one address sets no password for the account of another', async () => {
  const backend = fakeSupabase(routes(MALLORY));
  await openTabThatSignedUp();
  rememberAskedLink(MALLORY.email);
  const link = await openLink(MALLORY);
  expect(await link.outcome()).toEqual({ status: 'none' });
  expect(backend.requestsTo(SAVE)).toEqual([]);
});

/** What a script or a forged question of another tab could send. */
async function ask(user: FakePerson) {
  vi.resetModules();
  const { askForTypedPassword, getTypedPassword } =
    await import('@/features/session/password/typed-password');
  await askForTypedPassword(user);
  return getTypedPassword();
}

test('a question in the name of the typed address does nothing for a session of another account', async () => {
  const backend = fakeSupabase(routes(MALLORY));
  await openTabThatSignedUp();
  rememberAskedLink(MALLORY.email);
  await (await openLink(MALLORY)).outcome();
  expect(await ask({ id: MALLORY.id, email: PERSON.email })).toEqual({
    status: 'refused',
    message: 'this browser is signed in to another account.',
  });
  expect(backend.requestsTo(SAVE)).toEqual([]);
});

test('without a session in its own browser the waiting tab sets nothing: the link was opened elsewhere', async () => {
  const backend = fakeSupabase(routes());
  await openTabThatSignedUp();
  hurry();
  let answer: unknown;
  void ask(PERSON).then((state) => (answer = state));
  await passTimeUntil(() => answer !== undefined);
  expect(answer).toMatchObject({ status: 'refused' });
  expect(backend.requestsTo(SAVE)).toEqual([]);
});

test('the typed password is forgotten when the link has expired', async () => {
  const backend = fakeSupabase(routes());
  await openTabThatSignedUp();
  const now = Date.now;
  vi.spyOn(Date, 'now').mockImplementation(() => now() + LINK_LIFETIME_MS + 1);
  rememberAskedLink(PERSON.email);
  const link = await openLink();
  expect(await link.outcome()).toEqual({ status: 'none' });
  expect(backend.requestsTo(SAVE)).toEqual([]);
});

test('of two sign-ups with one address the later password is saved', async () => {
  const backend = fakeSupabase(routes());
  await openTabThatSignedUp({ password: 'Typed-First-1' });
  await openTabThatSignedUp();
  const link = await openLink();
  expect(await link.outcome()).toEqual({ status: 'saved' });
  expect(backend.requestsTo(SAVE).map(({ body }) => body)).toEqual([
    expect.objectContaining({ password: TYPED }),
  ]);
});

test('R-24: a password too short for a member is not saved; the page says why and asks', async () => {
  const backend = fakeSupabase(routes(PERSON, 'editor'));
  await openTabThatSignedUp({ password: 'Short-1' });
  const link = await openLink();
  expect(await link.outcome()).toEqual({
    status: 'refused',
    message: 'members of staff need a longer one.',
  });
  expect(link.notes()).toEqual(['Choose your password again to finish.']);
  expect(backend.requestsTo(SAVE)).toEqual([]);
});
