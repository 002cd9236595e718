import type { Pagination, PostFilters } from '@contracts/blog';
import { sessionHeaders, visitorHeaders } from '@/lib/backend-headers';
import { BLOG_PAGE_SIZE } from '@/lib/constants';
import { getEnv } from '@/lib/env';
import { toAppError, type AppError } from '@/lib/errors';
import { http, HttpError, type HttpReply, type HttpRequest } from '@/lib/http';
import { isRecord, toPost, toTerm, type Post, type Term } from './model';

export type PostPage = { posts: Post[]; pagination: Pagination };

/** `status` is that of the reply, or 0 without one. */
export type BlogResult<Data> =
  | { data: Data; error?: undefined; status: number }
  | { data?: undefined; error: AppError; status: number };

export type BlogCall = {
  signal?: AbortSignal;
  /** Sent without the session: does not wait for it and gets published posts only. */
  asVisitor?: boolean;
};

/** The reads; staff-api.ts has the writes, which visitors do not download. */
export type BlogService = {
  getPosts: (filters?: PostFilters, call?: BlogCall) => Promise<BlogResult<PostPage>>;
  /** By id or slug. */
  getPost: (id: string, call?: BlogCall) => Promise<BlogResult<Post>>;
  getCategories: (call?: BlogCall) => Promise<BlogResult<Term[]>>;
  getTags: (call?: BlogCall) => Promise<BlogResult<Term[]>>;
};

export const blog: BlogService = {
  getPosts: (filters = {}, call) =>
    ask('/blog/posts', { query: filters }, call, 'Failed to load blog posts', toPage),
  getPost: (id, call) =>
    ask(postPath(id), {}, call, `Failed to load blog post with ID ${id}`, toSinglePost),
  getCategories: (call) =>
    ask('/blog/categories', {}, call, 'Failed to load blog categories', toTerms),
  getTags: (call) => ask('/blog/tags', {}, call, 'Failed to load blog tags', toTerms),
};

function postPath(id: string): string {
  return `/blog/posts/${encodeURIComponent(id)}`;
}

async function ask<Data>(
  path: string,
  request: HttpRequest,
  { signal, asVisitor = false }: BlogCall = {},
  sentence: string,
  read: (body: unknown) => Data,
): Promise<BlogResult<Data>> {
  let reply: HttpReply | undefined;
  try {
    const headers = asVisitor ? visitorHeaders() : await sessionHeaders();
    const url = getEnv().apiBaseUrl + path;
    reply = await http(url, { ...request, headers, ...(signal ? { signal } : {}) });
    return { data: read(reply.body), status: reply.status };
  } catch (error) {
    const status = error instanceof HttpError ? error.status : (reply?.status ?? 0);
    return { error: toAppError(explained(error), sentence), status };
  }
}

/** Our function sends the reason in `error`; other services in `message`, or not at all. */
function explained(error: unknown): unknown {
  if (!(error instanceof HttpError)) return error;
  const { status, body } = error;
  const given = isRecord(body) && isRecord(body.error) ? body.error : body;
  const { message = '', code = String(status) } = isRecord(given) ? given : {};
  return { status, message, code, body };
}

function toPage(body: unknown): PostPage {
  const posts = itemsOf(body).flatMap((raw) => toPost(raw) ?? []);
  const pagination = isRecord(body) ? paginationOf(body.pagination) : null;
  return { posts, pagination: pagination ?? wholeList(posts.length) };
}

function paginationOf(raw: unknown): Pagination | null {
  if (!isRecord(raw)) return null;
  const { total, page, limit, totalPages } = raw;
  if (typeof total !== 'number') return null;
  const size = typeof limit === 'number' && limit > 0 ? limit : BLOG_PAGE_SIZE;
  return {
    total,
    page: typeof page === 'number' ? page : 1,
    limit: size,
    totalPages: typeof totalPages === 'number' ? totalPages : Math.ceil(total / size),
  };
}

/** A list without pages. */
export function wholeList(total: number): Pagination {
  return { total, page: 1, limit: Math.max(total, BLOG_PAGE_SIZE), totalPages: total > 0 ? 1 : 0 };
}

function toSinglePost(body: unknown): Post {
  const post = toPost(isRecord(body) && isRecord(body.data) ? body.data : body);
  if (post === null) throw new Error('The reply has no post');
  return post;
}

function toTerms(body: unknown): Term[] {
  return itemsOf(body).flatMap((raw) => toTerm(raw) ?? []);
}

/** A list, or an object with a list as `data`. */
function itemsOf(body: unknown): readonly unknown[] {
  const items = isRecord(body) ? body.data : body;
  if (!Array.isArray(items)) throw new Error('The reply has no list');
  return items;
}
