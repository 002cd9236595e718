import { z } from 'zod';
import {
  apiErrorSchema,
  POST_AUTHOR_DEFAULT,
  postSavedReplySchema,
  UNCATEGORIZED,
  type Post,
  type PostCreate,
  type PostSavedReply,
  type PostUpdate,
} from '@contracts/blog';
import { inputFromColumns, inputFromValues, type Fields } from '@/documents/fields';
import type { DocumentApi, TrashApi } from '@/documents/kind';
import type { SaveRequest, StoredDocument } from '@/documents/stored';
import type { ListFilters } from '@/documents/list';
import { inState, storedStateOf, type PublicationState } from '@/documents/publication';
import { getWorkingCopy, historyApi, trashApi, withChanges } from '@/documents/staff-api';
import { askBackend, withTimeout } from '@/lib/backend';
import { sessionHeaders } from '@/lib/backend-headers';
import type { Json } from '@/lib/database.types';
import { parseTimestamp } from '@/lib/dates';
import { getEnv } from '@/lib/env';
import { AppError, toAppError } from '@/lib/errors';
import { http, HttpError, type HttpReply, type HttpRequest } from '@/lib/http';
import { toStoredImageUrl } from '@/lib/image-url';
import { fetchPage, type Page } from '@/lib/paged-list';
import { parseResponse } from '@/lib/parse-response';
import { paths } from '@/lib/paths';
import { notePublishedChange } from '@/lib/published-changes';
import { FINDS, searchQueryFor } from '@/lib/words/load-latin';
import { postFields, type PostField, type PostInput } from './fields';

/** A save without an answer by then counts as failed; the next save finds out whether it arrived. */
const SAVE_TIMEOUT_MS = 30_000;

const fields: Fields<PostInput> = postFields;

export function toPostInput(post: Post): PostInput {
  const category = post.category === UNCATEGORIZED ? '' : post.category;
  return inputFromValues(fields, {
    ...post,
    markdown: post.markdown ?? '',
    category,
    author: post.author.name,
  });
}

function toStored(post: Post): StoredDocument<PostInput> {
  const { id, version, updatedAt } = post;
  return { id, version, input: toPostInput(post), createdAt: null, savedAt: updatedAt };
}

/** The body the blog function expects. */
export function toWire({ slug, imageUrl, publishedAt, ...input }: PostInput) {
  return {
    ...input,
    title: input.title.trim(),
    excerpt: input.excerpt.trim(),
    author: input.author.trim(),
    category: input.category.trim() || null,
    imageAlt: input.imageAlt.trim() || null,
    imageUrl: toStoredImageUrl(imageUrl.trim()) || null,
    publishedAt: publishedAt || null,
    ...(slug !== '' && { slug }),
  };
}

/** The body of an update: the changed fields only. */
export function toChanges(input: PostInput, changed: readonly string[]): PostUpdate {
  return Object.fromEntries(
    Object.entries(toWire(input)).filter(([name]) => changed.includes(name)),
  );
}

async function getPost(id: string, signal?: AbortSignal): Promise<StoredDocument<PostInput>> {
  const sentence = `Failed to load blog post with ID ${id}`;
  const reply = await ask(postPath(id), signal ? { signal } : {}, sentence);
  const stored = toStored(readReply(reply, sentence).data);
  return withChanges(stored, await getWorkingCopy(id, signal), inputOfSnapshot);
}

async function savePost({
  id,
  version,
  input,
  changed,
  goesLive,
  saveIds,
}: SaveRequest<PostInput>): Promise<StoredDocument<PostInput>> {
  const { data, savedVersion } =
    version === null
      ? await createPost({ ...toWire(input), id, saveIds })
      : await updatePost(id, { ...toChanges(input, changed), version, goesLive, saveIds });
  notePublishedChange();
  const stored = toStored(data);
  if (savedVersion === undefined) return stored;
  const { slug, publishedAt } = stored.input;
  return {
    ...stored,
    version: savedVersion,
    input: { ...input, slug: input.slug || slug, publishedAt: input.publishedAt || publishedAt },
    savedAt: new Date().toISOString(),
  };
}

const snapshotSchema = z.object({
  post: z.record(z.string(), z.unknown()),
  tags: z.array(z.string()),
  category: z.string().nullable(),
  author: z.string().nullable(),
});

function inputOfSnapshot(snapshot: Json): PostInput {
  const { post, tags, category, author } = parseResponse(
    snapshotSchema,
    snapshot,
    'Failed to read this version',
  );
  const input = inputFromColumns(fields, {
    ...post,
    ...{ tags, category, author: author ?? POST_AUTHOR_DEFAULT },
  });
  const { publishedAt } = input;
  return { ...input, publishedAt: publishedAt && parseTimestamp(publishedAt).toISOString() };
}

/** For the document screens; the public site uses `api.ts`. */
export const postApi: DocumentApi<PostInput> & TrashApi = {
  get: getPost,
  save: savePost,
  remove: async (id) => {
    await deletePost(id);
    notePublishedChange();
  },
  ...trashApi('post', 'the post'),
  ...historyApi(inputOfSnapshot),
  problemsOf,
  getPublicPage: async (id, signal) => {
    const { data } = await askBackend('Failed to load the address of the page', (supabase) =>
      inState(supabase.from('blog_posts').select('slug, version').eq('id', id), 'published')
        .abortSignal(withTimeout(signal))
        .retry(false),
    );
    const [live] = data;
    return live ? { path: paths.post.to(live.slug), version: live.version } : null;
  },
};

/** The messages for single fields of a refused post. */
function problemsOf(error: AppError): Partial<Record<PostField, string>> {
  const cause = error.cause instanceof HttpError ? error.cause : null;
  return apiErrorSchema.safeParse(cause?.body).data?.error.fields ?? {};
}

function postPath(id: string): string {
  return `/blog/posts/${encodeURIComponent(id)}`;
}

const createPost = (post: PostCreate) =>
  write('/blog/posts', { method: 'POST', body: post }, 'Failed to create blog post');

const updatePost = (id: string, changes: PostUpdate) =>
  write(postPath(id), { method: 'PUT', body: changes }, `Failed to update blog post with ID ${id}`);

const deletePost = (id: string) =>
  ask(postPath(id), { method: 'DELETE' }, `Failed to delete blog post with ID ${id}`);

async function write(path: string, request: HttpRequest, sentence: string) {
  const reply = await ask(path, { ...request, timeoutMs: SAVE_TIMEOUT_MS }, sentence);
  return readReply(reply, sentence);
}

async function ask(path: string, request: HttpRequest, sentence: string): Promise<HttpReply> {
  try {
    const headers = await sessionHeaders();
    return await http(getEnv().apiBaseUrl + path, { ...request, headers });
  } catch (error) {
    throw toRefusal(error, sentence);
  }
}

function toRefusal(error: unknown, sentence: string): AppError {
  if (!(error instanceof HttpError)) return toAppError(error, sentence);
  const { status } = error;
  const said = apiErrorSchema.safeParse(error.body).data?.error;
  const known = toAppError({ status, message: said?.message ?? '' }, sentence);
  const message =
    known.kind === 'signed-out' ? `${sentence}: your session has ended` : known.message;
  return new AppError(known.kind, message, { cause: error, code: said?.code ?? String(status) });
}

function readReply(reply: HttpReply, sentence: string): PostSavedReply {
  return parseResponse(postSavedReplySchema, reply.body, sentence);
}

const PAGE_SIZE = 24;

/** The fields of a row of the staff list. */
export type StaffPost = {
  id: string;
  slug: string;
  title: string;
  state: PublicationState;
  author: string;
  category: string;
  /** ISO 8601 in UTC; null while it has no date. */
  publishedAt: string | null;
  updatedAt: string;
};

const ORDERS = {
  changed: { column: 'updated_at', ascending: false },
  title: { column: 'title', ascending: true },
  published: { column: 'published_at', ascending: false },
} as const;

export type PostSort = keyof typeof ORDERS;

/** A page of the posts the caller may read; staff also read drafts. */
export async function listStaffPosts(
  { search, status, sort, page }: ListFilters<PublicationState, PostSort>,
  signal?: AbortSignal,
): Promise<Page<StaffPost>> {
  const { column, ascending } = ORDERS[sort];
  const query = await searchQueryFor(search);
  return fetchPage({
    sentence: 'Failed to load blog posts',
    page,
    pageSize: PAGE_SIZE,
    signal,
    request: (supabase) => {
      let request = supabase
        .from('blog_posts')
        .select(
          'id, slug, title, status, published_at, public_from, updated_at, author:blog_authors(name), category:blog_categories(name)',
          { count: 'exact' },
        )
        .order(column, { ascending, nullsFirst: false });
      request = inState(request, status);
      if (search) request = request.filter('search', FINDS, query);
      return request;
    },
    toItems: (rows) =>
      rows.map((row): StaffPost => {
        const publishedAt =
          row.published_at === null ? null : parseTimestamp(row.published_at).toISOString();
        return {
          id: row.id,
          slug: row.slug,
          title: row.title,
          state: storedStateOf(row),
          author: row.author?.name ?? POST_AUTHOR_DEFAULT,
          category: row.category?.name ?? UNCATEGORIZED,
          publishedAt,
          updatedAt: parseTimestamp(row.updated_at).toISOString(),
        };
      }),
  });
}

/** All authors, categories and tags, including those of drafts. */
export type PostTerms = { authors: string[]; categories: string[]; tags: string[] };

export async function listPostTerms(signal?: AbortSignal): Promise<PostTerms> {
  const names = async (table: 'blog_authors' | 'blog_categories' | 'blog_tags') => {
    const { data } = await askBackend('Failed to load authors, categories and tags', (supabase) =>
      supabase
        .from(table)
        .select('name')
        .order('name')
        .abortSignal(withTimeout(signal))
        .retry(false),
    );
    return data.map(({ name }) => name);
  };
  const [authors, categories, tags] = await Promise.all([
    names('blog_authors'),
    names('blog_categories'),
    names('blog_tags'),
  ]);
  return { authors, categories, tags };
}
