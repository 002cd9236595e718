import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { onUserInput, whilePageLoads } from '@/lib/while-page-loads';

/**
 * After a change of path the focus goes to the heading of the new page, which screen readers then read. Without it the
 * focus stays on the link in rail or footer, or is lost with the link of the page before. On back and forward the browser
 * restores the place of the page.
 */
export function PageFocus() {
  const { pathname, hash } = useLocation();
  const navigationType = useNavigationType();
  const previousPath = useRef(pathname);
  useEffect(() => {
    const isNewPage = previousPath.current !== pathname;
    previousPath.current = pathname;
    if (!isNewPage || hash || navigationType === 'POP') return undefined;
    let focused: HTMLElement | null = null;
    const stopWaiting = whilePageLoads(() => {
      const main = document.querySelector('main');
      const heading = main?.querySelector('h1');
      if (main && heading && heading !== focused && !hasChosenFocus(main)) {
        heading.tabIndex = -1;
        heading.focus({ preventScroll: true });
        focused = heading;
      }
      // What is shown while a page loads may have a heading of its own.
      return false;
    });
    const stopListening = onUserInput(stopWaiting);
    return () => {
      stopWaiting();
      stopListening();
    };
  }, [pathname, hash, navigationType]);
  return null;
}

/** A page that focuses its first field; a form that got its address by being saved; an open dialog. */
function hasChosenFocus(main: HTMLElement): boolean {
  const { activeElement: focused } = document;
  if (!focused || focused === main) return false;
  return main.contains(focused) || focused.closest('[data-state="open"]') !== null;
}
