// @vitest-environment jsdom
// supabase-js requires a WebSocket, which Node 20 does not have.
import { expect, test } from 'vitest';
import {
  getCaseStudy,
  getPublishedCaseStudy,
  listPublishedCaseStudies,
} from '@/features/case-studies/api';
import { studyRow } from '../../components/case-studies/public-study';
import { fakeSupabase, json, networkFailure } from '../../support/fake-supabase';

const ID = '3f0e1c5a-0000-4000-8000-000000000001';
const STUDIES = 'GET /rest/v1/case_studies';

test('API-1, PROJ-10, PROJ-11: the public list requests published studies with their rows, arranged ones first, then last changed first, in one request', async () => {
  const backend = fakeSupabase({ [STUDIES]: () => json([studyRow()]) });
  await expect(listPublishedCaseStudies()).resolves.toHaveLength(1);
  expect(backend.requests).toHaveLength(1);
  const query = backend.requests[0]?.url.searchParams;
  expect(query?.get('order')).toBe('place.asc.nullslast,updated_at.desc');
  expect(query?.get('select')).not.toContain('*');
  expect(query?.get('select')).toContain('case_study_metrics(');
  expect(query?.get('select')).toContain('case_study_gallery(');
});

test('API-2, API-3, CS-24: a public study is requested as one row, with the columns of the list and status published', async () => {
  const backend = fakeSupabase({ [STUDIES]: () => json(studyRow()) });
  await getCaseStudy(ID);
  await getPublishedCaseStudy(ID);
  backend.on({ [STUDIES]: () => json([]) });
  await listPublishedCaseStudies();
  const [staff, visitor, list] = backend.requests;
  const asked = (name: string) =>
    [staff, visitor, list].map((request) => request?.url.searchParams.get(name));
  expect(asked('id')).toEqual([`eq.${ID}`, `eq.${ID}`, null]);
  expect(asked('status')).toEqual([null, 'eq.published', 'eq.published']);
  expect(new Set(asked('select')).size).toBe(1);
  expect(visitor?.headers.get('accept')).toContain('vnd.pgrst.object');
});

test('API-12, API-13: the error of a failed read begins with the text of the specification', async () => {
  fakeSupabase({ [STUDIES]: () => json({ message: 'boom' }, 500) });
  await expect(getCaseStudy(ID)).rejects.toThrow('Failed to fetch case study: boom');
  await expect(listPublishedCaseStudies()).rejects.toThrow('Failed to fetch case studies: boom');
});

test.each(['', 'Undefined', '4_2', 'x'.repeat(81), "1' or '1'='1", '../admin'])(
  'CS-25, R-27: the malformed address %j is not found, without a request',
  async (id) => {
    const backend = fakeSupabase();

    await expect(getPublishedCaseStudy(id)).rejects.toMatchObject({ kind: 'not-found' });

    expect(backend.requests).toEqual([]);
  },
);

test('a study is also requested by its slug', async () => {
  const backend = fakeSupabase({
    [STUDIES]: () => json({ code: 'PGRST116', message: 'no rows' }, 406),
  });

  await expect(getPublishedCaseStudy('larder-lane')).rejects.toMatchObject({ kind: 'not-found' });

  const query = backend.requests[0]?.url.searchParams;
  expect([query?.get('slug'), query?.get('id')]).toEqual(['eq.larder-lane', null]);
});

test('R-27: an id that the database refuses as malformed is not found', async () => {
  fakeSupabase({
    [STUDIES]: () => json({ code: '22P02', message: 'invalid input syntax for type uuid' }, 400),
  });

  await expect(getPublishedCaseStudy(ID)).rejects.toMatchObject({ kind: 'not-found' });
});

test('R-27: an unreachable server is not reported as a missing study', async () => {
  fakeSupabase({ [STUDIES]: () => json({ message: 'Bad gateway' }, 502) });

  await expect(getPublishedCaseStudy(ID)).rejects.toMatchObject({
    kind: 'offline',
    message: 'Failed to fetch case study: the server cannot be reached right now',
  });
});

test('an aborted list request ends at once', async () => {
  fakeSupabase({ [STUDIES]: networkFailure });
  const controller = new AbortController();
  controller.abort();

  await expect(listPublishedCaseStudies({ signal: controller.signal })).rejects.toThrow(
    'Failed to fetch case studies',
  );
});
