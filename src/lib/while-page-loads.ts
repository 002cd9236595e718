const WAIT_MS = 5000;

/**
 * Looks now and whenever the page changes, until it has found what it looks for: the code or the data of a page may still
 * be loading.
 *
 * @param look returns whether it is done
 * @returns stops looking
 */
export function whilePageLoads(look: () => boolean): () => void {
  const observer = new MutationObserver(() => {
    if (look()) stop();
  });
  const givingUp = setTimeout(() => observer.disconnect(), WAIT_MS);
  function stop() {
    clearTimeout(givingUp);
    observer.disconnect();
  }
  observer.observe(document.body, { childList: true, subtree: true });
  if (look()) stop();
  return stop;
}

/** Calls back when the visitor scrolls, points or presses a key: the page then moves no more by itself. */
export function onUserInput(listener: () => void): () => void {
  const listening = new AbortController();
  for (const event of ['wheel', 'touchstart', 'pointerdown', 'keydown']) {
    window.addEventListener(event, listener, { passive: true, signal: listening.signal });
  }
  return () => listening.abort();
}
