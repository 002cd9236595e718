import { useSyncExternalStore } from 'react';

export const CLOUDS_STORAGE_KEY = 'clouds';
const PAUSED = 'paused';

const listeners = new Set<() => void>();
// What was chosen in this tab: storage may refuse (private mode, blocked cookies).
let chosen: boolean | null = null;

function areCloudsPaused(): boolean {
  if (chosen !== null) return chosen;
  try {
    return localStorage.getItem(CLOUDS_STORAGE_KEY) === PAUSED;
  } catch {
    return false;
  }
}

export function setCloudsPaused(isPaused: boolean) {
  chosen = isPaused;
  try {
    if (isPaused) localStorage.setItem(CLOUDS_STORAGE_KEY, PAUSED);
    else localStorage.removeItem(CLOUDS_STORAGE_KEY);
  } catch {
    // The choice then lasts as long as the page.
  }
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Moving while prerendering; what the visitor chose before takes hold after mounting. */
export function useCloudsPaused(): boolean {
  return useSyncExternalStore(subscribe, areCloudsPaused, () => false);
}
