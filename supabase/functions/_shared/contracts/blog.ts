// Schemas of the blog's requests and responses. The database repeats every limit as a check constraint
// (migrations/*_blog_posts.sql); tests/database compares the two.
import { z } from 'zod';
import { AGENCY } from './agency.ts';
import { pictureFactsSchema } from './picture-facts.ts';
import { slugSchema, SLUG_MAX } from './slug.ts';
import { lineSchema, storable, textSchema } from './text.ts';
import { imageReferenceSchema } from './url.ts';

export const POST_STATUSES = ['draft', 'published'] as const;

/** Longest text per column, in characters as Postgres counts them (code points). */
export const POST_LIMITS = {
  slug: SLUG_MAX,
  title: 160,
  excerpt: 400,
  content_markdown: 100_000,
  content_html: 400_000,
  cover_image_url: 2048,
  cover_alt: 300,
} as const;
export const POST_TAGS_MAX = 12;
export const POST_TAG_MAX = 40;
export const POST_CATEGORY_MAX = 60;
export const POST_AUTHOR_MAX = 80;
export const SAVE_IDS_MAX = 100;
export const POST_SEARCH_MAX = 100;
export const POSTS_PAGE_SIZE = 10;
export const POSTS_PAGE_SIZE_MAX = 100;
export const POSTS_PAGE_MAX = 10_000;
export const UNCATEGORIZED = 'Uncategorized';
/** The author shown on a post without one. */
export const POST_AUTHOR_DEFAULT: string = AGENCY.name;

const line = (limit: number) => lineSchema(limit, z.string().trim());
/** A filter for an unknown value is valid, and finds nothing. */
const filter = (limit: number) =>
  z.string().trim().max(limit).refine(storable, 'This holds a broken character');

/** Only the years that the database accepts; Postgres has dates that JavaScript and feeds cannot show. */
function isPublishingDate(timestamp: string): boolean {
  const year = new Date(timestamp).getUTCFullYear();
  return year >= 2000 && year < 2100;
}

const writable = {
  title: line(POST_LIMITS.title).refine((title) => title !== '', 'Please enter a title'),
  slug: slugSchema,
  excerpt: textSchema(POST_LIMITS.excerpt, z.string().trim()),
  markdown: textSchema(POST_LIMITS.content_markdown),
  /** Empty or null: no picture. */
  imageUrl: imageReferenceSchema.nullable(),
  imageAlt: line(POST_LIMITS.cover_alt).nullable(),
  /** Empty or null: uncategorized. A new name makes a new category. */
  category: line(POST_CATEGORY_MAX).nullable(),
  tags: z
    .array(line(POST_TAG_MAX).refine((tag) => tag !== '', 'A tag cannot be empty'))
    .max(POST_TAGS_MAX, `Please keep this to ${POST_TAGS_MAX} tags`),
  author: line(POST_AUTHOR_MAX).refine((name) => name !== '', 'Please name an author'),
  status: z.enum(POST_STATUSES),
  /** A future time schedules the post; null means the time of publishing. */
  publishedAt: z.iso
    .datetime({ offset: true })
    .refine(isPublishingDate, 'Please choose a date between 2000 and 2100')
    .nullable(),
};

/**
 * The id of a save, then those of earlier saves of the same text that got no answer. The same save that is sent again is
 * stored once, and answered again; one that follows an earlier one of these starts from it, if that was stored.
 */
const saveIdsSchema = z.array(z.uuid()).min(1).max(SAVE_IDS_MAX);

/** Body of POST /blog/posts. With an `id`, a request that is sent twice creates one post. */
export const postCreateSchema = z.strictObject({
  id: z.uuid().optional(),
  title: writable.title,
  slug: writable.slug.optional(),
  excerpt: writable.excerpt.default(''),
  markdown: writable.markdown.default(''),
  imageUrl: writable.imageUrl.default(null),
  imageAlt: writable.imageAlt.default(null),
  category: writable.category.default(null),
  tags: writable.tags.default([]),
  author: writable.author.optional(),
  status: writable.status.default('draft'),
  publishedAt: writable.publishedAt.optional(),
  saveIds: saveIdsSchema.optional(),
});
export type PostCreate = z.input<typeof postCreateSchema>;

/**
 * Body of PUT /blog/posts/{id}: absent fields keep their values. `version` is the version that the editor
 * started from; it may be sent as `If-Match` instead. `goesLive: false` keeps the changes of a readable post in its
 * working copy: the reply then has its version beside what visitors read.
 */
export const postUpdateSchema = z
  .strictObject({
    ...writable,
    version: z.int().min(1),
    goesLive: z.boolean(),
    saveIds: saveIdsSchema,
  })
  .partial();
export type PostUpdate = z.input<typeof postUpdateSchema>;

/** Query of GET /blog/posts. Without `status`: what visitors can read now, also for staff. */
export const postQuerySchema = z.strictObject({
  category: filter(POST_CATEGORY_MAX).optional(),
  tag: filter(POST_TAG_MAX).optional(),
  search: filter(POST_SEARCH_MAX).optional(),
  status: z.enum([...POST_STATUSES, 'all']).optional(),
  page: z.coerce.number().int().min(1).max(POSTS_PAGE_MAX).default(1),
  limit: z.coerce.number().int().min(1).max(POSTS_PAGE_SIZE_MAX).default(POSTS_PAGE_SIZE),
  /** `true`: with their texts, for the build of the site. */
  content: z.stringbool({ truthy: ['true'], falsy: ['false'] }).optional(),
});
export type PostQuery = z.output<typeof postQuerySchema>;
/** `category` and `tag` are names or slugs. */
export type PostFilters = Partial<PostQuery>;

export const postAuthorSchema = z.object({ name: z.string(), avatar: z.string().nullable() });

/** A post in lists, without its text. */
export const postSummarySchema = z.object({
  id: z.uuid(),
  slug: z.string(),
  title: z.string(),
  excerpt: z.string(),
  imageUrl: z.string().nullable(),
  /** Null: the text of the library, in `pictureFacts`. */
  imageAlt: z.string().nullable(),
  /** Of the cover and of the author's portrait. */
  pictureFacts: pictureFactsSchema,
  publishedAt: z.iso.datetime().nullable(),
  updatedAt: z.iso.datetime(),
  category: z.string(),
  tags: z.array(z.string()),
  readTime: z.int().min(1),
  author: postAuthorSchema,
  status: z.enum(POST_STATUSES),
  version: z.int().min(1),
});
export const postSchema = postSummarySchema.extend({
  /** Sanitised HTML. */
  content: z.string(),
  /** The source, for staff only. */
  markdown: z.string().optional(),
});
export type PostSummary = z.infer<typeof postSummarySchema>;
export type Post = z.infer<typeof postSchema>;
export type PostAuthor = z.infer<typeof postAuthorSchema>;
export type PostStatus = (typeof POST_STATUSES)[number];

export const paginationSchema = z.object({
  total: z.int().min(0),
  page: z.int().min(1),
  limit: z.int().min(1),
  totalPages: z.int().min(0),
});
export type Pagination = z.infer<typeof paginationSchema>;

/** A category or tag with the number of posts that visitors can read. */
export const postTermSchema = z.object({
  name: z.string(),
  slug: z.string(),
  count: z.int().min(0),
});

export const postListReplySchema = z.object({
  data: z.array(postSummarySchema.extend({ content: postSchema.shape.content.optional() })),
  pagination: paginationSchema,
});
export const postReplySchema = z.object({ data: postSchema });
/**
 * `savedVersion`: of this save, where `data` is another one: it was kept in the working copy, or stored before and
 * followed by another save.
 */
export const postSavedReplySchema = postReplySchema.extend({
  savedVersion: z.int().min(1).optional(),
});
export type PostSavedReply = z.output<typeof postSavedReplySchema>;
export const postTermsReplySchema = z.object({ data: z.array(postTermSchema) });
export const postDeletedReplySchema = z.object({ data: z.object({ id: z.uuid() }) });

export const apiErrorSchema = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    /** By name of the field or query parameter. */
    fields: z.record(z.string(), z.string()).optional(),
    /** With a conflict: the version that is stored now. */
    version: z.int().optional(),
  }),
});
export type ApiError = z.infer<typeof apiErrorSchema>;
