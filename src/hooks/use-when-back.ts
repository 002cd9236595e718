import { useEffect, useEffectEvent } from 'react';
import { getConnection, subscribeToConnection } from '@/lib/connection';

/** Calls back when the connection comes back, while `isWaiting`. */
export function useWhenBack(isWaiting: boolean, onBack: () => void) {
  const handleBack = useEffectEvent(onBack);
  useEffect(() => {
    if (!isWaiting) return undefined;
    return subscribeToConnection(() => {
      if (getConnection() === 'online') handleBack();
    });
  }, [isWaiting]);
}
