import { directionOf } from '@contracts/words/direction';
import { clsx } from 'clsx';
import { Link } from 'react-router-dom';
import { Image } from '@/components/image';
import { TextLink } from '@/components/ui/text-link';
import { motif } from '@brand/motif';
import { blogContent } from '@brand/texts/blog';
import { paths } from '@/lib/paths';
import { coverOf } from '../cover';
import { formatPostDate, type Post } from '../model';

const content = 'until-near mx-auto w-full max-w-content px-gutter wide:px-0';

type NeighboursProps = { newer: Post | undefined; older: Post | undefined };

export function PostNeighbours({ newer, older }: NeighboursProps) {
  return (
    <nav aria-label="Newer and older posts" className={clsx('no-print', content)}>
      <ul
        className={clsx(
          'grid border-y border-line',
          motif === 'sky' && 'nimbus',
          newer && older && 'tablet:grid-cols-2',
        )}
      >
        {newer && <Neighbour post={newer} rel="prev" label="Newer" />}
        {older && <Neighbour post={older} rel="next" label="Older" isSecond={Boolean(newer)} />}
      </ul>
    </nav>
  );
}

type NeighbourProps = {
  post: Post;
  rel: 'prev' | 'next';
  label: string;
  /** Beside the newer one, below it on a phone. */
  isSecond?: boolean;
};

function Neighbour({ post, rel, label, isSecond = false }: NeighbourProps) {
  return (
    <li
      className={clsx(
        'min-w-0 border-line',
        isSecond && 'max-tablet:border-t tablet:border-s tablet:ps-8 tablet:text-end',
      )}
    >
      <Link to={paths.post.to(post.slug)} rel={rel} className="card block py-7 tablet:py-9">
        <span className="text-small text-muted">{label}</span>
        <span
          dir={directionOf(post.title)}
          className="mt-1.5 block font-display text-h3 card-title"
        >
          {post.title}
        </span>
      </Link>
    </li>
  );
}

export function RelatedPosts({ posts }: { posts: readonly Post[] }) {
  return (
    <section className={clsx('no-print pt-section pb-section', content)}>
      <div className="mb-8 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-3 tablet:mb-12">
        <h2 className="text-h2">{blogContent.related}</h2>
        <TextLink to={paths.blog} hasArrow>
          All posts
        </TextLink>
      </div>
      <ul className="grid gap-x-8 gap-y-10 tablet:grid-cols-3">
        {posts.map((post) => (
          <li key={post.slug} className="card min-w-0">
            <div className="mb-5 overflow-hidden rounded-picture max-tablet:hidden">
              <Image
                {...coverOf(post)}
                alt=""
                aspect="card"
                sizes="(min-width: 1280px) 380px, 31vw"
                severity="low"
                className="card-picture"
              />
            </div>
            <p className="flex flex-wrap gap-x-2.5 text-small text-muted">
              <bdi className="font-semibold text-ink">{post.category}</bdi>
              {post.publishedAt !== null && (
                <>
                  <span aria-hidden="true">/</span>
                  <time dateTime={post.publishedAt}>{formatPostDate(post.publishedAt)}</time>
                </>
              )}
            </p>
            <h3 dir={directionOf(post.title)} className="mt-1.5 text-h4">
              <Link
                to={paths.post.to(post.slug)}
                className="card-title stretched-link after:-inset-2"
              >
                {post.title}
              </Link>
            </h3>
          </li>
        ))}
      </ul>
    </section>
  );
}
