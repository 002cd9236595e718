/** What the client remembers about itself while the page lives. */
export type AppState = {
  isMenuOpen: boolean;
  lastVisitedPage: string;
  selectedServiceId?: string;
};

export const initialAppState: AppState = { isMenuOpen: false, lastVisitedPage: '/' };

let state = initialAppState;
const listeners = new Set<() => void>();

export function getAppState(): AppState {
  return state;
}

export function setAppState(change: Partial<AppState>) {
  state = { ...state, ...change };
  listeners.forEach((listener) => listener());
}

export function subscribeToAppState(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
