import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { PAGE_CHANGE } from '@/boot/protocol.mjs';
import { useAppState } from '@/hooks/use-app-state';
import { setAppState } from '@/lib/app-state';
import { HASH_SCROLL_DELAY_MS } from '@/lib/constants';

const HASH_TARGET_WAIT_MS = 5000;

/** What every navigation does: scroll, remember the page, close the menu. */
export function NavigationEffects() {
  const { pathname, hash, key } = useLocation();
  const navigationType = useNavigationType();
  const previousPath = useRef(pathname);
  const { isMenuOpen } = useAppState();
  const menuOpenedOn = useRef<unknown>(undefined);

  useLayoutEffect(() => {
    if (isMenuOpen) menuOpenedOn.current = keyInHistory();
  }, [isMenuOpen]);

  // Before the page is seen: a view transition holds other effects back until it has begun, and by then
  // the menu may have been opened anew.
  useLayoutEffect(() => {
    const isNewPage = previousPath.current !== pathname;
    previousPath.current = pathname;
    if (isNewPage) window.dispatchEvent(new Event(PAGE_CHANGE));
    setAppState({ lastVisitedPage: pathname });
    // A page still loading when the menu was opened must not close it by arriving.
    if (menuOpenedOn.current !== key) setAppState({ isMenuOpen: false });
    // Back and forward keep the place the browser remembers.
    if (isNewPage && !hash && navigationType !== 'POP') window.scrollTo(0, 0);
  }, [pathname, hash, key, navigationType]);

  useEffect(() => {
    if (!hash) return;
    const id = decode(hash.slice(1));
    let stopLooking: (() => void) | undefined;
    let stopHolding: (() => void) | undefined;
    const timer = setTimeout(() => {
      stopLooking = whenPresent(id, (target) => {
        target.scrollIntoView({ behavior: scrollBehavior() });
        stopHolding = holdInPlace(target);
      });
    }, HASH_SCROLL_DELAY_MS);
    function stop() {
      clearTimeout(timer);
      stopLooking?.();
      stopHolding?.();
      stopListening();
    }
    const stopListening = onTakeOver(stop);
    return stop;
  }, [hash, key]);

  return null;
}

/** The router writes its key there when a navigation begins, long before a lazy page is shown. */
function keyInHistory(): unknown {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'key' in state ? state.key : undefined;
}

/**
 * The target may belong to a page whose code is still on its way (a reload, a link from elsewhere).
 * Found by id, never by selector: a hash may carry anything, tokens of a mailed link included.
 */
function whenPresent(id: string, act: (target: HTMLElement) => void): () => void {
  const find = () => {
    const target = document.getElementById(id);
    if (target) {
      stop();
      act(target);
    }
  };
  const observer = new MutationObserver(find);
  const givingUp = setTimeout(() => observer.disconnect(), HASH_TARGET_WAIT_MS);
  function stop() {
    clearTimeout(givingUp);
    observer.disconnect();
  }
  observer.observe(document.body, { childList: true, subtree: true });
  find();
  return stop;
}

/** What arrives above the target would push it away. */
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

/** Whoever scrolls or presses a key meanwhile is not pulled back. Returns how to stop listening. */
function onTakeOver(listener: () => void): () => void {
  const listening = new AbortController();
  for (const event of ['wheel', 'touchstart', 'pointerdown', 'keydown']) {
    window.addEventListener(event, listener, { passive: true, signal: listening.signal });
  }
  return () => listening.abort();
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
