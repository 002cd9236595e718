import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { unvisitPage } from '@/lib/app-state';
import { paths } from '@/lib/paths';
import { useAppState } from './use-app-state';

/** Where to continue, for a screen that is no page to come back to itself. Null for home, which every screen leads to. */
export function useLastPage(): string | null {
  const { pathname } = useLocation();
  const lastVisitedPage = useAppState('lastVisitedPage');
  useEffect(() => unvisitPage(pathname), [pathname, lastVisitedPage]);
  // Browsers read '//' as the beginning of another host.
  const isOurs = !lastVisitedPage.startsWith('//');
  return isOurs && lastVisitedPage !== pathname && lastVisitedPage !== paths.home
    ? lastVisitedPage
    : null;
}
