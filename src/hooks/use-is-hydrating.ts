import { useSyncExternalStore } from 'react';

/** True while prerendering and hydrating, false afterwards. */
export function useIsHydrating(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => false,
    () => true,
  );
}

function subscribeToNothing() {
  return () => {};
}
