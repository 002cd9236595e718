import type { ReactNode } from 'react';
import * as AlertDialog from '@radix-ui/react-alert-dialog';
import { Alert } from './alert';
import { Button } from './button';
import { useReturnFocus } from './use-return-focus';

export type ConfirmDialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  description: ReactNode;
  /** Further choices, below the description. */
  children?: ReactNode;
  confirmLabel: string;
  pendingLabel?: string;
  cancelLabel?: string;
  isDangerous?: boolean;
  isPending?: boolean;
  /** Until the choices in the description allow the action. */
  isBlocked?: boolean;
  /** The error of the last attempt; the dialog stays open for a retry. */
  error?: string | null;
  /** The caller closes the dialog when the action has succeeded. */
  onConfirm: () => void;
};

export function ConfirmDialog({
  isOpen,
  onOpenChange,
  title,
  description,
  children,
  confirmLabel,
  pendingLabel,
  cancelLabel = 'Cancel',
  isDangerous = false,
  isPending = false,
  isBlocked = false,
  error,
  onConfirm,
}: ConfirmDialogProps) {
  const returnFocus = useReturnFocus();
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(next) => !isPending && onOpenChange(next)}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="dialog-overlay fixed inset-0 z-50 bg-overlay" />
        <AlertDialog.Content
          {...returnFocus}
          className="dialog-center fixed inset-x-4 top-[max(1rem,14vh)] z-50 mx-auto flex max-h-[min(80vh,calc(100dvh-2rem))] max-w-lg flex-col overflow-y-auto rounded-picture bg-raised p-6 text-ink shadow-soft tablet:p-8"
        >
          <AlertDialog.Title className="font-display text-h3">{title}</AlertDialog.Title>
          <AlertDialog.Description asChild>
            <div className="mt-3 text-base text-muted">{description}</div>
          </AlertDialog.Description>
          {children && <div className="mt-5">{children}</div>}
          {error && (
            <Alert kind="danger" className="mt-5">
              {error}
            </Alert>
          )}
          <div className="mt-7 flex flex-wrap justify-end gap-3">
            <AlertDialog.Cancel asChild>
              <Button disabled={isPending}>{cancelLabel}</Button>
            </AlertDialog.Cancel>
            <Button
              variant={isDangerous ? 'danger' : 'primary'}
              isPending={isPending}
              disabled={isBlocked}
              pendingLabel={pendingLabel}
              onClick={onConfirm}
            >
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
