import { useSyncExternalStore } from 'react';

const MINUTE_MS = 60_000;

// One timer for all clocks on a page, so that they turn together.
let current: number | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function tick() {
  current = Date.now();
  listeners.forEach((listener) => listener());
  clearTimeout(timer);
  timer = setTimeout(tick, MINUTE_MS - (current % MINUTE_MS));
}

function handleVisibility() {
  if (document.hidden) clearTimeout(timer);
  else tick();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    document.addEventListener('visibilitychange', handleVisibility);
    tick();
    if (document.hidden) clearTimeout(timer);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    document.removeEventListener('visibilitychange', handleVisibility);
    clearTimeout(timer);
    current = null;
  };
}

/**
 * The time, anew at every full minute while the tab is visible. Null while prerendering and in the
 * first render, which must not depend on the clock.
 */
export function useMinute(): Date | null {
  const at = useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
  return at === null ? null : new Date(at);
}
