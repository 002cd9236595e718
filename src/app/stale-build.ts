const RELOADED_AT_KEY = 'reloaded-for-build';
const AGAIN_AFTER_MS = 60_000;

/**
 * A deploy replaces the hashed chunks an open tab still asks for. The page is then loaded anew, once:
 * if the chunk is missing right after that, reloading again would not help and the error is shown.
 */
export function reloadOnceWhenStale() {
  window.addEventListener('vite:preloadError', (event) => {
    try {
      const reloadedAt = Number(sessionStorage.getItem(RELOADED_AT_KEY));
      if (Date.now() - reloadedAt < AGAIN_AFTER_MS) return;
      sessionStorage.setItem(RELOADED_AT_KEY, String(Date.now()));
    } catch {
      // Without storage there is no telling how often: better the error than a loop.
      return;
    }
    event.preventDefault();
    location.reload();
  });
}
