import { useEffect, useEffectEvent, useRef } from 'react';
import { useBlocker } from 'react-router-dom';
import { ConfirmDialog } from './ui/confirm-dialog';

export type LeaveGuardProps = {
  /** Called when the page is left: whether there are unsaved changes. */
  isGuarding: () => boolean;
  title: string;
  description: string;
  leaveLabel: string;
  stayLabel: string;
  onLeave?: () => void;
};

/** Asks for confirmation before a link, Back, a reload or closing the tab discards changes. */
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
      // The app itself navigates by REPLACE: after the first save and after signing out.
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
