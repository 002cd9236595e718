import { z } from 'zod';
import { HONEST_REASONS } from '@contracts/conversation';
import { scheduledOrWithheld } from '@/documents/publication';
import { askBackend, withTimeout } from '@/lib/backend';
import { parseTimestamp } from '@/lib/dates';
import { parseRows } from '@/lib/parse-response';
import { EDITED_KINDS, type EditedKind } from '@/lib/paths';

/** How many of each sort are counted and listed. */
const LISTED_MAX = 50;

/** The number of a list that ends at LISTED_MAX: '50+' from there on. */
export const countOf = ({ length }: readonly unknown[]): number | string =>
  length < LISTED_MAX ? length : `${LISTED_MAX}+`;

export type WaitingEnquiry = {
  id: string;
  name: string;
  /** The subject, or the start of the message. */
  about: string;
  isNew: boolean;
  /** Email of a member. */
  assignedTo: string | null;
  answerBy: Date;
  createdAt: Date;
};

/** The latest enquiries that wait for an answer. */
export async function listWaitingEnquiries(signal?: AbortSignal): Promise<WaitingEnquiry[]> {
  const { data } = await askBackend('Failed to load the enquiries to answer', (supabase) =>
    supabase
      .from('enquiries')
      .select('id, name, subject, message, status, assigned_to, answer_by, created_at')
      .eq('is_quarantined', false)
      .is('deleted_at', null)
      .not('answer_by', 'is', null)
      .order('created_at', { ascending: false })
      .limit(LISTED_MAX)
      .abortSignal(withTimeout(signal))
      .retry(false),
  );
  return data.flatMap(({ answer_by: answerBy, ...row }) =>
    answerBy === null
      ? []
      : {
          id: row.id,
          name: row.name,
          about: row.subject ?? row.message,
          isNew: row.status === 'new',
          assignedTo: row.assigned_to,
          answerBy: parseTimestamp(answerBy),
          createdAt: parseTimestamp(row.created_at),
        },
  );
}

export type HeldEnquiry = { id: string; name: string; about: string; createdAt: Date };

/**
 * The latest enquiries held back only because a hidden field was filled in, as password managers do. What lacks the
 * ticket of the form as well was sent by a program, and is in the quarantine alone.
 */
export async function listHeldEnquiries(signal?: AbortSignal): Promise<HeldEnquiry[]> {
  const { data } = await askBackend('Failed to load the enquiries held back', (supabase) =>
    supabase
      .from('enquiries')
      .select('id, name, subject, message, created_at')
      .eq('is_quarantined', true)
      .contains('quarantine_reasons', ['honeypot'])
      .containedBy('quarantine_reasons', HONEST_REASONS)
      .is('deleted_at', null)
      .order('created_at', { ascending: false })
      .limit(LISTED_MAX)
      .abortSignal(withTimeout(signal))
      .retry(false),
  );
  return data.map((row) => ({
    id: row.id,
    name: row.name,
    about: row.subject ?? row.message,
    createdAt: parseTimestamp(row.created_at),
  }));
}

export type UnpublishedWork = {
  kind: EditedKind;
  id: string;
  /** False for changes of a published document. */
  isDraft: boolean;
  /** Why changes were not published at their time. */
  failure: string | null;
  /** Of page texts: the key of the page. */
  title: string;
  /** The account that saved it last. */
  savedBy: string | null;
  savedAt: Date;
};

/** Drafts and changes that visitors do not see: what could not be published, then the latest first. */
export async function listUnpublishedWork(signal?: AbortSignal): Promise<UnpublishedWork[]> {
  const lists = await Promise.all([
    listDrafts('case_studies', 'case-study', signal),
    listDrafts('blog_posts', 'post', signal),
    listChanges(signal),
  ]);
  return lists
    .flat()
    .sort(
      (a, b) =>
        Number(b.failure !== null) - Number(a.failure !== null) ||
        b.savedAt.getTime() - a.savedAt.getTime(),
    )
    .slice(0, LISTED_MAX);
}

async function listDrafts(
  table: 'case_studies' | 'blog_posts',
  kind: EditedKind,
  signal?: AbortSignal,
): Promise<UnpublishedWork[]> {
  const { data } = await askBackend('Failed to load the drafts', (supabase) =>
    supabase
      .from(table)
      .select('id, title, updated_by, updated_at')
      .eq('status', 'draft')
      .order('updated_at', { ascending: false })
      .limit(LISTED_MAX)
      .abortSignal(withTimeout(signal))
      .retry(false),
  );
  return data.map((row) => ({
    kind,
    id: row.id,
    isDraft: true,
    failure: null,
    title: row.title,
    savedBy: row.updated_by,
    savedAt: parseTimestamp(row.updated_at),
  }));
}

const LIST_CHANGES = 'Failed to load the changes';

async function listChanges(signal?: AbortSignal): Promise<UnpublishedWork[]> {
  const { data } = await askBackend(LIST_CHANGES, (supabase) =>
    supabase
      .from('working_copies')
      .select('document_id, kind, title, saved_by, saved_at, publish_failure')
      .not('title', 'is', null)
      .is('publish_at', null)
      .order('publish_failure', { nullsFirst: false })
      .order('saved_at', { ascending: false })
      .limit(LISTED_MAX)
      .abortSignal(withTimeout(signal))
      .retry(false),
  );
  return parseRows(changeSchema, data, LIST_CHANGES).map((row) => ({
    kind: row.kind,
    id: row.document_id,
    isDraft: false,
    failure: row.publish_failure,
    title: row.title ?? '',
    savedBy: row.saved_by,
    savedAt: parseTimestamp(row.saved_at),
  }));
}

const changeSchema = z.object({ kind: z.enum(EDITED_KINDS) });

export type ScheduledDocument = {
  kind: EditedKind;
  id: string;
  /** Changes of a document that visitors read already. */
  isChange: boolean;
  /** A client has to approve it first, also after its time. */
  isWithheld: boolean;
  /** Of page texts: the key of the page. */
  title: string;
  publishedAt: Date;
};

const LIST_SCHEDULED = 'Failed to load what is scheduled';

/** Documents and changes with a publish date in the future, and what waits for an approval; the next one first. */
export async function listScheduled(signal?: AbortSignal): Promise<ScheduledDocument[]> {
  const lists = await Promise.all([
    listScheduledIn('case_studies', 'case-study', signal),
    listScheduledIn('blog_posts', 'post', signal),
    listScheduledChanges(signal),
  ]);
  return lists
    .flat()
    .sort((a, b) => a.publishedAt.getTime() - b.publishedAt.getTime())
    .slice(0, LISTED_MAX);
}

async function listScheduledIn(
  table: 'case_studies' | 'blog_posts',
  kind: EditedKind,
  signal?: AbortSignal,
): Promise<ScheduledDocument[]> {
  const { data } = await askBackend(LIST_SCHEDULED, (supabase) =>
    scheduledOrWithheld(supabase.from(table).select('id, title, published_at, public_from'))
      .order('published_at')
      .limit(LISTED_MAX)
      .abortSignal(withTimeout(signal))
      .retry(false),
  );
  return data.flatMap(({ id, title, published_at, public_from }) =>
    published_at === null
      ? []
      : [
          {
            ...{ kind, id, title, isChange: false, isWithheld: public_from === null },
            publishedAt: parseTimestamp(published_at),
          },
        ],
  );
}

async function listScheduledChanges(signal?: AbortSignal): Promise<ScheduledDocument[]> {
  const { data } = await askBackend(LIST_SCHEDULED, (supabase) =>
    supabase
      .from('working_copies')
      .select('document_id, kind, title, publish_at')
      .not('publish_at', 'is', null)
      .order('publish_at')
      .limit(LISTED_MAX)
      .abortSignal(withTimeout(signal))
      .retry(false),
  );
  return parseRows(changeSchema, data, LIST_SCHEDULED).flatMap((row) =>
    row.publish_at === null
      ? []
      : [
          {
            kind: row.kind,
            id: row.document_id,
            isChange: true,
            isWithheld: false,
            title: row.title ?? '',
            publishedAt: parseTimestamp(row.publish_at),
          },
        ],
  );
}
