import { getConnection } from '@/lib/connection';
import { isHostReachable } from '@/lib/site-host';

const RELOADED_AT_KEY = 'reloaded-for-build';
const AGAIN_AFTER_MS = 60_000;

let leaving = Promise.resolve(false);

/** Whether the page is about to be replaced by itself: what failed is then not worth showing. */
export function isReloading(): Promise<boolean> {
  return leaving;
}

/**
 * A deploy replaces the hashed chunks an open tab still asks for. The page is then loaded anew, once:
 * if the chunk is missing right after that, reloading again would not help and the error is shown.
 */
export function reloadOnceWhenStale(reload: () => void = () => location.reload()) {
  window.addEventListener('vite:preloadError', () => {
    leaving = leaving.then((isLeaving) => isLeaving || leaveWhenStale(reload));
  });
}

async function leaveWhenStale(reload: () => void): Promise<boolean> {
  // Without a network, or the site's host, the reload would lose the page, and the chunk is not the
  // one that is missing.
  if (!navigator.onLine || getConnection() !== 'online' || !(await isHostReachable())) return false;
  try {
    const reloadedAt = Number(sessionStorage.getItem(RELOADED_AT_KEY));
    if (Date.now() - reloadedAt < AGAIN_AFTER_MS) return false;
    sessionStorage.setItem(RELOADED_AT_KEY, String(Date.now()));
  } catch {
    // Without storage there is no telling how often: better the error than a loop.
    return false;
  }
  reload();
  return true;
}
