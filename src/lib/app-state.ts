import { createStore } from './create-store';

/** State of the interface that lasts until the page is reloaded. */
export type AppState = {
  isMenuOpen: boolean;
  lastVisitedPage: string;
  selectedServiceId?: string;
};

export const initialAppState: AppState = { isMenuOpen: false, lastVisitedPage: '/' };

const store = createStore<AppState>({ ...initialAppState, lastVisitedPage: referringPage() });

export const { get: getAppState, subscribe: subscribeToAppState } = store;

export function setAppState(change: Partial<AppState>) {
  store.set({ ...store.get(), ...change });
}

let pageBefore = initialAppState.lastVisitedPage;

export function visitPage(pathname: string) {
  const { lastVisitedPage } = store.get();
  if (pathname === lastVisitedPage) return;
  pageBefore = lastVisitedPage;
  setAppState({ lastVisitedPage: pathname });
}

/** For an address that is no page to come back to. */
export function unvisitPage(pathname: string) {
  if (store.get().lastVisitedPage === pathname) setAppState({ lastVisitedPage: pageBefore });
}

/** The page of this site whose link loaded this document: site and staff area are two of them. Nothing is stored. */
function referringPage(): string {
  if (typeof document !== 'undefined' && URL.canParse(document.referrer)) {
    const { origin, pathname } = new URL(document.referrer);
    if (origin === location.origin) return pathname;
  }
  return initialAppState.lastVisitedPage;
}
