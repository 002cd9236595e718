import type { Pagination, PostFilters } from '@contracts/blog';
import { samplePosts } from '@brand/samples/posts';
import { BLOG_PAGE_SIZE } from '@/lib/constants';
import { AppError } from '@/lib/errors';
import type { BlogResult, BlogService, PostPage } from './api';
import { toPost, type Post, type Term } from './model';

const SHORTEST_DELAY_MS = 200;
const LONGEST_DELAY_MS = 800;

/** The six built-in posts. */
export const builtInPosts: readonly Post[] = samplePosts.flatMap((post) => toPost(post) ?? []);

/** One page of a list held in memory, filtered and paged as the service does it. */
export function pageOf(posts: readonly Post[], filters: PostFilters = {}): PostPage {
  const { category, tag, search, page = 1, limit = BLOG_PAGE_SIZE } = filters;
  const words = search?.toLowerCase() ?? '';
  const found = posts.filter(
    (post) =>
      (!category || same(post.category, category)) &&
      (!tag || post.tags.some((one) => same(one, tag))) &&
      [post.title, post.excerpt, post.content, ...post.tags].some((text) =>
        text.toLowerCase().includes(words),
      ),
  );
  const pagination: Pagination = {
    total: found.length,
    page,
    limit,
    totalPages: Math.ceil(found.length / limit),
  };
  return { posts: found.slice((page - 1) * limit, page * limit), pagination };
}

/** A blog without a server, for reading: answers after 200 to 800 ms. */
export function createMockBlog(posts: readonly Post[] = builtInPosts): BlogService {
  const isCalled = (id: string) => (post: Post) => post.id === id || post.slug === id;
  const missing = (id: string) =>
    answer<never>({
      error: new AppError('not-found', `Blog post with ID ${id} not found`, { code: 'NOT_FOUND' }),
      status: 404,
    });

  return {
    getPosts: (filters) => answer({ data: pageOf(posts, filters), status: 200 }),
    getPost: (id) => {
      const post = posts.find(isCalled(id));
      return post ? answer({ data: post, status: 200 }) : missing(id);
    },
    getCategories: () => answer({ data: terms(posts.map((post) => post.category)), status: 200 }),
    getTags: () => answer({ data: terms(posts.flatMap((post) => post.tags)), status: 200 }),
  };
}

function answer<Data>(result: BlogResult<Data>): Promise<BlogResult<Data>> {
  const delay = SHORTEST_DELAY_MS + Math.random() * (LONGEST_DELAY_MS - SHORTEST_DELAY_MS);
  return new Promise((resolve) => setTimeout(() => resolve(result), delay));
}

function terms(names: readonly string[]): Term[] {
  return [...new Set(names)].sort().map((name) => ({
    name,
    slug: name,
    count: names.filter((one) => one === name).length,
  }));
}

function same(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
