// @vitest-environment jsdom
// supabase-js requires a WebSocket, which Node 20 does not have.
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  discardWorkingCopy,
  endEditing,
  getWorkingCopy,
  historyApi,
  listWaitingChanges,
  noteEditing,
  publishDueChanges,
  scheduleWorkingCopy,
  trashApi,
  withChanges,
  type WorkingCopy,
} from '@/documents/staff-api';
import { subscribeToPublishedChanges } from '@/lib/published-changes';
import { fakeSupabase, json, noContent } from '../../support/fake-supabase';

const ID = '3f0e1c5a-0000-4000-8000-000000000001';
const COPIES = 'GET /rest/v1/working_copies';
const REVISIONS = 'GET /rest/v1/document_revisions';
const row = {
  version: 7,
  snapshot: { title: 'Kerning' },
  saved_by_email: 'ada@example.com',
  saved_at: '2026-11-13 10:00:00+00',
  restored_from: 3,
  is_working_copy: true,
};
const revision = {
  version: 7,
  savedAt: '2026-11-13T10:00:00.000Z',
  savedBy: 'ada@example.com',
  restoredFrom: 3,
  isWorkingCopy: true,
  input: { title: 'read: {"title":"Kerning"}' },
};
const toInput = (snapshot: unknown) => ({ title: `read: ${JSON.stringify(snapshot)}` });
const { signal } = new AbortController();
const { listRevisions, getRevisions, restoreVersion } = historyApi(toInput);

test('an old version is restored over the current one, and answers with the new version', async () => {
  const backend = fakeSupabase({ 'POST /rest/v1/rpc/restore_document_version': () => json(8) });
  const chosen = { ...revision, version: 3 };
  expect(await restoreVersion({ id: ID, chosen, current: revision })).toBe(8);
  expect(backend.requests[0]?.body).toEqual({
    ...{ document_id: ID, from_version: 3, expected_version: 7 },
  });
});

test('the deleted documents of a kind are listed, restored and purged', async () => {
  const backend = fakeSupabase({
    'GET /rest/v1/deleted_documents': () =>
      json([{ id: ID, title: 'Kerning', deleted_at: '2026-11-13 10:00:00+00' }]),
    'POST /rest/v1/rpc/restore_deleted_document': noContent,
    'POST /rest/v1/rpc/purge_deleted_document': noContent,
  });
  const { listDeleted, restore, purge } = trashApi('post', 'the post');
  expect(await listDeleted(signal)).toEqual([
    { id: ID, title: 'Kerning', deletedAt: '2026-11-13T10:00:00.000Z' },
  ]);
  expect(Object.fromEntries(backend.requests[0]?.url.searchParams ?? [])).toEqual({
    ...{ select: 'id,title,deleted_at', kind: 'eq.post', order: 'deleted_at.desc' },
  });
  await restore(ID);
  await purge(ID);
  expect(backend.requests.slice(1).map(({ body }) => body)).toEqual([
    { document_id: ID },
    { document_id: ID },
  ]);
});

test('the history is read down from a version, the latest first', async () => {
  const backend = fakeSupabase({ [REVISIONS]: () => json([row]) });
  expect(await listRevisions({ id: ID, upTo: 9, limit: 26 }, signal)).toEqual([revision]);
  expect(Object.fromEntries(backend.requests[0]?.url.searchParams ?? [])).toEqual({
    select: 'version,snapshot,saved_by_email,saved_at,restored_from,is_working_copy',
    document_id: `eq.${ID}`,
    version: 'lte.9',
    order: 'version.desc',
    limit: '26',
  });
});

test('single versions are read by their numbers', async () => {
  const backend = fakeSupabase({ [REVISIONS]: () => json([row]) });
  expect(await getRevisions(ID, [7, 4], signal)).toEqual([revision]);
  expect(backend.requests[0]?.url.searchParams.get('version')).toBe('in.(7,4)');
});

test('a history that cannot be read says so, at once', async () => {
  const backend = fakeSupabase({ [REVISIONS]: () => json({ message: 'boom' }, 503) });
  await expect(listRevisions({ id: ID, upTo: 9, limit: 26 }, signal)).rejects.toThrow(
    'Failed to fetch the history: the server cannot be reached right now',
  );
  await expect(getRevisions(ID, [7], signal)).rejects.toThrow(
    'Failed to fetch these versions: the server cannot be reached right now',
  );
  expect(backend.requests).toHaveLength(2);
});

test('requests end with their signal', async () => {
  fakeSupabase({ [REVISIONS]: () => new Promise(() => {}), [COPIES]: () => new Promise(() => {}) });
  const leaving = new AbortController();
  const asked = [
    listRevisions({ id: ID, upTo: 9, limit: 26 }, leaving.signal),
    getRevisions(ID, [7], leaving.signal),
    getWorkingCopy(ID, leaving.signal),
    listWaitingChanges(leaving.signal),
  ];
  leaving.abort();
  for (const request of asked) await expect(request).rejects.toThrow();
});

const copyRow = {
  version: 5,
  base_version: 3,
  content: { title: 'Kerning!' },
  saved_by: 'ada',
  saved_at: '2026-11-13 10:00:00+00',
  publish_at: '2026-12-03 09:00:00+00',
  publish_failure: 'No approval',
  has_publishing_schedule: true,
};
const copy: WorkingCopy = {
  version: 5,
  baseVersion: 3,
  content: { title: 'Kerning!' },
  savedBy: 'ada',
  savedAt: '2026-11-13T10:00:00.000Z',
  publishAt: '2026-12-03T09:00:00.000Z',
  publishFailure: 'No approval',
  hasSchedule: true,
};

test('the changes of a document that wait to be published are read', async () => {
  const backend = fakeSupabase({ [COPIES]: () => json([copyRow]) });
  expect(await getWorkingCopy(ID)).toEqual(copy);
  expect(backend.requests[0]?.url.searchParams.get('document_id')).toBe(`eq.${ID}`);
  backend.on({
    [COPIES]: () => json([{ ...copyRow, publish_at: null, has_publishing_schedule: null }]),
  });
  expect(await getWorkingCopy(ID)).toEqual({ ...copy, publishAt: null, hasSchedule: false });
  backend.on({ [COPIES]: () => json([]) });
  expect(await getWorkingCopy(ID)).toBeNull();
  backend.on({ [COPIES]: () => json({ message: 'boom' }, 503) });
  await expect(getWorkingCopy(ID)).rejects.toThrow(
    'Failed to load the changes: the server cannot be reached right now',
  );
  expect(backend.requests).toHaveLength(4);
});

test('all changes that wait are listed, without those that were discarded', async () => {
  const backend = fakeSupabase({
    [COPIES]: () => json([{ document_id: ID, publish_at: null, publish_failure: null }]),
  });
  expect(await listWaitingChanges()).toEqual([
    { documentId: ID, publishAt: null, publishFailure: null },
  ]);
  expect(backend.requests[0]?.url.searchParams.get('title')).toBe('not.is.null');
  backend.on({ [COPIES]: () => json({ message: 'boom' }, 503) });
  await expect(listWaitingChanges()).rejects.toThrow(
    'Failed to load which changes wait: the server cannot be reached right now',
  );
  expect(backend.requests).toHaveLength(2);
});

test('changes are discarded, and given a time, over the version that was seen', async () => {
  const backend = fakeSupabase({
    'POST /rest/v1/rpc/discard_working_copy': noContent,
    'POST /rest/v1/rpc/schedule_working_copy': noContent,
  });
  await discardWorkingCopy(ID, 5);
  await scheduleWorkingCopy(ID, 5, '2026-12-03T09:00:00.000Z');
  await scheduleWorkingCopy(ID, 6, null);
  expect(backend.requests.map(({ body }) => body)).toEqual([
    { document_id: ID, expected_version: 5 },
    { document_id: ID, expected_version: 5, publish_at: '2026-12-03T09:00:00.000Z' },
    { document_id: ID, expected_version: 6, publish_at: null },
  ]);
  const conflict = () => json({ code: 'PT409', message: 'Saved again' }, 409);
  backend.on({
    'POST /rest/v1/rpc/discard_working_copy': conflict,
    'POST /rest/v1/rpc/schedule_working_copy': conflict,
  });
  await expect(discardWorkingCopy(ID, 5)).rejects.toMatchObject({ kind: 'conflict' });
  await expect(scheduleWorkingCopy(ID, 5, null)).rejects.toMatchObject({ kind: 'conflict' });
});

test('visitors read what was due: their copies are refreshed only if something was published', async () => {
  const onChange = vi.fn();
  onTestFinished(subscribeToPublishedChanges(onChange));
  const backend = fakeSupabase({ 'POST /rest/v1/rpc/publish_due_changes': () => json(0) });
  expect(await publishDueChanges()).toBe(0);
  backend.on({ 'POST /rest/v1/rpc/publish_due_changes': () => json(null) });
  expect(await publishDueChanges()).toBe(0);
  expect(onChange).not.toHaveBeenCalled();
  backend.on({ 'POST /rest/v1/rpc/publish_due_changes': () => json(2) });
  expect(await publishDueChanges(signal)).toBe(2);
  expect(onChange).toHaveBeenCalledOnce();
});

test('an editor continues a document with the changes that wait', () => {
  const document = {
    ...{ id: ID, version: 4, input: { title: 'Kerning' }, createdAt: null },
    savedAt: '2026-11-01T10:00:00.000Z',
  };
  expect(withChanges(document, null, toInput)).toBe(document);
  expect(withChanges(document, copy, toInput)).toEqual({
    ...document,
    version: 5,
    input: { title: 'read: {"title":"Kerning!"}' },
    savedAt: copy.savedAt,
  });
  // Discarded, or published since.
  expect(withChanges(document, { ...copy, content: null }, toInput)).toEqual({
    ...document,
    version: 5,
  });
  expect(withChanges({ ...document, version: 9 }, copy, toInput).version).toBe(9);
});

test('of several saves the latest that is stored is found, or none', async () => {
  const saved = { save_id: 'b', version: 4, snapshot: { title: 'Kerning' } };
  const backend = fakeSupabase({ [REVISIONS]: () => json([saved]) });
  const { findSave } = historyApi(toInput);
  expect(await findSave(ID, ['b', 'a'], signal)).toEqual({
    ...{ saveId: 'b', version: 4, input: revision.input },
  });
  expect(Object.fromEntries(backend.requests[0]?.url.searchParams ?? [])).toEqual({
    select: 'save_id,version,snapshot',
    document_id: `eq.${ID}`,
    save_id: 'in.(b,a)',
    order: 'version.desc',
    limit: '1',
  });
  fakeSupabase({ [REVISIONS]: () => json([]) });
  expect(await findSave(ID, ['b'])).toBeNull();
});

test('a member who edits is told who else does, by name or else by email', async () => {
  const backend = fakeSupabase({
    'POST /rest/v1/rpc/note_editing': () =>
      json([
        { name: 'Ada', email: 'ada@example.com' },
        { name: '', email: 'new@example.com' },
      ]),
    'POST /rest/v1/rpc/end_editing': noContent,
  });
  expect(await noteEditing(ID, signal)).toEqual(['Ada', 'new@example.com']);
  await endEditing(ID);
  expect(backend.requests.map(({ body }) => body)).toEqual([
    ...[{ document_id: ID }, { document_id: ID }],
  ]);
});
