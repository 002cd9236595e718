import { useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { format } from 'date-fns';
import { ChevronRight, Undo2 } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { QueryView } from '@/components/ui/query-view';
import { SkeletonText } from '@/components/ui/skeleton';
import { DELETED_KEPT_DAYS } from '../deleted-posts';
import { staffPostQueries, useRestorePost } from '../queries';

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
              <li
                key={post.id}
                className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-2.5"
              >
                <div className="min-w-0 flex-[1_1_16rem]">
                  <p className="font-medium break-words">{post.title}</p>
                  <p className="text-small text-muted">
                    {post.daysLeft === 1 ? 'Last day' : `${post.daysLeft} days left`}
                    {' · '}Deleted {format(post.deletedAt, 'MMM d, yyyy')}
                  </p>
                </div>
                <Button
                  size="small"
                  icon={<Undo2 aria-hidden="true" />}
                  isPending={isPending && variables.id === post.id}
                  disabled={isPending}
                  onClick={() => mutate(post, { onSuccess: onGone })}
                >
                  Restore<span className="sr-only"> {post.title}</span>
                </Button>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </div>
  );
}
