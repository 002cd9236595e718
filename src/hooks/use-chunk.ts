import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { reportError } from '@/lib/error-reporting';
import { onHostRecovered } from '@/lib/site-host';

/**
 * Loads an optional part of the page as its own chunk: null until it is loaded. A failed load does not
 * fail the page; it is retried on the next page and when the host can be reached again.
 *
 * @param load must be the same function on every render
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
    let stopRetrying: (() => void) | undefined;
    load().then(
      (loaded) => !isGone && setModule(loaded),
      (error: unknown) => {
        if (isGone) return;
        reportError(error, { context: 'chunk' });
        stopRetrying = onHostRecovered(() => setAttempt((number) => number + 1));
      },
    );
    return () => {
      isGone = true;
      stopRetrying?.();
    };
  }, [load, isMissing, pathname, attempt]);
  return module;
}
