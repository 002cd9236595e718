import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { BLOG_PAGE_SIZE } from '@/lib/constants';
import { blog, type BlogResult } from './api';
import type { BlogFilters } from './filters';

/** Enough to find the neighbours of most posts. */
const RECENT_COUNT = 50;

// `retry: false`: the HTTP client already retries three times when the server cannot be reached.
export const blogQueries = {
  all: ['blog'] as const,
  publishedLists: ['blog', 'published', 'list'] as const,
  publishedList: (filters: BlogFilters) =>
    queryOptions({
      queryKey: [...blogQueries.publishedLists, filters] as const,
      queryFn: ({ signal }) =>
        unwrap(blog.getPosts({ ...filters, limit: BLOG_PAGE_SIZE }, { signal, asVisitor: true })),
      placeholderData: keepPreviousData,
      // Each search is a list of its own: keeping them would push out the other copies.
      meta: { keepCopy: filters.search === undefined },
      retry: false,
    }),
  /** The newest posts, for neighbours and related posts. */
  recent: () =>
    queryOptions({
      queryKey: [...blogQueries.all, 'published', 'recent'] as const,
      queryFn: ({ signal }) =>
        unwrap(blog.getPosts({ limit: RECENT_COUNT }, { signal, asVisitor: true })),
      meta: { keepCopy: true },
      retry: false,
    }),
  published: (id: string) =>
    queryOptions({
      queryKey: [...blogQueries.all, 'published', 'post', id] as const,
      queryFn: ({ signal }) => unwrap(blog.getPost(id, { signal, asVisitor: true })),
      meta: { keepCopy: true },
      retry: false,
    }),
  categories: () =>
    queryOptions({
      queryKey: [...blogQueries.all, 'categories'] as const,
      queryFn: ({ signal }) => unwrap(blog.getCategories({ signal, asVisitor: true })),
      retry: false,
    }),
  tags: () =>
    queryOptions({
      queryKey: [...blogQueries.all, 'tags'] as const,
      queryFn: ({ signal }) => unwrap(blog.getTags({ signal, asVisitor: true })),
      retry: false,
    }),
};

async function unwrap<Data>(call: Promise<BlogResult<Data>>): Promise<Data> {
  const { data, error } = await call;
  if (error) throw error;
  return data;
}
