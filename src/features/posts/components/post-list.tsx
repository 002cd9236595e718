import type { Post } from '../model';
import { PostRow, PostRowSkeleton } from './post-row';

const SKELETON_ROWS = 5;

export type PostListProps = {
  posts: readonly Post[];
  /** Whether the first post is the newest of all. */
  hasLead?: boolean;
};

export function PostList({ posts, hasLead = false }: PostListProps) {
  return (
    <ol className="border-b border-line">
      {posts.map((post, index) => (
        <li key={post.slug} className={index > 0 ? 'until-painted' : undefined}>
          <PostRow post={post} isLead={hasLead && index === 0} />
        </li>
      ))}
    </ol>
  );
}

export function PostListSkeleton({ hasLead = false }: { hasLead?: boolean }) {
  return (
    <div role="status">
      <span className="sr-only">Loading blog posts...</span>
      <div aria-hidden="true" className="border-b border-line">
        {Array.from({ length: SKELETON_ROWS }, (_, index) => (
          <PostRowSkeleton key={index} isLead={hasLead && index === 0} />
        ))}
      </div>
    </div>
  );
}
