import { AppError } from '@/lib/errors';
import { likeliestBase } from './comparison';
import {
  failureOf,
  type DocumentState,
  type SaveConflict,
  type UnsavedText,
} from './document-reducer';
import type { DocumentInput } from './fields';
import { readKeptSave, type KeptDocument } from './kept-saves';
import type { DocumentKind, StoredDocument } from './kind';

/** The data a form opens with. */
export type OpenedDocument<Input extends DocumentInput> = {
  /** Null for a new document, and for a deleted one whose text this device still has. */
  document: StoredDocument<Input> | null;
  kept?: KeptDocument<Input> | null | undefined;
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
    return { document: await kind.api.get(id, signal), kept };
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
  { document, kept = null, unsaved = null }: OpenedDocument<Input>,
): DocumentState<Input> {
  const stored = unsaved?.stored ?? storedAt(kind, document, kept);
  const mine = kept?.input ?? unsaved?.values ?? null;
  const conflict = mine && openConflict(kind, document, stored.version, kept, mine);
  const unanswered = kept ? [...kept.save.unanswered, kept.input] : (unsaved?.unanswered ?? []);
  return {
    stored,
    task: null,
    arrival: null,
    due: null,
    kept: kept && {
      input: kept.input,
      goesLive: kept.goesLive,
      state: kept.state,
      problem: kept.problem,
    },
    unanswered: conflict?.kind === 'deleted' ? [] : unanswered,
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
    return { id, version, input: before ?? kind.empty, savedAt: null };
  }
  return document ?? { id: crypto.randomUUID(), version: null, input: kind.empty, savedAt: null };
}

function openConflict<Input extends DocumentInput>(
  kind: DocumentKind<Input>,
  document: StoredDocument<Input> | null,
  version: number | null,
  kept: KeptDocument<Input> | null,
  mine: Input,
): SaveConflict<Input> | null {
  if (!document) {
    if (version === null) return null;
    return { kind: 'deleted', newId: crypto.randomUUID(), mine, isMerge: false };
  }
  if (kept?.state !== 'conflict') return null;
  const { id, version: newest, input: theirs } = document;
  const { before, unanswered } = kept.save;
  const startedFrom = before ? [before] : [...unanswered, mine];
  return {
    kind: 'changed',
    id,
    version: newest,
    base: likeliestBase(kind.fields, startedFrom, mine, theirs),
    mine,
    theirs,
    inForm: mine,
    round: 0,
  };
}
