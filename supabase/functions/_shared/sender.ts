// Who calls, without keeping who calls: enough to count by, useless a day later.
import { keyedHash } from './keyed-hash.ts';

/** Keyed hash of the caller's network and the day (UTC). */
export function hashSender(request: Request, key: CryptoKey, now: number): Promise<string> {
  const day = new Date(now).toISOString().slice(0, 10);
  return keyedHash(key, `${day} ${networkOf(callerAddress(request))}`);
}

/** The platform's gateway names the caller first; '' when nobody stands in front of the function. */
function callerAddress(request: Request): string {
  return request.headers.get('x-forwarded-for')?.split(',')[0]?.trim().toLowerCase() ?? '';
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
