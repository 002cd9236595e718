import { getConnection } from '@/lib/connection';
import { isHostReachable } from '@/lib/site-host';

const RELOADED_AT_KEY = 'reloaded-for-build';
const AGAIN_AFTER_MS = 60_000;

let leaving = Promise.resolve(false);

/** Whether the page is about to reload: an error need not be shown then. */
export function isReloading(): Promise<boolean> {
  return leaving;
}

/**
 * After a deploy, an open tab requests hashed chunks that no longer exist. The page is then reloaded,
 * once: if a chunk is still missing after that, the error is shown.
 */
export function reloadOnceWhenStale(reload: () => void = () => location.reload()) {
  window.addEventListener('vite:preloadError', () => {
    leaving = leaving.then((isLeaving) => isLeaving || leaveWhenStale(reload));
  });
}

async function leaveWhenStale(reload: () => void): Promise<boolean> {
  // While the network or the host is down, a reload would replace the page by a browser error, and the
  // deploy is not the cause.
  if (!navigator.onLine || getConnection() !== 'online' || !(await isHostReachable())) return false;
  try {
    const reloadedAt = Number(sessionStorage.getItem(RELOADED_AT_KEY));
    if (Date.now() - reloadedAt < AGAIN_AFTER_MS) return false;
    sessionStorage.setItem(RELOADED_AT_KEY, String(Date.now()));
  } catch {
    // Without storage the reloads cannot be counted: show the error rather than risk a loop.
    return false;
  }
  reload();
  return true;
}
