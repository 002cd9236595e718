import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { daysLeft } from '@/lib/deleted';
import type { DocumentInput } from './fields';
import type { DeletableKind, DocumentKind, Revision } from './kind';
import { getWorkingCopy, listWaitingChanges, noteEditing, publishDueChanges } from './staff-api';
import { OF_NOW } from '@/lib/of-now';

/** How many versions per document the database keeps (migrations/*_case_studies.sql, *_blog_posts.sql). */
export const REVISIONS_KEPT = 200;

const PAGE_SIZE = 25;
/** The greatest possible version number. */
const NEWEST = 2 ** 31 - 1;

export const documentQueries = {
  document: <Input extends DocumentInput>({ key, api }: DocumentKind<Input>, id: string) =>
    queryOptions({
      ...OF_NOW,
      queryKey: [...key, 'document', id],
      queryFn: ({ signal }) => api.get(id, signal),
      retry: false,
    }),
  workingCopy: <Input extends DocumentInput>({ key }: DocumentKind<Input>, id: string) =>
    queryOptions({
      ...OF_NOW,
      queryKey: [...key, 'working-copy', id],
      queryFn: ({ signal }) => getWorkingCopy(id, signal),
    }),
  publicPage: <Input extends DocumentInput>({ key, api }: DocumentKind<Input>, id: string) =>
    queryOptions({
      ...OF_NOW,
      queryKey: [...key, 'public-page', id],
      queryFn: async ({ signal }) => (await api.getPublicPage?.(id, signal)) ?? null,
      retry: false,
    }),
  waitingChanges: <Input extends DocumentInput>({ key }: DocumentKind<Input>) =>
    queryOptions({
      ...OF_NOW,
      queryKey: [...key, 'waiting-changes'],
      queryFn: ({ signal }) => listWaitingChanges(signal),
    }),
  /** A visit of staff publishes what is due: when the staff area opens, and when its tab is used again. */
  dueChanges: () =>
    queryOptions({
      queryKey: ['due-changes'],
      queryFn: ({ signal }) => publishDueChanges(signal),
      refetchOnWindowFocus: true,
      retry: false,
    }),
  /** A third of the time after which the database forgets an editor; paused while the tab is in the background. */
  otherEditors: (documentId: string) =>
    queryOptions({
      ...OF_NOW,
      queryKey: ['other-editors', documentId],
      queryFn: ({ signal }) => noteEditing(documentId, signal),
      refetchInterval: 30_000,
      refetchOnWindowFocus: 'always',
      gcTime: 0,
      retry: false,
    }),
  deleted: <Input extends DocumentInput>({ key, api }: DeletableKind<Input>) =>
    queryOptions({
      ...OF_NOW,
      queryKey: [...key, 'deleted'],
      queryFn: async ({ signal }) =>
        (await api.listDeleted(signal)).map((document) => ({
          ...document,
          daysLeft: daysLeft(new Date(document.deletedAt), Date.now()),
        })),
    }),
  /** Each page has one extra version, to compare its last one with. */
  revisions: <Input extends DocumentInput>({ key, api }: DocumentKind<Input>, id: string) =>
    infiniteQueryOptions({
      ...OF_NOW,
      queryKey: [...key, 'revisions', id],
      queryFn: ({ pageParam, signal }) =>
        api.listRevisions({ id, upTo: pageParam, limit: PAGE_SIZE + 1 }, signal),
      initialPageParam: NEWEST,
      getNextPageParam: (page: readonly Revision<Input>[]) => page[PAGE_SIZE]?.version,
    }),
  /** A key of its own, which saves do not invalidate: a saved version never changes. */
  revisionPair: <Input extends DocumentInput>(
    { id: kindId, api }: DocumentKind<Input>,
    id: string,
    version: number,
    against: number,
  ) =>
    queryOptions({
      queryKey: ['revisions', kindId, id, version, against],
      queryFn: async ({ signal }): Promise<RevisionPair<Input>> => {
        const found = await api.getRevisions(id, [version, against], signal);
        const find = (wanted: number) => found.find((revision) => revision.version === wanted);
        return { chosen: find(version) ?? null, against: find(against) ?? null };
      },
      staleTime: Infinity,
    }),
};

export type RevisionPair<Input extends DocumentInput> = {
  /** Null for a version that is not kept. */
  chosen: Revision<Input> | null;
  against: Revision<Input> | null;
};

export type ListedRevision<Input extends DocumentInput> = {
  revision: Revision<Input>;
  /** Null for the oldest one kept. */
  before: Revision<Input> | null;
};

/** The versions of all pages, each with the one before it. */
export function toListedRevisions<Input extends DocumentInput>(
  pages: readonly Revision<Input>[][],
): ListedRevision<Input>[] {
  return pages.flatMap((page) =>
    page
      .slice(0, PAGE_SIZE)
      .map((revision, place) => ({ revision, before: page[place + 1] ?? null })),
  );
}
