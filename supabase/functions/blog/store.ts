// Posts in the database, through the Data API with the caller's rights: grants and policies apply. Only rendered texts
// are stored with the service key, so that no caller can choose the HTML of a post.
import type { SupabaseClient } from '@supabase/supabase-js';
import { z } from 'zod';
import { POST_STATUSES, type PostQuery } from '../_shared/contracts/blog.ts';
import { pictureFactsSchema } from '../_shared/contracts/picture-facts.ts';
import { countWords, readingMinutes } from '../_shared/contracts/words/reading-time.ts';
import { DatabaseError } from '../_shared/rest.ts';

const summaryRowSchema = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  excerpt: z.string(),
  cover_image_url: z.string().nullable(),
  cover_alt: z.string().nullable(),
  picture_facts: pictureFactsSchema,
  status: z.enum(POST_STATUSES),
  version: z.number(),
  reading_minutes: z.number(),
  published_at: z.string().nullable(),
  updated_at: z.string(),
  author_name: z.string().nullable(),
  author_avatar_url: z.string().nullable(),
  category: z.string().nullable(),
  tags: z.array(z.string()),
});
const rowSchema = summaryRowSchema.extend({
  content_html: z.string(),
  content_markdown: z.string(),
});
const listedRowSchema = summaryRowSchema.extend({ content_html: z.string().optional() });
const listSchema = z.object({ total: z.number(), posts: z.array(listedRowSchema) });
const termsSchema = z.array(z.object({ name: z.string(), slug: z.string(), posts: z.number() }));
const savedSchema = z.object({ version: z.number() });

export type PostSummaryRow = z.infer<typeof summaryRowSchema>;
export type ListedPostRow = z.infer<typeof listedRowSchema>;
export type PostRow = z.infer<typeof rowSchema>;
export type TermRow = z.infer<typeof termsSchema>[number];
export type PostSave = {
  id: string;
  /** Null to create. */
  version: number | null;
  /** By column name; absent columns keep their values. */
  fields: Record<string, string | null>;
  /** Null keeps the tags. */
  tags: string[] | null;
  category: string | null;
  author: string | null;
  /** The id of this save, then those of earlier ones of the same form that got no answer. */
  saveIds: string[];
  /** False keeps the changes of a readable post in its working copy. */
  goesLive: boolean;
};

export type BlogStore = {
  list: (query: PostQuery) => Promise<{ total: number; posts: ListedPostRow[] }>;
  get: (key: string) => Promise<PostRow | null>;
  /** Before the save of a text: the database takes its HTML and reading time from here. */
  keepRendered: (markdown: string, html: string) => Promise<void>;
  /**
   * @returns the version of this save: higher than that of the readable post if its working copy was saved, lower if
   *   the save was stored before and another one followed
   */
  save: (post: PostSave) => Promise<number>;
  /** False when the post does not exist or the caller may not delete it. */
  remove: (id: string) => Promise<boolean>;
  categories: () => Promise<TermRow[]>;
  tags: () => Promise<TermRow[]>;
};

export function createBlogStore(client: SupabaseClient, service: SupabaseClient): BlogStore {
  const call = async <Schema extends z.ZodType>(
    name: string,
    args: Record<string, unknown>,
    schema: Schema,
  ): Promise<z.output<Schema>> => {
    const { data, error, status } = await client.rpc(name, args);
    if (error) throw new DatabaseError(error.code, error.message, status);
    return schema.parse(data);
  };
  return {
    list: ({ search, category, tag, status, page, limit, content }) =>
      call(
        'list_blog_posts',
        {
          search: search ?? null,
          category: category ?? null,
          tag: tag ?? null,
          status: status ?? null,
          page,
          page_size: limit,
          with_text: content ?? false,
        },
        listSchema,
      ),
    get: (key) => call('get_blog_post', { key }, rowSchema.nullable()),
    keepRendered: async (markdown, html) => {
      const { error } = await service.rpc('keep_rendered_text', {
        markdown_hash: await sha256Of(markdown),
        html,
        reading_minutes: readingMinutes(countWords(html)),
      });
      if (error) throw error;
    },
    save: async ({ id, version, fields, tags, category, author, goesLive, saveIds }) => {
      const args = {
        ...{ post_id: id, expected_version: version, save_ids: saveIds },
        ...{ fields, tags, category, author, goes_live: goesLive },
      };
      return (await call('save_blog_post', args, savedSchema)).version;
    },
    remove: async (id) => {
      const { data, error, status } = await client
        .from('blog_posts')
        .delete()
        .eq('id', id)
        .select('id');
      if (error) throw new DatabaseError(error.code, error.message, status);
      return data.length > 0;
    },
    categories: () => call('list_blog_categories', {}, termsSchema),
    tags: () => call('list_blog_tags', {}, termsSchema),
  };
}

async function sha256Of(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
