// Who calls, without keeping who calls: enough to count by, useless a day later.
import { keyedHash } from './keyed-hash.ts';

/**
 * Reads TRUSTED_PROXIES: how many proxies, counted from the function outwards, append the address they
 * hear from to `X-Forwarded-For`. Null when it is not set: the hosted platform, see `callerAddress`.
 */
export function readTrustedProxies(setting: string | undefined): number | null {
  if (!setting) return null;
  const count = Number(setting);
  if (!Number.isInteger(count) || count < 1) {
    throw new Error('TRUSTED_PROXIES must be a whole number from 1 on');
  }
  return count;
}

/** Keyed hash of the caller's network and the day (UTC). */
export function hashSender(
  request: Request,
  key: CryptoKey,
  now: number,
  trustedProxies: number | null,
): Promise<string> {
  const day = new Date(now).toISOString().slice(0, 10);
  return keyedHash(key, `${day} ${networkOf(callerAddress(request.headers, trustedProxies))}`);
}

/**
 * Whoever calls may begin `X-Forwarded-For` with any address: only what our own proxies append counts.
 * In front of hosted functions stands Cloudflare, which names the caller in a header of its own and takes
 * that header from nobody. '' when nothing stands in front of the function.
 */
function callerAddress(headers: Headers, trustedProxies: number | null): string {
  if (trustedProxies === null) {
    const named = headers.get('cf-connecting-ip')?.trim().toLowerCase();
    if (named) return named;
  }
  const heard = (headers.get('x-forwarded-for') ?? '').split(',').map((entry) => entry.trim());
  return (heard.at(-(trustedProxies ?? 1)) ?? heard[0] ?? '').toLowerCase();
}

/** One subscriber holds 2^64 addresses of IPv6: they count as one. */
function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail ? tail.split(':') : [];
  const gap = tail === undefined ? 0 : Math.max(8 - groups.length - rest.length, 0);
  const all = [...groups, ...Array<string>(gap).fill('0'), ...rest];
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
