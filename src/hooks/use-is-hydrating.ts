import { useSyncExternalStore } from 'react';

/** True while a prerendered page comes alive, and while it is prerendered; false ever after. */
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
