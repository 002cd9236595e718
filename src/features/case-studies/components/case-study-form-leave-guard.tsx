import { useEffect, useEffectEvent, useState } from 'react';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';

export type CaseStudyFormLeaveGuardProps = {
  isUnsaved: () => boolean;
  /** Goes to an address of this site that a link led to. */
  onLeave: (to: string) => void;
};

/**
 * Asks before a link, a reload or a closed tab takes unsaved text away. The router in use cannot
 * block the history: what leaves by the back button is offered again when the form is next opened.
 */
export function CaseStudyFormLeaveGuard({ isUnsaved, onLeave }: CaseStudyFormLeaveGuardProps) {
  const [destination, setDestination] = useState<string | null>(null);

  const handleBeforeUnload = useEffectEvent((event: BeforeUnloadEvent) => {
    if (isUnsaved()) event.preventDefault();
  });
  const handleClick = useEffectEvent((event: MouseEvent) => {
    const to = destinationOf(event);
    if (to === null || !isUnsaved()) return;
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
      title="Leave without saving?"
      description="What you changed since the last save will be lost."
      confirmLabel="Leave without saving"
      cancelLabel="Keep writing"
      isDangerous
      onConfirm={() => {
        if (destination !== null) onLeave(destination);
        setDestination(null);
      }}
    />
  );
}

/** Where a click leads inside this site in this tab; null for every other click. */
function destinationOf(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) {
    return null;
  }
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement)) return null;
  if (link.hasAttribute('download') || (link.target !== '' && link.target !== '_self')) return null;
  const url = new URL(link.href);
  if (url.origin !== window.location.origin) return null;
  const isSamePage =
    url.pathname === window.location.pathname && url.search === window.location.search;
  return isSamePage && url.hash !== '' ? null : url.pathname + url.search + url.hash;
}
