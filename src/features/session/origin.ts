import { paths } from '@/lib/paths';

/** Where the guard puts the page that was asked for, as router state of the access page. */
export type OriginState = { from: { pathname: string; search: string; hash: string } };

const ACCESS_PAGES: readonly string[] = [paths.admin, paths.auth];

/**
 * The page to go to after signing in, out of a location's state. Anything that is not a page of
 * this site, or is the access page itself, becomes the admin's first page.
 */
export function originOf(state: unknown): string {
  const from = isRecord(state) && isRecord(state.from) ? state.from : {};
  const { pathname, search = '', hash = '' } = from;
  if (typeof pathname !== 'string' || typeof search !== 'string' || typeof hash !== 'string') {
    return paths.adminImages;
  }
  const isOurs =
    // A browser reads '//' and '/\' as the beginning of another host.
    /^\/(?![/\\])/.test(pathname) &&
    // eslint-disable-next-line no-control-regex -- browsers drop these while reading an address
    !/[\\\u0000-\u001f]/.test(pathname) &&
    (search === '' || search.startsWith('?')) &&
    (hash === '' || hash.startsWith('#'));
  const isAccessPage = ACCESS_PAGES.includes(pathname.replace(/\/+$/, ''));
  return isOurs && !isAccessPage ? pathname + search + hash : paths.adminImages;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
