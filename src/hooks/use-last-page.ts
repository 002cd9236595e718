import { useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { referringPage, subscribeToAppState } from '@/lib/app-state';
import { noteDeadEnd, pageBeforeDeadEnd } from '@/lib/dead-ends';
import { paths } from '@/lib/paths';

const subscribeToNothing = () => () => {};

/** Where to continue, for a screen that is no page to come back to itself. Null for home, which every screen leads to. */
export function useLastPage(): string | null {
  const { pathname } = useLocation();
  useEffect(() => noteDeadEnd(pathname), [pathname]);
  const back = useSyncExternalStore(
    subscribeToAppState,
    () => pageBeforeDeadEnd(pathname),
    () => paths.home,
  );
  // Not known while the page is prerendered.
  const referrer = useSyncExternalStore(subscribeToNothing, referringPage, () => null);
  const last = back === paths.home ? referrer : back;
  // Browsers read '//' as the beginning of another host.
  const isOurs = !last?.startsWith('//');
  return isOurs && last !== pathname && last !== paths.home ? last : null;
}
