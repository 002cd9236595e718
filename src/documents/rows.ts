import type { Database, Json } from '@/lib/database.types';
import { parseTimestamp } from '@/lib/dates';
import type { DocumentInput } from './fields';
import type { DeletedDocument, Revision } from './kind';

type Tables = Database['public']['Tables'];

export const REVISION_COLUMNS =
  'version, snapshot, saved_by_email, saved_at, restored_from, is_working_copy';

/** The columns shared by the revision tables of all kinds. */
export type RevisionRow = Pick<
  Tables['case_study_revisions']['Row'],
  'version' | 'snapshot' | 'saved_by_email' | 'saved_at' | 'restored_from' | 'is_working_copy'
>;

export function toRevision<Input extends DocumentInput>(
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

export const DELETED_COLUMNS = 'id, title, deleted_at';

type DeletedRow = Pick<Tables['deleted_case_studies']['Row'], 'id' | 'title' | 'deleted_at'>;

export function toDeletedDocument({ id, title, deleted_at }: DeletedRow): DeletedDocument {
  return { id, title, deletedAt: parseTimestamp(deleted_at).toISOString() };
}
