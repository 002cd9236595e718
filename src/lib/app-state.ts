import { createStore } from './create-store';

/** What the client remembers about itself while the page lives. */
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
