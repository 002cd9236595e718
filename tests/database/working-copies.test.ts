import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { call, createAudiences, rpc, type Caller } from '../support/backend';
import {
  documentKinds,
  purgeDeleted,
  restoreDeleted,
  revisionsOf,
} from '../support/document-kinds';

let anonymous: Caller;
let editor: Caller;
let owner: Caller;

beforeAll(async () => {
  ({ anonymous, editor, owner } = await createAudiences());
});

const copyOf = async (who: Caller, id: string) =>
  (await call(who, 'GET', `/rest/v1/working_copies?document_id=eq.${id}`)).data[0];
const discard = (who: Caller, id: string, version: number) =>
  rpc(who, 'discard_working_copy', { document_id: id, expected_version: version });

describe.each(Object.entries(documentKinds(() => editor)))('%s', (noun, kind) => {
  const publicTitle = async (id: string) => {
    const { data } = await kind.read(anonymous, id);
    return data[0].title;
  };
  const history = async (id: string) =>
    (await revisionsOf(editor, id)).map((row) => [
      row.version,
      row.is_working_copy,
      row.restored_from,
    ]);

  test('saving keeps the published text byte for byte until it is published', async () => {
    const id = await kind.create();
    const before = JSON.stringify((await kind.read(anonymous, id)).data);
    const saved = await kind.save(editor, id, { version: 1, title: 'As changed' });
    expect(saved).toMatchObject({ status: 200, data: { version: 2, title: 'As changed' } });
    expect(JSON.stringify((await kind.read(anonymous, id)).data)).toBe(before);
    expect(await copyOf(owner, id)).toMatchObject({
      ...{ base_version: 1, version: 2, saved_by: editor.userId },
      content: { [kind.part]: { title: 'As changed' } },
    });
    const published = await kind.save(owner, id, { version: 2, live: true });
    expect(published).toMatchObject({ status: 200, data: { version: 3 } });
    expect(await publicTitle(id)).toBe('As changed');
    const { data } = await kind.read(anonymous, id);
    if (noun === 'post') {
      expect(data[0]).toMatchObject({
        tags: ['Two', `New ${id}`],
        author_name: 'Grace',
        category: 'Work',
      });
    } else {
      expect(data[0].case_study_metrics).toMatchObject([{ metric_value: '39 %' }]);
      expect(data[0].case_study_gallery).toMatchObject([{ image_url: '/images/a.webp' }]);
    }
    expect(await copyOf(editor, id)).toBeUndefined();
    expect(await history(id)).toEqual([
      [1, false, null],
      [2, true, null],
      [3, false, null],
    ]);
  });

  test('each save names the latest version, also of the working copy', async () => {
    const id = await kind.create();
    await kind.save(editor, id, { version: 1, title: 'Mine' });
    for (const live of [false, true]) {
      const late = await kind.save(owner, id, { version: 1, live, title: 'Late' });
      expect(late.status).toBe(409);
    }
    expect(await copyOf(editor, id)).toMatchObject({ content: { [kind.part]: { title: 'Mine' } } });
    expect(await publicTitle(id)).toBe('As published');
    expect((await kind.save(owner, id, { version: 2, title: 'Next' })).data.version).toBe(3);
  });

  test('a refused value changes neither the published text nor the working copy', async () => {
    const id = await kind.create();
    await kind.save(editor, id, { version: 1, title: 'Mine' });
    const refused = await kind.save(editor, id, { version: 2, title: 'x'.repeat(500) });
    expect(refused.status).toBe(422);
    expect(await copyOf(editor, id)).toMatchObject({ version: 2 });
    expect(await publicTitle(id)).toBe('As published');
  });

  test('discarded changes stay in the history; forms that knew them get a conflict', async () => {
    const id = await kind.create();
    await kind.save(editor, id, { version: 1, title: 'Mine' });
    expect((await discard(owner, id, 1)).status).toBe(409);
    expect(await discard(owner, id, 2)).toMatchObject({ status: 200, data: 3 });
    expect((await discard(owner, id, 3)).status).toBe(404);
    expect(await copyOf(editor, id)).toMatchObject({ version: 3, content: null });
    expect(await history(id)).toEqual([
      [1, false, null],
      [2, true, null],
      [3, true, 1],
    ]);
    expect((await kind.save(editor, id, { version: 2, title: 'Again' })).status).toBe(409);
    // Started from what visitors read, which did not change.
    const live = await kind.save(editor, id, { version: 1, live: true, title: 'At once' });
    expect(live).toMatchObject({ status: 200, data: { version: 4 } });
    expect(await publicTitle(id)).toBe('At once');
    expect((await kind.save(editor, id, { version: 3, title: 'Late' })).status).toBe(409);
  });

  test('a save with the published text leaves nothing to publish', async () => {
    const id = await kind.create();
    const args = { version: 1, live: false, title: 'As published' };
    const same = noun === 'post' ? { tags: ['One', 'Two'], author: 'Ada' } : {};
    const reply = await rpc(editor, noun === 'post' ? 'save_blog_post' : 'save_case_study', {
      ...{
        [noun === 'post' ? 'post_id' : 'study_id']: id,
        expected_version: 1,
        fields: { title: args.title },
        goes_live: false,
      },
      ...same,
    });
    expect(reply.status).toBe(200);
    expect(await copyOf(editor, id)).toMatchObject({ version: 2, content: null });
  });

  test('drafts are saved at once; unpublishing takes the changes along', async () => {
    const id = await kind.create();
    await kind.save(editor, id, { version: 1, title: 'Mine' });
    const draft = await kind.save(editor, id, { version: 2, status: 'draft' });
    expect(draft).toMatchObject({
      status: 200,
      data: { status: 'draft', title: 'Mine', version: 3 },
    });
    expect(await copyOf(editor, id)).toBeUndefined();
    expect(await kind.save(editor, id, { version: 3, title: 'Draft' })).toMatchObject({
      data: { version: 4 },
    });
    expect(await copyOf(editor, id)).toBeUndefined();
  });

  test('nothing else writes a document while changes wait', async () => {
    const id = await kind.create();
    await kind.save(editor, id, { version: 1, title: 'Mine' });
    const path = `/rest/v1/${kind.table}?id=eq.${id}`;
    const before = JSON.stringify((await kind.read(anonymous, id)).data);
    expect((await call(owner, 'PATCH', path, { title: 'Past it' })).status).toBe(409);
    for (const { table, change, row } of kind.rowTables(id)) {
      const rows = `/rest/v1/${table}=eq.${id}`;
      const replies = [
        await call(owner, 'PATCH', rows, change),
        await call(owner, 'DELETE', rows),
        await call(owner, 'POST', `/rest/v1/${table.split('?')[0]}`, row),
      ];
      for (const { status, data } of replies) {
        expect({ status, message: data?.message }, table).toEqual({
          ...{ status: 409, message: 'Changes of it wait to be published' },
        });
      }
    }
    expect(JSON.stringify((await kind.read(anonymous, id)).data)).toBe(before);
    await discard(editor, id, 2);
    for (const { table, change } of kind.rowTables(id)) {
      const reply = await call(owner, 'PATCH', `/rest/v1/${table}=eq.${id}`, change);
      expect(reply.status, table).toBeLessThan(300);
    }
    expect(JSON.stringify((await kind.read(anonymous, id)).data)).not.toBe(before);
  });

  test('deleted and restored with its changes, purged with them', async () => {
    const id = await kind.create();
    await kind.save(editor, id, { version: 1, title: 'Mine' });
    await call(editor, 'DELETE', `/rest/v1/${kind.table}?id=eq.${id}`);
    expect((await restoreDeleted(editor, id)).status).toBeLessThan(300);
    expect(await publicTitle(id)).toBe('As published');
    expect(await copyOf(editor, id)).toMatchObject({ content: { [kind.part]: { title: 'Mine' } } });
    await call(editor, 'DELETE', `/rest/v1/${kind.table}?id=eq.${id}`);
    expect((await purgeDeleted(editor, id)).status).toBeLessThan(300);
    expect(await copyOf(editor, id)).toBeUndefined();
  });

  test('a picture replaced everywhere is replaced in the changes too', async () => {
    const id = await kind.create();
    const [old, path] = [`${randomUUID()}.jpg`, `${randomUUID()}.jpg`];
    const column = kind.picture;
    const url = (name: string) => `/storage/v1/object/public/images/${name}`;
    await kind.save(editor, id, { version: 1, [column]: url(old) });
    const uses = (await rpc(editor, 'list_image_usage', { paths: [old] })).data;
    expect(uses).toMatchObject([{ id, part: 'changes', state: 'published' }]);
    await rpc(editor, 'replace_image_everywhere', { old_path: old, new_path: path });
    expect(await copyOf(editor, id)).toMatchObject({
      ...{ version: 3, base_version: 1 },
      content: { [kind.part]: { [column]: url(path) } },
    });
  });

  test('a replaced picture of the published text keeps the changes on top of it', async () => {
    const id = await kind.create();
    const [old, path] = [`${randomUUID()}.jpg`, `${randomUUID()}.jpg`];
    const column = kind.picture;
    const url = (name: string) => `/storage/v1/object/public/images/${name}`;
    await kind.save(editor, id, { version: 1, live: true, [column]: url(old) });
    await kind.save(editor, id, { version: 2, title: 'Mine' });
    await rpc(editor, 'replace_image_everywhere', { old_path: old, new_path: path });
    expect(await copyOf(editor, id)).toMatchObject({
      ...{ base_version: 4, version: 5 },
      content: { [kind.part]: { title: 'Mine', [column]: url(path) } },
    });
    expect((await kind.save(editor, id, { version: 3, live: true })).status).toBe(409);
    expect((await kind.save(editor, id, { version: 5, live: true })).status).toBe(200);
  });
});
