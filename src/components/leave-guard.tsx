import { useEffect, useEffectEvent, useRef } from 'react';
import { useBlocker } from 'react-router-dom';
import { ConfirmDialog } from './ui/confirm-dialog';

export type LeaveGuardProps = {
  /** Asked when the page is being left: whether there is anything to lose. */
  isGuarding: () => boolean;
  title: string;
  description: string;
  leaveLabel: string;
  stayLabel: string;
  onLeave?: () => void;
};

/** Asks before a link, the back button, a reload or a closed tab takes something away. */
export function LeaveGuard({
  isGuarding,
  title,
  description,
  leaveLabel,
  stayLabel,
  onLeave,
}: LeaveGuardProps) {
  const isLeaving = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      // Replacing is the app's own: the address after the first save, the front page after logging out.
      historyAction !== 'REPLACE' &&
      currentLocation.pathname !== nextLocation.pathname &&
      isGuarding(),
  );

  const handleBeforeUnload = useEffectEvent((event: BeforeUnloadEvent) => {
    if (!isLeaving.current && isGuarding()) event.preventDefault();
  });
  useEffect(() => {
    const beforeUnload = (event: BeforeUnloadEvent) => handleBeforeUnload(event);
    window.addEventListener('beforeunload', beforeUnload);
    return () => window.removeEventListener('beforeunload', beforeUnload);
  }, []);

  return (
    <ConfirmDialog
      isOpen={blocker.state === 'blocked'}
      onOpenChange={(isOpen) => !isOpen && blocker.reset?.()}
      title={title}
      description={description}
      confirmLabel={leaveLabel}
      cancelLabel={stayLabel}
      isDangerous
      onConfirm={() => {
        isLeaving.current = true;
        onLeave?.();
        blocker.proceed?.();
      }}
    />
  );
}
