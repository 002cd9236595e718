import type { Post } from './model';

const RELATED_SHOWN = 3;
const CATEGORY_WEIGHT = 2;

/** Three others: those of the same category or with shared tags first, then the newest. */
export function relatedTo(post: Post, posts: readonly Post[]): Post[] {
  const closeness = (other: Post) =>
    (other.category === post.category ? CATEGORY_WEIGHT : 0) +
    other.tags.filter((tag) => post.tags.includes(tag)).length;
  return posts
    .filter((other) => other.slug !== post.slug)
    .sort((one, other) => closeness(other) - closeness(one))
    .slice(0, RELATED_SHOWN);
}

/** The posts before and after this one in a list that begins with the newest. */
export function neighboursOf(
  post: Post,
  posts: readonly Post[],
): { newer: Post | undefined; older: Post | undefined } {
  const place = posts.findIndex(({ slug }) => slug === post.slug);
  if (place < 0) return { newer: undefined, older: undefined };
  return { newer: posts[place - 1], older: posts[place + 1] };
}
