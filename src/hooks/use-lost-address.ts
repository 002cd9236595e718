import { useEffect, useEffectEvent, useRef } from 'react';

export type StoredPage = {
  /** Null until it has been created. */
  version: number | null;
  isPublished: boolean;
  path: string;
};

/**
 * Tells when a save took a published page off its address: by taking it off the site (`to` is null) or
 * by giving it another one.
 */
export function useLostAddress(
  stored: StoredPage,
  onLost: ((lost: { from: string; to: string | null }) => void) | undefined,
): void {
  const last = useRef(stored);
  const compare = useEffectEvent((now: StoredPage) => {
    const before = last.current;
    last.current = now;
    // Text of an earlier visit that is taken up again goes back in versions, and saves nothing.
    if (!before.isPublished || now.version === null || now.version <= (before.version ?? 0)) return;
    if (!now.isPublished) onLost?.({ from: before.path, to: null });
    else if (now.path !== before.path) onLost?.({ from: before.path, to: now.path });
  });
  const { version, isPublished, path } = stored;
  useEffect(() => compare({ version, isPublished, path }), [version, isPublished, path]);
}
