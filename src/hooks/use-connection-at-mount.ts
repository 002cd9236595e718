import { useState } from 'react';
import { connectionClass, type ConnectionClass } from '@/lib/images/connection';
import { useIsHydrating } from './use-is-hydrating';

/**
 * What a picture first drawn in the browser may cost. It stays as it is while the picture stands,
 * and a prerendered picture keeps the sources it was delivered with: a change of `srcset` is a
 * second download.
 */
export function useConnectionAtMount(): ConnectionClass {
  const isHydrating = useIsHydrating();
  const [connection] = useState(() => (isHydrating ? 'fast' : connectionClass()));
  return connection;
}
