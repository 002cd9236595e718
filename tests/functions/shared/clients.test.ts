import { expect, onTestFinished, test, vi } from 'vitest';
import {
  createCallerClient,
  publicObjectUrl,
  readSupabaseSettings,
} from '../../../supabase/functions/_shared/clients.ts';
import { createRestCaller } from '../../../supabase/functions/_shared/rest-caller.ts';

const ENV: Record<string, string> = {
  SUPABASE_URL: 'http://127.0.0.1:9',
  SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ web: 'web-key', default: 'public-key' }),
  SUPABASE_SECRET_KEYS: JSON.stringify({ default: 'secret-key' }),
};

function settingsOf(env: Record<string, string>) {
  return readSupabaseSettings((name) => env[name]);
}

test('every missing variable is reported', () => {
  expect(() => settingsOf({ SUPABASE_URL: 'x' })).toThrow(
    'Missing environment variables: SUPABASE_PUBLISHABLE_KEYS, SUPABASE_SECRET_KEYS',
  );
  expect(() => settingsOf({ ...ENV, SUPABASE_SECRET_KEYS: 'sb_secret_x' })).toThrow(
    'SUPABASE_SECRET_KEYS must be a JSON object of keys by name',
  );
});

test('the keys of 2026 go before the legacy ones, which still count', () => {
  const legacy = { SUPABASE_ANON_KEY: 'old-anon', SUPABASE_SERVICE_ROLE_KEY: 'old-service' };
  expect(settingsOf({ ...ENV, ...legacy })).toMatchObject({
    publishableKeys: ['public-key', 'web-key', 'old-anon'],
    secretKeys: ['secret-key', 'old-service'],
  });
  expect(settingsOf({ SUPABASE_URL: 'x', ...legacy })).toMatchObject({
    publishableKeys: ['old-anon'],
    secretKeys: ['old-service'],
  });
});

test.for(['sb_publishable_of_an_older_build', 'sb_secret_x', 'web-key'])(
  'the key %s sent as a token is no session',
  (key) => {
    vi.stubGlobal('WebSocket', vi.fn());
    onTestFinished(() => void vi.unstubAllGlobals());
    const callerOf = (token: string) =>
      createRestCaller(
        settingsOf(ENV),
        new Request('https://site.example', { headers: { authorization: `Bearer ${token}` } }),
      ).caller;
    expect([callerOf(key).hasToken, callerOf('a.session.token').hasToken]).toEqual([false, true]);
  },
);

test('STOR-5: a public URL has the origin that visitors use', () => {
  const path = '/storage/v1/object/public/images/a.jpg';
  expect(publicObjectUrl(settingsOf(ENV), 'images', 'a.jpg')).toBe(`http://127.0.0.1:9${path}`);
  const behindProxy = settingsOf({ ...ENV, PUBLIC_SUPABASE_URL: 'https://site.example/' });
  expect(publicObjectUrl(behindProxy, 'images', 'a.jpg')).toBe(`https://site.example${path}`);
});

test('a public URL keeps folders and encodes special characters', () => {
  expect(publicObjectUrl(settingsOf(ENV), 'images', 'team/a #1?.jpg')).toMatch(
    /\/images\/team\/a%20%231%3F\.jpg$/,
  );
});

test('PERM-11: the caller client sends the token of the caller and the public key only', async () => {
  const requests: Request[] = [];
  // supabase-js requires a WebSocket, Node 20 has none, and these tests open none.
  vi.stubGlobal('WebSocket', vi.fn());
  vi.stubGlobal('fetch', async (input: RequestInfo, init?: RequestInit) => {
    requests.push(new Request(input, init));
    return Response.json({ Key: 'images/a.jpg', Id: '1' });
  });
  const client = createCallerClient(settingsOf(ENV), 'caller-token');
  await client.rpc('current_staff_role');
  await client.storage.from('images').upload('a.jpg', new Uint8Array(1));
  vi.unstubAllGlobals();
  expect(requests).toHaveLength(2);
  for (const request of requests) {
    expect(request.headers.get('authorization')).toBe('Bearer caller-token');
    expect(request.headers.get('apikey')).toBe('public-key');
  }
});
