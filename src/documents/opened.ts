import { AppError } from '@/lib/errors';
import type { DocumentState } from './document-reducer';
import type { DocumentInput } from './fields';
import type { DocumentKind } from './kind';
import type { StoredDocument, UnsavedText } from './stored';

/** The data a form opens with. */
export type OpenedDocument<Input extends DocumentInput> = {
  /** Null for a new document, and for a deleted one whose text this device still has. */
  document: StoredDocument<Input> | null;
  /** Unsaved text of a document that was deleted. */
  unsaved?: UnsavedText<Input>;
};

/** @throws an AppError of kind `not-found` if this device has no text of it either */
export async function openDocument<Input extends DocumentInput>(
  kind: DocumentKind<Input>,
  id: string,
  userId: string | null,
  signal: AbortSignal,
): Promise<OpenedDocument<Input>> {
  try {
    return { document: await kind.api.get(id, signal) };
  } catch (error) {
    if (!isNotFound(error)) throw error;
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
  { document, unsaved }: OpenedDocument<Input>,
): Input {
  return unsaved?.values ?? document?.input ?? kind.empty;
}

export function openState<Input extends DocumentInput>(
  kind: DocumentKind<Input>,
  { document, unsaved }: OpenedDocument<Input>,
): DocumentState<Input> {
  const isDeleted = unsaved !== undefined && unsaved.stored.version !== null;
  return {
    stored: unsaved?.stored ?? document ?? newDocument(kind),
    ...{ task: null, arrival: null, due: null, isWaiting: false, failure: null },
    // What was sent to a deleted document is no base of the new one.
    unanswered: isDeleted ? null : (unsaved?.unanswered ?? null),
    conflict: isDeleted
      ? { kind: 'deleted', newId: crypto.randomUUID(), mine: unsaved.values, isMerge: false }
      : null,
  };
}

function newDocument<Input extends DocumentInput>({ empty }: DocumentKind<Input>) {
  return { id: crypto.randomUUID(), version: null, input: empty, savedAt: null };
}
