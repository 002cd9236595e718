import { useSyncExternalStore } from 'react';
import { getAppState, initialAppState, subscribeToAppState, type AppState } from '@/lib/app-state';

/** One part of the state: a component renders again only when that part changes. */
export function useAppState<Key extends keyof AppState>(key: Key): AppState[Key] {
  return useSyncExternalStore(
    subscribeToAppState,
    () => getAppState()[key],
    () => initialAppState[key],
  );
}
