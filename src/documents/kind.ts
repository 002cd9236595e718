import type { QueryKey } from '@tanstack/react-query';
import type { AppError } from '@/lib/errors';
import type { Journal } from '@/lib/journal';
import type { UnsavedText } from './document-reducer';
import { emptyInput, type DocumentInput, type Fields, type NameOf } from './fields';
import { createDocumentJournal } from './unsaved-text';

/** A document as the backend holds it. */
export type StoredDocument<Input extends DocumentInput> = {
  id: string;
  version: number;
  input: Input;
  /** ISO 8601 in UTC. */
  createdAt: string | null;
  savedAt: string;
};

export type SaveRequest<Input extends DocumentInput> = {
  /** Chosen before the first save, so that a create sent twice is one document. */
  id: string;
  /** Null creates; otherwise the version the form started from. */
  version: number | null;
  input: Input;
  /** What the document held when the form started; null creates. */
  before: Input | null;
};

export type Revision<Input extends DocumentInput> = {
  version: number;
  /** ISO 8601 in UTC. */
  savedAt: string;
  /** An email address; null where no person was signed in. */
  savedBy: string | null;
  /** The version this one repeats, if it was restored. */
  restoredFrom: number | null;
  input: Input;
};

export type RestoreVersion<Input extends DocumentInput> = {
  id: string;
  chosen: Revision<Input>;
  /** The version on top of the history, as far as the reader knows. */
  current: Revision<Input>;
};

export type DeletedDocument = {
  id: string;
  title: string;
  /** ISO 8601 in UTC. */
  deletedAt: string;
};

/** How a kind speaks to the backend. Every function throws an AppError. */
export type DocumentApi<Input extends DocumentInput> = {
  get: (id: string, signal?: AbortSignal) => Promise<StoredDocument<Input>>;
  /** Throws one of kind `conflict` when another save came first; nothing was changed then. */
  save: (save: SaveRequest<Input>) => Promise<StoredDocument<Input>>;
  remove: (id: string) => Promise<void>;
  /** What can be brought back, last deleted first. */
  listDeleted: (signal: AbortSignal) => Promise<DeletedDocument[]>;
  restore: (id: string) => Promise<void>;
  /** Deletes a deleted document for good, with its history. */
  purge: (id: string) => Promise<void>;
  /** Saved versions from `upTo` down, the latest first. */
  listRevisions: (
    page: { id: string; upTo: number; limit: number },
    signal: AbortSignal,
  ) => Promise<Revision<Input>[]>;
  getRevisions: (
    id: string,
    versions: readonly number[],
    signal: AbortSignal,
  ) => Promise<Revision<Input>[]>;
  /** @returns the new version */
  restoreVersion: (restore: RestoreVersion<Input>) => Promise<number>;
  /** What a refusal says about single fields. */
  problemsOf: (error: AppError) => Partial<Record<NameOf<Input>, string>>;
};

/** Everything the kernel has to know of something that is written, versioned and published. */
export type DocumentKind<Input extends DocumentInput> = {
  /** Names it in the queue and in the journal of this device. */
  id: string;
  noun: string;
  plural: string;
  fields: Fields<Input>;
  /** Unsaved text of this kind on this device. */
  journal: Journal<UnsavedText<Input>>;
  /** What a new one begins with. */
  empty: Input;
  /** 'form' keeps lines short; 'full' leaves room for text and preview side by side. */
  formWidth: 'form' | 'full';
  titleOf: (input: Input) => string;
  isPublished: (input: Input) => boolean;
  /** Of everything a save may change, the visitors' lists included. */
  key: QueryKey;
  api: DocumentApi<Input>;
  paths: {
    list: string;
    edit: (id: string) => string;
    history: (id: string) => string;
    /** The public page; asked for once it is published. */
    page: (id: string, input: Input) => string;
  };
  /** What toasts say. */
  says: {
    /** `before` is null for a new one. */
    saved: (before: Input | null, after: Input) => string;
    /** Asked before deleting. */
    deleteQuestion: (title: string, isPublished: boolean) => string;
    deleted: (title: string) => string;
    restored: (title: string) => string;
  };
};

type Said<Input extends DocumentInput> = Pick<
  DocumentKind<Input>,
  'id' | 'noun' | 'plural' | 'fields' | 'titleOf' | 'key' | 'api'
> & {
  paths: Omit<DocumentKind<Input>['paths'], 'page'> & Partial<DocumentKind<Input>['paths']>;
  says?: Partial<DocumentKind<Input>['says']>;
} & Partial<Pick<DocumentKind<Input>, 'empty' | 'formWidth' | 'isPublished'>>;

/** A kind from what is its own; what it does not say is as for most. */
export function defineKind<Input extends DocumentInput>(said: Said<Input>): DocumentKind<Input> {
  const { id, fields, titleOf } = said;
  return {
    empty: emptyInput(fields),
    formWidth: 'form',
    isPublished: () => false,
    ...said,
    journal: createDocumentJournal(id, fields),
    paths: { page: () => said.paths.list, ...said.paths },
    says: {
      saved: (_before, after) => `"${titleOf(after)}" saved`,
      deleteQuestion: (title) => `"${title}" can be restored for 30 days.`,
      deleted: (title) => `"${title}" deleted`,
      restored: (title) => `"${title}" restored`,
      ...said.says,
    },
  };
}

/** 'Case study', at the beginning of a sentence. */
export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
