import { useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { referringPage, unvisitPage } from '@/lib/app-state';
import { paths } from '@/lib/paths';
import { useAppState } from './use-app-state';

const subscribeToNothing = () => () => {};

/** Where to continue, for a screen that is no page to come back to itself. Null for home, which every screen leads to. */
export function useLastPage(): string | null {
  const { pathname } = useLocation();
  const lastVisitedPage = useAppState('lastVisitedPage');
  useEffect(() => unvisitPage(pathname), [pathname, lastVisitedPage]);
  // Not known while the page is prerendered.
  const referrer = useSyncExternalStore(subscribeToNothing, referringPage, () => null);
  const last = lastVisitedPage === paths.home ? referrer : lastVisitedPage;
  // Browsers read '//' as the beginning of another host.
  const isOurs = !last?.startsWith('//');
  return isOurs && last !== pathname && last !== paths.home ? last : null;
}
