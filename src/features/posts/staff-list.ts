import { POST_AUTHOR_DEFAULT, UNCATEGORIZED, type PostStatus } from '@contracts/blog';
import { parseTimestamp } from '@/lib/dates';
import { toAppError } from '@/lib/errors';
import { loadSupabase } from '@/lib/supabase';
import type { PostListFilters } from './list-filters';

export const PAGE_SIZE = 24;

const FETCH_LIST = 'Failed to load blog posts';
/** PostgREST's answer to a page behind the last one. */
const NO_SUCH_PAGE = 'PGRST103';

/** What a row of the staff list shows. */
export type StaffPost = {
  id: string;
  slug: string;
  title: string;
  status: PostStatus;
  author: string;
  category: string;
  /** ISO 8601 in UTC; null while it has no date. */
  publishedAt: string | null;
  /** Published for a time that was to come when the list was fetched. */
  isScheduled: boolean;
  updatedAt: string;
};

export type StaffPostPage = {
  posts: StaffPost[];
  total: number;
  /** Which page this is: the first where the one asked for does not exist (any more). */
  page: number;
  totalPages: number;
};

const ORDERS = {
  changed: { column: 'updated_at', ascending: false },
  title: { column: 'title', ascending: true },
  published: { column: 'published_at', ascending: false },
} as const satisfies Record<PostListFilters['sort'], { column: string; ascending: boolean }>;

/** A page of the posts this caller may see, drafts included for staff. */
export async function listStaffPosts(
  filters: PostListFilters,
  signal?: AbortSignal,
): Promise<StaffPostPage> {
  const { search, status: wanted, sort, page } = filters;
  const first = (page - 1) * PAGE_SIZE;
  try {
    const supabase = await loadSupabase();
    let request = supabase
      .from('blog_posts')
      .select(
        'id, slug, title, status, published_at, updated_at, author:blog_authors(name), category:blog_categories(name)',
        { count: 'exact' },
      )
      .order(ORDERS[sort].column, { ascending: ORDERS[sort].ascending, nullsFirst: false })
      // Or two of the same title could change places between pages.
      .order('id')
      .range(first, first + PAGE_SIZE - 1)
      .retry(false);
    if (wanted) request = request.eq('status', wanted);
    if (search) request = request.or(toSearchCondition(search));
    if (signal) request = request.abortSignal(signal);
    const { data, error, count, status } = await request;
    const isBehind = error ? error.code === NO_SUCH_PAGE : data.length === 0;
    if (isBehind && page > 1) return await listStaffPosts({ ...filters, page: 1 }, signal);
    if (error) throw toAppError({ ...error, status }, FETCH_LIST);
    const total = count ?? data.length;
    return {
      posts: data.map((row) => {
        const publishedAt = row.published_at === null ? null : parseTimestamp(row.published_at);
        const isPublished = row.status === 'published';
        return {
          id: row.id,
          slug: row.slug,
          title: row.title,
          status: isPublished ? 'published' : 'draft',
          author: row.author?.name ?? POST_AUTHOR_DEFAULT,
          category: row.category?.name ?? UNCATEGORIZED,
          publishedAt: publishedAt && publishedAt.toISOString(),
          isScheduled: isPublished && publishedAt !== null && publishedAt.getTime() > Date.now(),
          updatedAt: parseTimestamp(row.updated_at).toISOString(),
        };
      }),
      total,
      page,
      totalPages: Math.ceil(total / PAGE_SIZE),
    };
  } catch (error) {
    throw toAppError(error, FETCH_LIST);
  }
}

/** Every word stands in the title or in the excerpt. */
export function toSearchCondition(search: string): string {
  const words = search.split(/\s+/).map((word) => {
    // Not every backend takes a quoted value here: what could end one matches any sign instead.
    const pattern = `%${word.replace(/[^\p{L}\p{M}\p{N}]/gu, '_')}%`;
    return `or(title.ilike.${pattern},excerpt.ilike.${pattern})`;
  });
  return `and(${words.join(',')})`;
}

/** Every name the blog knows, drafts included. */
export type PostTerms = { authors: string[]; categories: string[]; tags: string[] };

export async function listPostTerms(signal?: AbortSignal): Promise<PostTerms> {
  const sentence = 'Failed to load the names of the blog';
  try {
    const supabase = await loadSupabase();
    const names = async (table: 'blog_authors' | 'blog_categories' | 'blog_tags') => {
      let request = supabase.from(table).select('name').order('name').retry(false);
      if (signal) request = request.abortSignal(signal);
      const { data, error, status } = await request;
      if (error) throw toAppError({ ...error, status }, sentence);
      return data.map(({ name }) => name);
    };
    const [authors, categories, tags] = await Promise.all([
      names('blog_authors'),
      names('blog_categories'),
      names('blog_tags'),
    ]);
    return { authors, categories, tags };
  } catch (error) {
    throw toAppError(error, sentence);
  }
}
