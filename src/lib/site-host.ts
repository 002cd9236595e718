const FIRST_PROBE_MS = 2000;
const SLOWEST_PROBE_MS = 30_000;
const PROBE_TIMEOUT_MS = 5000;

/** Whether the host that serves the site answers (not the backend). */
export async function isHostReachable(): Promise<boolean> {
  try {
    const response = await fetch('/', {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    });
    return response.status < 500;
  } catch {
    return false;
  }
}

/** Calls the listener once the host answers again, but not if it answers already. Returns a function that stops probing. */
export function onHostRecovered(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  let wait = FIRST_PROBE_MS;

  function probeLater() {
    timer = setTimeout(() => void probe().then((isReachable) => isReachable && listener()), wait);
    wait = Math.min(wait * 2, SLOWEST_PROBE_MS);
  }

  async function probe(): Promise<boolean> {
    const isReachable = await isHostReachable();
    if (isStopped) return false;
    if (!isReachable) probeLater();
    return isReachable;
  }

  void probe();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
