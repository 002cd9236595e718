import type { PostgrestResponse } from '@supabase/supabase-js';
import { askBackend, withTimeout } from '@/lib/backend';
import type { Json } from '@/lib/database.types';
import { parseTimestamp } from '@/lib/dates';
import { notePublishedChange } from '@/lib/published-changes';
import type { Supabase } from '@/lib/supabase';
import type { DocumentInput } from './fields';
import type { DocumentApi, StoredDocument } from './kind';
import { toRevision, type RevisionRow } from './rows';

/** A request for the saved versions of one document, without filters and order. */
type RevisionRequest<Request> = PromiseLike<PostgrestResponse<RevisionRow>> & {
  lte: (column: 'version', version: number) => Request;
  in: (column: 'version', versions: number[]) => Request;
  order: (column: 'version', options: { ascending: boolean }) => Request;
  limit: (count: number) => Request;
  abortSignal: (signal: AbortSignal) => Request;
  retry: (isAllowed: boolean) => Request;
};

/**
 * The requests that read the history of a kind.
 *
 * @param request selects REVISION_COLUMNS of all versions of one document
 * @param toInput reads a stored snapshot
 */
export function revisionsApi<Input extends DocumentInput, Request extends RevisionRequest<Request>>(
  request: (supabase: Supabase, id: string) => Request,
  toInput: (snapshot: Json) => Input,
): Pick<DocumentApi<Input>, 'listRevisions' | 'getRevisions'> {
  return {
    listRevisions: async ({ id, upTo, limit }, signal) => {
      const { data } = await askBackend<PostgrestResponse<RevisionRow>>(
        'Failed to fetch the history',
        (supabase) =>
          request(supabase, id)
            .lte('version', upTo)
            .order('version', { ascending: false })
            .limit(limit)
            .abortSignal(withTimeout(signal))
            .retry(false),
      );
      return data.map((row) => toRevision(row, toInput));
    },
    getRevisions: async (id, versions, signal) => {
      const { data } = await askBackend<PostgrestResponse<RevisionRow>>(
        'Failed to fetch these versions',
        (supabase) =>
          request(supabase, id)
            .in('version', [...versions])
            .abortSignal(withTimeout(signal))
            .retry(false),
      );
      return data.map((row) => toRevision(row, toInput));
    },
  };
}

/** The latest save of a published document that visitors do not see. */
export type WorkingCopy = {
  version: number;
  /** The version that visitors read. */
  baseVersion: number;
  /** Shaped like the snapshot of a revision; null after the changes were discarded. */
  content: Json;
  /** The account that saved it. */
  savedBy: string | null;
  /** ISO 8601 in UTC. */
  savedAt: string;
} & PublishTime & {
    /** The database publishes within a minute; without it, builds and visits of staff do. */
    hasSchedule: boolean;
  };

type PublishTime = {
  /** ISO 8601 in UTC; null waits for a member to publish. */
  publishAt: string | null;
  /** Why they were not published at their time. */
  publishFailure: string | null;
};

export async function getWorkingCopy(
  documentId: string,
  signal?: AbortSignal,
): Promise<WorkingCopy | null> {
  const { data } = await askBackend('Failed to load the changes', (supabase) =>
    supabase
      .from('working_copies')
      .select(
        'version, base_version, content, saved_by, saved_at, publish_at, publish_failure, has_publishing_schedule',
      )
      .eq('document_id', documentId)
      .abortSignal(withTimeout(signal))
      .retry(false),
  );
  const [row] = data;
  return row
    ? {
        version: row.version,
        baseVersion: row.base_version,
        content: row.content,
        savedBy: row.saved_by,
        savedAt: parseTimestamp(row.saved_at).toISOString(),
        ...toPublishTime(row),
        hasSchedule: row.has_publishing_schedule === true,
      }
    : null;
}

function toPublishTime(row: {
  publish_at: string | null;
  publish_failure: string | null;
}): PublishTime {
  return {
    publishAt: row.publish_at && parseTimestamp(row.publish_at).toISOString(),
    publishFailure: row.publish_failure,
  };
}

/**
 * The document as its editor continues it: with the changes that wait to be published. `copy` must be read after
 * `document`, so that it is never older.
 */
export function withChanges<Input extends DocumentInput>(
  document: StoredDocument<Input>,
  copy: WorkingCopy | null,
  toInput: (content: Json) => Input,
): StoredDocument<Input> {
  if (!copy) return document;
  const version = Math.max(document.version, copy.version);
  if (copy.content === null) return { ...document, version };
  return { ...document, version, input: toInput(copy.content), savedAt: copy.savedAt };
}

/** @throws AppError `conflict` if the changes were saved again since `version` */
export async function discardWorkingCopy(documentId: string, version: number): Promise<void> {
  await askBackend('Failed to discard the changes', (supabase) =>
    supabase.rpc('discard_working_copy', { document_id: documentId, expected_version: version }),
  );
}

/**
 * Sets when the changes are published; null waits for a member to publish.
 *
 * @throws AppError `conflict` if the changes were saved again since `version`
 */
export async function scheduleWorkingCopy(
  documentId: string,
  version: number,
  publishAt: string | null,
): Promise<void> {
  await askBackend('Failed to save the time', (supabase) =>
    supabase.rpc('schedule_working_copy', {
      document_id: documentId,
      expected_version: version,
      publish_at: publishAt,
    }),
  );
}

/** Publishes the changes whose time has come. @returns how many */
export async function publishDueChanges(signal?: AbortSignal): Promise<number> {
  const { data } = await askBackend('Failed to publish what is due', (supabase) =>
    supabase.rpc('publish_due_changes').abortSignal(withTimeout(signal)),
  );
  const published = data ?? 0;
  if (published > 0) notePublishedChange();
  return published;
}

export type WaitingChanges = PublishTime & { documentId: string };

/** The documents whose changes wait to be published. */
export async function listWaitingChanges(signal?: AbortSignal): Promise<WaitingChanges[]> {
  const { data } = await askBackend('Failed to load which changes wait', (supabase) =>
    supabase
      .from('working_copies')
      .select('document_id, publish_at, publish_failure')
      .not('title', 'is', null)
      .abortSignal(withTimeout(signal))
      .retry(false),
  );
  return data.map((row) => ({ documentId: row.document_id, ...toPublishTime(row) }));
}
