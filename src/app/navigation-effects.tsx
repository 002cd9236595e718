import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { PAGE_CHANGE } from '@/boot/protocol';
import { useAppState } from '@/hooks/use-app-state';
import { useIsHydrating } from '@/hooks/use-is-hydrating';
import { setAppState, visitPage } from '@/lib/app-state';
import { HASH_SCROLL_DELAY_MS } from '@/lib/constants';
import { onUserInput, whilePageLoads } from '@/lib/while-page-loads';

const HASH_TARGET_WAIT_MS = 5000;

/** On every navigation: scroll, store the page as last visited, close the menu. */
export function NavigationEffects() {
  const { pathname, hash, key } = useLocation();
  const navigationType = useNavigationType();
  const previousPath = useRef(pathname);
  const isMenuOpen = useAppState('isMenuOpen');
  const menuOpenedOn = useRef<unknown>(undefined);
  // The browser has scrolled a prerendered page, maybe long before the app ran.
  const scrolledKey = useRef(useIsHydrating() ? key : null);

  useLayoutEffect(() => {
    if (isMenuOpen) menuOpenedOn.current = keyInHistory();
  }, [isMenuOpen]);

  // A layout effect: a view transition delays passive effects until it has begun, and by then the menu
  // may have been opened again.
  useLayoutEffect(() => {
    const isNewPage = previousPath.current !== pathname;
    previousPath.current = pathname;
    if (isNewPage) {
      window.dispatchEvent(new Event(PAGE_CHANGE));
      // From now on titles rise (styles/index.css); that of the first page was there from the first paint.
      document.documentElement.dataset.navigated = '';
    }
    visitPage(pathname);
    // The menu stays open if it was opened while this page was still loading.
    if (menuOpenedOn.current !== key) setAppState({ isMenuOpen: false });
    // For back and forward the browser restores the scroll position.
    if (isNewPage && !hash && navigationType !== 'POP') window.scrollTo(0, 0);
  }, [pathname, hash, key, navigationType]);

  useEffect(() => {
    if (!hash || key === scrolledKey.current) return;
    const id = decode(hash.slice(1));
    let stopWaiting: (() => void) | undefined;
    let stopHolding: (() => void) | undefined;
    const timer = setTimeout(() => {
      stopWaiting = whilePageLoads(() => {
        // Not by selector: a hash may contain anything, such as the tokens of a mailed link.
        const target = document.getElementById(id);
        if (!target) return false;
        target.scrollIntoView({ behavior: scrollBehavior() });
        stopHolding = holdInPlace(target);
        return true;
      });
    }, HASH_SCROLL_DELAY_MS);
    function stop() {
      clearTimeout(timer);
      stopWaiting?.();
      stopHolding?.();
      stopListening();
    }
    const stopListening = onUserInput(stop);
    return stop;
  }, [hash, key]);

  return null;
}

/** The router writes the key of a navigation to `history.state` when it begins, before a lazy page is shown. */
function keyInHistory(): unknown {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'key' in state ? state.key : undefined;
}

/** Scrolls to the target again when content that loads above it moves it. */
function holdInPlace(target: HTMLElement): () => void {
  let height = document.body.offsetHeight;
  const observer = new ResizeObserver(() => {
    if (document.body.offsetHeight === height) return;
    height = document.body.offsetHeight;
    target.scrollIntoView();
  });
  function stop() {
    clearTimeout(givingUp);
    observer.disconnect();
  }
  const givingUp = setTimeout(stop, HASH_TARGET_WAIT_MS);
  observer.observe(document.body);
  return stop;
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
