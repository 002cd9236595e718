import { useState } from 'react';
import { Plus } from 'lucide-react';
import { UNCATEGORIZED } from '@contracts/blog';
import type { RedirectOffer } from '@/components/redirect-offer';
import { Button, ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Pager } from '@/components/ui/pager';
import { QueryView, type QueryLike } from '@/components/ui/query-view';
import { Skeleton } from '@/components/ui/skeleton';
import { paths } from '@/lib/paths';
import { DeleteDialog } from '@/documents/components/delete-dialog';
import { useDuplicateDocument } from '@/documents/mutations';
import { postKind, toCopy } from '../kind';
import type { StaffPost, StaffPostPage } from '../staff-list';
import { StaffPostRow, staffPostRowColumns } from './staff-post-row';

const SKELETON_ROWS = 6;

export type StaffPostListProps = {
  query: QueryLike<StaffPostPage>;
  /** Whether posts may be left out: an empty list then says something else. */
  isFiltered: boolean;
  hrefToPage: (page: number) => string;
  onClearFilters: () => void;
  /** With the id of the copy. */
  onDuplicated: (id: string) => void;
  redirectOffer?: RedirectOffer | undefined;
};

/** A page of the posts staff can work on, drafts included, with its states. */
export function StaffPostList({
  query,
  isFiltered,
  hrefToPage,
  onClearFilters,
  onDuplicated,
  redirectOffer,
}: StaffPostListProps) {
  const duplicating = useDuplicateDocument(postKind, toCopy);
  const [deleted, setDeleted] = useState<StaffPost | null>(null);
  return (
    <QueryView
      query={query}
      errorTitle="Failed to load the posts"
      pending={<ListSkeleton />}
      isEmpty={({ total }) => total === 0}
      empty={isFiltered ? <NoMatch onClearFilters={onClearFilters} /> : <NothingYet />}
    >
      {({ posts, page, totalPages }) => (
        <>
          <div
            aria-hidden="true"
            className={`${staffPostRowColumns} hidden px-4 pb-2 text-small font-semibold text-muted desktop:grid`}
          >
            <span>Title</span>
            <span>Status</span>
            <span>Author</span>
            <span>Updated</span>
          </div>
          <ul className="divide-y divide-line rounded-control border border-line bg-raised">
            {posts.map((post) => (
              <StaffPostRow
                key={post.id}
                post={post}
                category={post.category === UNCATEGORIZED ? null : post.category}
                isDuplicating={duplicating.isPending && duplicating.variables === post.id}
                onDuplicate={() =>
                  duplicating.mutate(post.id, { onSuccess: (copy) => onDuplicated(copy.id) })
                }
                onDelete={() => setDeleted(post)}
              />
            ))}
          </ul>
          <Pager page={page} totalPages={totalPages} hrefTo={hrefToPage} />
          <DeleteDialog
            kind={postKind}
            document={deleted && { ...deleted, address: addressOf(deleted) }}
            redirectOffer={redirectOffer}
            onClose={() => setDeleted(null)}
          />
        </>
      )}
    </QueryView>
  );
}

/** What was never published has no visitors. */
function addressOf({ status, slug }: StaffPost): string | null {
  return status === 'published' ? paths.post.to(slug) : null;
}

function NothingYet() {
  return (
    <EmptyState
      title="No posts yet"
      description="What you write here appears on the blog once you publish it."
      action={<NewPostLink />}
    />
  );
}

function NoMatch({ onClearFilters }: { onClearFilters: () => void }) {
  return (
    <EmptyState
      title="No post matches"
      description="The search reads titles and excerpts. Look for fewer words, or for any status."
      action={<Button onClick={onClearFilters}>Show all posts</Button>}
    />
  );
}

export function NewPostLink() {
  return (
    <ButtonLink to={paths.adminPostNew} variant="primary" icon={<Plus aria-hidden="true" />}>
      Write a post
    </ButtonLink>
  );
}

function ListSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading posts...</span>
      <div className="divide-y divide-line rounded-control border border-line bg-raised desktop:mt-7">
        {Array.from({ length: SKELETON_ROWS }, (_, place) => (
          <div key={place} className={`${staffPostRowColumns} grid items-center gap-y-2 p-4`}>
            <div>
              <Skeleton className="h-5 w-4/5" />
              <Skeleton className="mt-2 h-4 w-2/5" />
            </div>
            <Skeleton className="h-6 w-24" />
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-4 w-24" />
          </div>
        ))}
      </div>
    </div>
  );
}
