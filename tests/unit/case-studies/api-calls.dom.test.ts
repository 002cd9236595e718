// @vitest-environment jsdom
// supabase-js requires a WebSocket, which Node 20 does not have.
import { AuthError } from '@supabase/supabase-js';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  getCaseStudy,
  getPublishedCaseStudy,
  listPublishedCaseStudies,
} from '@/features/case-studies/api';
import { caseStudyApi, toCaseStudyInput } from '@/features/case-studies/staff-api';
import { loadSupabase } from '@/lib/supabase';
import { fakeSupabase, json, networkFailure, signedInAs } from '../../support/fake-supabase';
import { fullStudy, studyRow } from '../../components/case-studies/public-study';

const ID = '3f0e1c5a-0000-4000-8000-000000000001';
const STUDIES = 'GET /rest/v1/case_studies';
const SAVE = 'POST /rest/v1/rpc/save_case_study';
const DELETE = 'DELETE /rest/v1/case_studies';

beforeEach(() => localStorage.clear());

test('API-1: the list requests every study with its rows, arranged ones first, then last changed first', async () => {
  const backend = fakeSupabase({ [STUDIES]: () => json([studyRow()]) });
  await expect(listPublishedCaseStudies()).resolves.toHaveLength(1);
  const query = backend.requests[0]?.url.searchParams;
  expect(query?.get('order')).toBe('place.asc.nullslast,updated_at.desc');
  expect(query?.get('select')).toContain('case_study_metrics(');
  expect(query?.get('select')).toContain('case_study_gallery(');
});

test('API-2, API-3: a public study is requested as one row, with the same columns and status published', async () => {
  const backend = fakeSupabase({ [STUDIES]: () => json(studyRow()) });
  await getCaseStudy(ID);
  await getPublishedCaseStudy(ID);
  backend.on({ [STUDIES]: () => json([]) });
  await listPublishedCaseStudies();
  const [staff, visitor, list] = backend.requests;
  expect(staff?.url.searchParams.get('id')).toBe(`eq.${ID}`);
  expect(staff?.url.searchParams.get('status')).toBeNull();
  expect(visitor?.url.searchParams.get('status')).toBe('eq.published');
  expect(list?.url.searchParams.get('status')).toBe('eq.published');
  expect(visitor?.headers.get('accept')).toContain('vnd.pgrst.object');
  const select = list?.url.searchParams.get('select');
  expect(staff?.url.searchParams.get('select')).toBe(select);
  expect(visitor?.url.searchParams.get('select')).toBe(select);
});

test('API-12, API-13: the error of a failed read begins with the text of the specification', async () => {
  fakeSupabase({ [STUDIES]: () => json({ message: 'boom' }, 500) });
  await expect(getCaseStudy(ID)).rejects.toThrow('Failed to fetch case study: boom');
  await expect(listPublishedCaseStudies()).rejects.toThrow('Failed to fetch case studies: boom');
});

async function save(version: number | null, id = ID) {
  const input = toCaseStudyInput(fullStudy());
  const before = version === null ? null : input;
  return caseStudyApi.save({
    ...{ id, version, input, before, changed: [] },
    ...{ goesLive: true, saveIds: [] },
  });
}

test('API-4, API-5, API-6, API-7: one call sends fields, metrics and gallery', async () => {
  const backend = fakeSupabase({ [SAVE]: () => json({ id: ID, version: 4 }) });
  await expect(save(3)).resolves.toMatchObject({ version: 4 });
  expect(backend.requests[0]?.body).toMatchObject({
    study_id: ID,
    expected_version: 3,
    fields: {},
    metrics: fullStudy().metrics.map(({ value, label }) => ({
      metric_value: value,
      metric_label: label,
    })),
  });
  expect(backend.requests[0]?.body).toHaveProperty('gallery');
});

test('API-14, API-15: a failed save keeps the underlying message', async () => {
  fakeSupabase({ [SAVE]: () => json({ message: 'boom', code: 'XX000' }, 500) });
  await expect(save(null)).rejects.toThrow('Failed to create case study: boom');
  await expect(save(3)).rejects.toThrow('Failed to update case study: boom');
});

test('FORM-47, R-60: an update without an ID is not sent', async () => {
  const backend = fakeSupabase({ [SAVE]: () => json({ id: '', version: 4 }) });
  await expect(save(3, '')).rejects.toThrow('No ID provided for update');
  expect(backend.requests).toEqual([]);
});

test.each([
  ['API-16', 'Failed to delete existing metrics'],
  ['API-17', 'Failed to insert metrics'],
  ['API-18', 'Failed to delete existing gallery'],
  ['API-19', 'Failed to insert gallery'],
])('%s: the error names the step that failed: %s', async (_number, message) => {
  fakeSupabase({
    [SAVE]: () => json({ message, details: 'a reason', code: 'PT422', hint: null }, 422),
  });
  await expect(save(3)).rejects.toMatchObject({
    kind: 'invalid',
    message: `Failed to update case study: ${message} (a reason)`,
  });
});

test('API-8: a delete reads the session, then deletes and requests the deleted row', async () => {
  const backend = fakeSupabase({ ...signedInAs('editor'), [DELETE]: () => json([{ id: ID }]) });
  await caseStudyApi.remove(ID);
  const [request] = backend.requestsTo(DELETE);
  expect(request?.url.searchParams.get('id')).toBe(`eq.${ID}`);
  expect(request?.headers.get('prefer')).toContain('return=representation');
});

test('API-20: an error while reading the session shows its message', async () => {
  fakeSupabase();
  const { auth } = await loadSupabase();
  vi.spyOn(auth, 'getSession').mockResolvedValue({
    data: { session: null },
    error: new AuthError('storage is gone'),
  });
  await expect(caseStudyApi.remove(ID)).rejects.toThrow('Authentication error: storage is gone');
});

test('API-21, PERM-13: without a session nothing is sent', async () => {
  const backend = fakeSupabase();
  await expect(caseStudyApi.remove(ID)).rejects.toThrow(
    'You must be logged in to delete case studies',
  );
  expect(backend.requests).toEqual([]);
});

test.each([
  [
    'API-22',
    { code: 'PGRST116', message: 'no rows' },
    406,
    "No case study found with that ID, or you don't have permission to delete it",
  ],
  [
    'API-23',
    { code: '42501', message: 'new row violates row-level security policy' },
    403,
    "Permission denied: You don't have access to delete this case study",
  ],
  ['API-24', { code: 'XX000', message: 'disk full' }, 500, 'Database error: disk full'],
])('%s: the response to a delete gets its message', async (_number, answer, status, message) => {
  fakeSupabase({ ...signedInAs('editor'), [DELETE]: () => json(answer, status) });
  await expect(caseStudyApi.remove(ID)).rejects.toThrow(message);
});

test('API-25: an empty response is a failure', async () => {
  fakeSupabase({ ...signedInAs('editor'), [DELETE]: () => json([]) });
  await expect(caseStudyApi.remove(ID)).rejects.toThrow(
    "Case study not found or you don't have permission to delete it",
  );
});

test('a delete that cannot reach the server is an offline error', async () => {
  fakeSupabase({ ...signedInAs('editor'), [DELETE]: networkFailure });
  await expect(caseStudyApi.remove(ID)).rejects.toMatchObject({ kind: 'offline' });
});
