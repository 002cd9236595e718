import { createStore } from './create-store';

/** State of the interface that lasts until the page is reloaded; the chosen service until the tab is closed. */
export type AppState = {
  isMenuOpen: boolean;
  lastVisitedPage: string;
  selectedServiceId?: string;
};

export const initialAppState: AppState = { isMenuOpen: false, lastVisitedPage: '/' };

const SERVICE_KEY = 'selected-service';

const store = createStore<AppState>({ ...initialAppState, ...readService() });

export const { get: getAppState, subscribe: subscribeToAppState } = store;

export function setAppState(change: Partial<AppState>) {
  store.set({ ...store.get(), ...change });
}

/**
 * The next page may be another document.
 *
 * @throws the browser's error where storage is blocked; the choice then lasts until the next document
 */
export function selectService(id: string) {
  setAppState({ selectedServiceId: id });
  sessionStorage.setItem(SERVICE_KEY, id);
}

function readService(): Pick<AppState, 'selectedServiceId'> {
  try {
    const selectedServiceId = sessionStorage.getItem(SERVICE_KEY);
    return selectedServiceId === null ? {} : { selectedServiceId };
  } catch {
    // While prerendering, or blocked.
    return {};
  }
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
