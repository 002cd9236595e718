import { useSyncExternalStore } from 'react';
import { getConnection, subscribeToConnection, type Connection } from '@/lib/connection';

export function useConnection(): Connection {
  return useSyncExternalStore(subscribeToConnection, getConnection, () => 'online');
}
