import { createStore } from '@/lib/create-store';

export const CLOUDS_STORAGE_KEY = 'clouds';
const PAUSED = 'paused';

// The choice of this tab: storage may be unavailable (private mode, blocked cookies).
const chosen = createStore<boolean | null>(null);

export function areCloudsPaused(): boolean {
  const choice = chosen.get();
  if (choice !== null) return choice;
  try {
    return localStorage.getItem(CLOUDS_STORAGE_KEY) === PAUSED;
  } catch {
    // The choice of this page, which boot/live-parts.ts may have applied before the app runs.
    return document.querySelector('.clouds[data-paused]') !== null;
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

export const subscribeToClouds = chosen.subscribe;

/** What the button does. */
export const cloudsLabel = (isPaused: boolean) => (isPaused ? 'Play clouds' : 'Pause clouds');
