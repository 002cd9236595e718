import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { arrangeRows, call, createAudiences, type Caller } from '../support/backend';
import {
  documentKinds,
  purgeDeleted,
  removeDocument,
  restoreDeleted,
  restoreVersion,
  revisionsOf,
} from '../support/document-kinds';

let people: Awaited<ReturnType<typeof createAudiences>>;
let editor: Caller;
let owner: Caller;
beforeAll(async () => {
  people = await createAudiences();
  ({ editor, owner } = people);
});

const deletedOf = async (who: Caller, id: string) => {
  const { data } = await call(who, 'GET', `/rest/v1/deleted_documents?id=eq.${id}`);
  return Array.isArray(data) ? data : [];
};

describe.each(['case study', 'post'] as const)('a %s', (noun) => {
  const kind = documentKinds(() => editor)[noun];
  const draft = (fields: Record<string, unknown> = {}) =>
    kind.create({ status: 'draft', title: 'One', ...fields });
  const save = (who: Caller, id: string, version: number, fields: Record<string, unknown>) =>
    kind.save(who, id, { version, live: true, ...fields });
  const remove = (id: string) => removeDocument(editor, kind.table, id);
  const read = async (who: Caller, id: string) => (await kind.read(who, id)).data[0];
  const versions = async (id: string) =>
    (await revisionsOf(editor, id)).map(({ version }) => version);

  test('R-04: every save leaves a revision with its rows and its editor', async () => {
    const id = await draft();
    await kind.save(owner, id, { version: 1, title: 'Two' });
    const rows = {
      'case study': [
        { metrics: [{ metric_value: '38 %', metric_label: 'more' }] },
        { metrics: [{ metric_value: '39 %', metric_label: 'more' }] },
      ],
      post: [
        { tags: ['One', 'Two'], category: 'Work', author: 'Ada' },
        { tags: ['Two', `New ${id}`], category: 'Work', author: 'Grace' },
      ],
    }[noun];
    const by = ({ userId, email }: Caller) => ({ saved_by: userId, saved_by_email: email });
    expect(await revisionsOf(owner, id)).toMatchObject([
      { version: 1, ...by(editor), snapshot: { [kind.part]: { title: 'One' }, ...rows[0] } },
      { version: 2, ...by(owner), snapshot: { [kind.part]: { title: 'Two' }, ...rows[1] } },
    ]);
    const [first] = await revisionsOf(owner, id);
    for (const column of ['id', 'version', 'created_by', 'updated_by', 'is_withheld', 'place']) {
      expect(first?.snapshot[kind.part]).not.toHaveProperty(column);
    }
  });

  test('a change without the save function leaves a revision as well, a failed save none', async () => {
    const id = await draft();
    await call(editor, 'PATCH', `/rest/v1/${kind.table}?id=eq.${id}`, { title: 'Direct' });
    expect((await save(editor, id, 7, { title: 'Stale' })).status).toBe(409);
    expect((await save(editor, id, 2, { title: '' })).status).toBe(422);
    expect(await revisionsOf(editor, id)).toMatchObject([
      { version: 1 },
      { version: 2, snapshot: { [kind.part]: { title: 'Direct' } } },
    ]);
  });

  test.each(['editor', 'owner'] as const)(
    '%s restores an old version with its rows as a new version',
    async (who) => {
      const id = await draft({ [kind.picture]: '/images/old.webp' });
      await kind.save(editor, id, { version: 1, title: 'Worse', [kind.picture]: null });
      expect(await restoreVersion(people[who], id, 1, 2)).toMatchObject({ status: 200, data: 3 });
      expect(await read(editor, id)).toMatchObject({
        ...{ version: 3, title: 'One', [kind.picture]: '/images/old.webp' },
      });
      await save(editor, id, 3, { title: 'Better' });
      const [first, , third, fourth] = await revisionsOf(editor, id);
      expect(third).toMatchObject({ restored_from: 1, saved_by: people[who].userId });
      expect(third?.snapshot).toEqual(first?.snapshot);
      expect(fourth).toMatchObject({ version: 4, restored_from: null });
    },
  );

  test('an old version of a published document goes into its working copy, and takes nothing offline', async () => {
    const id = await draft({ slug: `old-${randomUUID().slice(0, 8)}` });
    const slug = `new-${randomUUID().slice(0, 8)}`;
    await save(editor, id, 1, {
      ...{ title: 'Published', slug, status: 'published', published_at: '2026-01-02T03:04:05Z' },
    });
    expect(await restoreVersion(editor, id, 1, 2)).toMatchObject({ status: 200, data: 3 });
    expect(await read(people.anonymous, id)).toMatchObject({ title: 'Published', slug });
    await save(editor, id, 3, {});
    expect(await read(people.anonymous, id)).toMatchObject({
      ...{ title: 'One', slug, status: 'published' },
      published_at: expect.stringMatching(/^2026-01-02/),
    });
  });

  test.each([
    ['an older version', 1],
    ['no version at all', null],
  ] as const)('R-04: restoring over a newer save, from %s, is a conflict', async (_, expected) => {
    const id = await draft();
    await save(owner, id, 1, { title: 'Theirs' });
    expect(await restoreVersion(editor, id, 1, expected)).toMatchObject({
      ...{ status: 409, data: { code: 'PT409' } },
    });
    expect((await read(editor, id)).title).toBe('Theirs');
  });

  test('a version that is not kept, or of a deleted document, is not found', async () => {
    const id = await draft();
    expect((await restoreVersion(editor, id, 7, 1)).status).toBe(404);
    await remove(id);
    for (const expected of [1, null]) {
      expect((await restoreVersion(editor, id, 1, expected)).status).toBe(404);
    }
    expect(await read(editor, id)).toBeUndefined();
  });

  test('R-31: a deleted document is restored completely, one version later, with its history', async () => {
    const id = await kind.create({ title: 'Back again' });
    const before = await read(editor, id);
    expect((await remove(id)).data).toEqual([{ id }]);
    expect(await read(editor, id)).toBeUndefined();
    expect(await versions(id)).toEqual([1]);
    expect(await deletedOf(owner, id)).toMatchObject([
      { id, kind: kind.kind, title: 'Back again', deleted_by: editor.userId },
    ]);
    expect((await restoreDeleted(owner, id)).status).toBeLessThan(300);
    const after = await read(editor, id);
    const stamp = { version: 2, updated_at: after.updated_at };
    expect(after).toEqual({
      ...{ ...before, ...stamp },
      ...('updated_by' in before && { updated_by: owner.userId }),
    });
    expect((await read(people.anonymous, id)).title).toBe('Back again');
    expect(await versions(id)).toEqual([1, 2]);
    expect(await deletedOf(owner, id)).toEqual([]);
    expect((await restoreDeleted(owner, id)).status).toBe(404);
    expect((await save(editor, id, 1, { title: 'Stale' })).status).toBe(409);
  });

  test('R-31: a document whose address was taken meanwhile is restored with another one', async () => {
    const slug = `taken-${randomUUID().slice(0, 8)}`;
    const id = await draft({ slug });
    await remove(id);
    await draft({ slug });
    expect((await restoreDeleted(editor, id)).status).toBeLessThan(300);
    expect((await read(editor, id)).slug).toMatch(/^one/);
  });

  test('without an address it gets one from its title, with the start of its id if that is taken', async () => {
    const word = randomUUID().slice(0, 8);
    const create = async (title: string) => {
      const id = randomUUID();
      await kind.save(editor, id, { version: null, live: true, title });
      return (await read(editor, id)).slug.replace(id.slice(0, 8), '<id>');
    };
    expect(await create(`Two ${word} words`)).toBe(`two-${word}-words`);
    expect(await create(`Two ${word}: words!`)).toBe(`two-${word}-words-<id>`);
    await create('重要');
    expect(await create('重要')).toBe(`${kind.kind}-<id>`);
  });

  test('a create that is sent again after its document was deleted changes nothing, and blocks no restore', async () => {
    const id = await draft();
    await save(editor, id, 1, { title: 'Two' });
    await remove(id);
    const again = await kind.save(editor, id, { version: null, live: true, title: 'One' });
    expect(again).toMatchObject({ status: 404, data: { message: `This ${noun} was deleted` } });
    const direct = { id, title: 'One', slug: `again-${id.slice(0, 8)}` };
    expect((await call(editor, 'POST', `/rest/v1/${kind.table}`, direct)).status).toBe(404);
    expect(await versions(id)).toEqual([1, 2]);
    expect((await restoreDeleted(editor, id)).status).toBeLessThan(300);
    expect(await read(editor, id)).toMatchObject({ title: 'Two', version: 3 });
  });

  test.each(['editor', 'owner'] as const)(
    'R-31: a purge by %s deletes the document with its history',
    async (who) => {
      const id = await draft();
      expect((await purgeDeleted(people[who], id)).status).toBe(404);
      await remove(id);
      expect((await purgeDeleted(people[who], id)).status).toBeLessThan(300);
      expect(await versions(id)).toEqual([]);
      expect((await restoreDeleted(editor, id)).status).toBe(404);
      expect((await purgeDeleted(people[who], id)).status).toBe(404);
    },
  );

  test('a save that is sent again is stored once, and answered as it was stored', async () => {
    const id = randomUUID();
    const create = {
      ...{ version: null, live: true, saveIds: [randomUUID()] },
      ...{ title: 'One', slug: `sent-${id.slice(0, 8)}` },
    };
    const first = await kind.save(editor, id, create);
    expect(first).toMatchObject({ status: 200, data: { version: 1 } });
    const change = { version: 1, live: true, saveIds: [randomUUID()], title: 'Two' };
    await kind.save(editor, id, change);
    await save(owner, id, 2, { title: 'Theirs' });
    expect(await kind.save(editor, id, create)).toMatchObject({
      status: 200,
      data: { version: 1, title: 'One', slug: create.slug },
    });
    expect(await kind.save(editor, id, change)).toMatchObject({
      ...{ status: 200, data: { version: 2, title: 'Two' } },
    });
    expect(await versions(id)).toEqual([1, 2, 3]);
    expect((await read(editor, id)).title).toBe('Theirs');
  });

  test('a save after others without an answer starts from the one that was stored', async () => {
    const id = await draft();
    const [lost, stored, next] = [randomUUID(), randomUUID(), randomUUID()];
    await kind.save(editor, id, { version: 1, live: true, saveIds: [stored, lost], title: 'Two' });
    const third = { version: 1, live: true, saveIds: [next, stored, lost], title: 'Three' };
    expect(await kind.save(editor, id, third)).toMatchObject({ status: 200, data: { version: 3 } });
    await save(owner, id, 3, { title: 'Theirs' });
    const late = { version: 1, live: true, saveIds: [randomUUID(), next], title: 'Late' };
    expect((await kind.save(editor, id, late)).status).toBe(409);
    expect((await read(editor, id)).title).toBe('Theirs');
  });

  test('a save of a working copy that is sent again is stored once', async () => {
    const id = await kind.create();
    const change = { version: 1, saveIds: [randomUUID()], title: 'Changes' };
    for (let time = 0; time < 2; time += 1) {
      expect(await kind.save(editor, id, change)).toMatchObject({
        ...{ status: 200, data: { version: 2, title: 'Changes' } },
      });
    }
    expect(await versions(id)).toEqual([1, 2]);
  });
});

test.each([
  ['of a draft', 'draft'],
  ['of changes that wait', 'published'],
])('the newest 200 versions %s are kept', async (_, status) => {
  const kind = documentKinds(() => editor)['case study'];
  const id = await kind.create({ status });
  const kept = async () => {
    const versions = (await revisionsOf(editor, id)).map(({ version }) => version);
    return [versions.length, versions[0], versions.at(-1)];
  };
  expect((await kind.save(editor, id, { version: 1, headline: 'The 2nd' })).status).toBe(200);
  await arrangeRows(
    `insert into public.document_revisions (kind, document_id, version, snapshot)
       select 'case-study', '${id}', version, '{}' from generate_series(3, 199) as version;
     update public.case_studies set version = 199 where id = '${id}' and version = 2;
     update public.working_copies set version = 199 where document_id = '${id}'`,
  );
  await kind.save(editor, id, { version: 199, headline: 'The 200th' });
  expect(await kept()).toEqual([200, 1, 200]);
  await kind.save(editor, id, { version: 200, headline: 'The 201st' });
  expect(await kept()).toEqual([200, 2, 201]);
});
