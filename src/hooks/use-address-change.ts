import { useEffect, useEffectEvent, useRef } from 'react';

export type StoredPage = {
  /** Null until it has been created. */
  version: number | null;
  isPublished: boolean;
  path: string;
};

/** Calls back after a save that unpublished a page (`to` is null) or changed its address. */
export function useAddressChange(
  stored: StoredPage,
  onChange: ((change: { from: string; to: string | null }) => void) | undefined,
): void {
  const last = useRef(stored);
  const compare = useEffectEvent((now: StoredPage) => {
    const before = last.current;
    last.current = now;
    // Restoring unsaved text of an earlier visit lowers the version: that is not a save.
    if (!before.isPublished || now.version === null || now.version <= (before.version ?? 0)) return;
    if (!now.isPublished) onChange?.({ from: before.path, to: null });
    else if (now.path !== before.path) onChange?.({ from: before.path, to: now.path });
  });
  const { version, isPublished, path } = stored;
  useEffect(() => compare({ version, isPublished, path }), [version, isPublished, path]);
}
