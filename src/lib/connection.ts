import { createStore } from './create-store';
import { getEnv } from './env';

/**
 * - `offline`: a request got no answer, and the browser says that there is no network.
 * - `unreachable`: the browser has a network, the backend does not answer.
 */
export type Connection = 'online' | 'offline' | 'unreachable';

const FIRST_PROBE_MS = 2000;
const SLOWEST_PROBE_MS = 30_000;
const PROBE_TIMEOUT_MS = 5000;
/** An outage this soon after the last one continues with the slowed-down probes. */
const STEADY_AFTER_MS = 60_000;

const connection = createStore<Connection>('online');
let probeCount = 0;
let answeredAt = 0;
let onlineSince = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let probe: Promise<void> | undefined;
let isWatching = false;

/** The result of the latest request. The browser's own flag only tells `offline` from `unreachable`. */
export const getConnection = connection.get;

export function subscribeToConnection(listener: () => void): () => void {
  watchBrowser();
  return connection.subscribe(listener);
}

/** Call when the backend answered, with any status. */
export function noteReachable() {
  answeredAt = Date.now();
  if (connection.get() === 'online') return;
  clearTimeout(timer);
  onlineSince = answeredAt;
  publish('online');
}

/** Call when a request got no answer. Probes then check until the backend answers again. */
export function noteUnreachable() {
  const wasOnline = connection.get() === 'online';
  // Prerendering has no screen to update.
  if (typeof navigator === 'undefined') return;
  publish(navigator.onLine ? 'unreachable' : 'offline');
  if (!wasOnline) return;
  if (Date.now() - onlineSince > STEADY_AFTER_MS) probeCount = 0;
  probeLater();
}

/** Probes the backend now; resolves once the state shows the result. */
export function probeNow(): Promise<void> {
  clearTimeout(timer);
  probe ??= sendProbe().finally(() => {
    probe = undefined;
  });
  return probe;
}

async function sendProbe() {
  const askedAt = Date.now();
  if (await hasAnswer()) noteReachable();
  // Ignore the failure if another request was answered after this probe began.
  else if (answeredAt <= askedAt) {
    const wasOnline = connection.get() === 'online';
    noteUnreachable();
    if (!wasOnline) probeLater();
  }
}

/** This path exists on all three backends and needs neither a session nor the database. */
async function hasAnswer(): Promise<boolean> {
  try {
    const { supabaseUrl, supabaseAnonKey } = getEnv();
    const response = await fetch(`${supabaseUrl}/auth/v1/health`, {
      headers: { apikey: supabaseAnonKey },
      cache: 'no-store',
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    });
    return response.status < 500;
  } catch {
    return false;
  }
}

function probeLater() {
  clearTimeout(timer);
  const wait = Math.min(FIRST_PROBE_MS * 2 ** probeCount, SLOWEST_PROBE_MS);
  probeCount += 1;
  // Jitter, so that open tabs do not all probe a recovering backend at once.
  timer = setTimeout(() => void probeNow(), wait * (0.8 + Math.random() * 0.4));
}

function publish(next: Connection) {
  if (next !== connection.get()) connection.set(next);
}

/** The browser's online and offline events are unreliable: they only trigger a probe. */
function watchBrowser() {
  if (isWatching || typeof window === 'undefined') return;
  isWatching = true;
  const probeWhenDown = () => {
    if (connection.get() !== 'online') void probeNow();
  };
  window.addEventListener('offline', () => void probeNow());
  window.addEventListener('online', probeWhenDown);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') probeWhenDown();
  });
}
