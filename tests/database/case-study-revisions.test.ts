import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import {
  arrangeRows,
  asService,
  call,
  createAudiences,
  createStudy,
  rpc,
  type Caller,
} from '../support/backend';

let people: Awaited<ReturnType<typeof createAudiences>>;
beforeAll(async () => {
  people = await createAudiences();
});

type Revision = {
  version: number;
  saved_by: string | null;
  saved_by_email: string | null;
  restored_from: number | null;
  snapshot: { study: Record<string, unknown>; metrics: unknown[]; gallery: unknown[] };
};

const COLUMNS = 'version,saved_by,saved_by_email,restored_from,snapshot';
const history = (caller: Caller, id: string) =>
  call(
    caller,
    'GET',
    `/rest/v1/case_study_revisions?case_study_id=eq.${id}&select=${COLUMNS}&order=version.desc`,
  );
const revisions = async (id: string): Promise<Revision[]> => (await history(people.owner, id)).data;
const versions = async (id: string) => (await revisions(id)).map(({ version }) => version);

const save = (caller: Caller, id: string, version: number, rest: Record<string, unknown>) =>
  rpc(caller, 'save_case_study', { study_id: id, expected_version: version, fields: {}, ...rest });
const restoreVersion = (caller: Caller, id: string, from: number, expected: number | null) =>
  rpc(caller, 'restore_case_study_version', {
    study_id: id,
    from_version: from,
    expected_version: expected,
  });
const remove = (caller: Caller, id: string) =>
  call(caller, 'DELETE', `/rest/v1/case_studies?id=eq.${id}&select=id`, undefined, {
    prefer: 'return=representation',
  });
const purge = (caller: Caller, id: string) =>
  rpc(caller, 'purge_deleted_case_study', { study_id: id });
const study = async (id: string) =>
  (
    await asService(
      'GET',
      `/rest/v1/case_studies?id=eq.${id}&select=*,case_study_metrics(metric_value,metric_label,display_order),case_study_gallery(image_url,display_order)`,
    )
  ).data[0];

test('R-04: every save leaves a revision with its rows and its editor', async () => {
  const id = await createStudy(people.editor, { title: 'One', technologies: ['Deno'] });
  await save(people.owner, id, 1, {
    fields: { title: 'Two' },
    metrics: [
      { metric_value: '3×', metric_label: 'faster' },
      { metric_value: '12', metric_label: 'weeks' },
    ],
    gallery: [],
  });
  const [second, first] = await revisions(id);
  expect(first).toMatchObject({
    version: 1,
    saved_by: people.editor.userId,
    saved_by_email: people.editor.email,
    restored_from: null,
    snapshot: {
      study: { title: 'One', technologies: ['Deno'] },
      metrics: [{ metric_value: '12', metric_label: 'weeks' }],
      gallery: [{ image_url: '/images/1.webp', caption: null, alt_text: 'One' }],
    },
  });
  expect(second).toMatchObject({
    version: 2,
    saved_by: people.owner.userId,
    saved_by_email: people.owner.email,
    snapshot: {
      study: { title: 'Two' },
      metrics: [
        { metric_value: '3×', metric_label: 'faster' },
        { metric_value: '12', metric_label: 'weeks' },
      ],
      gallery: [],
    },
  });
  expect(Object.keys(second?.snapshot.study ?? {})).not.toContain('updated_by');
});

test('a failed save leaves no revision', async () => {
  const id = await createStudy(people.editor);
  const reply = await save(people.editor, id, 1, {
    metrics: [{ metric_value: '1', metric_label: 'x'.repeat(121) }],
  });
  expect(reply.status).toBe(422);
  expect(await versions(id)).toEqual([1]);
});

test('a change without the save function leaves a revision as well', async () => {
  const id = await createStudy(people.editor);
  await call(people.editor, 'PATCH', `/rest/v1/case_studies?id=eq.${id}`, { headline: 'Direct' });
  expect((await revisions(id))[0]).toMatchObject({
    version: 2,
    snapshot: { study: { headline: 'Direct' } },
  });
});

test.for(['editor', 'owner'] as const)(
  '%s restores an old version with its rows as a new version',
  async (who) => {
    const id = await createStudy(people.editor, { title: 'Good', headline: 'Old words' });
    await save(people.editor, id, 1, {
      fields: { title: 'Worse', headline: null },
      metrics: [],
      gallery: [],
    });
    const reply = await restoreVersion(people[who], id, 1, 2);
    expect(reply).toMatchObject({
      status: 200,
      data: { version: 3, title: 'Good', updated_by: people[who].userId },
    });
    expect(await study(id)).toMatchObject({
      title: 'Good',
      headline: 'Old words',
      case_study_metrics: [{ metric_value: '12', metric_label: 'weeks', display_order: 1 }],
      case_study_gallery: [{ image_url: '/images/1.webp' }],
    });
    const [latest, , first] = await revisions(id);
    expect(latest).toMatchObject({ version: 3, restored_from: 1, snapshot: first?.snapshot });

    await save(people.editor, id, 3, { fields: { title: 'Better' } });
    expect((await revisions(id))[0]).toMatchObject({ version: 4, restored_from: null });
  },
);

test.for([
  ['an older version', 1],
  ['no version at all', null],
] as const)('R-04: restoring over a newer save, from %s, is a conflict', async ([, expected]) => {
  const id = await createStudy(people.editor, { title: 'Mine' });
  await save(people.owner, id, 1, { fields: { title: 'Theirs' } });
  const reply = await restoreVersion(people.editor, id, 1, expected);
  expect(reply).toMatchObject({ status: 409, data: { code: 'PT409' } });
  expect((await study(id)).title).toBe('Theirs');
});

test('a version that is not kept, or of a deleted study, is not found', async () => {
  const id = await createStudy(people.editor);
  expect(await restoreVersion(people.editor, id, 7, 1)).toMatchObject({ status: 404 });
  await remove(people.editor, id);
  expect(await restoreVersion(people.editor, id, 1, 1)).toMatchObject({ status: 404 });
  expect(await restoreVersion(people.editor, id, 1, null)).toMatchObject({ status: 404 });
  expect(await study(id)).toBeUndefined();
});

test.for(['anonymous', 'nonMember'] as const)(
  '%s neither reads a history nor restores from one',
  async (who) => {
    const id = await createStudy(people.editor, { status: 'published' });
    await save(people.editor, id, 1, { fields: { title: 'Changed' } });
    const seen = await history(people[who], id);
    expect(Array.isArray(seen.data) ? seen.data : []).toEqual([]);
    const reply = await restoreVersion(people[who], id, 1, 2);
    expect(['42501', 'PT404']).toContain(reply.data.code);
    expect((await study(id)).title).toBe('Changed');
  },
);

test.for(['anonymous', 'nonMember', 'editor', 'owner'] as const)(
  '%s may not write a history',
  async (who) => {
    const id = await createStudy(people.editor);
    const path = `/rest/v1/case_study_revisions?case_study_id=eq.${id}`;
    const row = { case_study_id: id, version: 9, snapshot: {} };
    for (const reply of [
      await call(people[who], 'POST', '/rest/v1/case_study_revisions', row),
      await call(people[who], 'PATCH', path, { version: 9 }),
      await call(people[who], 'DELETE', path),
    ]) {
      expect(reply.data).toMatchObject({ code: '42501' });
    }
    expect(await versions(id)).toEqual([1]);
  },
);

test('R-31: the history of a deleted study is kept and continues after its restore', async () => {
  const id = await createStudy(people.editor, { title: 'One' });
  await save(people.editor, id, 1, { fields: { title: 'Two' } });
  await remove(people.editor, id);
  expect(await versions(id)).toEqual([2, 1]);
  await rpc(people.owner, 'restore_case_study', { study_id: id });
  const [latest] = await revisions(id);
  expect(await versions(id)).toEqual([3, 2, 1]);
  expect(latest).toMatchObject({
    saved_by: people.owner.userId,
    snapshot: {
      study: { title: 'Two' },
      metrics: [{ metric_value: '12', metric_label: 'weeks' }],
    },
  });
});

test('a new study with the id of a deleted one starts its own history', async () => {
  const id = await createStudy(people.editor, { title: 'First' });
  await save(people.editor, id, 1, { fields: { title: 'First, changed' } });
  await remove(people.editor, id);
  await rpc(people.editor, 'save_case_study', {
    study_id: id,
    expected_version: null,
    fields: { title: 'Second' },
  });
  expect(await revisions(id)).toMatchObject([
    { version: 1, snapshot: { study: { title: 'Second' } } },
  ]);
});

test.for(['editor', 'owner'] as const)(
  'R-31: a purge by %s deletes the study with its history',
  async (who) => {
    const id = await createStudy(people.editor);
    await remove(people.editor, id);
    expect((await purge(people[who], id)).status).toBeLessThan(300);
    expect(await versions(id)).toEqual([]);
    expect(await rpc(people.editor, 'restore_case_study', { study_id: id })).toMatchObject({
      status: 404,
    });
    expect(await purge(people[who], id)).toMatchObject({ status: 404, data: { code: 'PT404' } });
  },
);

test.for(['anonymous', 'nonMember'] as const)('%s may not purge', async (who) => {
  const id = await createStudy(people.editor);
  await remove(people.editor, id);
  expect((await purge(people[who], id)).data).toMatchObject({ code: '42501' });
  expect(await versions(id)).toEqual([1]);
  expect((await rpc(people.editor, 'restore_case_study', { study_id: id })).status).toBe(200);
});

test('the newest 200 versions are kept', async () => {
  const id = await createStudy(people.editor);
  await arrangeRows(
    `insert into public.case_study_revisions (case_study_id, version, snapshot)
       select '${id}', version, '{}' from generate_series(2, 199) as version;
     update public.case_studies set version = 199 where id = '${id}'`,
  );
  const kept = async () => {
    const all = await versions(id);
    return [all.length, all.at(0), all.at(-1)];
  };
  await save(people.editor, id, 199, { fields: { headline: 'The 200th' } });
  expect(await kept()).toEqual([200, 200, 1]);
  await save(people.editor, id, 200, { fields: { headline: 'The 201st' } });
  expect(await kept()).toEqual([200, 201, 2]);
});

const find = (caller: Caller, ...patterns: string[]) =>
  call(
    caller,
    'GET',
    `/rest/v1/case_studies?select=title&order=title&search_text=${encodeURIComponent(`ilike(all).{${patterns.join(',')}}`)}`,
  );

test('the staff search reads title, client and service tags, in any case and order', async () => {
  const word = `Q${randomUUID().slice(0, 8)}`;
  await createStudy(people.editor, { title: `A ${word}, "quoted"` });
  await createStudy(people.editor, { title: 'B', client_name: `Дом ${word} ДОО` });
  await createStudy(people.editor, { title: 'C', service_tags: ['Web', `${word} tag`] });
  await createStudy(people.editor, { title: 'D', description: word });
  const found = await find(people.owner, `"%${word.toLowerCase()}%"`);
  expect(found.data.map(({ title }: { title: string }) => title[0])).toEqual(['A', 'B', 'C']);
  const narrower = await find(people.owner, '"%дом%"', `"%${word}%"`);
  expect(narrower.data).toEqual([{ title: 'B' }]);
  const quoted = await find(people.owner, `"%${word},%"`, '"%\\"quoted\\"%"');
  expect(quoted.data).toHaveLength(1);
});
