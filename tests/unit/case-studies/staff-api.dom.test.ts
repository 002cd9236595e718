// @vitest-environment jsdom
// supabase-js requires a WebSocket, which Node 20 does not have.
import { AuthError } from '@supabase/supabase-js';
import { beforeEach, expect, test, vi } from 'vitest';
import type { CaseStudyInput } from '@contracts/case-study';
import { FOREIGN_PICTURE } from '@contracts/url';
import { AppError } from '@/lib/errors';
import { loadSupabase } from '@/lib/supabase';
import {
  caseStudyFields,
  caseStudyFormSchema,
  emptyCaseStudyInput,
} from '@/features/case-studies/fields';
import { toCaseStudy, type CaseStudyRow } from '@/features/case-studies/model';
import { caseStudyApi, toCaseStudyInput, toSavePayload } from '@/features/case-studies/staff-api';
import { studyRow } from '../../components/case-studies/public-study';
import { fakeSupabase, json, networkFailure, signedInAs } from '../../support/fake-supabase';

beforeEach(() => {
  localStorage.clear();
  vi.stubEnv('VITE_SUPABASE_URL', 'http://localhost:3000');
  vi.stubEnv('VITE_SUPABASE_ANON_KEY', 'sb_publishable_test');
});

const ID = '11111111-1111-4111-8111-111111111111';
const EVERY = Object.keys(caseStudyFields);
const SAVE_ID = '0d3c4c2e-5b1f-4a86-9d37-6c1d2f0a9e11';
const SAVE = 'POST /rest/v1/rpc/save_case_study';
const DELETE = 'DELETE /rest/v1/case_studies';

const full: CaseStudyInput = {
  ...emptyCaseStudyInput,
  title: 'Larder Lane',
  industry: 'Retail',
  outcome: '+52 % orders',
  serviceTags: ['Branding'],
  technologies: ['React'],
  metaDescription: 'How it moved online',
  ctaHeadline: 'Yours next?',
  ctaText: 'Write to us',
  metrics: [{ value: '+52 %', label: 'orders' }],
};

test('FORM-37: metric rows lacking a value or a label are dropped', () => {
  const { metrics } = toSavePayload(
    {
      ...full,
      metrics: [
        { value: '7', label: ' ' },
        { value: ' 3 ', label: ' shops' },
        { value: '', label: 'x' },
      ],
    },
    [],
  );
  expect(metrics).toEqual([{ metric_value: '3', metric_label: 'shops' }]);
});

test('FORM-38: gallery rows lacking a URL are dropped', () => {
  const { gallery } = toSavePayload(
    {
      ...full,
      gallery: [
        { url: ' ', caption: 'lost', altText: 'lost' },
        { url: 'https://a.example/1.png', caption: '', altText: 'One' },
      ],
    },
    [],
  );
  expect(gallery).toEqual([
    { image_url: 'https://a.example/1.png', caption: null, alt_text: 'One' },
  ]);
});

test('FORM-53: an update sends only the changed columns', () => {
  expect(toSavePayload({ ...full, title: 'Larder Lane 2' }, ['title']).fields).toEqual({
    title: 'Larder Lane 2',
  });
});

test('FORM-53: loading and saving keeps every column of the study', () => {
  const row: CaseStudyRow = {
    ...studyRow(),
    id: ID,
    title: 'Larder Lane',
    headline: 'h',
    subhead: 's',
    description: 'd',
    challenge: 'c',
    solution: 'so',
    results: 'r',
    what_we_loved: 'w',
    client_quote: 'q',
    outcome: 'o',
    industry: 'i',
    meta_description: 'm',
    status: 'published',
    service_tags: ['Branding'],
    technologies: ['React'],
    client_name: 'n',
    client_url: 'https://n.example',
    client_logo_url: '/storage/v1/object/public/images/logo.png',
    timeline: 't',
    role: 'ro',
    cta_headline: 'ch',
    cta_text: 'ct',
    hero_image_url: '/storage/v1/object/public/images/hero.png',
    published_at: '2026-03-01T00:00:00.000Z',
    version: 3,
    created_at: '2026-11-21 10:26:09.46+00',
    updated_at: '2026-11-21 10:26:09.46+00',
  };
  const { fields } = toSavePayload(toCaseStudyInput(toCaseStudy(row)), EVERY);
  for (const [column, value] of Object.entries(fields)) {
    expect(row, column).toHaveProperty(column, value);
  }
  expect(Object.keys(fields)).toHaveLength(Object.keys(caseStudyFields).length - 2);
});

const save = (request: Partial<Parameters<typeof caseStudyApi.save>[0]> = {}) =>
  caseStudyApi.save({
    ...{ id: ID, version: 7, input: full, before: full, changed: [], goesLive: true },
    ...{ saveIds: [SAVE_ID], ...request },
  });
const create = () => save({ version: null, before: null, changed: EVERY });
const refuse = (body: object, status: number) =>
  fakeSupabase({ [SAVE]: () => json({ details: null, hint: null, ...body }, status) });

test('API-4, API-5: creating sends every column and both lists, and returns the version', async () => {
  const backend = fakeSupabase({ [SAVE]: () => json({ id: ID, slug: 'larder-lane', version: 1 }) });
  const saved = await create();
  expect(saved).toMatchObject({ id: ID, version: 1, input: { ...full, slug: 'larder-lane' } });
  expect(backend.requestsTo(SAVE)[0]?.body).toMatchObject({
    study_id: ID,
    expected_version: null,
    fields: { title: 'Larder Lane', status: 'draft', headline: null, industry: 'Retail' },
    metrics: [{ metric_value: '+52 %', metric_label: 'orders' }],
    gallery: [],
  });
});

test('API-6, API-7: an update sends the version and both lists, also empty ones', async () => {
  const backend = fakeSupabase({ [SAVE]: () => json({ id: ID, version: 8 }) });
  await save({ input: { ...full, metrics: [] } });
  expect(backend.requestsTo(SAVE)[0]?.body).toEqual({
    study_id: ID,
    expected_version: 7,
    goes_live: true,
    save_ids: [SAVE_ID],
    fields: {},
    metrics: [],
    gallery: [],
  });
});

test('FORM-47, R-60: an update without an ID is not sent', async () => {
  const backend = fakeSupabase({ [SAVE]: () => json({ id: '', version: 4 }) });
  await expect(save({ id: '' })).rejects.toThrow('No ID provided for update');
  expect(backend.requests).toEqual([]);
});

test.each([
  ['conflict', { code: 'PT409', message: 'changed' }, 409],
  ['not-found', { code: 'PT404', message: 'gone' }, 404],
  ['signed-out', { code: 'PGRST301', message: 'JWT expired' }, 401],
  ['signed-out', { code: '42501', message: 'permission denied for function' }, 401],
  ['invalid', { code: '23514', message: 'violates check constraint "x"' }, 400],
])('R-04: a save refused as %s has that kind of error', async (kind, body, status) => {
  refuse(body, status);
  await expect(save()).rejects.toMatchObject({ kind });
});

test('API-14, API-15: a failed save keeps the underlying message', async () => {
  refuse({ message: 'boom', code: 'XX000' }, 500);
  await expect(create()).rejects.toThrow('Failed to create case study: boom');
  await expect(save()).rejects.toThrow('Failed to update case study: boom');
});

test.each([
  ['API-16', 'Failed to delete existing metrics'],
  ['API-17', 'Failed to insert metrics'],
  ['API-18', 'Failed to delete existing gallery'],
  ['API-19', 'Failed to insert gallery'],
])('%s, R-03: the error names the step that failed: %s', async (_number, message) => {
  refuse({ message, details: 'a reason', code: 'PT422' }, 422);
  await expect(save()).rejects.toMatchObject({
    kind: 'invalid',
    message: `Failed to update case study: ${message} (a reason)`,
  });
});

test('an unreachable backend gets a readable message', async () => {
  fakeSupabase({ [SAVE]: networkFailure });
  await expect(create()).rejects.toMatchObject({
    kind: 'offline',
    message: 'Failed to create case study: the server cannot be reached right now',
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

test('API-21, FORM-39, PERM-13: without a session nothing is sent', async () => {
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

test('database columns map to form fields', () => {
  const refused = (column: string) =>
    new AppError('invalid', `violates check constraint "case_studies_${column}_fit"`);
  expect(caseStudyApi.problemsOf(refused('what_we_loved'))).toEqual({
    whatWeLoved: 'This was not accepted; please check it',
  });
  expect(caseStudyApi.problemsOf(refused('created_by'))).toEqual({});
});

test('the address of a video in the gallery is stored as the page of the video', () => {
  const row = { url: ' https://youtu.be/dQw4w9WgXcQ?si=x ', caption: 'Film', altText: '' };
  const url = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
  const input = { ...full, gallery: [row] };
  expect(caseStudyFormSchema.parse(input).gallery).toEqual([{ ...row, url }]);
  expect(toSavePayload(input, []).gallery).toEqual([
    { image_url: url, caption: 'Film', alt_text: null },
  ]);
});

test('a picture field accepts a URL of our bucket with its origin, and no other website', () => {
  const input = (url: string) => ({
    ...full,
    heroImageUrl: url,
    clientLogoUrl: url,
    gallery: [{ url, caption: '', altText: '' }],
  });
  const stored = '/storage/v1/object/public/images/a.webp?v=1x1.1';
  expect(caseStudyFormSchema.parse(input(` http://localhost:3000${stored} `))).toEqual(
    input(stored),
  );
  for (const url of [`https://other.example${stored}`, 'https://a.example/a.webp']) {
    expect(caseStudyFormSchema.safeParse(input(url)).error?.issues).toMatchObject([
      { path: ['clientLogoUrl'], message: FOREIGN_PICTURE },
      { path: ['heroImageUrl'], message: FOREIGN_PICTURE },
      { path: ['gallery', 0, 'url'], message: FOREIGN_PICTURE },
    ]);
  }
});
