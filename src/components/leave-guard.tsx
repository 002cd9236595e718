import { useEffect, useEffectEvent, useState } from 'react';
import { ConfirmDialog } from './ui/confirm-dialog';

export type LeaveGuardProps = {
  /** Asked when the page is being left: whether there is anything to lose. */
  isGuarding: () => boolean;
  title: string;
  description: string;
  leaveLabel: string;
  stayLabel: string;
  /** Goes to an address of this site that a link led to. */
  onLeave: (to: string) => void;
};

/**
 * Asks before a link to another page, a reload or a closed tab takes something away. The router in
 * use cannot block the history: the back button leaves without a question.
 */
export function LeaveGuard({
  isGuarding,
  title,
  description,
  leaveLabel,
  stayLabel,
  onLeave,
}: LeaveGuardProps) {
  const [destination, setDestination] = useState<string | null>(null);

  const handleBeforeUnload = useEffectEvent((event: BeforeUnloadEvent) => {
    if (isGuarding()) event.preventDefault();
  });
  const handleClick = useEffectEvent((event: MouseEvent) => {
    const to = otherPageOf(event);
    if (to === null || !isGuarding()) return;
    event.preventDefault();
    event.stopPropagation();
    setDestination(to);
  });
  useEffect(() => {
    const beforeUnload = (event: BeforeUnloadEvent) => handleBeforeUnload(event);
    const click = (event: MouseEvent) => handleClick(event);
    window.addEventListener('beforeunload', beforeUnload);
    // Before the router's own handler, which sits on the root element.
    document.addEventListener('click', click, true);
    return () => {
      window.removeEventListener('beforeunload', beforeUnload);
      document.removeEventListener('click', click, true);
    };
  }, []);

  return (
    <ConfirmDialog
      isOpen={destination !== null}
      onOpenChange={(isOpen) => !isOpen && setDestination(null)}
      title={title}
      description={description}
      confirmLabel={leaveLabel}
      cancelLabel={stayLabel}
      isDangerous
      onConfirm={() => {
        if (destination !== null) onLeave(destination);
        setDestination(null);
      }}
    />
  );
}

/** Where a click leads on another page of this site in this tab; null for every other click. */
function otherPageOf(event: MouseEvent): string | null {
  const hasModifier = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (event.button !== 0 || hasModifier) return null;
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement)) return null;
  if (link.hasAttribute('download') || (link.target !== '' && link.target !== '_self')) return null;
  const { origin, pathname, search, hash } = new URL(link.href);
  const isElsewhere = origin !== window.location.origin;
  return isElsewhere || pathname === window.location.pathname ? null : pathname + search + hash;
}
