import { useState, useSyncExternalStore } from 'react';
import { connectionClass, type ConnectionClass } from '@/lib/images/connection';

/**
 * What a picture first drawn in the browser may cost. It stays as it is while the picture stands,
 * and a prerendered picture keeps the sources it was delivered with: a change of `srcset` is a
 * second download.
 */
export function useConnectionAtMount(): ConnectionClass {
  const isHydrating = useSyncExternalStore(
    subscribeToNothing,
    () => false,
    () => true,
  );
  const [connection] = useState(() => (isHydrating ? 'fast' : connectionClass()));
  return connection;
}

function subscribeToNothing() {
  return () => {};
}
