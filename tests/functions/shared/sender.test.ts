import { expect, test } from 'vitest';
import { deriveKeys, type HashKeys } from '../../../supabase/functions/_shared/keyed-hash.ts';
import {
  hashSender,
  readTrustedProxies,
  type TrustedProxies,
} from '../../../supabase/functions/_shared/sender.ts';

const key = await deriveKeys(['a secret'], 'enquiry sender');
const NOON = Date.parse('2026-11-20T12:00:00Z');

type Situation = { at?: number; by?: HashKeys; proxies?: TrustedProxies; named?: string };

function senderOf(
  forwarded: string | null,
  { at = NOON, by = key, proxies = null, named }: Situation = {},
) {
  const headers = new Headers({
    ...(forwarded !== null && { 'x-forwarded-for': forwarded }),
    ...(named !== undefined && { 'cf-connecting-ip': named }),
  });
  return hashSender(new Request('https://functions.example/', { headers }), by, at, proxies);
}

const hashOf = async (...args: Parameters<typeof senderOf>) => (await senderOf(...args)).hash;

test('an IP address becomes a hash that does not contain it', async () => {
  const hash = await hashOf('203.0.113.9');
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(await hashOf('203.0.113.9')).toBe(hash);
  expect(await hashOf('203.0.113.10')).not.toBe(hash);
});

test('R-13: behind Cloudflare its header identifies the caller, with any other header', async () => {
  const proxies = 'cloudflare';
  const honest = await hashOf('203.0.113.9, 10.0.0.1', { proxies, named: '203.0.113.9' });
  const claimed = '198.51.100.1, 203.0.113.9, 10.0.0.1';
  expect(await hashOf(claimed, { proxies, named: '203.0.113.9' })).toBe(honest);
  expect(await hashOf('203.0.113.9', { proxies, named: '203.0.113.10' })).not.toBe(honest);
});

test.for([null, 1, 2] as const)(
  'TRUSTED_PROXIES=%s: CF-Connecting-IP can be forged and is ignored',
  async (proxies) => {
    const honest = await hashOf('203.0.113.9, 10.0.0.1', { proxies });
    const named = '198.51.100.1';
    expect(await hashOf('203.0.113.9, 10.0.0.1', { proxies, named })).toBe(honest);
  },
);

test('a sender is identified only by a trusted proxy', async () => {
  const isKnown = async (...args: Parameters<typeof senderOf>) => (await senderOf(...args)).isKnown;
  expect(await isKnown('203.0.113.9')).toBe(false);
  expect(await isKnown('203.0.113.9', { named: '203.0.113.9' })).toBe(false);
  expect(await isKnown('203.0.113.9', { proxies: 1 })).toBe(true);
  expect(await isKnown(null, { proxies: 1 })).toBe(false);
  expect(await isKnown(null, { proxies: 'cloudflare', named: '203.0.113.9' })).toBe(true);
  expect(await isKnown('203.0.113.9', { proxies: 'cloudflare' })).toBe(false);
});

test.for([
  [1, '203.0.113.9'],
  [2, '203.0.113.9, 10.0.0.1'],
  [3, '203.0.113.9, 203.0.113.9, 10.0.0.1'],
] as const)(
  'R-13: behind %i proxies a caller cannot choose its address',
  async ([proxies, heard]) => {
    const honest = await hashOf(heard, { proxies });
    expect(honest).toBe(await hashOf('203.0.113.9'));
    for (const claim of ['198.51.100.1', '198.51.100.1, 198.51.100.2', '"', ',,']) {
      expect(await hashOf(`${claim}, ${heard}`, { proxies }), claim).toBe(honest);
    }
    expect(await hashOf(heard, { proxies, named: '198.51.100.1' })).toBe(honest);
  },
);

test('without a header of the edge the last forwarded address is used', async () => {
  expect(await hashOf('198.51.100.1 , 203.0.113.9 ')).toBe(await hashOf('203.0.113.9'));
});

test('with fewer addresses than proxies the first one is used', async () => {
  expect(await hashOf('203.0.113.9', { proxies: 3 })).toBe(await hashOf('203.0.113.9'));
});

test.for([
  [undefined, null],
  ['', null],
  ['1', 1],
  ['3', 3],
  ['cloudflare', 'cloudflare'],
] as const)('TRUSTED_PROXIES=%s is read as %s', ([setting, count]) => {
  expect(readTrustedProxies(setting)).toBe(count);
});

test.for(['0', '-1', '1.5', 'two', 'Cloudflare '])(
  'TRUSTED_PROXIES=%s fails at the start',
  (setting) => {
    expect(() => readTrustedProxies(setting)).toThrow('TRUSTED_PROXIES');
  },
);

test('the next day, and with another key, the same address is another sender', async () => {
  const hash = await hashOf('203.0.113.9');
  expect(await hashOf('203.0.113.9', { at: NOON + 86_400_000 })).not.toBe(hash);
  const other = await deriveKeys(['another secret'], 'enquiry sender');
  expect(await hashOf('203.0.113.9', { by: other })).not.toBe(hash);
});

test.for([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::9', true],
  ['2001:DB8:1:2::1', '2001:db8:0001:0002:ffff::', true],
  ['2001:db8::1', '2001:db8:0:0:1::', true],
  ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
  ['::1', '::2', true],
  ['::ffff:203.0.113.9', '::ffff:203.0.113.10', false],
  ['::ffff:203.0.113.9', '203.0.113.9', true],
  ['fe80::1%eth0', 'fe80::1%eth1', true],
] as const)('%s and %s share a network: %s', async ([one, other, isSame]) => {
  expect((await hashOf(one)) === (await hashOf(other))).toBe(isSame);
});

test.for([
  ['2001:db8:1:2::1', '2001:db8:1:ffff::1', true],
  ['2001:db8:1:2::1', '2001:db8:2:2::1', false],
  ['203.0.113.9', '203.0.113.10', false],
] as const)('%s and %s belong to one customer of a provider: %s', async ([one, other, isSame]) => {
  expect((await senderOf(one)).network === (await senderOf(other)).network).toBe(isSame);
});

test('a call without a forwarded address is counted too', async () => {
  expect(await hashOf(null)).toMatch(/^[0-9a-f]{64}$/);
});
