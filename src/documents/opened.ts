import { AppError } from '@/lib/errors';
import { failureOf, sentSave, type DocumentState, type SaveConflict } from './document-reducer';
import type { UnsavedText } from './stored';
import type { DocumentInput } from './fields';
import { readKeptSave, type KeptDocument } from './kept-saves';
import type { DocumentKind } from './kind';
import type { StoredDocument, StoredSave } from './stored';

/** The data a form opens with. */
export type OpenedDocument<Input extends DocumentInput> = {
  /** Null for a new document, and for a deleted one whose text this device still has. */
  document: StoredDocument<Input> | null;
  kept?: KeptDocument<Input> | null | undefined;
  /** The latest of the kept saves that is stored, if they met another version. */
  sent?: StoredSave<Input> | null | undefined;
  /** Unsaved text of a document that was deleted. */
  unsaved?: UnsavedText<Input> | null | undefined;
};

/** @throws an AppError of kind `not-found` if this device has no text of it either */
export async function openDocument<Input extends DocumentInput>(
  kind: DocumentKind<Input>,
  id: string,
  userId: string | null,
  signal: AbortSignal,
): Promise<OpenedDocument<Input>> {
  const kept = await readKeptSave(kind, id);
  try {
    const document = await kind.api.get(id, signal);
    if (kept?.state !== 'conflict') return { document, kept };
    return { document, kept, sent: await kind.api.findSave(id, kept.saveIds, signal) };
  } catch (error) {
    if (!isNotFound(error)) throw error;
    if (kept) return { document: null, kept };
    const [entry] = userId === null ? [] : await kind.journal.read(id, userId);
    if (!entry) throw error;
    return { document: null, unsaved: entry.text };
  }
}

export function isNotFound(error: unknown): boolean {
  return error instanceof AppError && error.kind === 'not-found';
}

/** The values the form starts with. */
export function openedValues<Input extends DocumentInput>(
  kind: DocumentKind<Input>,
  { document, kept, unsaved }: OpenedDocument<Input>,
): Input {
  return kept?.input ?? unsaved?.values ?? document?.input ?? kind.empty;
}

export function openState<Input extends DocumentInput>(
  kind: DocumentKind<Input>,
  { document, kept = null, sent = null, unsaved = null }: OpenedDocument<Input>,
): DocumentState<Input> {
  const stored = unsaved?.stored ?? storedAt(kind, document, kept);
  const mine = kept?.input ?? unsaved?.values ?? null;
  const conflict = mine && openConflict(document, stored.version, kept, sent, mine);
  return {
    stored,
    task: null,
    arrival: null,
    due: null,
    kept: kept && { ...sentSave(kept), state: kept.state, problem: kept.problem },
    unanswered:
      conflict?.kind === 'deleted' ? null : kept ? sentSave(kept) : (unsaved?.unanswered ?? null),
    conflict,
    failure: kept?.state === 'failed' ? failureOf(kept) : null,
  };
}

function storedAt<Input extends DocumentInput>(
  kind: DocumentKind<Input>,
  document: StoredDocument<Input> | null,
  kept: KeptDocument<Input> | null,
) {
  if (kept) {
    // The version it started from, so that a newer one counts as a conflict.
    const { id, version, before } = kept.save;
    const input = version === null ? null : before;
    return { id, version, input: input ?? kind.empty, savedAt: null };
  }
  return document ?? { id: crypto.randomUUID(), version: null, input: kind.empty, savedAt: null };
}

function openConflict<Input extends DocumentInput>(
  document: StoredDocument<Input> | null,
  version: number | null,
  kept: KeptDocument<Input> | null,
  sent: StoredSave<Input> | null,
  mine: Input,
): SaveConflict<Input> | null {
  if (!document) {
    if (version === null) return null;
    return { kind: 'deleted', newId: crypto.randomUUID(), mine, isMerge: false };
  }
  if (kept?.state !== 'conflict') return null;
  const { id, version: newest, input: theirs } = document;
  return {
    kind: 'changed',
    id,
    version: newest,
    // A new document that is stored comes from this device, too.
    base: sent?.input ?? kept.save.before ?? mine,
    mine,
    theirs,
    inForm: mine,
    round: 0,
  };
}
