import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { setAppState } from '@/lib/app-state';
import { HASH_SCROLL_DELAY_MS } from '@/lib/constants';

/** What every navigation does: scroll, remember the page, close the menu. */
export function NavigationEffects() {
  const { pathname, hash, key } = useLocation();
  const navigationType = useNavigationType();
  const previousPath = useRef(pathname);

  useEffect(() => {
    const isNewPage = previousPath.current !== pathname;
    previousPath.current = pathname;
    setAppState({ lastVisitedPage: pathname, isMenuOpen: false });
    // Back and forward keep the place the browser remembers.
    if (isNewPage && !hash && navigationType !== 'POP') window.scrollTo(0, 0);
  }, [pathname, hash, key, navigationType]);

  useEffect(() => {
    if (!hash) return;
    const timer = setTimeout(() => {
      // By id, never as a selector: a hash may carry anything, tokens of a mailed link included.
      document
        .getElementById(decode(hash.slice(1)))
        ?.scrollIntoView({ behavior: scrollBehavior() });
    }, HASH_SCROLL_DELAY_MS);
    return () => clearTimeout(timer);
  }, [hash, key]);

  return null;
}

function decode(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

function scrollBehavior(): ScrollBehavior {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
}
