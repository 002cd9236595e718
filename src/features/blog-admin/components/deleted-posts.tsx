import { useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { format } from 'date-fns';
import { ChevronRight, Trash2, Undo2 } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { QueryView } from '@/components/ui/query-view';
import { SkeletonText } from '@/components/ui/skeleton';
import { messageOf } from '@/lib/errors';
import { notify } from '@/lib/notifications';
import { DELETED_KEPT_DAYS, type DeletedPost } from '../deleted-posts';
import { staffPostQueries, usePurgePost, useRestorePost } from '../queries';

/** 'Recently deleted': closed and not even fetched until someone asks for it. */
export function DeletedPosts() {
  const [isOpen, setIsOpen] = useState(false);
  const summary = useRef<HTMLElement>(null);
  return (
    <details
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      className="group/trash mt-12 border-t border-line"
    >
      <summary
        ref={summary}
        className="flex min-h-12 w-fit list-none items-center gap-2 rounded-control pe-3 text-base font-semibold [&::-webkit-details-marker]:hidden"
      >
        <ChevronRight
          aria-hidden="true"
          className="size-4.5 transition-transform duration-control group-open/trash:rotate-90"
        />
        Recently deleted
      </summary>
      {isOpen && (
        // The row goes with the button that was pressed in it.
        <DeletedList onGone={() => summary.current?.focus()} />
      )}
    </details>
  );
}

function DeletedList({ onGone }: { onGone: () => void }) {
  const deleted = useQuery(staffPostQueries.deleted());
  const { mutate, isPending, variables } = useRestorePost();
  const [purged, setPurged] = useState<DeletedPost | null>(null);
  return (
    <div className="pt-1 pb-4">
      <p className="mb-3 text-small text-muted">
        Deleted posts are kept for {DELETED_KEPT_DAYS} days, with their tags and history.
      </p>
      <QueryView
        query={deleted}
        errorTitle="Failed to load deleted posts"
        pending={<SkeletonText lines={3} className="max-w-measure" />}
        empty={<p className="text-base text-muted">Nothing was deleted lately.</p>}
      >
        {(posts) => (
          <ul className="divide-y divide-line rounded-control border border-line bg-raised">
            {posts.map((post) => (
              <DeletedRow
                key={post.id}
                post={post}
                isRestoring={isPending && variables.id === post.id}
                isLocked={isPending}
                onRestore={() => mutate(post, { onSuccess: onGone })}
                onPurge={() => setPurged(post)}
              />
            ))}
          </ul>
        )}
      </QueryView>
      <PurgeDialog post={purged} onClose={() => setPurged(null)} onGone={onGone} />
    </div>
  );
}

type DeletedRowProps = {
  post: DeletedPost;
  isRestoring: boolean;
  isLocked: boolean;
  onRestore: () => void;
  onPurge: () => void;
};

function DeletedRow({ post, isRestoring, isLocked, onRestore, onPurge }: DeletedRowProps) {
  const { title, deletedAt, daysLeft } = post;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-2.5">
      <div className="min-w-0 flex-[1_1_16rem]">
        <p className="font-medium break-words">{title}</p>
        <p className="text-small text-muted">
          {daysLeft === 1 ? 'Last day' : `${daysLeft} days left`}
          {' · '}Deleted {format(deletedAt, 'MMM d, yyyy')}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          icon={<Undo2 aria-hidden="true" />}
          isPending={isRestoring}
          disabled={isLocked}
          onClick={onRestore}
        >
          Restore<span className="sr-only"> {title}</span>
        </Button>
        <Button
          size="small"
          variant="quiet"
          icon={<Trash2 aria-hidden="true" />}
          disabled={isLocked}
          onClick={onPurge}
        >
          Delete for good<span className="sr-only"> {title}</span>
        </Button>
      </div>
    </li>
  );
}

type PurgeDialogProps = {
  /** Null while nothing is asked. */
  post: DeletedPost | null;
  onClose: () => void;
  onGone: () => void;
};

function PurgeDialog({ post, onClose, onGone }: PurgeDialogProps) {
  const { mutate, isPending, error, reset } = usePurgePost();

  function handleConfirm() {
    if (!post) return;
    mutate(post, {
      onSuccess: () => {
        notify({ type: 'success', title: `"${post.title}" is gone for good` });
        onClose();
        // After the dialog, which gives the focus back to what is no longer there.
        setTimeout(onGone);
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
      title="Delete for good?"
      description={`"${post?.title}" and every saved version of it will be gone. Nobody can bring it back.`}
      confirmLabel="Delete for good"
      pendingLabel="Deleting…"
      isDangerous
      isPending={isPending}
      error={error && messageOf(error)}
      onConfirm={handleConfirm}
    />
  );
}
