import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { messageOf } from '@/lib/errors';
import { notify } from '@/lib/notifications';

export type DeletedItem = { id: string; title: string; deletedAt: Date | string; daysLeft: number };

/** The part of a mutation that a row uses. */
export type RowAction<Item> = {
  mutate: (item: Item, options: { onSuccess: () => void }) => void;
  isPending: boolean;
  variables: { id: string } | undefined;
  error: Error | null;
  reset: () => void;
};

type PurgeDialogProps<Item> = {
  /** Null while the dialog is closed. */
  item: Item | null;
  description: string;
  purging: RowAction<Item>;
  onClose: () => void;
  onRowRemoved: () => void;
};

export function PurgeDialog<Item extends DeletedItem>({
  item,
  description,
  purging: { mutate, isPending, error, reset },
  onClose,
  onRowRemoved,
}: PurgeDialogProps<Item>) {
  function handleConfirm() {
    if (!item) return;
    mutate(item, {
      onSuccess: () => {
        notify({ type: 'success', title: `"${item.title}" deleted for good` });
        onClose();
        // After the dialog has closed: it returns the focus to a button that no longer exists.
        setTimeout(onRowRemoved);
      },
    });
  }

  return (
    <ConfirmDialog
      isOpen={item !== null}
      onOpenChange={() => {
        reset();
        onClose();
      }}
      title="Delete for good?"
      description={description}
      confirmLabel="Delete for good"
      pendingLabel="Deleting…"
      isDangerous
      isPending={isPending}
      error={error && messageOf(error)}
      onConfirm={handleConfirm}
    />
  );
}
