import { expect, test } from 'vitest';
import { bearerToken, readBodyWithin } from '../../../supabase/functions/_shared/http.ts';

function withAuthorization(value: string): Request {
  return new Request('https://site.example/', { headers: { authorization: value } });
}

test.each([
  ['Bearer abc.def-ghi_j', 'abc.def-ghi_j'],
  ['bearer abc', 'abc'],
  ['Bearer   abc', 'abc'],
])('FN-2: the token of %j is read', (value, token) => {
  expect(bearerToken(withAuthorization(value))).toBe(token);
});

test.each(['', 'Bearer', 'Bearer ', 'Basic abc', 'Bearer a b', 'Bearer a, Bearer b', 'abc'])(
  'FN-2: %j has no token',
  (value) => {
    expect(bearerToken(withAuthorization(value))).toBeNull();
  },
);

test('FN-2: a request without the header has no token', () => {
  expect(bearerToken(new Request('https://site.example/'))).toBeNull();
});

test('a body of exactly the limit is read completely', async () => {
  const request = new Request('https://site.example/', { method: 'POST', body: 'abcdef' });
  const result = await readBodyWithin(request, { maxBytes: 6, deadlineMs: 1000 });
  expect(result).toEqual({ ok: true, bytes: new TextEncoder().encode('abcdef') });
});

test('a body one byte over the limit is refused', async () => {
  const request = new Request('https://site.example/', { method: 'POST', body: 'abcdefg' });
  const result = await readBodyWithin(request, { maxBytes: 6, deadlineMs: 1000 });
  expect(result).toEqual({ ok: false, reason: 'too-large' });
});

test('an absent body is empty', async () => {
  const request = new Request('https://site.example/', { method: 'POST' });
  const result = await readBodyWithin(request, { maxBytes: 6, deadlineMs: 1000 });
  expect(result).toEqual({ ok: true, bytes: new Uint8Array(0) });
});
