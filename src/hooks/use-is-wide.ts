import { useSyncExternalStore } from 'react';

/** The `wide` breakpoint: from this width a preview fits beside a form. */
const WIDE = '(min-width: 1280px)';

export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(WIDE).matches);
}

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(WIDE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
