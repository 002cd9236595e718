import { createStore } from './create-store';

/** State of the interface that lasts until the page is reloaded. */
export type AppState = {
  isMenuOpen: boolean;
  lastVisitedPage: string;
  selectedServiceId?: string;
};

export const initialAppState: AppState = { isMenuOpen: false, lastVisitedPage: '/' };

const store = createStore<AppState>(initialAppState);

export const { get: getAppState, subscribe: subscribeToAppState } = store;

export function setAppState(change: Partial<AppState>) {
  store.set({ ...store.get(), ...change });
}

let pageBefore = initialAppState.lastVisitedPage;

export const getPageBefore = () => pageBefore;

export function visitPage(pathname: string) {
  const { lastVisitedPage } = store.get();
  if (pathname === lastVisitedPage) return;
  pageBefore = lastVisitedPage;
  setAppState({ lastVisitedPage: pathname });
}

/** The path of the page of this site whose link loaded this document: site and staff area are two. Null if there is none. */
export function referringPage(): string | null {
  if (!URL.canParse(document.referrer)) return null;
  const { origin, pathname } = new URL(document.referrer);
  // Browsers read '//' as the beginning of another host.
  return origin === location.origin && !pathname.startsWith('//') ? pathname : null;
}
