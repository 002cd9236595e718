// The blog as a REST interface: visitors read what is published, staff write Markdown.
import type { z } from 'zod';
import {
  POST_AUTHOR_DEFAULT,
  POST_LIMITS,
  UNCATEGORIZED,
  postCreateSchema,
  postQuerySchema,
  postUpdateSchema,
  type Post,
  type PostQuery,
  type PostSummary,
} from '../_shared/contracts/blog.ts';
import { renderMarkdown } from '../_shared/markdown.ts';
import { MarkdownError } from '../_shared/markdown-limits.ts';
import {
  DatabaseError,
  RestError,
  brokenField,
  conflict,
  expectedVersion,
  invalid,
  pagination,
  readJsonBody,
  readQuery,
  refusedSave,
  requireStaff,
  requireVersion,
  serveRest,
  toColumns,
  type Caller,
  type RestContext,
  type Route,
} from '../_shared/rest.ts';
import { openApiDocument } from './openapi.ts';
import type {
  BlogStore,
  ListedPostRow,
  PostRow,
  PostSave,
  PostSummaryRow,
  TermRow,
} from './store.ts';

export type BlogDeps = {
  caller: Caller;
  store: BlogStore;
  newId: () => string;
  logError: (error: unknown) => void;
};

export function handleBlog(request: Request, deps: BlogDeps): Promise<Response> {
  return serveRest(request, blogRoutes(deps), deps.caller, deps.logError);
}

function blogRoutes(deps: BlogDeps): Route[] {
  const { store } = deps;
  return [
    { method: 'GET', path: '/blog/posts', answer: ({ url }) => listPosts(url, deps) },
    { method: 'POST', path: '/blog/posts', answer: ({ request }) => createPost(request, deps) },
    { method: 'GET', path: '/blog/posts/*', answer: ({ param }) => readPost(param, deps) },
    { method: 'PUT', path: '/blog/posts/*', answer: (context) => updatePost(context, deps) },
    { method: 'DELETE', path: '/blog/posts/*', answer: (context) => deletePost(context, deps) },
    {
      method: 'GET',
      path: '/blog/categories',
      answer: async () => ({ body: { data: (await store.categories()).map(toTerm) } }),
    },
    {
      method: 'GET',
      path: '/blog/tags',
      answer: async () => ({ body: { data: (await store.tags()).map(toTerm) } }),
    },
    {
      method: 'GET',
      path: '/blog/openapi.json',
      answer: async () => ({ body: openApiDocument() }),
    },
  ];
}

async function listPosts(url: URL, { store }: BlogDeps) {
  const query = readQuery(url, postQuerySchema);
  const { total, posts } = await store.list(query);
  return {
    body: {
      data: posts.map((row) => toListed(row, query)),
      pagination: pagination(total, query.page, query.limit),
    },
  };
}

async function readPost(key: string, { store, caller }: BlogDeps) {
  const [row, isStaff] = await Promise.all([
    store.get(key),
    caller.hasToken ? caller.isStaff() : false,
  ]);
  if (!row) throw notFound(key);
  return { body: { data: toPost(row, isStaff) }, headers: versionTag(row, isStaff) };
}

async function createPost(request: Request, deps: BlogDeps) {
  await requireStaff(deps.caller);
  const { id = deps.newId(), ...input } = await readJsonBody(request, postCreateSchema);
  const answer = await savePost(id, null, input, deps);
  return {
    status: 201,
    ...answer,
    headers: { ...answer.headers, location: `/functions/v1/blog/posts/${id}` },
  };
}

async function updatePost({ request, param }: RestContext, deps: BlogDeps) {
  await requireStaff(deps.caller);
  const { version: inBody, ...input } = await readJsonBody(request, postUpdateSchema);
  const version = requireVersion(expectedVersion(request, inBody));
  const current = await deps.store.get(param);
  if (!current) throw notFound(param);
  return savePost(current.id, version, input, deps);
}

async function savePost(id: string, version: number | null, input: PostInput, deps: BlogDeps) {
  const { store } = deps;
  if (input.markdown !== undefined) {
    await store.keepRendered(input.markdown, rendered(input.markdown));
  }
  const saved = await store.save(toSave(id, version, input)).catch(async (error) => {
    throw await explain(error, id, deps);
  });
  const row = await store.get(id);
  if (!row) throw notFound(id);
  return {
    body: { data: toPost(row, true), ...(saved !== row.version && { savedVersion: saved }) },
    headers: versionTag(row, true),
  };
}

async function deletePost({ request, param }: RestContext, deps: BlogDeps) {
  await requireStaff(deps.caller);
  const version = expectedVersion(request, undefined);
  const current = await deps.store.get(param);
  if (!current) throw notFound(param);
  if (version !== undefined && current.version !== version) throw conflict(current.version);
  if (!(await deps.store.remove(current.id))) throw notFound(param);
  return { body: { data: { id: current.id } } };
}

const notFound = (key: string) => new RestError(404, `Blog post with ID ${key} not found`);

type PostInput = Omit<z.output<typeof postUpdateSchema>, 'version'>;

function toSave(id: string, version: number | null, input: PostInput): PostSave {
  return {
    id,
    version,
    fields: toColumns(FIELD_OF_COLUMN, input, ['cover_image_url', 'cover_alt']),
    tags: input.tags ?? null,
    category: input.category === null ? '' : (input.category ?? null),
    author: input.author ?? null,
    goesLive: input.goesLive ?? true,
    saveIds: input.saveIds ?? [],
  };
}

function rendered(markdown: string): string {
  try {
    const html = renderMarkdown(markdown);
    if ([...html].length <= POST_LIMITS.content_html) return html;
  } catch (error) {
    if (!(error instanceof MarkdownError)) throw error;
    throw invalid('The text cannot be rendered', { markdown: error.message });
  }
  throw invalid('The text cannot be rendered', { markdown: 'Its HTML would be too long' });
}

const FIELD_OF_COLUMN = {
  slug: 'slug',
  title: 'title',
  excerpt: 'excerpt',
  status: 'status',
  published_at: 'publishedAt',
  cover_image_url: 'imageUrl',
  cover_alt: 'imageAlt',
  content_markdown: 'markdown',
} as const;

async function explain(error: unknown, id: string, { store }: BlogDeps): Promise<unknown> {
  if (!(error instanceof DatabaseError)) return error;
  if (error.code === 'PT404') {
    return error.message.endsWith('was deleted') ? new RestError(404, error.message) : notFound(id);
  }
  if (error.code === 'PT409') return refusedSave(error, (await store.get(id))?.version);
  if (error.code !== 'PT422') return error;
  const field =
    brokenField(error, 'blog_posts', { ...FIELD_OF_COLUMN, content_html: 'markdown' }) ??
    TERM_FIELDS.find(([table]) => error.message.includes(`"${table}`))?.[1];
  if (field === undefined) return new RestError(400, 'The post cannot be stored like this');
  const isTaken = error.message.includes('"blog_posts_slug_key"');
  return invalid('The post is not valid', {
    [field]: isTaken ? 'Another post has this address' : 'This cannot be stored',
  });
}

const TERM_FIELDS = [
  ['blog_tags', 'tags'],
  ['blog_post_tags', 'tags'],
  ['blog_categories', 'category'],
  ['blog_authors', 'author'],
] as const;

/** The ETag for staff, to send back as `If-Match`. Visitors get an ETag of the content for caching. */
const versionTag = (row: PostRow, isStaff: boolean): Record<string, string> =>
  isStaff ? { etag: `"${row.version}"` } : {};

const isoTime = (time: string) => new Date(time).toISOString();

function toSummary(row: PostSummaryRow): PostSummary {
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    excerpt: row.excerpt,
    imageUrl: row.cover_image_url,
    imageAlt: row.cover_alt,
    pictureFacts: row.picture_facts,
    publishedAt: row.published_at && isoTime(row.published_at),
    updatedAt: isoTime(row.updated_at),
    category: row.category ?? UNCATEGORIZED,
    tags: row.tags,
    readTime: row.reading_minutes,
    author: { name: row.author_name ?? POST_AUTHOR_DEFAULT, avatar: row.author_avatar_url },
    status: row.status,
    version: row.version,
  };
}

const toListed = (row: ListedPostRow, { content }: PostQuery) => ({
  ...toSummary(row),
  ...(content && { content: row.content_html }),
});

function toPost(row: PostRow, isStaff: boolean): Post {
  return {
    ...toSummary(row),
    content: row.content_html,
    ...(isStaff && { markdown: row.content_markdown }),
  };
}

const toTerm = ({ name, slug, posts }: TermRow) => ({ name, slug, count: posts });
