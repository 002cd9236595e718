import { useSyncExternalStore } from 'react';
import { createStore } from '@/lib/create-store';

const MINUTE_MS = 60_000;

// One timer for all clocks of a page, so that they change together.
const minute = createStore<number | null>(null, start);
let timer: ReturnType<typeof setTimeout> | undefined;

function tick() {
  const now = Date.now();
  minute.set(now);
  clearTimeout(timer);
  timer = setTimeout(tick, MINUTE_MS - (now % MINUTE_MS));
}

function handleVisibility() {
  if (document.hidden) clearTimeout(timer);
  else tick();
}

function start() {
  document.addEventListener('visibilitychange', handleVisibility);
  tick();
  if (document.hidden) clearTimeout(timer);
  return () => {
    document.removeEventListener('visibilitychange', handleVisibility);
    clearTimeout(timer);
    minute.set(null);
  };
}

/**
 * The time, updated every full minute while the tab is visible. Null while prerendering and in the
 * first render, which must not depend on the clock.
 */
export function useMinute(): Date | null {
  const at = useSyncExternalStore(minute.subscribe, minute.get, () => null);
  return at === null ? null : new Date(at);
}
