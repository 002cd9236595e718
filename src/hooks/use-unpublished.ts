import { useEffect, useEffectEvent, useRef } from 'react';

export type StoredPage = {
  /** Null until it has been created. */
  version: number | null;
  isPublished: boolean;
  path: string;
};

/** Calls back with the old address after a save that unpublished a page. */
export function useUnpublished(
  stored: StoredPage,
  onUnpublished: ((path: string) => void) | undefined,
): void {
  const last = useRef(stored);
  const compare = useEffectEvent((now: StoredPage) => {
    const before = last.current;
    last.current = now;
    // Restoring unsaved text of an earlier visit lowers the version: that is not a save.
    const isSaved = now.version !== null && now.version > (before.version ?? 0);
    if (isSaved && before.isPublished && !now.isPublished) onUnpublished?.(before.path);
  });
  const { version, isPublished, path } = stored;
  useEffect(() => compare({ version, isPublished, path }), [version, isPublished, path]);
}
