import { directionOf } from '@contracts/words/direction';
import { use, type ReactNode } from 'react';
import { clsx } from 'clsx';
import { Image } from '@/components/image';
import { FirstViewEnd } from '@/components/layout/first-view-end';
import { titleSize } from '@/components/layout/title-size';
import { Skeleton, SkeletonText } from '@/components/ui/skeleton';
import { TextLink } from '@/components/ui/text-link';
import { blogContent } from '@brand/texts/blog';
import { AnchorsShown, useAnchor } from '@/hooks/use-anchor';
import { POST_IMAGE_MAX_HEIGHT_PX } from '@/lib/constants';
import { COLUMN_ON_PHONE } from '@/lib/images/constants';
import { paths } from '@/lib/paths';
import { altOf, focusOf } from '@/lib/picture-facts';
import { blogHref } from '../filters';
import { formatPostDate, UNCATEGORIZED, type Post } from '../model';
import { AuthorAvatar } from './post-author';
import { PostBody } from './post-body';
import { PostNeighbours, RelatedPosts } from './post-around';
import { SharePost } from './share-post';
import { TagLinks } from './tag-links';

/** The width at which a 16:9 cover reaches the maximum height of the specification. */
const COVER_MAX_WIDTH_PX = Math.floor((POST_IMAGE_MAX_HEIGHT_PX * 16) / 9);

export type PostViewProps = {
  post: Post;
  related: readonly Post[];
  newer: Post | undefined;
  older: Post | undefined;
  /** Above the post: a note about an old copy. */
  note?: ReactNode;
  /** Labels the post as a built-in sample. */
  isSample?: boolean;
};

export function PostView({ post, related, newer, older, note, isSample = false }: PostViewProps) {
  const anchor = useAnchor();
  return (
    <>
      <article className={clsx(content, 'pt-10 pb-section tablet:pt-16')}>
        {note}
        <PostHeader post={post} isSample={isSample} />
        <div className={columns}>
          <Byline post={post} />
          <div className="min-w-0 desktop:col-span-9">
            <Cover post={post} />
            <div {...anchor('post', 'content_markdown')}>
              <PostBody html={post.content} />
            </div>
            <TagLinks tags={post.tags} label="Tags" className="no-print mt-12 max-w-measure" />
          </div>
        </div>
      </article>
      {(newer ?? older) && <PostNeighbours newer={newer} older={older} />}
      {related.length > 0 && <RelatedPosts posts={related} />}
    </>
  );
}

function PostHeader({ post, isSample }: { post: Post; isSample: boolean }) {
  const anchor = useAnchor();
  const hasCategory = post.category !== UNCATEGORIZED;
  return (
    <header>
      <p className="flex flex-wrap gap-x-2.5 text-base text-muted">
        <TextLink to={paths.blog}>Blog</TextLink>
        <span aria-hidden="true">/</span>
        {hasCategory && !isSample ? (
          <TextLink to={blogHref({ category: post.category })}>
            <bdi>{post.category}</bdi>
          </TextLink>
        ) : (
          <bdi>{post.category}</bdi>
        )}
        {isSample && (
          <>
            <span aria-hidden="true">/</span>
            <span className="font-semibold text-ink">{blogContent.samples.label}</span>
          </>
        )}
      </p>
      <h1
        {...anchor('post', 'title')}
        dir={directionOf(post.title)}
        className={clsx('mt-5 tracking-display hyphens-auto', titleSize(post.title))}
      >
        {post.title}
      </h1>
      {post.excerpt !== '' && (
        <p
          {...anchor('post', 'excerpt')}
          dir={directionOf(post.excerpt)}
          className="mt-6 max-w-[42rem] text-lead text-balance text-muted"
        >
          {post.excerpt}
        </p>
      )}
      <FirstViewEnd />
    </header>
  );
}

function Byline({ post }: { post: Post }) {
  const isForApproval = use(AnchorsShown);
  return (
    <div className="min-w-0 text-base desktop:sticky desktop:top-[calc(var(--header-height)+2rem)] desktop:col-span-3 desktop:self-start">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4 desktop:block">
        <div className="flex min-w-0 items-center gap-3.5 desktop:block">
          <AuthorAvatar
            author={post.author}
            focus={focusOf(post.pictureFacts, post.author.avatar)}
          />
          <div className="min-w-0 desktop:mt-4">
            <p>
              <span className="text-muted">By</span>{' '}
              <span dir={directionOf(post.author.name)} className="font-semibold">
                {post.author.name}
              </span>
            </p>
            <p className="grid gap-x-2 text-small text-muted tabular-figures tablet:max-desktop:flex desktop:mt-1">
              {post.publishedAt !== null && (
                <time dateTime={post.publishedAt}>{formatPostDate(post.publishedAt)}</time>
              )}
              <span aria-hidden="true" className="max-tablet:hidden desktop:hidden">
                /
              </span>
              <span>{post.readTime} min read</span>
            </p>
          </div>
        </div>
        {/* The link of a client is theirs alone. */}
        {!isForApproval && (
          <div className="no-print desktop:mt-6">
            <SharePost title={post.title} />
          </div>
        )}
      </div>
    </div>
  );
}

function Cover({ post }: { post: Post }) {
  const anchor = useAnchor();
  if (post.imageUrl === null) return null;
  return (
    <div
      {...anchor('post', 'cover_image_url')}
      className="mb-10 tablet:mb-14"
      style={{ maxWidth: COVER_MAX_WIDTH_PX }}
    >
      <Image
        src={post.imageUrl}
        focus={focusOf(post.pictureFacts, post.imageUrl)}
        alt={post.imageAlt ?? altOf(post.pictureFacts, post.imageUrl) ?? ''}
        aspect="card"
        sizes={`(min-width: 1280px) ${COVER_MAX_WIDTH_PX}px, (min-width: 1024px) 70vw, ${COLUMN_ON_PHONE}`}
        priority="critical"
        className="rounded-picture"
      />
    </div>
  );
}

/** Placeholder in the layout of the page. */
export function PostSkeleton() {
  return (
    <div role="status" className={clsx(content, 'pt-10 pb-section tablet:pt-16')}>
      <span className="sr-only">Loading blog post...</span>
      <Skeleton className="h-5 w-40" />
      <Skeleton className="mt-6 h-[clamp(2.25rem,1.6rem+3vw,4.25rem)] w-11/12 max-w-[56rem]" />
      <Skeleton className="mt-3 h-[clamp(2.25rem,1.6rem+3vw,4.25rem)] w-3/5 max-w-[36rem]" />
      <SkeletonText lines={2} className="mt-7 max-w-[42rem] text-lead" />
      <div className={columns}>
        <div className="flex items-center gap-3.5 desktop:col-span-3 desktop:block">
          <Skeleton className="size-12 shrink-0 rounded-full!" />
          <div className="grid gap-2 desktop:mt-4">
            <Skeleton className="h-4 w-36" />
            <Skeleton className="h-3.5 w-24" />
          </div>
        </div>
        <div className="min-w-0 desktop:col-span-9">
          <div className="mb-10 tablet:mb-14" style={{ maxWidth: COVER_MAX_WIDTH_PX }}>
            <Skeleton className="aspect-video w-full rounded-picture!" />
          </div>
          <SkeletonText lines={7} className="max-w-measure" />
        </div>
      </div>
    </div>
  );
}

const content = 'mx-auto w-full max-w-content px-gutter wide:px-0';
const columns = 'mt-10 grid grid-cols-1 gap-x-8 gap-y-8 tablet:mt-14 desktop:grid-cols-12';
