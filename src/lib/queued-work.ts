import { createStore } from './create-store';

const KEY = 'queued-work';
// The value itself is in the storage, which all tabs share.
const changes = createStore(null, followOtherTabs);

/**
 * Whether changes wait on this device. Kept outside the queue's database, so that the first view
 * does not have to download the queue.
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
  changes.set(null);
}

export const subscribeToQueuedWork = changes.subscribe;

function followOtherTabs() {
  const handleStorage = ({ key }: StorageEvent) => {
    if (key === KEY || key === null) changes.set(null);
  };
  window.addEventListener('storage', handleStorage);
  return () => window.removeEventListener('storage', handleStorage);
}
