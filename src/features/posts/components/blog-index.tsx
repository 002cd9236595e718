import { clsx } from 'clsx';
import { RotateCw } from 'lucide-react';
import type { Pagination } from '@contracts/blog';
import { Alert } from '@/components/ui/alert';
import { Button, ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import type { QueryLike } from '@/components/ui/query-view';
import { isLastGoodCopy, StaleNote } from '@/components/ui/stale-note';
import { blogContent } from '@brand/texts/blog';
import { useFocusOnChange } from '@/hooks/use-focus-on-change';
import { paths } from '@/lib/paths';
import type { PostPage } from '../api';
import { blogHref, isFiltered, type BlogFilters } from '../filters';
import { builtInPosts } from '../mock';
import { PostList, PostListSkeleton } from './post-list';
import { PostPages } from './post-pages';

export type BlogIndexProps = {
  query: QueryLike<PostPage> & { isPlaceholderData: boolean };
  filters: BlogFilters;
};

/** The list with its states: loading, failed, empty, no match, posts. */
export function BlogIndex({ query, filters }: BlogIndexProps) {
  const { data, error, isPlaceholderData } = query;
  const hasLead = !isFiltered(filters) && (filters.page ?? 1) === 1;
  const failure = isLastGoodCopy(query) ? (
    <StaleNote query={query} className="mb-8" />
  ) : (
    error && (
      <Alert
        kind="danger"
        title="Failed to load blog posts"
        action={<Retry query={query} />}
        className="mb-8"
      >
        What you read before is still here.
      </Alert>
    )
  );
  if (!data) return failure ?? <PostListSkeleton hasLead={hasLead} />;
  return (
    <>
      {failure}
      <ResultLine filters={filters} pagination={data.pagination} />
      {data.posts.length === 0 ? (
        <NoPosts filters={filters} />
      ) : (
        <div
          aria-busy={isPlaceholderData || undefined}
          className={clsx('transition-opacity duration-control', isPlaceholderData && 'opacity-50')}
        >
          <PostList posts={data.posts} hasLead={hasLead && !isPlaceholderData} />
          <PostPages filters={filters} pagination={data.pagination} />
        </div>
      )}
    </>
  );
}

/** Six sample posts, shown when no post can be loaded and no copy is kept. */
export function SamplePosts({ query }: { query: BlogIndexProps['query'] }) {
  return (
    <>
      <div className="mb-8 flex flex-wrap items-center justify-between gap-x-10 gap-y-4 tablet:mb-10">
        <div role="status" className="flex-[1_1_20rem]">
          <p className="text-small font-semibold">{blogContent.samples.label}</p>
          <p className="mt-1 max-w-measure text-base text-muted">{blogContent.samples.text}</p>
        </div>
        <Retry query={query} />
      </div>
      <PostList posts={builtInPosts} hasLead />
    </>
  );
}

function Retry({ query: { isFetching, refetch } }: { query: BlogIndexProps['query'] }) {
  return (
    <Button
      size="small"
      isPending={isFetching}
      icon={<RotateCw aria-hidden="true" />}
      onClick={() => refetch()}
    >
      Retry
    </Button>
  );
}

type ResultLineProps = { filters: BlogFilters; pagination: Pagination };

/** The number of posts; gets the focus when the page of the list changes. */
function ResultLine({ filters, pagination: { total, page, totalPages } }: ResultLineProps) {
  const line = useFocusOnChange<HTMLParagraphElement>(page);
  const count = total === 1 ? '1 post' : `${total} posts`;
  return (
    <p
      ref={line}
      role="status"
      tabIndex={-1}
      className={clsx(
        'scroll-mt-[calc(var(--header-height)+2rem)]',
        isFiltered(filters) && total > 0 ? 'mb-5 text-small text-muted' : 'sr-only',
      )}
    >
      {isFiltered(filters) ? `${count} found` : count}
      {totalPages > 1 && `, page ${page} of ${totalPages}`}
    </p>
  );
}

function NoPosts({ filters }: { filters: BlogFilters }) {
  const { empty, noMatch, newsletter } = blogContent;
  if (isFiltered(filters) || filters.page !== undefined) {
    return (
      <EmptyState
        title={noMatch.title}
        description={noMatch.text}
        action={<ButtonLink to={paths.blog}>{noMatch.action}</ButtonLink>}
      />
    );
  }
  return (
    <EmptyState
      title={empty.title}
      description={empty.text}
      action={
        <ButtonLink to={`${blogHref(filters)}#${newsletter.id}`}>
          {blogContent.hero.action}
        </ButtonLink>
      }
    />
  );
}
