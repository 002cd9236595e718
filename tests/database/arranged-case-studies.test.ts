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

const ARRANGED = '/rest/v1/case_studies?place=not.is.null&order=place&select=id';
const current = async () =>
  (await asService('GET', ARRANGED)).data.map(({ id }: { id: string }) => id);

async function arrange(caller: Caller, arranged: string[], featured: string[] = []) {
  return rpc(caller, 'arrange_case_studies', { arranged, featured, before: await current() });
}

const read = async (id: string) =>
  (await asService('GET', `/rest/v1/case_studies?id=eq.${id}`)).data[0];

async function createThree(): Promise<[string, string, string]> {
  const create = () => createStudy(people.editor, { status: 'published' });
  return [await create(), await create(), await create()];
}

test('R-36: arranged studies come first, and no edit moves them', async () => {
  const [a, b, c] = await createThree();
  const before = await read(a);
  expect((await arrange(people.editor, [b, a], [a])).status).toBeLessThan(300);
  expect(await read(a)).toEqual({ ...before, place: 2, is_featured: true });

  for (const study of [a, c]) {
    const { version } = await read(study);
    await rpc(people.editor, 'save_case_study', {
      study_id: study,
      expected_version: version,
      fields: { headline: 'A typo less', place: 1, is_featured: false },
    });
  }
  const order = 'order=place.asc.nullslast,updated_at.desc';
  const { data } = await call(
    people.anonymous,
    'GET',
    `/rest/v1/case_studies?status=eq.published&${order}&select=id&limit=3`,
  );
  expect(data.map(({ id }: { id: string }) => id)).toEqual([b, a, c]);
  expect(await read(a)).toMatchObject({ place: 2, is_featured: true, version: 2 });
});

test('an arrangement is no version of the study and not in its history', async () => {
  const [a] = await createThree();
  await arrange(people.editor, [a], [a]);
  const { data } = await call(
    people.editor,
    'GET',
    `/rest/v1/document_revisions?document_id=eq.${a}&select=version,snapshot`,
  );
  expect(data).toHaveLength(1);
  expect(data[0].snapshot.study).not.toHaveProperty('place');
});

test('a deleted study comes back in its place', async () => {
  const [a, b] = await createThree();
  await arrange(people.editor, [a, b], [b]);
  await call(people.editor, 'DELETE', `/rest/v1/case_studies?id=eq.${b}`);
  await rpc(people.editor, 'restore_deleted_document', { document_id: b });
  expect(await read(b)).toMatchObject({ place: 2, is_featured: true });
});

test('a deleted study whose place was given away comes back without one, and the order can be changed', async () => {
  const [a, b, c] = await createThree();
  await arrange(people.editor, [a, b]);
  await call(people.editor, 'DELETE', `/rest/v1/case_studies?id=eq.${b}`);
  await arrange(people.editor, [a, c]);
  await rpc(people.editor, 'restore_deleted_document', { document_id: b });
  expect(await read(b)).toMatchObject({ place: null });
  expect((await arrange(people.editor, [b, c, a])).status).toBeLessThan(300);
  expect(await current()).toEqual([b, c, a]);
});

test('of two members who arrange at the same time, the second is refused', async () => {
  const [a, b] = await createThree();
  const before = await current();
  const send = (caller: Caller, arranged: string[]) =>
    rpc(caller, 'arrange_case_studies', { arranged, featured: [], before });
  expect((await send(people.owner, [a, b])).status).toBeLessThan(300);
  const refused = await send(people.editor, [b, a]);
  expect(refused.status).toBe(409);
  expect(refused.data).toMatchObject({ details: people.owner.userId });
  expect(await current()).toEqual([a, b]);
});

test('a study twice, or more than 1,000, is refused', async () => {
  const [a] = await createThree();
  expect((await arrange(people.editor, [a, a])).status).toBe(422);
  expect((await arrange(people.editor, Array<string>(1001).fill(a))).status).toBe(422);
});

test('a save arranges nothing', async () => {
  const [a] = await createThree();
  await arrange(people.editor, [a]);
  await call(people.editor, 'PATCH', `/rest/v1/case_studies?id=eq.${a}`, { place: 999 });
  expect(await read(a)).toMatchObject({ place: 1 });
});
