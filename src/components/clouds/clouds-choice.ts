import { useSyncExternalStore } from 'react';
import { createStore } from '@/lib/create-store';

export const CLOUDS_STORAGE_KEY = 'clouds';
const PAUSED = 'paused';

// What was chosen in this tab: storage may refuse (private mode, blocked cookies).
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
    // The choice then lasts as long as the page.
  }
  chosen.set(isPaused);
}

/** Moving while prerendering; what the visitor chose before takes hold after mounting. */
export function useCloudsPaused(): boolean {
  return useSyncExternalStore(chosen.subscribe, areCloudsPaused, () => false);
}
