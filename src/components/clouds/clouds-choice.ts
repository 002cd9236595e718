import { useSyncExternalStore } from 'react';
import { createStore } from '@/lib/create-store';

export const CLOUDS_STORAGE_KEY = 'clouds';
const PAUSED = 'paused';

// The choice of this tab: storage may be unavailable (private mode, blocked cookies).
const chosen = createStore<boolean | null>(null);

function areCloudsPaused(): boolean {
  const choice = chosen.get();
  if (choice !== null) return choice;
  try {
    return localStorage.getItem(CLOUDS_STORAGE_KEY) === PAUSED;
  } catch {
    return false;
  }
}

export function setCloudsPaused(isPaused: boolean) {
  try {
    if (isPaused) localStorage.setItem(CLOUDS_STORAGE_KEY, PAUSED);
    else localStorage.removeItem(CLOUDS_STORAGE_KEY);
  } catch {
    // The choice then lasts until the page is closed.
  }
  chosen.set(isPaused);
}

/** False while prerendering and hydrating; then the visitor's stored choice. */
export function useCloudsPaused(): boolean {
  return useSyncExternalStore(chosen.subscribe, areCloudsPaused, () => false);
}
