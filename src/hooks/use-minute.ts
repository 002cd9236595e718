import { useSyncExternalStore } from 'react';
import { minute } from '@/lib/minute';

/**
 * The time, updated every full minute while the tab is visible. Null while prerendering and in the
 * first render, which must not depend on the clock.
 */
export function useMinute(): Date | null {
  const at = useSyncExternalStore(minute.subscribe, minute.get, () => null);
  return at === null ? null : new Date(at);
}
