import { useEffect, type ReactNode } from 'react';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useNavigate, useParams, type Params } from 'react-router-dom';
import { PageMessage } from '@/components/layout/page-message';
import { Button, ButtonLink } from '@/components/ui/button';
import { StaleNote } from '@/components/ui/stale-note';
import { blogContent } from '@brand/texts/blog';
import { pageMeta } from '@/content/page-meta';
import { site } from '@/content/site';
import { ownCard } from '@/content/social-cards';
import { RelatedPosts } from '@/features/posts/components/post-around';
import { PostSkeleton, PostView } from '@/features/posts/components/post-view';
import { builtInPosts } from '@/features/posts/mock';
import type { Post } from '@/features/posts/model';
import { blogQueries } from '@/features/posts/queries';
import { neighboursOf, relatedTo } from '@/features/posts/related';
import { postData } from '@/features/posts/structured-data';
import { NewsletterSection } from '@/features/newsletter/newsletter-section';
import { FollowRedirect } from '@/features/redirects/follow-redirect';
import { postRenderer } from '@/lib/article-renderers';
import { AppError } from '@/lib/errors';
import { paths } from '@/lib/paths';
import { altOf } from '@/lib/picture-facts';
import { useDocumentMeta } from '@/lib/seo';

export function PostPage() {
  const { id = '' } = useParams();
  const post = useQuery(blogQueries.published(id));
  const recent = useQuery(blogQueries.recent());
  useCanonicalPath(id, post.data);

  if (post.data) {
    return (
      <LoadedPost
        post={post.data}
        others={recent.data?.posts ?? []}
        note={<StaleNote query={post} className="mb-6" />}
      />
    );
  }
  if (!post.error) return <PostLoading />;
  if (post.error instanceof AppError && post.error.kind === 'not-found') {
    return (
      <FollowRedirect pending={<PostLoading />}>
        <PostNotFound suggested={recent.data?.posts ?? []} />
      </FollowRedirect>
    );
  }
  const sample = builtInPosts.find((one) => one.id === id);
  if (sample) return <LoadedPost post={sample} others={builtInPosts} isSample />;
  return (
    <PostError
      message={post.error.message || 'Failed to load the blog post.'}
      isRetrying={post.isFetching}
      onRetry={() => void post.refetch()}
    />
  );
}

PostPage.prepare = (queryClient: QueryClient, { id = '' }: Params) =>
  Promise.all([
    queryClient.prefetchQuery(blogQueries.published(id)),
    queryClient.prefetchQuery(blogQueries.recent()),
    postRenderer.load(),
  ]);

/** A post can be opened by id too; the path is then replaced by the one with its slug. */
function useCanonicalPath(id: string, post: Post | undefined) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  useEffect(() => {
    if (!post || post.slug === id) return;
    queryClient.setQueryData(blogQueries.published(post.slug).queryKey, post);
    void navigate(paths.post.to(post.slug), { replace: true });
  }, [id, post, navigate, queryClient]);
}

type LoadedPostProps = {
  post: Post;
  others: readonly Post[];
  note?: ReactNode;
  isSample?: boolean;
};

function LoadedPost({ post, others, note, isSample = false }: LoadedPostProps) {
  useDocumentMeta({
    ...pageMeta({
      title: post.title,
      description: post.excerpt || site.description,
      canonical: paths.post.to(post.slug),
      social: 'blog',
      card: ownCard('post', post.id, post.imageAlt ?? altOf(post.pictureFacts, post.imageUrl)),
      type: 'article',
      publishedAt: post.publishedAt,
      modifiedAt: post.updatedAt,
      structuredData: import.meta.env.SSR ? postData(post) : undefined,
    }),
    noindex: isSample,
  });
  return (
    <>
      <PostView
        // Resets the state (copied link, reading progress) for another post.
        key={post.id}
        post={post}
        related={relatedTo(post, others)}
        {...neighboursOf(post, others)}
        note={note}
        isSample={isSample}
      />
      <NewsletterSection {...blogContent.newsletter} />
    </>
  );
}

function PostLoading() {
  useDocumentMeta({ title: `Blog | ${site.name}`, description: site.description });
  useEffect(() => {
    // Loads in parallel with the post. The article shows the error if it fails.
    postRenderer.load().catch(() => undefined);
  }, []);
  return <PostSkeleton />;
}

type PostErrorProps = { message: string; isRetrying: boolean; onRetry: () => void };

function PostError({ message, isRetrying, onRetry }: PostErrorProps) {
  useDocumentMeta({
    title: `Error Loading Blog Post | ${site.name}`,
    description: site.description,
    noindex: true,
  });
  return (
    <PageMessage
      role="alert"
      title="Error Loading Blog Post"
      text={message}
      actions={
        <>
          <ButtonLink to={paths.blog} variant="primary">
            Back to Blog
          </ButtonLink>
          <Button isPending={isRetrying} icon={<RotateCw aria-hidden="true" />} onClick={onRetry}>
            Retry
          </Button>
        </>
      }
    />
  );
}

const SUGGESTED_POSTS = 3;

function PostNotFound({ suggested }: { suggested: readonly Post[] }) {
  useDocumentMeta({
    title: `Error Loading Blog Post | ${site.name}`,
    description: site.description,
    noindex: true,
  });
  return (
    <>
      <PageMessage
        title="Error Loading Blog Post"
        text="There is no post at this address, or it is no longer published."
        actions={
          <ButtonLink to={paths.blog} variant="primary">
            Back to Blog
          </ButtonLink>
        }
      />
      {suggested.length > 0 && <RelatedPosts posts={suggested.slice(0, SUGGESTED_POSTS)} />}
    </>
  );
}
