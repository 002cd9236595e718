import { directionOf } from '@contracts/words/direction';
import { clsx } from 'clsx';
import { Link } from 'react-router-dom';
import { Image } from '@/components/image';
import { Skeleton } from '@/components/ui/skeleton';
import { COLUMN_ON_PHONE } from '@/lib/images/constants';
import { paths } from '@/lib/paths';
import { coverOf } from '../cover';
import { postDateParts, type Post } from '../model';

export type PostRowProps = {
  post: Post;
  /** Larger cover, for the newest post. */
  isLead?: boolean;
};

/** A row of the list: date in the margin, text, cover. On a phone the excerpt is below both title and cover. */
export function PostRow({ post, isLead = false }: PostRowProps) {
  return (
    <article className={clsx('card', rowClasses)}>
      <div className={metaClasses}>
        <MarginDate timestamp={post.publishedAt} />
        <p className={clsx('flex min-w-0 flex-wrap gap-x-2.5', isLead ? leadWidth : width)}>
          <span dir={directionOf(post.category)} className="font-semibold text-ink">
            {post.category}
          </span>
          <span aria-hidden="true">/</span>
          <span className="tabular-figures">{post.readTime} min read</span>
        </p>
      </div>
      <div className={clsx('min-w-0', isLead ? leadTextClasses : textClasses)}>
        <h2
          dir={directionOf(post.title)}
          className={clsx('tablet:mt-2', isLead ? 'text-h2' : 'text-h3')}
        >
          <Link
            to={paths.post.to(post.slug)}
            className="card-title stretched-link after:inset-x-0 after:inset-y-4 tablet:after:-inset-x-4"
          >
            {post.title}
          </Link>
        </h2>
      </div>
      <div
        className={clsx(
          'overflow-hidden rounded-picture',
          isLead ? leadCoverClasses : coverClasses,
        )}
      >
        <Image
          {...coverOf(post)}
          alt=""
          aspect="card"
          sizes={
            isLead
              ? `(min-width: 1280px) 490px, (min-width: 1024px) 40vw, (min-width: 768px) 77vw, ${COLUMN_ON_PHONE}`
              : '(min-width: 1280px) 285px, (min-width: 1024px) 24vw, 30vw'
          }
          priority={isLead ? 'critical' : 'normal'}
          severity="low"
          className="card-picture"
        />
      </div>
      <div className={clsx('min-w-0', isLead ? leadTextClasses : restClasses)}>
        {post.excerpt !== '' && (
          <p
            dir={directionOf(post.excerpt)}
            className={clsx(
              'mb-4 max-w-[36rem] text-muted tablet:mt-3',
              isLead ? 'text-body' : 'text-base',
            )}
          >
            {post.excerpt}
          </p>
        )}
        <p className="text-small text-muted tablet:mt-4">
          By <span dir={directionOf(post.author.name)}>{post.author.name}</span>
        </p>
      </div>
    </article>
  );
}

/** In the margin; on a phone before the category. */
function MarginDate({ timestamp }: { timestamp: string | null }) {
  if (timestamp === null) return <div className={clsx(dateClasses, 'max-tablet:hidden')} />;
  const { day, year } = postDateParts(timestamp);
  return (
    <time dateTime={timestamp} className={dateClasses}>
      <span className="tablet:font-display tablet:text-h4 tablet:text-ink">{day}</span>
      <span className="tablet:sr-only">, </span>
      <span className="tabular-figures">{year}</span>
      <span aria-hidden="true" className="ms-2.5 tablet:hidden!">
        /
      </span>
    </time>
  );
}

export function PostRowSkeleton({ isLead = false }: { isLead?: boolean }) {
  return (
    <div className={rowClasses}>
      <div className={metaClasses}>
        <div className={dateClasses}>
          <Skeleton className="h-4 w-16 tablet:h-5" />
          <Skeleton className="mt-2 h-3.5 w-10 max-tablet:hidden" />
        </div>
        <Skeleton className={clsx('h-4 max-w-36', isLead ? leadWidth : width)} />
      </div>
      <div className={clsx('min-w-0', isLead ? leadTextClasses : textClasses)}>
        <Skeleton className={clsx('tablet:mt-3 w-11/12', isLead ? 'h-10' : 'h-7')} />
        <Skeleton className={clsx('mt-2 w-3/5', isLead ? 'h-10' : 'h-7')} />
        <Skeleton className="mt-5 h-4 w-full max-w-[36rem]" />
        <Skeleton className="mt-2.5 h-4 w-3/4 max-w-[30rem]" />
      </div>
      <div className={isLead ? leadCoverClasses : coverClasses}>
        <Skeleton className="aspect-video w-full rounded-picture!" />
      </div>
    </div>
  );
}

const rowClasses =
  'grid grid-cols-12 gap-x-4 gap-y-3 border-t border-line py-8 tablet:grid-rows-[auto_auto_1fr] tablet:gap-x-8 tablet:gap-y-0 tablet:py-12';
const metaClasses = 'col-span-12 flex flex-wrap gap-x-2.5 text-small text-muted tablet:contents';
const dateClasses = 'tablet:col-span-2 tablet:row-span-3 tablet:pt-0.5 tablet:[&>span]:block';
const width = 'tablet:col-span-6 desktop:col-span-7';
const leadWidth = 'tablet:col-span-10 desktop:col-span-5';
const textClasses = clsx('col-span-8 tablet:col-start-3', width);
const coverClasses =
  'col-span-4 self-start tablet:col-start-9 tablet:row-span-3 tablet:row-start-1 desktop:col-span-3 desktop:col-start-10';
const restClasses = clsx('col-span-12 tablet:col-start-3', width);
const leadTextClasses = clsx('col-span-12 max-desktop:order-last tablet:col-start-3', leadWidth);
const leadCoverClasses =
  'col-span-12 self-start tablet:col-span-10 tablet:col-start-3 tablet:my-4 desktop:my-0 desktop:col-span-5 desktop:col-start-8 desktop:row-span-3 desktop:row-start-1';
