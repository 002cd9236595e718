import { getConnection } from '@/lib/connection';

const RELOADED_AT_KEY = 'reloaded-for-build';
const AGAIN_AFTER_MS = 60_000;

let isLeaving = false;

/** The page is about to be replaced by itself: what fails from here on is not worth showing. */
export function isReloading(): boolean {
  return isLeaving;
}

/**
 * A deploy replaces the hashed chunks an open tab still asks for. The page is then loaded anew, once:
 * if the chunk is missing right after that, reloading again would not help and the error is shown.
 */
export function reloadOnceWhenStale(reload: () => void = () => location.reload()) {
  window.addEventListener('vite:preloadError', () => {
    // Without a network the reload would lose the page, and the chunk is not the one that is missing.
    if (isLeaving || !navigator.onLine || getConnection() !== 'online') return;
    try {
      const reloadedAt = Number(sessionStorage.getItem(RELOADED_AT_KEY));
      if (Date.now() - reloadedAt < AGAIN_AFTER_MS) return;
      sessionStorage.setItem(RELOADED_AT_KEY, String(Date.now()));
    } catch {
      // Without storage there is no telling how often: better the error than a loop.
      return;
    }
    isLeaving = true;
    reload();
  });
}
