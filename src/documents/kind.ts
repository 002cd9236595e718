import type { QueryKey } from '@tanstack/react-query';
import { NOT_APPROVED } from '@contracts/sign-off';
import { AppError } from '@/lib/errors';
import type { Journal } from '@/lib/journal';

import { emptyInput, type DocumentInput, type Fields, type NameOf } from './fields';
import type { SaveRequest, StoredDocument, StoredSave, UnsavedText } from './stored';
import { createDocumentJournal } from './unsaved-text';

export type Revision<Input extends DocumentInput> = {
  version: number;
  /** ISO 8601 in UTC. */
  savedAt: string;
  /** An email address; null where no person was signed in. */
  savedBy: string | null;
  /** The version it was restored from. */
  restoredFrom: number | null;
  /** Visitors did not see it. */
  isWorkingCopy: boolean;
  input: Input;
};

export type RestoreVersion<Input extends DocumentInput> = {
  id: string;
  chosen: Revision<Input>;
  /** The latest version this page knows. */
  current: Revision<Input>;
};

export type DeletedDocument = {
  id: string;
  title: string;
  /** ISO 8601 in UTC. */
  deletedAt: string;
};

/** The page that visitors read. */
export type PublicPage = {
  path: string;
  /** Of the document it shows; the page names it in its data. */
  version: number;
};

/** The requests of a kind. Every function throws an AppError. */
export type DocumentApi<Input extends DocumentInput> = {
  get: (id: string, signal?: AbortSignal) => Promise<StoredDocument<Input>>;
  /** Throws a `conflict` when another save came first; nothing is changed then. */
  save: (save: SaveRequest<Input>) => Promise<StoredDocument<Input>>;
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
  /** The latest of these saves that is stored; null if none is. */
  findSave: (
    id: string,
    saveIds: readonly string[],
    signal?: AbortSignal,
  ) => Promise<StoredSave<Input> | null>;
  /** @returns the new version */
  restoreVersion: (restore: RestoreVersion<Input>) => Promise<number>;
  /** Null while visitors read nothing. Missing for kinds whose documents have no page of their own. */
  getPublicPage?: (id: string, signal: AbortSignal) => Promise<PublicPage | null>;
  /** The messages for single fields in an error of the backend. */
  problemsOf: (error: AppError) => Partial<Record<NameOf<Input>, string>>;
};

/** The requests of a kind whose documents can be deleted. Every function throws an AppError. */
export type TrashApi = {
  remove: (id: string) => Promise<void>;
  /** Restorable documents, the last deleted first. */
  listDeleted: (signal: AbortSignal) => Promise<DeletedDocument[]>;
  restore: (id: string) => Promise<void>;
  /** Deletes a deleted document for good, with its history. */
  purge: (id: string) => Promise<void>;
};

export type DeletableKind<Input extends DocumentInput> = DocumentKind<
  Input,
  DocumentApi<Input> & TrashApi
>;

export function isDeletable<Input extends DocumentInput>(
  kind: DocumentKind<Input>,
): kind is DeletableKind<Input> {
  return 'remove' in kind.api;
}

/** Everything that differs between kinds of documents. */
export type DocumentKind<
  Input extends DocumentInput,
  Api extends DocumentApi<Input> = DocumentApi<Input>,
> = {
  /** Its name in the queue and the journal. */
  id: string;
  noun: string;
  plural: string;
  fields: Fields<Input>;
  /** Stores unsaved text of this kind. */
  journal: Journal<UnsavedText<Input>>;
  /** The values of a new document. */
  empty: Input;
  /** 'form' keeps lines short; 'full' leaves room for text and preview side by side. */
  formWidth: 'form' | 'full';
  titleOf: (input: Input) => string;
  isPublished: (input: Input) => boolean;
  /** The query key that a save invalidates; it includes the visitors' lists. */
  key: QueryKey;
  api: Api;
  paths: {
    list: string;
    edit: (id: string) => string;
    history: (id: string) => string;
    /** A saved version as a page; for kinds that have pages. */
    version?: (id: string, version: number) => string;
    /** The public page; for published documents only. */
    page: (id: string, input: Input) => string;
  };
  /** Texts of toasts and questions. */
  messages: {
    /** `before` is null for a new document. */
    saved: (before: Input | null, after: Input) => string;
    /** Asked before deleting; what happens is said below it. */
    deleteQuestion: string;
    deleted: (title: string) => string;
    restored: (title: string) => string;
  };
};

type KindDefinition<Input extends DocumentInput, Api extends DocumentApi<Input>> = Pick<
  DocumentKind<Input, Api>,
  'id' | 'noun' | 'plural' | 'fields' | 'titleOf' | 'key' | 'api'
> & {
  paths: Omit<DocumentKind<Input>['paths'], 'page'> & Partial<DocumentKind<Input>['paths']>;
  messages?: Partial<DocumentKind<Input>['messages']>;
} & Partial<Pick<DocumentKind<Input>, 'empty' | 'formWidth' | 'isPublished'>>;

/** Builds a kind from what is its own; the rest gets defaults. */
export function defineKind<
  Input extends DocumentInput,
  Api extends DocumentApi<Input> = DocumentApi<Input> & TrashApi,
>(definition: KindDefinition<Input, Api>): DocumentKind<Input, Api> {
  const { id, fields, titleOf, api } = definition;
  return {
    empty: emptyInput(fields),
    formWidth: 'form',
    isPublished: () => false,
    ...definition,
    api: {
      ...api,
      save: (save) => api.save(save).catch(throwRefusal),
      restoreVersion: (restore) => api.restoreVersion(restore).catch(throwRefusal),
    },
    journal: createDocumentJournal(id, fields),
    paths: { page: () => definition.paths.list, ...definition.paths },
    messages: {
      saved: (_before, after) => `"${titleOf(after)}" saved`,
      deleteQuestion: `Are you sure you want to delete this ${definition.noun}?`,
      deleted: (title) => `"${title}" deleted`,
      restored: (title) => `"${title}" restored`,
      ...definition.messages,
    },
  };
}

/** A missing approval is answered as a conflict, and is none: there is nothing to compare. */
function throwRefusal(error: unknown): never {
  if (error instanceof AppError && error.message.endsWith(NOT_APPROVED)) {
    throw new AppError('invalid', `${NOT_APPROVED}: ask them, or save without publishing`, {
      cause: error,
    });
  }
  throw error;
}

/** With a capital first letter. */
export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
