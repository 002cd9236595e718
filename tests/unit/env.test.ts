import { expect, test } from 'vitest';
import { readEnv } from '@/lib/env';

const origin = 'http://localhost:5173';

test('an empty URL means the page’s own origin', () => {
  expect(
    readEnv({ VITE_SUPABASE_URL: '', VITE_SUPABASE_ANON_KEY: 'sb_publishable_x' }, origin),
  ).toEqual({
    supabaseUrl: origin,
    supabaseAnonKey: 'sb_publishable_x',
    apiBaseUrl: `${origin}/functions/v1`,
  });
});

test('a hosted URL loses its trailing slash', () => {
  const env = readEnv(
    { VITE_SUPABASE_URL: ' https://abc.supabase.co/ ', VITE_SUPABASE_ANON_KEY: 'sb_publishable_x' },
    origin,
  );
  expect(env.supabaseUrl).toBe('https://abc.supabase.co');
});

test('blog and projects can have another base URL', () => {
  const values = { VITE_SUPABASE_ANON_KEY: 'sb_publishable_x' };
  const env = readEnv({ ...values, VITE_API_BASE_URL: 'https://api.studio.example/v2/' }, origin);
  expect(env.apiBaseUrl).toBe('https://api.studio.example/v2');
  expect(() => readEnv({ ...values, VITE_API_BASE_URL: '/api' }, origin)).toThrow(
    /VITE_API_BASE_URL must be/,
  );
});

test('all missing and invalid settings are reported together', () => {
  expect(() => readEnv({ VITE_SUPABASE_URL: 'abc.supabase.co' }, origin)).toThrow(
    /VITE_SUPABASE_URL must be.*VITE_SUPABASE_ANON_KEY is missing.*\.env\.example/,
  );
});

test('text around a URL makes it invalid; all trailing slashes are removed', () => {
  const read = (VITE_SUPABASE_URL: string) =>
    readEnv({ VITE_SUPABASE_URL, VITE_SUPABASE_ANON_KEY: 'sb_publishable_x' }, origin);
  expect(() => read('see https://abc.supabase.co')).toThrow(/VITE_SUPABASE_URL must be/);
  expect(read('https://abc.supabase.co//').supabaseUrl).toBe('https://abc.supabase.co');
});
