import { paths } from '@/lib/paths';

/** Router state of the access page: the page the user wanted to open. */
export type OriginState = { from: { pathname: string; search: string; hash: string } };

const ACCESS_PAGES: readonly string[] = [paths.admin, paths.auth];

/**
 * The page to open after signing in, from a location's state. The admin's first page if the state is
 * not a page of this site, or is the access page itself.
 */
export function originOf(state: unknown): string {
  const from = isRecord(state) && isRecord(state.from) ? state.from : {};
  const { pathname, search = '', hash = '' } = from;
  if (typeof pathname !== 'string' || typeof search !== 'string' || typeof hash !== 'string') {
    return paths.adminImages;
  }
  const isOurs =
    // Browsers parse '//' and '/\' as the start of another host.
    /^\/(?![/\\])/.test(pathname) &&
    // oxlint-disable-next-line no-control-regex -- browsers drop these while reading an address
    !/[\\\u0000-\u001f]/.test(pathname) &&
    // '/.//' is '//' once its dots are resolved.
    !new URL(pathname, 'https://site.invalid').pathname.startsWith('//') &&
    (search === '' || search.startsWith('?')) &&
    (hash === '' || hash.startsWith('#'));
  const isAccessPage = ACCESS_PAGES.includes(pathname.replace(/\/+$/, ''));
  return isOurs && !isAccessPage ? pathname + search + hash : paths.adminImages;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
