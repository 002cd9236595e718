import { useState } from 'react';
import { UNCATEGORIZED } from '@contracts/blog';
import type { RedirectOffer } from '@/components/redirect-offer';
import { Skeleton } from '@/components/ui/skeleton';
import { DeleteDialog } from '@/documents/components/delete-dialog';
import { paths } from '@/lib/paths';
import { postKind } from '../kind';
import type { StaffPost } from '../staff-api';
import { StaffPostRow, staffPostRowColumns } from './staff-post-row';

const SKELETON_ROWS = 6;

export type StaffPostTableProps = {
  posts: readonly StaffPost[];
  /** The post that is being copied. */
  changesOf: (id: string) => string | undefined;
  duplicatingId: string | null;
  onDuplicate: (id: string) => void;
  redirectOffer?: RedirectOffer | undefined;
};

export function StaffPostTable({
  posts,
  changesOf,
  duplicatingId,
  onDuplicate,
  redirectOffer,
}: StaffPostTableProps) {
  const [deleted, setDeleted] = useState<StaffPost | null>(null);
  return (
    <>
      <div
        aria-hidden="true"
        className={`${staffPostRowColumns} hidden px-4 pb-2 text-small font-semibold text-muted desktop:grid`}
      >
        <span>Title</span>
        <span>Status</span>
        <span>Published</span>
        <span>Updated</span>
      </div>
      <ul className="divide-y divide-line rounded-control border border-line bg-raised">
        {posts.map((post) => (
          <StaffPostRow
            key={post.id}
            post={post}
            category={post.category === UNCATEGORIZED ? null : post.category}
            changes={changesOf(post.id)}
            isDuplicating={post.id === duplicatingId}
            onDuplicate={() => onDuplicate(post.id)}
            onDelete={() => setDeleted(post)}
          />
        ))}
      </ul>
      <DeleteDialog
        kind={postKind}
        document={deleted && { ...deleted, address: addressOf(deleted) }}
        redirectOffer={redirectOffer}
        onClose={() => setDeleted(null)}
      />
    </>
  );
}

/** Null without a public page. */
function addressOf({ state, slug }: StaffPost): string | null {
  return state === 'published' ? paths.post.to(slug) : null;
}

export function StaffPostSkeleton() {
  return (
    <div className="divide-y divide-line rounded-control border border-line bg-raised desktop:mt-7">
      {Array.from({ length: SKELETON_ROWS }, (_, place) => (
        <div key={place} className={`${staffPostRowColumns} grid items-center gap-y-2 p-4`}>
          <div className="max-desktop:col-span-2">
            <Skeleton className="h-5 w-4/5" />
            <Skeleton className="mt-2 h-4 w-2/5" />
          </div>
          <div className="flex gap-x-4 desktop:contents">
            <Skeleton className="h-6 w-24" />
            <Skeleton className="h-4 w-32 max-desktop:self-center" />
            <Skeleton className="h-4 w-24 max-desktop:hidden" />
          </div>
        </div>
      ))}
    </div>
  );
}
