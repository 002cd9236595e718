import type { RedirectOffer } from '@/components/redirect-offer';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import type { DocumentInput } from '../fields';
import type { DeletableKind } from '../kind';
import { deleteFailureMessage, useDeleteDocument } from '../mutations';

export type DeleteDialogProps<Input extends DocumentInput> = {
  kind: DeletableKind<Input>;
  /** Null while the dialog is closed. `address` is the public page; null for a draft. */
  document: { id: string; title: string; address: string | null } | null;
  isSignedIn?: boolean;
  redirectOffer?: RedirectOffer | undefined;
  onClose: () => void;
  onDeleted?: () => void;
};

export function DeleteDialog<Input extends DocumentInput>({
  kind,
  document,
  isSignedIn = true,
  redirectOffer,
  onClose,
  onDeleted,
}: DeleteDialogProps<Input>) {
  const { mutate, isPending, error, reset } = useDeleteDocument(kind, isSignedIn);
  const address = document?.address ?? null;

  async function handleConfirm() {
    if (!document) return;
    if (redirectOffer && address !== null && !(await redirectOffer.apply(address))) return;
    mutate(document, {
      onSuccess: () => {
        onClose();
        onDeleted?.();
      },
    });
  }

  return (
    <ConfirmDialog
      isOpen={document !== null}
      onOpenChange={() => {
        reset();
        onClose();
      }}
      title={`Delete ${kind.noun}`}
      description={kind.messages.deleteQuestion}
      confirmLabel="Delete"
      pendingLabel="Deleting…"
      isDangerous
      isPending={isPending || redirectOffer?.isPending === true}
      error={error && deleteFailureMessage(kind, error)}
      onConfirm={() => void handleConfirm()}
    >
      <p className="text-base">
        <strong>{document?.title}</strong>{' '}
        {address === null ? 'leaves this list' : 'disappears from the website'}. For 30 days it can
        be restored under “Recently deleted”.
      </p>
      {address !== null && <div className="mt-5">{redirectOffer?.render(address)}</div>}
    </ConfirmDialog>
  );
}
