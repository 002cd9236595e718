// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sessionHeaders } from '@/lib/backend-headers';
import { loadSupabase } from '@/lib/supabase';

vi.mock('@/lib/supabase', async (original) => ({
  ...(await original<object>()),
  loadSupabase: vi.fn(async () => ({
    auth: { getSession: async () => ({ data: { session: { access_token: 'token-of-ada' } } }) },
  })),
}));

beforeEach(() => {
  vi.stubEnv('VITE_SUPABASE_ANON_KEY', 'sb_publishable_key');
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

test('a visitor sends the public key and does not download the session library', async () => {
  expect(await sessionHeaders()).toEqual({ apikey: expect.any(String) });
  expect(loadSupabase).not.toHaveBeenCalled();
});

test('a signed-in user sends their own token although the browser blocks storage', async () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new DOMException('denied', 'SecurityError');
    },
  });
  expect(await sessionHeaders()).toMatchObject({ authorization: 'Bearer token-of-ada' });
});
