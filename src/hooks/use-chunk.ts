import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { reportError } from '@/lib/error-reporting';
import { onHostRecovered } from '@/lib/site-host';

/**
 * A part of the screen that comes as a chunk of its own: null until it is there. A page that works
 * without it must not fall with it: one that is lost is asked for again with the next page and once the
 * host is back. `load` stays the same function.
 */
export function useChunk<Module extends object>(
  load: () => Promise<Module>,
  isWanted: boolean,
): Module | null {
  const { pathname } = useLocation();
  const [module, setModule] = useState<Module | null>(null);
  const [attempt, setAttempt] = useState(0);
  const isMissing = isWanted && !module;
  useEffect(() => {
    if (!isMissing) return;
    let isGone = false;
    let stopAsking: (() => void) | undefined;
    load().then(
      (loaded) => !isGone && setModule(loaded),
      (error: unknown) => {
        if (isGone) return;
        reportError(error, { context: 'chunk' });
        stopAsking = onHostRecovered(() => setAttempt((number) => number + 1));
      },
    );
    return () => {
      isGone = true;
      stopAsking?.();
    };
  }, [load, isMissing, pathname, attempt]);
  return module;
}
