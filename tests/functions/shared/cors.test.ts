import { expect, test, vi } from 'vitest';
import { parseAllowedOrigins, withCors } from '../../../supabase/functions/_shared/cors.ts';

const ORIGINS = parseAllowedOrigins('https://site.example, https://preview.example/');

function requestFrom(origin: string | null, method = 'POST'): Request {
  const headers = new Headers(origin === null ? {} : { origin });
  return new Request('https://functions.example/', { method, headers });
}

test('the list of origins tolerates spaces, trailing slashes and empty entries', () => {
  expect([...parseAllowedOrigins(' https://a.example/ ,,https://b.example')]).toEqual([
    'https://a.example',
    'https://b.example',
  ]);
  expect(parseAllowedOrigins(undefined).size).toBe(0);
  expect(parseAllowedOrigins('').size).toBe(0);
});

test('a preflight of an allowed origin is answered without calling the handler', async () => {
  const respond = vi.fn();
  const reply = await withCors(requestFrom('https://site.example', 'OPTIONS'), ORIGINS, respond);
  expect(reply.status).toBe(204);
  expect(reply.headers.get('access-control-allow-origin')).toBe('https://site.example');
  expect(reply.headers.get('access-control-allow-headers')).toContain('apikey');
  expect(respond).not.toHaveBeenCalled();
});

test.each([
  'https://evil.example',
  'https://site.example.evil.example',
  'http://site.example',
  'null',
  null,
])('the origin %j is not allowed', async (origin) => {
  for (const method of ['OPTIONS', 'POST']) {
    const reply = await withCors(requestFrom(origin, method), ORIGINS, async () => new Response());
    expect(reply.headers.has('access-control-allow-origin')).toBe(false);
    expect(reply.headers.get('vary')).toBe('Origin');
  }
});

test('an allowed origin may read Retry-After and ETag', async () => {
  const limited = async () => new Response('', { status: 429, headers: { 'retry-after': '60' } });
  const reply = await withCors(requestFrom('https://site.example'), ORIGINS, limited);
  expect(reply.headers.get('access-control-expose-headers')).toBe('etag, retry-after');
  const foreign = await withCors(requestFrom('https://evil.example'), ORIGINS, limited);
  expect(foreign.headers.has('access-control-expose-headers')).toBe(false);
});

test('an allowed origin may read refusals too', async () => {
  const refusal = async () => new Response('no', { status: 401 });
  const reply = await withCors(requestFrom('https://preview.example'), ORIGINS, refusal);
  expect(reply.status).toBe(401);
  expect(reply.headers.get('access-control-allow-origin')).toBe('https://preview.example');
});
