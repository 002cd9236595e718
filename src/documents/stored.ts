// A document as it is stored, sent and kept unsaved.
import type { DocumentInput } from './fields';

/** A document as the backend stores it. */
export type StoredDocument<Input extends DocumentInput> = {
  id: string;
  version: number;
  input: Input;
  /** ISO 8601 in UTC. */
  createdAt: string | null;
  savedAt: string;
};

export type SaveRequest<Input extends DocumentInput> = {
  /** Chosen before the first save, so that a repeated create makes one document. */
  id: string;
  /** Null creates; otherwise the version the form started from. */
  version: number | null;
  input: Input;
  /** The values the form started from; of a new document, those of its first save without an answer, if any. */
  before: Input | null;
  /** Only these are sent: the names of the fields that this save, or an earlier one without an answer, changed. */
  changed: string[];
  /** False keeps the changes of a published document in its working copy. */
  goesLive: boolean;
  /**
   * UUIDs: of this save, then of earlier ones of the same text that got no answer, the last first. A save that is sent
   * again is stored once and answered again; one that follows a stored one of these starts from it.
   */
  saveIds: string[];
};

/** What one of several saves stored. */
export type StoredSave<Input extends DocumentInput> = {
  saveId: string;
  version: number;
  input: Input;
};

/** The last version of the backend that this form has seen. */
export type Stored<Input extends DocumentInput> = {
  id: string;
  /** Null until the document has been created. */
  version: number | null;
  input: Input;
  /** ISO 8601 in UTC; null when not known. */
  savedAt: string | null;
};

/** A save that may have been stored. */
export type SentSave<Input extends DocumentInput> = Pick<
  SaveRequest<Input>,
  'input' | 'before' | 'changed' | 'goesLive' | 'saveIds'
>;

/** Unsaved text of an earlier visit, with the version it started from. */
export type UnsavedText<Input extends DocumentInput> = {
  values: Input;
  stored: Stored<Input>;
  unanswered: SentSave<Input> | null;
};
