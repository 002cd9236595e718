import { z } from 'zod';
import { POST_AUTHOR_DEFAULT, POST_STATUSES } from '@contracts/blog';
import type { Json } from '@/lib/database.types';
import { parseTimestamp } from '@/lib/dates';
import { toAppError } from '@/lib/errors';
import { loadSupabase } from '@/lib/supabase';
import { changedFields, postFieldLabels, type PostInput } from './model';

/** How many versions of a post the database keeps (migrations/*_blog_post_revisions.sql). */
export const REVISIONS_KEPT = 200;
const PAGE_SIZE = 25;
/** The greatest number a version can have. */
export const NEWEST = 2 ** 31 - 1;

const FETCH_HISTORY = 'Failed to fetch the history';

export type PostRevision = {
  version: number;
  /** ISO 8601 in UTC. */
  savedAt: string;
  /** An e-mail address; null for what nobody signed in has saved. */
  savedBy: string | null;
  /** The version this one repeats, if it was restored. */
  restoredFrom: number | null;
  input: PostInput;
};

const snapshotSchema = z.object({
  post: z.object({
    title: z.string(),
    slug: z.string(),
    excerpt: z.string(),
    content_markdown: z.string(),
    cover_image_url: z.string().nullable(),
    cover_alt: z.string().nullable(),
    status: z.enum(POST_STATUSES),
    published_at: z.string().nullable(),
  }),
  tags: z.array(z.string()),
  category: z.string().nullable(),
  author: z.string().nullable(),
});

const COLUMNS = 'version, snapshot, saved_by_email, saved_at, restored_from';

type RevisionRow = {
  version: number;
  snapshot: Json;
  saved_by_email: string | null;
  saved_at: string;
  restored_from: number | null;
};

function toRevision(row: RevisionRow): PostRevision {
  const { post, tags, category, author } = snapshotSchema.parse(row.snapshot);
  return {
    version: row.version,
    savedAt: parseTimestamp(row.saved_at).toISOString(),
    savedBy: row.saved_by_email,
    restoredFrom: row.restored_from,
    input: {
      title: post.title,
      slug: post.slug,
      excerpt: post.excerpt,
      markdown: post.content_markdown,
      imageUrl: post.cover_image_url ?? '',
      imageAlt: post.cover_alt ?? '',
      category: category ?? '',
      tags,
      author: author ?? POST_AUTHOR_DEFAULT,
      status: post.status,
      publishedAt: post.published_at ? parseTimestamp(post.published_at).toISOString() : '',
    },
  };
}

/**
 * Saved versions, the latest first: a page, and one more if there is one, to tell what the last of
 * the page changed.
 */
export async function listRevisions(
  id: string,
  upTo: number,
  signal: AbortSignal,
): Promise<PostRevision[]> {
  try {
    const supabase = await loadSupabase();
    const { data, error, status } = await supabase
      .from('blog_post_revisions')
      .select(COLUMNS)
      .eq('post_id', id)
      .lte('version', upTo)
      .order('version', { ascending: false })
      .limit(PAGE_SIZE + 1)
      .retry(false)
      .abortSignal(signal);
    if (error) throw toAppError({ ...error, status }, FETCH_HISTORY);
    return data.map(toRevision);
  } catch (error) {
    throw toAppError(error, FETCH_HISTORY);
  }
}

export type RevisionPair = {
  /** Null for a version that is not kept, or no longer. */
  chosen: PostRevision | null;
  against: PostRevision | null;
};

export async function getRevisionPair(
  id: string,
  version: number,
  against: number,
  signal: AbortSignal,
): Promise<RevisionPair> {
  try {
    const supabase = await loadSupabase();
    const { data, error, status } = await supabase
      .from('blog_post_revisions')
      .select(COLUMNS)
      .eq('post_id', id)
      .in('version', [version, against])
      .retry(false)
      .abortSignal(signal);
    if (error) throw toAppError({ ...error, status }, FETCH_HISTORY);
    const found = data.map(toRevision);
    const find = (number: number) => found.find((revision) => revision.version === number) ?? null;
    return { chosen: find(version), against: find(against) };
  } catch (error) {
    throw toAppError(error, FETCH_HISTORY);
  }
}

/** The first version of the next page. */
export function olderThan(page: readonly PostRevision[]): number | undefined {
  return page[PAGE_SIZE]?.version;
}

export type ListedRevision = { revision: PostRevision; before: PostRevision | null };

/** The versions of some pages, each with the one before it; null for the oldest one kept. */
export function toListedRevisions(pages: readonly PostRevision[][]): ListedRevision[] {
  return pages.flatMap((page) =>
    page
      .slice(0, PAGE_SIZE)
      .map((revision, place) => ({ revision, before: page[place + 1] ?? null })),
  );
}

const NAMED_FIELDS = 3;

/** 'Title, Text and 2 more': what a list of versions says about one. */
export function describeChanges(before: PostInput, after: PostInput): string {
  const parts = changedFields(before, after).map((field) => {
    if (field !== 'status') return postFieldLabels[field];
    return after.status === 'published' ? 'Published' : 'Back to draft';
  });
  if (parts.length === 0) return 'No changes';
  const more = parts.length - NAMED_FIELDS;
  return more > 1
    ? `${parts.slice(0, NAMED_FIELDS).join(', ')} and ${more} more`
    : parts.join(', ');
}
