import { createStore } from './create-store';

const MINUTE_MS = 60_000;

/**
 * The time, in milliseconds, from every full minute on while the tab is visible; null while no clock listens. One timer for
 * all clocks of a page, so that they change together.
 */
export const minute = createStore<number | null>(null, start);

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
