import type { QueryClient } from '@tanstack/react-query';
import { matchPath } from 'react-router-dom';
import { isStaffArea } from '@/lib/paths';
import { lazyRoute, type LazyRoute, type Page } from './lazy-route';
import { pages, type SitePage } from './pages';

/** For a page that queries the backend: react-query is loaded with it, not with the entry. */
function lazyDataRoute(load: () => Promise<Page>): LazyRoute {
  return lazyRoute(async () => {
    const [{ withData }, Page] = await Promise.all([import('./data-provider'), load()]);
    return withData(Page);
  });
}

type PublicRoute = Pick<SitePage, 'path' | 'hasOwnFrame'> & { Page: LazyRoute };

export const publicRoutes: readonly PublicRoute[] = [
  ...pages.map(({ load, asksBackend, ...page }) => ({
    ...page,
    Page: asksBackend ? lazyDataRoute(load) : lazyRoute(load),
  })),
  {
    path: '*',
    Page: lazyDataRoute(async () => (await import('@/pages/public/not-found-page')).NotFoundPage),
  },
];

/** Downloads the code of the page at this path; does nothing for a staff page. */
export async function loadPage(pathname: string): Promise<void> {
  await find(pathname)?.route.Page.load();
}

/**
 * Downloads the code and the data of a page; errors of queries stay in the query client.
 *
 * @param getClient called only for a page with data
 */
export async function preparePage(
  pathname: string,
  getClient: () => QueryClient | Promise<QueryClient>,
): Promise<void> {
  const found = find(pathname);
  const page = await found?.route.Page.load();
  if (page?.prepare) await page.prepare(await getClient(), found?.params ?? {});
}

function find(pathname: string) {
  if (isStaffArea(pathname)) return undefined;
  for (const route of publicRoutes) {
    const match = matchPath(route.path, pathname);
    if (match) return { route, params: match.params };
  }
  return undefined;
}
