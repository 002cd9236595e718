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
/** Lost again sooner than this, the probes go on where they had slowed down to. */
const STEADY_AFTER_MS = 60_000;

const connection = createStore<Connection>('online');
let lostCount = 0;
let answeredAt = 0;
let backSince = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let probe: Promise<void> | undefined;
let isWatching = false;

/** What requests have shown last; what the browser believes only tells the two outages apart. */
export const getConnection = connection.get;

export function subscribeToConnection(listener: () => void): () => void {
  watchBrowser();
  return connection.subscribe(listener);
}

/** The backend answered, whatever it said. */
export function noteReachable() {
  answeredAt = Date.now();
  if (connection.get() === 'online') return;
  clearTimeout(timer);
  backSince = answeredAt;
  publish('online');
}

/** A request got no answer. From here on small requests find out when the backend is back. */
export function noteUnreachable() {
  const isNews = connection.get() === 'online';
  // A page that is being prerendered has nobody to tell.
  if (typeof navigator === 'undefined') return;
  publish(navigator.onLine ? 'unreachable' : 'offline');
  if (!isNews) return;
  if (Date.now() - backSince > STEADY_AFTER_MS) lostCount = 0;
  probeLater();
}

/** Asks the backend now; resolves when the state says what came of it. */
export function probeNow(): Promise<void> {
  clearTimeout(timer);
  probe ??= askBackend().finally(() => {
    probe = undefined;
  });
  return probe;
}

async function askBackend() {
  const askedAt = Date.now();
  if (await hasAnswer()) noteReachable();
  // A request that was answered meanwhile knows better.
  else if (answeredAt <= askedAt) {
    const isNews = connection.get() === 'online';
    noteUnreachable();
    if (!isNews) probeLater();
  }
}

/** The same path answers on all three backends, and asks neither for a session nor the database. */
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
  const wait = Math.min(FIRST_PROBE_MS * 2 ** lostCount, SLOWEST_PROBE_MS);
  lostCount += 1;
  // Spread, so that a backend coming back does not meet every open tab at once.
  timer = setTimeout(() => void probeNow(), wait * (0.8 + Math.random() * 0.4));
}

function publish(next: Connection) {
  if (next !== connection.get()) connection.set(next);
}

/** The browser's events are a reason to ask, never an answer. */
function watchBrowser() {
  if (isWatching || typeof window === 'undefined') return;
  isWatching = true;
  const askWhenLost = () => {
    if (connection.get() !== 'online') void probeNow();
  };
  window.addEventListener('offline', () => void probeNow());
  window.addEventListener('online', askWhenLost);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') askWhenLost();
  });
}
