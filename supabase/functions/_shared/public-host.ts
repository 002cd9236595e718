// Keeps requests to addresses that staff have written away from the network of the project: a link may lead to a
// database, a router or the metadata service of a cloud.

/** Of a name: its addresses. Empty: there is no such name. */
export type Resolve = (host: string) => Promise<readonly string[]>;

const RESERVED_NAMES = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa)$/;

/**
 * Why a URL must not be requested; null if it may. A host can change its addresses between this and the request, which
 * then learns no more than whether something answers.
 */
export async function findPrivateHost(url: URL, resolve: Resolve): Promise<string | null> {
  if (!['http:', 'https:'].includes(url.protocol)) return 'is no address of the web';
  if (url.username !== '' || url.password !== '') return 'has a password in it';
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  // URL has written numbers in every notation as four decimal ones.
  if (isAddress(host)) return isPublicAddress(host) ? null : PRIVATE;
  if (!host.includes('.') || RESERVED_NAMES.test(host)) return PRIVATE;
  const addresses = await resolve(host);
  if (addresses.length === 0) return UNKNOWN_NAME;
  return addresses.every(isPublicAddress) ? null : PRIVATE;
}

export const UNKNOWN_NAME = 'has a name that is not known';
const PRIVATE = 'leads into a private network';

const isAddress = (host: string) => host.includes(':') || /^\d+(\.\d+){3}$/.test(host);

/** Ranges of RFC 6890 that are not global: the first address and the length of the prefix. */
const NOT_GLOBAL = [
  ...(['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16'] as const),
  ...(['172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24'] as const),
  ...(['192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'] as const),
  ...(['224.0.0.0/3'] as const),
].map((range) => {
  const [start = '', bits = ''] = range.split('/');
  return { start: numberOf(start), size: 2 ** (32 - Number(bits)) };
});

export function isPublicAddress(address: string): boolean {
  if (address.includes(':')) return isPublicV6(address);
  const number = numberOf(address);
  return !NOT_GLOBAL.some(({ start, size }) => number >= start && number < start + size);
}

function numberOf(address: string): number {
  return address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
}

/** 2000::/3 without what leads to addresses of version 4 (6to4, Teredo) and the examples. */
function isPublicV6(address: string): boolean {
  const [first = '', second = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split(':');
  const [high, low] = [Number.parseInt(first || '0', 16), Number.parseInt(second || '0', 16)];
  if (high < 0x2000 || high > 0x3fff || high === 0x2002) return false;
  return high !== 0x2001 || (low !== 0 && low !== 0xdb8);
}
