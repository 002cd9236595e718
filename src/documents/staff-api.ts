import { askBackend, withTimeout } from '@/lib/backend';
import type { Json } from '@/lib/database.types';
import { parseTimestamp } from '@/lib/dates';
import type { DocumentInput } from './fields';
import type { StoredDocument } from './kind';

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
};

export async function getWorkingCopy(
  documentId: string,
  signal?: AbortSignal,
): Promise<WorkingCopy | null> {
  const { data } = await askBackend('Failed to load the changes', (supabase) =>
    supabase
      .from('working_copies')
      .select('version, base_version, content, saved_by, saved_at')
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
      }
    : null;
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

/** The ids of the documents whose changes wait to be published. */
export async function listWaitingChanges(signal?: AbortSignal): Promise<string[]> {
  const { data } = await askBackend('Failed to load which changes wait', (supabase) =>
    supabase
      .from('working_copies')
      .select('document_id')
      .not('title', 'is', null)
      .abortSignal(withTimeout(signal))
      .retry(false),
  );
  return data.map((row) => row.document_id);
}
