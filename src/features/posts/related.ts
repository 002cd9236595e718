import type { Post } from './model';

const RELATED_SHOWN = 3;
const CATEGORY_WEIGHT = 2;
const NEIGHBOUR_WEIGHT = -100;

/**
 * Three other posts: by same category and shared tags, then in the order of the list, which no edit changes. The
 * neighbours, which the page links to by themselves, come last.
 */
export function relatedTo(post: Post, posts: readonly Post[]): Post[] {
  const { newer, older } = neighboursOf(post, posts);
  const isNeighbour = (other: Post) => other === newer || other === older;
  const closeness = (other: Post) =>
    (isNeighbour(other) ? NEIGHBOUR_WEIGHT : 0) +
    (other.category === post.category ? CATEGORY_WEIGHT : 0) +
    other.tags.filter((tag) => post.tags.includes(tag)).length;
  return posts
    .filter((other) => other.slug !== post.slug)
    .sort((one, other) => closeness(other) - closeness(one))
    .slice(0, RELATED_SHOWN);
}

/** The posts next to this one in a list sorted newest first. */
export function neighboursOf(
  post: Post,
  posts: readonly Post[],
): { newer: Post | undefined; older: Post | undefined } {
  const place = posts.findIndex(({ slug }) => slug === post.slug);
  if (place < 0) return { newer: undefined, older: undefined };
  return { newer: posts[place - 1], older: posts[place + 1] };
}
