import { createStore } from './create-store';

/** State of the interface that lasts until the page is reloaded. */
export type AppState = {
  isMenuOpen: boolean;
  lastVisitedPage: string;
  selectedServiceId?: string;
};

export const initialAppState: AppState = { isMenuOpen: false, lastVisitedPage: '/' };

const store = createStore(initialAppState);

export const { get: getAppState, subscribe: subscribeToAppState } = store;

export function setAppState(change: Partial<AppState>) {
  store.set({ ...store.get(), ...change });
}
