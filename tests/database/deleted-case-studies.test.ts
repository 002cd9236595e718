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

let people: Awaited<ReturnType<typeof createAudiences>>;
beforeAll(async () => {
  people = await createAudiences();
});

const remove = (caller: Caller, id: string) =>
  call(caller, 'DELETE', `/rest/v1/case_studies?id=eq.${id}&select=id`, undefined, {
    prefer: 'return=representation',
  });
const read = async (id: string) =>
  (
    await asService(
      'GET',
      `/rest/v1/case_studies?id=eq.${id}&select=*,case_study_metrics(metric_value,metric_label,display_order),case_study_gallery(image_url,caption,alt_text,display_order)`,
    )
  ).data[0];
const deletedStudies = (caller: Caller, id: string) =>
  call(caller, 'GET', `/rest/v1/deleted_case_studies?id=eq.${id}&select=id,title,deleted_by`);

test('R-31: a deleted study is restored completely, one version later', async () => {
  const id = await createStudy(people.editor, {
    title: 'Back again',
    status: 'published',
    technologies: ['Deno'],
  });
  const before = await read(id);
  expect((await remove(people.editor, id)).data).toEqual([{ id }]);
  expect(await read(id)).toBeUndefined();
  expect((await deletedStudies(people.owner, id)).data).toEqual([
    { id, title: 'Back again', deleted_by: people.editor.userId },
  ]);

  expect((await rpc(people.owner, 'restore_case_study', { study_id: id })).data).toBe(id);
  const after = await read(id);
  expect(after).toEqual({
    ...before,
    version: before.version + 1,
    updated_at: after.updated_at,
    updated_by: people.owner.userId,
  });
  expect((await deletedStudies(people.owner, id)).data).toEqual([]);
});

test('R-31, R-04: saving an open form of a restored study is a conflict', async () => {
  const id = await createStudy(people.editor);
  await remove(people.editor, id);
  await rpc(people.editor, 'restore_case_study', { study_id: id });
  const stale = await rpc(people.editor, 'save_case_study', {
    study_id: id,
    expected_version: 1,
    fields: { title: 'Stale' },
  });
  expect(stale.data).toMatchObject({ code: 'PT409' });
});

test.for(['anonymous', 'nonMember'] as const)('R-31: %s neither sees nor restores', async (who) => {
  const id = await createStudy(people.editor, { status: 'published' });
  await remove(people.editor, id);
  const seen = await deletedStudies(people[who], id);
  expect(Array.isArray(seen.data) ? seen.data : []).toEqual([]);
  const restored = await rpc(people[who], 'restore_case_study', { study_id: id });
  expect(restored.data).toMatchObject({ code: '42501' });
  expect(await read(id)).toBeUndefined();
});

test.for(['editor', 'owner'] as const)('%s may not write snapshots', async (who) => {
  const id = await createStudy(people.editor);
  await remove(people.editor, id);
  const path = `/rest/v1/deleted_case_studies?id=eq.${id}`;
  expect((await call(people[who], 'DELETE', path)).data).toMatchObject({ code: '42501' });
  expect((await call(people[who], 'PATCH', path, { title: 'x' })).data).toMatchObject({
    code: '42501',
  });
  const forged = { id: randomUUID(), title: 'x', snapshot: {} };
  expect(
    (await call(people[who], 'POST', '/rest/v1/deleted_case_studies', forged)).data,
  ).toMatchObject({
    code: '42501',
  });
  expect((await deletedStudies(people[who], id)).data).toHaveLength(1);
});

test('restoring twice, or a study that was never deleted, is not found', async () => {
  const id = await createStudy(people.editor);
  const reply = await rpc(people.editor, 'restore_case_study', { study_id: id });
  expect(reply).toMatchObject({ status: 404, data: { code: 'PT404' } });
});

test('a restore does not overwrite a study with the same id', async () => {
  const id = await createStudy(people.editor, { title: 'First' });
  await remove(people.editor, id);
  await rpc(people.editor, 'save_case_study', {
    study_id: id,
    expected_version: null,
    fields: { title: 'Second' },
  });
  const reply = await rpc(people.editor, 'restore_case_study', { study_id: id });
  expect(reply).toMatchObject({ status: 409, data: { code: 'PT409' } });
  expect((await read(id)).title).toBe('Second');
  expect((await deletedStudies(people.editor, id)).data).toHaveLength(1);
});
