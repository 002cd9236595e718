import { askBackend, withTimeout } from '@/lib/backend';
import type { Database, Json } from '@/lib/database.types';
import { parseTimestamp } from '@/lib/dates';
import type { EditedKind } from '@/lib/paths';
import { notePublishedChange } from '@/lib/published-changes';
import type { Supabase } from '@/lib/supabase';
import type { DocumentInput } from './fields';
import type { DocumentApi, Revision, TrashApi } from './kind';
import type { StoredDocument } from './stored';

const REVISION_COLUMNS =
  'version, snapshot, saved_by_email, saved_at, restored_from, is_working_copy' as const;

type RevisionRow = Pick<
  Database['public']['Tables']['document_revisions']['Row'],
  'version' | 'snapshot' | 'saved_by_email' | 'saved_at' | 'restored_from' | 'is_working_copy'
>;

function toRevision<Input extends DocumentInput>(
  row: RevisionRow,
  toInput: (snapshot: Json) => Input,
): Revision<Input> {
  return {
    version: row.version,
    savedAt: parseTimestamp(row.saved_at).toISOString(),
    savedBy: row.saved_by_email,
    restoredFrom: row.restored_from,
    isWorkingCopy: row.is_working_copy,
    input: toInput(row.snapshot),
  };
}

/**
 * The requests for the history of every kind.
 *
 * @param toInput reads a stored snapshot
 */
export function historyApi<Input extends DocumentInput>(
  toInput: (snapshot: Json) => Input,
): Pick<DocumentApi<Input>, 'listRevisions' | 'getRevisions' | 'findSave' | 'restoreVersion'> {
  const revisionsOf = (supabase: Supabase, id: string) =>
    supabase.from('document_revisions').select(REVISION_COLUMNS).eq('document_id', id);
  return {
    listRevisions: async ({ id, upTo, limit }, signal) => {
      const { data } = await askBackend('Failed to fetch the history', (supabase) =>
        revisionsOf(supabase, id)
          .lte('version', upTo)
          .order('version', { ascending: false })
          .limit(limit)
          .abortSignal(withTimeout(signal))
          .retry(false),
      );
      return data.map((row) => toRevision(row, toInput));
    },
    getRevisions: async (id, versions, signal) => {
      const { data } = await askBackend('Failed to fetch these versions', (supabase) =>
        revisionsOf(supabase, id)
          .in('version', [...versions])
          .abortSignal(withTimeout(signal))
          .retry(false),
      );
      return data.map((row) => toRevision(row, toInput));
    },
    findSave: async (id, saveIds, signal) => {
      const { data } = await askBackend('Failed to look for an earlier save', (supabase) =>
        supabase
          .from('document_revisions')
          .select('save_id, version, snapshot')
          .eq('document_id', id)
          .in('save_id', [...saveIds])
          .order('version', { ascending: false })
          .limit(1)
          .abortSignal(withTimeout(signal))
          .retry(false),
      );
      const [row] = data;
      return row?.save_id
        ? { saveId: row.save_id, version: row.version, input: toInput(row.snapshot) }
        : null;
    },
    restoreVersion: async ({ id, chosen, current }) => {
      const { data } = await askBackend('Failed to restore this version', (supabase) =>
        supabase.rpc('restore_document_version', {
          document_id: id,
          from_version: chosen.version,
          expected_version: current.version,
        }),
      );
      notePublishedChange();
      return data ?? 0;
    },
  };
}

/** The requests for the deleted documents of a kind. */
export function trashApi(
  kind: EditedKind,
  noun: string,
): Pick<TrashApi, 'listDeleted' | 'restore' | 'purge'> {
  return {
    listDeleted: async (signal) => {
      const { data } = await askBackend('Failed to load what was deleted', (supabase) =>
        supabase
          .from('deleted_documents')
          .select('id, title, deleted_at')
          .eq('kind', kind)
          .order('deleted_at', { ascending: false })
          .abortSignal(withTimeout(signal))
          .retry(false),
      );
      return data.map(({ id, title, deleted_at }) => ({
        ...{ id, title },
        deletedAt: parseTimestamp(deleted_at).toISOString(),
      }));
    },
    restore: async (id) => {
      await askBackend(`Failed to restore ${noun}`, (supabase) =>
        supabase.rpc('restore_deleted_document', { document_id: id }),
      );
      notePublishedChange();
    },
    purge: async (id) => {
      await askBackend('Failed to delete for good', (supabase) =>
        supabase.rpc('purge_deleted_document', { document_id: id }),
      );
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

/**
 * Says that this member has the document open.
 *
 * @returns the names of the other members who have
 */
export async function noteEditing(documentId: string, signal?: AbortSignal): Promise<string[]> {
  const { data } = await askBackend('Failed to load who else is editing', (supabase) =>
    supabase
      .rpc('note_editing', { document_id: documentId })
      .abortSignal(withTimeout(signal))
      .retry(false),
  );
  return data.map(({ name, email }) => name || email);
}

export async function endEditing(documentId: string): Promise<void> {
  await askBackend('Failed to say that editing has ended', (supabase) =>
    supabase.rpc('end_editing', { document_id: documentId }).abortSignal(withTimeout()),
  );
}
