const KEY = 'queued-work';
const listeners = new Set<() => void>();

/**
 * Whether changes wait on this device. A hint outside the queue's database, so that the first view
 * can tell without downloading the queue.
 */
export function hasQueuedWork(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

export function markQueuedWork(isWaiting: boolean) {
  try {
    if (isWaiting) localStorage.setItem(KEY, 'yes');
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage there is no queue either.
  }
  listeners.forEach((listener) => listener());
}

export function subscribeToQueuedWork(listener: () => void): () => void {
  const hearOtherTabs = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', hearOtherTabs);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', hearOtherTabs);
  };
}
