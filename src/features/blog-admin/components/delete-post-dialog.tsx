import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { messageOf } from '@/lib/errors';
import { DELETED_KEPT_DAYS } from '../deleted-posts';
import { useDeletePost } from '../queries';

export type DeletePostDialogProps = {
  /** Null while nothing is asked. */
  post: { id: string; title: string; status: string } | null;
  onClose: () => void;
  onDeleted?: () => void;
};

export function DeletePostDialog({ post, onClose, onDeleted }: DeletePostDialogProps) {
  const { mutate, isPending, error, reset } = useDeletePost();

  function handleConfirm() {
    if (!post) return;
    mutate(post, {
      onSuccess: () => {
        onClose();
        onDeleted?.();
      },
    });
  }

  return (
    <ConfirmDialog
      isOpen={post !== null}
      onOpenChange={() => {
        reset();
        onClose();
      }}
      title="Delete this post?"
      description={`"${post?.title}" ${
        post?.status === 'published' ? 'disappears from the blog. It' : ''
      } can be restored for ${DELETED_KEPT_DAYS} days.`}
      confirmLabel="Delete"
      pendingLabel="Deleting…"
      isDangerous
      isPending={isPending}
      error={error && messageOf(error)}
      onConfirm={handleConfirm}
    />
  );
}
