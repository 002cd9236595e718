// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  fakeJwt,
  fakeSession,
  fakeSupabase,
  freshImport,
  json,
  PERSON,
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

// supabase-js takes an expired access token for a reason to use the refresh token beside it, and asks
// nobody whether the two belong together.
test.for([
  ['expired', { exp: 1_700_000_000 }],
  ['without an end', {}],
  ['with an end that is no number', { exp: 'soon' }],
] as const)(
  'a forged token %s that names the person at work does not bring in another account',
  async ([, claims]) => {
    const backend = fakeSupabase({
      ...signedInAs('editor'),
      'POST /auth/v1/token': () => json(fakeSession(MALLORY)),
    });
    const forged = fakeJwt({ sub: PERSON.id, ...claims });
    history.replaceState(
      null,
      '',
      `/#access_token=${forged}&refresh_token=mallory&expires_in=3600&token_type=bearer&type=recovery`,
    );
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
