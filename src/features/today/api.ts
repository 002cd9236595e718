import { askBackend, withTimeout } from '@/lib/backend';
import { parseTimestamp } from '@/lib/dates';

const WAITING_SHOWN = 50;
const DRAFTS_SHOWN = 6;
const SCHEDULED_SHOWN = 6;
const RECENT_DAYS = 21;
const DAY_MS = 24 * 60 * 60 * 1000;

export type WaitingEnquiry = {
  id: string;
  name: string;
  /** The subject, or the start of the message. */
  about: string;
  isNew: boolean;
  /** Email of a member. */
  assignedTo: string | null;
  createdAt: Date;
};

/** The latest enquiries that wait for an answer. */
export async function listWaitingEnquiries(signal?: AbortSignal): Promise<WaitingEnquiry[]> {
  const { data } = await askBackend('Failed to load the enquiries to answer', (supabase) =>
    supabase
      .from('enquiries')
      .select('id, name, subject, message, status, assigned_to, created_at')
      .eq('is_quarantined', false)
      .is('deleted_at', null)
      .not('answer_by', 'is', null)
      .order('created_at', { ascending: false })
      .limit(WAITING_SHOWN)
      .abortSignal(withTimeout(signal))
      .retry(false),
  );
  return data.map((row) => ({
    id: row.id,
    name: row.name,
    about: row.subject ?? row.message,
    isNew: row.status === 'new',
    assignedTo: row.assigned_to,
    createdAt: parseTimestamp(row.created_at),
  }));
}

export type RecentDraft = {
  kind: 'case study' | 'post';
  id: string;
  title: string;
  /** The account that saved it last. */
  savedBy: string | null;
  savedAt: Date;
};

/** Drafts that were changed in the last weeks, the latest first. */
export async function listRecentDrafts(signal?: AbortSignal): Promise<RecentDraft[]> {
  const lists = await Promise.all([
    listDrafts('case_studies', 'case study', signal),
    listDrafts('blog_posts', 'post', signal),
  ]);
  return lists
    .flat()
    .sort((a, b) => b.savedAt.getTime() - a.savedAt.getTime())
    .slice(0, DRAFTS_SHOWN);
}

async function listDrafts(
  table: 'case_studies' | 'blog_posts',
  kind: RecentDraft['kind'],
  signal?: AbortSignal,
): Promise<RecentDraft[]> {
  const since = new Date(Date.now() - RECENT_DAYS * DAY_MS).toISOString();
  const { data } = await askBackend('Failed to load the drafts', (supabase) =>
    supabase
      .from(table)
      .select('id, title, updated_by, updated_at')
      .eq('status', 'draft')
      .gt('updated_at', since)
      .order('updated_at', { ascending: false })
      .limit(DRAFTS_SHOWN)
      .abortSignal(withTimeout(signal))
      .retry(false),
  );
  return data.map((row) => ({
    kind,
    id: row.id,
    title: row.title,
    savedBy: row.updated_by,
    savedAt: parseTimestamp(row.updated_at),
  }));
}

export type ScheduledPost = { id: string; title: string; publishedAt: Date };

/** Posts with a publish date in the future, the next one first. */
export async function listScheduledPosts(signal?: AbortSignal): Promise<ScheduledPost[]> {
  const { data } = await askBackend('Failed to load the scheduled posts', (supabase) =>
    supabase
      .from('blog_posts')
      .select('id, title, published_at')
      .eq('status', 'published')
      .gt('published_at', new Date().toISOString())
      .order('published_at')
      .limit(SCHEDULED_SHOWN)
      .abortSignal(withTimeout(signal))
      .retry(false),
  );
  return data.flatMap(({ id, title, published_at }) =>
    published_at === null ? [] : [{ id, title, publishedAt: parseTimestamp(published_at) }],
  );
}
