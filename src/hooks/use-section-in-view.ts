import { useSyncExternalStore } from 'react';
import { onViewChange, sectionInView } from '@/lib/section-in-view';

/**
 * The section being read, for a list of contents.
 *
 * @param ids of the sections in their order, separated by spaces
 */
export function useSectionInView(ids: string): string | undefined {
  return useSyncExternalStore(
    onViewChange,
    () => sectionInView(ids.split(' ')),
    () => undefined,
  );
}
