import { useSyncExternalStore } from 'react';
import { getAppState, initialAppState, subscribeToAppState, type AppState } from '@/lib/app-state';

export function useAppState(): AppState {
  return useSyncExternalStore(subscribeToAppState, getAppState, () => initialAppState);
}
