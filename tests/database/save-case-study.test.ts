import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import {
  asService,
  call,
  createAudiences,
  createStudy,
  rpc,
  type Caller,
} from '../support/backend';

let editor: Caller;
let owner: Caller;

beforeAll(async () => {
  ({ editor, owner } = await createAudiences());
});

const save = (caller: Caller, args: Record<string, unknown>) =>
  rpc(caller, 'save_case_study', args);

async function stored(id: string) {
  const reply = await asService(
    'GET',
    `/rest/v1/case_studies?id=eq.${id}&select=*,case_study_metrics(*),case_study_gallery(*)` +
      '&case_study_metrics.order=display_order&case_study_gallery.order=display_order',
  );
  return reply.data[0];
}

test('API-4, API-5: a create returns the row and sets metrics and gallery', async () => {
  const id = randomUUID();
  const reply = await save(editor, {
    study_id: id,
    expected_version: null,
    fields: { title: 'Ёлка 🎄 & Živka', service_tags: ['Web Development'], hero_image_url: null },
    metrics: [
      { metric_value: '3×', metric_label: 'faster' },
      { metric_value: '12', metric_label: 'weeks' },
    ],
    gallery: [
      { image_url: '/storage/v1/object/public/images/a.webp', caption: 'A', alt_text: null },
    ],
  });
  expect(reply).toMatchObject({
    status: 200,
    data: { id, title: 'Ёлка 🎄 & Živka', version: 1, created_by: editor.userId, status: 'draft' },
  });
  const study = await stored(id);
  expect(study.case_study_metrics).toMatchObject([
    { metric_value: '3×', metric_label: 'faster', display_order: 1 },
    { metric_value: '12', metric_label: 'weeks', display_order: 2 },
  ]);
  expect(study.case_study_gallery).toMatchObject([
    {
      image_url: '/storage/v1/object/public/images/a.webp',
      caption: 'A',
      alt_text: null,
      display_order: 1,
    },
  ]);
});

test('a study with a later date is for staff only, and a save of it goes into the row', async () => {
  const { anonymous } = await createAudiences();
  const id = await createStudy(
    editor,
    {
      status: 'published',
      published_at: '2090-01-01T08:00:00Z',
      industry: `Later ${randomUUID()}`,
    },
    [{ metric_value: '1', metric_label: 'year' }],
  );
  const seen = async (who: Caller, path: string) => (await call(who, 'GET', path)).data.length;
  for (const path of [`case_studies?id=eq.${id}`, `case_study_metrics?case_study_id=eq.${id}`]) {
    expect(await seen(anonymous, `/rest/v1/${path}`)).toBe(0);
    expect(await seen(editor, `/rest/v1/${path}`)).toBe(1);
  }
  const listed = (filter: string) => seen(editor, `/rest/v1/case_studies?id=eq.${id}&${filter}`);
  expect(await listed('published_at=lte.now')).toBe(0);
  expect(await listed('published_at=gt.now')).toBe(1);
  const topics = (await rpc(anonymous, 'list_case_study_topics', {})).data;
  expect(topics.filter(({ name }: { name: string }) => name.startsWith('Later'))).toEqual([]);
  const change = {
    study_id: id,
    expected_version: 1,
    fields: { title: 'Sooner' },
    goes_live: false,
  };
  expect((await save(editor, change)).data.version).toBe(2);
  expect(await stored(id)).toMatchObject({ title: 'Sooner', version: 2 });
  const now = { study_id: id, expected_version: 2, fields: { published_at: null } };
  expect((await save(editor, now)).status).toBe(200);
  expect(await seen(anonymous, `/rest/v1/case_studies?id=eq.${id}`)).toBe(1);
});

test('API-6, API-9, API-10: an update replaces the rows and counts them from 1', async () => {
  const id = await createStudy(editor);
  const reply = await save(owner, {
    study_id: id,
    expected_version: 1,
    fields: { title: 'Renamed' },
    metrics: [{ metric_value: '9', metric_label: 'new' }],
    gallery: [
      { image_url: '/images/b.webp', caption: null, alt_text: null },
      { image_url: '/images/c.webp', caption: null, alt_text: null },
    ],
  });
  expect(reply).toMatchObject({ status: 200, data: { version: 2, updated_by: owner.userId } });
  const study = await stored(id);
  expect(study.case_study_metrics).toMatchObject([{ metric_label: 'new', display_order: 1 }]);
  expect(
    study.case_study_gallery.map((row: { image_url: string; display_order: number }) => [
      row.image_url,
      row.display_order,
    ]),
  ).toEqual([
    ['/images/b.webp', 1],
    ['/images/c.webp', 2],
  ]);
});

test('API-7: an emptied list empties the table; a missing list leaves it', async () => {
  const id = await createStudy(editor);
  await save(editor, { study_id: id, expected_version: 1, fields: {}, metrics: [] });
  const study = await stored(id);
  expect(study.case_study_metrics).toEqual([]);
  expect(study.case_study_gallery).toHaveLength(1);
});

test('R-20, FORM-53: columns that are not sent keep their values', async () => {
  const id = await createStudy(editor, {
    industry: 'Food',
    outcome: 'Sold out',
    technologies: ['React'],
    cta_headline: 'Hungry?',
    meta_description: 'About bread',
  });
  await save(editor, { study_id: id, expected_version: 1, fields: { headline: 'Fresh' } });
  expect(await stored(id)).toMatchObject({
    headline: 'Fresh',
    industry: 'Food',
    outcome: 'Sold out',
    technologies: ['React'],
    cta_headline: 'Hungry?',
    meta_description: 'About bread',
  });
});

test('a column set to null is emptied', async () => {
  const id = await createStudy(editor, { headline: 'Old' });
  await save(editor, { study_id: id, expected_version: 1, fields: { headline: null } });
  expect((await stored(id)).headline).toBeNull();
});

test.for([
  [
    'API-17',
    'Failed to insert metrics',
    { metrics: [{ metric_value: '1', metric_label: 'x'.repeat(121) }], gallery: [] },
  ],
  [
    'API-19',
    'Failed to insert gallery',
    { metrics: [], gallery: [{ image_url: 'javascript:alert(1)', caption: null, alt_text: null }] },
  ],
] as const)('%s, API-11, R-03: %s leaves the old rows unchanged', async ([, message, lists]) => {
  const id = await createStudy(editor, { headline: 'Before' });
  const before = await stored(id);
  const reply = await save(editor, {
    study_id: id,
    expected_version: 1,
    fields: { headline: 'After' },
    ...lists,
  });
  expect(reply).toMatchObject({ status: 422, data: { code: 'PT422', message } });
  expect(reply.data.details).toContain('check constraint');
  expect(await stored(id)).toEqual(before);
});

test('R-04: a save from an old version is a conflict and changes nothing', async () => {
  const id = await createStudy(editor);
  await save(owner, {
    study_id: id,
    expected_version: 1,
    fields: { title: 'Theirs' },
    metrics: [],
  });
  const reply = await save(editor, {
    study_id: id,
    expected_version: 1,
    fields: { title: 'Mine' },
    metrics: [{ metric_value: '1', metric_label: 'mine' }],
  });
  expect(reply).toMatchObject({ status: 409, data: { code: 'PT409' } });
  expect(await stored(id)).toMatchObject({ title: 'Theirs', version: 2, case_study_metrics: [] });
});

test('R-04: of twenty saves at once from the same version exactly one wins', async () => {
  const id = await createStudy(editor);
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      save(n % 2 ? editor : owner, {
        study_id: id,
        expected_version: 1,
        fields: { title: `Writer ${n}` },
        metrics: [{ metric_value: String(n), metric_label: 'writer' }],
      }),
    ),
  );
  const winners = replies.filter((reply) => reply.status === 200);
  expect(winners).toHaveLength(1);
  expect(replies.filter((reply) => reply.status === 409)).toHaveLength(19);
  const study = await stored(id);
  expect(study.title).toBe(winners[0]?.data.title);
  expect(`Writer ${study.case_study_metrics[0].metric_value}`).toBe(study.title);
});

test('a create sent twice is one study', async () => {
  const args = { study_id: randomUUID(), expected_version: null, fields: { title: 'Once' } };
  expect((await save(editor, args)).status).toBe(200);
  expect(await save(editor, args)).toMatchObject({ status: 409, data: { code: 'PT409' } });
});

test('a study that does not exist is not found', async () => {
  const reply = await save(editor, { study_id: randomUUID(), expected_version: 1, fields: {} });
  expect(reply).toMatchObject({ status: 404, data: { code: 'PT404' } });
});

test.for([null, [], 'text', 5])('fields that are %s are refused', async (fields) => {
  const reply = await save(editor, { study_id: randomUUID(), expected_version: null, fields });
  expect([400, 422]).toContain(reply.status);
});

test('a title of blanks is refused by the database too', async () => {
  const reply = await save(editor, {
    study_id: randomUUID(),
    expected_version: null,
    fields: { title: '   ' },
  });
  expect(reply).toMatchObject({ status: 422, data: { code: 'PT422' } });
  expect(reply.data.message).toContain('case_studies_title_fit');
});

test('50 gallery rows and 50 metrics are kept in order', async () => {
  const id = await createStudy(
    editor,
    {},
    Array.from({ length: 50 }, (_, n) => ({ metric_value: String(n), metric_label: 'n' })),
    Array.from({ length: 50 }, (_, n) => ({ image_url: `/images/${n}.webp` })),
  );
  const study = await stored(id);
  expect(study.case_study_metrics.map((row: { metric_value: string }) => row.metric_value)).toEqual(
    Array.from({ length: 50 }, (_, n) => String(n)),
  );
  expect(study.case_study_gallery).toHaveLength(50);
});

test('PROJ-11: the last saved study comes first', async () => {
  const first = await createStudy(editor, { status: 'published' });
  const second = await createStudy(editor, { status: 'published' });
  await save(editor, { study_id: first, expected_version: 1, fields: { headline: 'Touched' } });
  const reply = await call(
    { name: 'visitor', email: null, userId: null, token: null },
    'GET',
    `/rest/v1/case_studies?id=in.(${first},${second})&select=id&order=updated_at.desc`,
  );
  expect(reply.data).toEqual([{ id: first }, { id: second }]);
});
