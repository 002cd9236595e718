import { expect, test } from 'vitest';
import { deriveKey } from '../../../supabase/functions/_shared/keyed-hash.ts';
import { hashSender } from '../../../supabase/functions/_shared/sender.ts';

const key = await deriveKey('a secret', 'enquiry sender');
const NOON = Date.parse('2026-11-20T12:00:00Z');

function hashOf(forwarded: string | null, { at = NOON, by = key } = {}) {
  const headers = new Headers(forwarded === null ? {} : { 'x-forwarded-for': forwarded });
  return hashSender(new Request('https://functions.example/', { headers }), by, at);
}

test('an address becomes a hash that does not contain it', async () => {
  const hash = await hashOf('203.0.113.9');
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(await hashOf('203.0.113.9')).toBe(hash);
  expect(await hashOf('203.0.113.10')).not.toBe(hash);
});

test('the first of the forwarded addresses counts', async () => {
  expect(await hashOf(' 203.0.113.9 , 10.0.0.1')).toBe(await hashOf('203.0.113.9'));
});

test('the next day, and with another key, the same address is another sender', async () => {
  const hash = await hashOf('203.0.113.9');
  expect(await hashOf('203.0.113.9', { at: NOON + 86_400_000 })).not.toBe(hash);
  const other = await deriveKey('another secret', 'enquiry sender');
  expect(await hashOf('203.0.113.9', { by: other })).not.toBe(hash);
});

test.for([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::9', true],
  ['2001:DB8:1:2::1', '2001:db8:0001:0002:ffff::', true],
  ['2001:db8::1', '2001:db8:0:0:1::', true],
  ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
  ['::1', '::2', true],
  ['::ffff:203.0.113.9', '::ffff:203.0.113.10', false],
] as const)('%s and %s are one network: %s', async ([one, other, isSame]) => {
  expect((await hashOf(one)) === (await hashOf(other))).toBe(isSame);
});

test('a call without a forwarded address is counted too', async () => {
  expect(await hashOf(null)).toMatch(/^[0-9a-f]{64}$/);
});
