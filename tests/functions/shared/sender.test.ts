import { expect, test } from 'vitest';
import { deriveKey } from '../../../supabase/functions/_shared/keyed-hash.ts';
import { hashSender, readTrustedProxies } from '../../../supabase/functions/_shared/sender.ts';

const key = await deriveKey('a secret', 'enquiry sender');
const NOON = Date.parse('2026-11-20T12:00:00Z');

type Situation = { at?: number; by?: CryptoKey; proxies?: number | null; named?: string };

function hashOf(
  forwarded: string | null,
  { at = NOON, by = key, proxies = null, named }: Situation = {},
) {
  const headers = new Headers({
    ...(forwarded !== null && { 'x-forwarded-for': forwarded }),
    ...(named !== undefined && { 'cf-connecting-ip': named }),
  });
  return hashSender(new Request('https://functions.example/', { headers }), by, at, proxies);
}

test('an address becomes a hash that does not contain it', async () => {
  const hash = await hashOf('203.0.113.9');
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(await hashOf('203.0.113.9')).toBe(hash);
  expect(await hashOf('203.0.113.10')).not.toBe(hash);
});

test('R-13: on the hosted platform its edge names the caller, whatever the caller claims', async () => {
  const honest = await hashOf('203.0.113.9, 10.0.0.1', { named: '203.0.113.9' });
  const lying = await hashOf('198.51.100.1, 203.0.113.9, 10.0.0.1', { named: '203.0.113.9' });
  expect(lying).toBe(honest);
  expect(await hashOf('203.0.113.9', { named: '203.0.113.10' })).not.toBe(honest);
});

test.for([
  [1, '203.0.113.9'],
  [2, '203.0.113.9, 10.0.0.1'],
  [3, '203.0.113.9, 203.0.113.9, 10.0.0.1'],
] as const)(
  'R-13: behind %i proxies nobody chooses their own address',
  async ([proxies, heard]) => {
    const honest = await hashOf(heard, { proxies });
    expect(honest).toBe(await hashOf('203.0.113.9'));
    for (const claim of ['198.51.100.1', '198.51.100.1, 198.51.100.2', '"', ',,']) {
      expect(await hashOf(`${claim}, ${heard}`, { proxies }), claim).toBe(honest);
    }
    expect(await hashOf(heard, { proxies, named: '198.51.100.1' })).toBe(honest);
  },
);

test('without a word of the edge the last address heard counts', async () => {
  expect(await hashOf('198.51.100.1 , 203.0.113.9 ')).toBe(await hashOf('203.0.113.9'));
});

test('fewer addresses than proxies: the first one is the nearest to the caller', async () => {
  expect(await hashOf('203.0.113.9', { proxies: 3 })).toBe(await hashOf('203.0.113.9'));
});

test.for([
  [undefined, null],
  ['', null],
  ['1', 1],
  ['3', 3],
] as const)('TRUSTED_PROXIES=%s counts as %s', ([setting, count]) => {
  expect(readTrustedProxies(setting)).toBe(count);
});

test.for(['0', '-1', '1.5', 'two'])('TRUSTED_PROXIES=%s stops the start', (setting) => {
  expect(() => readTrustedProxies(setting)).toThrow('TRUSTED_PROXIES');
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
