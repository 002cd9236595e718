import type { RedirectOffer } from '@/components/redirect-offer';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { messageOf } from '@/lib/errors';
import { paths } from '@/lib/paths';
import { DELETED_KEPT_DAYS } from '../deleted-posts';
import { useDeletePost } from '../queries';

export type DeletePostDialogProps = {
  /** Null while nothing is asked. */
  post: { id: string; slug: string; title: string; status: string } | null;
  redirectOffer?: RedirectOffer | undefined;
  onClose: () => void;
  onDeleted?: () => void;
};

export function DeletePostDialog({
  post,
  redirectOffer,
  onClose,
  onDeleted,
}: DeletePostDialogProps) {
  const { mutate, isPending, error, reset } = useDeletePost();
  // What was never published has no visitors.
  const address = post?.status === 'published' ? paths.post.to(post.slug) : null;

  async function handleConfirm() {
    if (!post) return;
    if (redirectOffer && address !== null && !(await redirectOffer.apply(address))) return;
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
      isPending={isPending || redirectOffer?.isPending === true}
      error={error && messageOf(error)}
      onConfirm={() => void handleConfirm()}
    >
      {address !== null && redirectOffer?.render(address)}
    </ConfirmDialog>
  );
}
