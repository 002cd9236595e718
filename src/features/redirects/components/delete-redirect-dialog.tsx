import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { messageOf } from '@/lib/errors';
import { notify } from '@/lib/notifications';
import type { Redirect } from '../model';
import { useDeleteRedirect } from '../queries';

export type DeleteRedirectDialogProps = {
  /** Null while the dialog is closed. */
  redirect: Redirect | null;
  onClose: () => void;
  onDeleted: () => void;
};

export function DeleteRedirectDialog({ redirect, onClose, onDeleted }: DeleteRedirectDialogProps) {
  const { mutate, isPending, error, reset } = useDeleteRedirect();

  function handleConfirm() {
    if (!redirect) return;
    mutate(redirect.id, {
      onSuccess: () => {
        onClose();
        onDeleted();
        notify({ type: 'success', title: `Redirect of ${redirect.from} deleted` });
      },
    });
  }

  return (
    <ConfirmDialog
      isOpen={redirect !== null}
      onOpenChange={() => {
        reset();
        onClose();
      }}
      title="Delete this redirect?"
      description={`Visitors of ${redirect?.from ?? ''} will see “page not found”.`}
      confirmLabel="Delete"
      pendingLabel="Deleting…"
      isDangerous
      isPending={isPending}
      error={error && messageOf(error)}
      onConfirm={handleConfirm}
    />
  );
}
