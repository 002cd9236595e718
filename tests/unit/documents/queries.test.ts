import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { DocumentKind, Revision, TrashApi } from '@/documents/kind';
import type { StoredDocument } from '@/documents/stored';
import { listQuery, type DocumentList } from '@/documents/list';
import { documentQueries } from '@/documents/queries';
import {
  getWorkingCopy,
  listWaitingChanges,
  noteEditing,
  publishDueChanges,
} from '@/documents/staff-api';
import { noteKind, type NoteInput } from './note-kind';

vi.mock('@/documents/staff-api', () => ({
  getWorkingCopy: vi.fn(),
  listWaitingChanges: vi.fn(),
  noteEditing: vi.fn(),
  publishDueChanges: vi.fn(),
}));

const input: NoteInput = { title: 'Kerning', text: '', place: '' };
const anySignal = expect.any(AbortSignal);
const client = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });
const revision = (version: number): Revision<NoteInput> => ({
  version,
  savedAt: '2026-11-21T10:00:00.000Z',
  savedBy: null,
  restoredFrom: null,
  isWorkingCopy: false,
  input,
});

test('a document is asked for once, and again after its kind was saved', async () => {
  const document: StoredDocument<NoteInput> = {
    ...{ id: 'a', version: 3, input, createdAt: null },
    savedAt: '2026-11-21T10:00:00.000Z',
  };
  const get = vi.fn(async () => document);
  const kind = noteKind({ get });
  const query = documentQueries.document(kind, 'a');
  expect(await client().fetchQuery(query)).toBe(document);
  expect(get).toHaveBeenCalledExactlyOnceWith('a', anySignal);
  expect(query.retry).toBe(false);
  expect(query.queryKey.slice(0, kind.key.length)).toEqual(kind.key);
});

test('each query of a document has a key of its own below the key of its kind', () => {
  const kind: DocumentKind<NoteInput> = noteKind();
  const deletable = { ...kind, api: { ...kind.api, ...trash([]) } };
  const keys = [
    ...[documentQueries.document(kind, 'a'), documentQueries.document(kind, 'b')],
    ...[documentQueries.workingCopy(kind, 'a'), documentQueries.publicPage(kind, 'a')],
    ...[documentQueries.waitingChanges(kind), documentQueries.deleted(deletable)],
    documentQueries.revisions(kind, 'a'),
  ].map(({ queryKey }) => JSON.stringify(queryKey));
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.every((key) => key.startsWith('["notes",'))).toBe(true);
});

test('the working copy and what waits are asked of the backend', async () => {
  vi.mocked(getWorkingCopy).mockResolvedValue(null);
  vi.mocked(listWaitingChanges).mockResolvedValue([]);
  expect(await client().fetchQuery(documentQueries.workingCopy(noteKind(), 'a'))).toBeNull();
  expect(getWorkingCopy).toHaveBeenCalledExactlyOnceWith('a', anySignal);
  expect(await client().fetchQuery(documentQueries.waitingChanges(noteKind()))).toEqual([]);
  expect(listWaitingChanges).toHaveBeenCalledExactlyOnceWith(anySignal);
});

test('a visit of staff publishes what is due, and so does coming back to its tab', async () => {
  vi.mocked(publishDueChanges).mockResolvedValue(2);
  const query = documentQueries.dueChanges();
  expect(await client().fetchQuery(query)).toBe(2);
  expect(publishDueChanges).toHaveBeenCalledExactlyOnceWith(anySignal);
  expect(query).toMatchObject({ refetchOnWindowFocus: true, retry: false });
});

test('a kind whose documents have no page of their own has no public page', async () => {
  const page = { path: '/notes/a', version: 3 };
  const getPublicPage = vi.fn(async () => page);
  const query = documentQueries.publicPage(noteKind({ getPublicPage }), 'a');
  expect(await client().fetchQuery(query)).toEqual(page);
  expect(getPublicPage).toHaveBeenCalledExactlyOnceWith('a', anySignal);
  expect(query.retry).toBe(false);
  expect(await client().fetchQuery(documentQueries.publicPage(noteKind(), 'a'))).toBeNull();
});

function trash(deletedAt: string[]): TrashApi {
  return {
    remove: async () => {},
    restore: async () => {},
    purge: async () => {},
    listDeleted: async () => deletedAt.map((at) => ({ id: at, title: 'Kerning', deletedAt: at })),
  };
}

test('deleted documents are listed with the days they can still be restored', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-21T10:00:00.000Z'), toFake: ['Date'] });
  const kind = noteKind();
  const api = { ...kind.api, ...trash(['2026-11-20T10:00:00.000Z', '2026-10-01T10:00:00.000Z']) };
  const deleted = await client().fetchQuery(documentQueries.deleted({ ...kind, api }));
  expect(deleted.map(({ daysLeft }) => daysLeft)).toEqual([29, 1]);
  vi.useRealTimers();
});

test('the history is read in pages that overlap by one version', async () => {
  const all = Array.from({ length: 60 }, (_, place) => revision(60 - place));
  const listRevisions = vi.fn(async ({ upTo, limit }: { upTo: number; limit: number }) =>
    all.filter(({ version }) => version <= upTo).slice(0, limit),
  );
  const query = documentQueries.revisions(noteKind({ listRevisions }), 'a');
  const { pages } = await client().fetchInfiniteQuery({ ...query, pages: 5 });
  expect(listRevisions.mock.calls.map(([page]) => page)).toEqual([
    { id: 'a', upTo: 2 ** 31 - 1, limit: 26 },
    { id: 'a', upTo: 35, limit: 26 },
    { id: 'a', upTo: 10, limit: 26 },
  ]);
  expect(pages.map((page) => page.length)).toEqual([26, 26, 10]);
});

test('two versions are compared; one that is not kept is null, and none ever changes', async () => {
  const getRevisions = vi.fn(async () => [revision(7), revision(4)]);
  const kind = noteKind({ getRevisions });
  const pair = documentQueries.revisionPair(kind, 'a', 4, 7);
  expect(await client().fetchQuery(pair)).toEqual({ chosen: revision(4), against: revision(7) });
  expect(getRevisions).toHaveBeenCalledExactlyOnceWith('a', [4, 7], anySignal);
  expect(pair.staleTime).toBe(Infinity);
  // A save of the kind must not read it again.
  expect(pair.queryKey[0]).not.toBe(kind.key[0]);
  expect(await client().fetchQuery(documentQueries.revisionPair(kind, 'a', 4, 3))).toEqual({
    chosen: revision(4),
    against: null,
  });
  expect(await client().fetchQuery(documentQueries.revisionPair(kind, 'a', 5, 3))).toEqual({
    chosen: null,
    against: null,
  });
});

test('the staff list of a kind is asked for by its filters, and the last page stays until the next is there', async () => {
  const filters = { search: 'kern', sort: 'title', page: 2 } as const;
  const fetch = vi.fn<DocumentList<string, never, 'title'>['fetch']>(async () => ({
    ...{ rows: ['Kerning'], total: 26, page: 2, totalPages: 2 },
  }));
  const list: DocumentList<string, never, 'title'> = {
    fetch,
    noun: { one: 'note', many: 'notes' },
    filters: z.object({ search: z.string(), sort: z.literal('title'), page: z.number() }),
    statusLabels: {},
    sortLabels: { title: 'Title' },
    messages: { placeholder: '', searched: '', nothingYet: '', failed: '' },
  };
  const query = listQuery(noteKind(), list, filters);
  await client().fetchQuery(query);
  expect(fetch).toHaveBeenCalledExactlyOnceWith(filters, anySignal);
  expect(query.queryKey).toEqual(['notes', 'staff-list', filters]);
  expect(query.placeholderData).toBeTypeOf('function');
});

test('QUERY-3, R-43: what colleagues change at any time is asked for again by every screen that opens', () => {
  const kind = noteKind();
  const list: DocumentList<NoteInput, 'draft', 'title'> = {
    noun: { one: 'note', many: 'notes' },
    filters: z.object({
      search: z.string(),
      sort: z.literal('title'),
      status: z.literal('draft').optional(),
      page: z.number(),
    }),
    statusLabels: { draft: 'Drafts' },
    sortLabels: { title: 'Title' },
    fetch: vi.fn(),
    messages: { placeholder: '', searched: '', nothingYet: '', failed: '' },
  };
  const ofNow = [
    listQuery(kind, list, { search: '', sort: 'title', page: 1 }),
    documentQueries.document(kind, 'a'),
    documentQueries.revisions(kind, 'a'),
  ];
  expect(ofNow.map(({ refetchOnMount }) => refetchOnMount)).toEqual(ofNow.map(() => 'always'));
  // A saved version never changes.
  expect(documentQueries.revisionPair(kind, 'a', 2, 1).refetchOnMount).toBeUndefined();
});

test('who else edits a document is asked every 30 seconds, and forgotten when it is closed', async () => {
  vi.mocked(noteEditing).mockResolvedValue(['Ada']);
  const query = documentQueries.otherEditors('a');
  expect(await client().fetchQuery(query)).toEqual(['Ada']);
  expect(noteEditing).toHaveBeenCalledExactlyOnceWith('a', anySignal);
  expect(query).toMatchObject({ refetchInterval: 30_000, gcTime: 0, retry: false });
  expect(query.queryKey).not.toEqual(documentQueries.otherEditors('b').queryKey);
});
