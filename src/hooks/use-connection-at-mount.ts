import { useState } from 'react';
import { connectionClass, type ConnectionClass } from '@/lib/images/connection';
import { useIsHydrating } from './use-is-hydrating';

/**
 * The class of the connection, which decides the sources of a picture. It does not change while the
 * picture is mounted, and a prerendered picture keeps its sources: a new `srcset` would download it
 * twice.
 */
export function useConnectionAtMount(): ConnectionClass {
  const isHydrating = useIsHydrating();
  const [connection] = useState(() => (isHydrating ? 'fast' : connectionClass()));
  return connection;
}
