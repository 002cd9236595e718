// Identifies a caller by a hash that changes daily: enough for rate limits, without storing the address.
import { keyedHash, type HashKeys } from './keyed-hash.ts';

/**
 * The trusted proxies in front of the function. `cloudflare` sets the caller's address in
 * `CF-Connecting-IP` and does not let callers set that header. A number: this many proxies, counted from
 * the function outwards, append the address of their client to `X-Forwarded-For`. Null: not known.
 */
export type TrustedProxies = 'cloudflare' | number | null;

/** Reads TRUSTED_PROXIES. */
export function readTrustedProxies(setting: string | undefined): TrustedProxies {
  if (!setting) return null;
  if (setting === 'cloudflare') return setting;
  const count = Number(setting);
  if (!Number.isInteger(count) || count < 1) {
    throw new Error("TRUSTED_PROXIES must be 'cloudflare' or a whole number from 1 on");
  }
  return count;
}

export type Sender = {
  /** One subscriber: an address of IPv4, or the network /64 of an address of IPv6. */
  hash: string;
  /** One customer of a provider: the same for IPv4, the network /48 for IPv6. */
  network: string;
  /** False when the address may be that of a gateway that all visitors share. */
  isKnown: boolean;
};

/** Keyed hashes of the caller's networks and the day (UTC). */
export async function hashSender(
  request: Request,
  keys: HashKeys,
  now: number,
  trustedProxies: TrustedProxies,
): Promise<Sender> {
  const day = new Date(now).toISOString().slice(0, 10);
  const address = callerAddress(request.headers, trustedProxies);
  const hashOf = (groups: number) => keyedHash(keys, `${day} ${networkOf(address, groups)}`);
  return {
    hash: await hashOf(4),
    network: await hashOf(3),
    isKnown: trustedProxies !== null && address !== '',
  };
}

/**
 * Callers can send any header and any first addresses in `X-Forwarded-For`: only addresses added by trusted
 * proxies are used. Without the setting it is the last forwarded address, which callers cannot set, but
 * which may be that of a gateway. '' without a proxy.
 */
function callerAddress(headers: Headers, trustedProxies: TrustedProxies): string {
  if (trustedProxies === 'cloudflare') {
    return headers.get('cf-connecting-ip')?.trim().toLowerCase() ?? '';
  }
  const heard = (headers.get('x-forwarded-for') ?? '').split(',').map((entry) => entry.trim());
  return (heard.at(-(trustedProxies ?? 1)) ?? heard[0] ?? '').toLowerCase();
}

/**
 * One subscriber has 2^64 IPv6 addresses, one customer of a hoster 2^80: `groups` is the number of 16-bit
 * groups that are compared.
 */
function networkOf(address: string, groups: number): string {
  const [plain = ''] = address.replace(/^::ffff:(?=\d+\.)/, '').split('%');
  if (!plain.includes(':') || plain.includes('.')) return plain;
  const [head = '', tail] = plain.split('::');
  const first = head === '' ? [] : head.split(':');
  const rest = tail ? tail.split(':') : [];
  const gap = tail === undefined ? 0 : Math.max(8 - first.length - rest.length, 0);
  const all = [...first, ...Array<string>(gap).fill('0'), ...rest];
  return `${all
    .slice(0, groups)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/${groups * 16}`;
}
