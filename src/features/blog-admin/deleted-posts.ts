import { parseTimestamp } from '@/lib/dates';
import { toAppError } from '@/lib/errors';
import { loadSupabase } from '@/lib/supabase';

/** How long the database keeps what was deleted (migrations/*_deleted_blog_posts.sql). */
export const DELETED_KEPT_DAYS = 30;

const DAY_MS = 24 * 60 * 60 * 1000;

export type DeletedPost = {
  id: string;
  title: string;
  /** ISO 8601 in UTC. */
  deletedAt: string;
  /** Days until it can no longer come back, at least 1. */
  daysLeft: number;
};

/** What staff can bring back, last deleted first. */
export async function listDeletedPosts(signal?: AbortSignal): Promise<DeletedPost[]> {
  const sentence = 'Failed to load deleted posts';
  try {
    const supabase = await loadSupabase();
    let request = supabase
      .from('deleted_blog_posts')
      .select('id, title, deleted_at')
      .order('deleted_at', { ascending: false })
      .retry(false);
    if (signal) request = request.abortSignal(signal);
    const { data, error, status } = await request;
    if (error) throw toAppError({ ...error, status }, sentence);
    return data.map(({ id, title, deleted_at }) => {
      const deletedAt = parseTimestamp(deleted_at);
      const left = DELETED_KEPT_DAYS - (Date.now() - deletedAt.getTime()) / DAY_MS;
      return {
        id,
        title,
        deletedAt: deletedAt.toISOString(),
        daysLeft: Math.max(1, Math.ceil(left)),
      };
    });
  } catch (error) {
    throw toAppError(error, sentence);
  }
}
