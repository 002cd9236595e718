import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { arrangeRows, call, createAudiences, rpc, type Caller } from '../support/backend';

let anonymous: Caller;
let nonMember: Caller;
let editor: Caller;
let owner: Caller;

beforeAll(async () => {
  ({ anonymous, nonMember, editor, owner } = await createAudiences());
});

async function write(args: Record<string, unknown> = {}) {
  const id = randomUUID();
  const reply = await rpc(editor, 'save_blog_post', {
    post_id: id,
    expected_version: null,
    fields: {
      title: 'Kept',
      slug: `kept-${id.slice(0, 18)}`,
      status: 'published',
      content_html: '<p>k</p>',
    },
    tags: ['Kept one', 'Kept two'],
    category: 'Keeping',
    author: 'Keeper',
    ...args,
  });
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.data));
  return id;
}

const change = (caller: Caller, id: string, version: number, args: Record<string, unknown>) =>
  rpc(caller, 'save_blog_post', { post_id: id, expected_version: version, fields: {}, ...args });
const remove = (caller: Caller, id: string) =>
  call(caller, 'DELETE', `/rest/v1/blog_posts?id=eq.${id}`);
const restore = (caller: Caller, id: string) => rpc(caller, 'restore_blog_post', { post_id: id });
const get = async (caller: Caller, key: string) =>
  (await rpc(caller, 'get_blog_post', { key })).data;
const revisions = async (caller: Caller, id: string) =>
  (await call(caller, 'GET', `/rest/v1/blog_post_revisions?post_id=eq.${id}&order=version`)).data;

test('R-31: a deleted post is restored completely, one version later', async () => {
  const id = await write();
  const before = await get(editor, id);
  expect((await remove(editor, id)).status).toBeLessThan(300);
  expect(await get(editor, id)).toBeNull();
  const [kept] = (await call(owner, 'GET', `/rest/v1/deleted_blog_posts?id=eq.${id}`)).data;
  expect(kept).toMatchObject({ title: 'Kept', deleted_by: editor.userId });
  expect((await restore(owner, id)).status).toBe(200);
  expect(await get(anonymous, id)).toMatchObject({ version: 2 });
  const after = await get(editor, id);
  expect({ ...after, version: 1, updated_at: before.updated_at }).toEqual(before);
  expect(after.version).toBe(2);
  expect((await restore(owner, id)).status).toBe(404);
});

test('R-31: tags, category and author removed meanwhile are restored by name', async () => {
  const id = await write({ tags: ['Passing'], category: 'Passing on', author: 'Passer-by' });
  await remove(editor, id);
  await call(editor, 'DELETE', '/rest/v1/blog_tags?name=eq.Passing');
  await call(editor, 'DELETE', '/rest/v1/blog_categories?name=eq.Passing%20on');
  await call(editor, 'DELETE', '/rest/v1/blog_authors?name=eq.Passer-by');
  await restore(editor, id);
  expect(await get(editor, id)).toMatchObject({
    tags: ['Passing'],
    category: 'Passing on',
    author_name: 'Passer-by',
  });
});

test('R-31: a post without tags, category and author is restored as well', async () => {
  const id = await write({ tags: [], category: null, author: null });
  await remove(editor, id);
  expect((await restore(editor, id)).status).toBe(200);
  expect(await get(editor, id)).toMatchObject({ tags: [], category: null, author_name: null });
});

test('R-31: a post whose address was taken meanwhile is not restored', async () => {
  const id = await write();
  const { slug } = await get(editor, id);
  await remove(editor, id);
  await write({ fields: { title: 'Thief', slug } });
  expect(await restore(editor, id)).toMatchObject({ status: 409, data: { code: 'PT409' } });
  const waiting = await call(editor, 'GET', `/rest/v1/deleted_blog_posts?id=eq.${id}&select=id`);
  expect(waiting.data).toHaveLength(1);
});

test('R-31: only staff see and restore deleted posts', async () => {
  const id = await write();
  await remove(editor, id);
  expect((await restore(anonymous, id)).status).toBe(401);
  expect((await restore(nonMember, id)).status).toBe(403);
  expect((await call(anonymous, 'GET', '/rest/v1/deleted_blog_posts')).status).toBe(401);
  expect((await call(nonMember, 'GET', '/rest/v1/deleted_blog_posts')).data).toEqual([]);
});

test('every save leaves a revision with its tags, readable by staff only', async () => {
  const id = await write();
  await change(owner, id, 1, { fields: { title: 'Second' }, tags: ['Kept two'] });
  await change(editor, id, 2, { fields: {}, tags: null, category: '' });
  const found = await revisions(editor, id);
  expect(found).toMatchObject([
    {
      version: 1,
      saved_by: editor.userId,
      saved_by_email: editor.email,
      snapshot: {
        post: { title: 'Kept' },
        tags: ['Kept one', 'Kept two'],
        category: 'Keeping',
        author: 'Keeper',
      },
    },
    {
      version: 2,
      saved_by_email: owner.email,
      snapshot: { post: { title: 'Second' }, tags: ['Kept two'], category: 'Keeping' },
    },
    { version: 3, snapshot: { tags: ['Kept two'], category: null } },
  ]);
  expect(found[0].snapshot.post).not.toHaveProperty('content_html');
  expect((await call(anonymous, 'GET', '/rest/v1/blog_post_revisions')).status).toBe(401);
  expect(await revisions(nonMember, id)).toEqual([]);
});

test('a failed save leaves no revision', async () => {
  const id = await write();
  expect((await change(editor, id, 7, { fields: { title: 'Stale' } })).status).toBe(409);
  expect((await change(editor, id, 1, { fields: { title: '' } })).status).toBe(422);
  expect(await revisions(editor, id)).toHaveLength(1);
});

test('no API role writes revisions or snapshots directly', async () => {
  const id = await write();
  for (const caller of [anonymous, nonMember, editor, owner]) {
    const row = { post_id: id, version: 9, snapshot: {} };
    const refused = [
      await call(caller, 'POST', '/rest/v1/blog_post_revisions', row),
      await call(caller, 'PATCH', `/rest/v1/blog_post_revisions?post_id=eq.${id}`, { version: 8 }),
      await call(caller, 'DELETE', `/rest/v1/blog_post_revisions?post_id=eq.${id}`),
      await call(caller, 'POST', '/rest/v1/deleted_blog_posts', { id, title: 'x', snapshot: {} }),
    ];
    for (const { status } of refused) expect([401, 403]).toContain(status);
  }
});

test('the newest 200 revisions are kept', async () => {
  const id = await write();
  await arrangeRows(
    `insert into public.blog_post_revisions (post_id, version, snapshot)
       select '${id}', version, '{}' from generate_series(2, 199) as version;
     update public.blog_posts set version = 199 where id = '${id}'`,
  );
  const kept = async () => {
    const versions = (await revisions(editor, id)).map(
      ({ version }: { version: number }) => version,
    );
    return [versions.length, versions.at(0), versions.at(-1)];
  };
  await change(editor, id, 199, { fields: { title: 'The 200th' } });
  expect(await kept()).toEqual([200, 1, 200]);
  await change(editor, id, 200, { fields: { title: 'The 201st' } });
  expect(await kept()).toEqual([200, 2, 201]);
});

test('the history survives a delete and a restore', async () => {
  const id = await write();
  await remove(editor, id);
  expect(await revisions(editor, id)).toHaveLength(1);
  await restore(editor, id);
  expect(await revisions(editor, id)).toMatchObject([
    { version: 1 },
    { version: 2, snapshot: { tags: ['Kept one', 'Kept two'] } },
  ]);
});

const purge = (caller: Caller, id: string) =>
  rpc(caller, 'purge_deleted_blog_post', { post_id: id });

test.for(['editor', 'owner'])(
  'R-31: a purge by an %s deletes the post with its history',
  async (who) => {
    const caller = who === 'owner' ? owner : editor;
    const id = await write();
    await remove(editor, id);
    expect((await purge(caller, id)).status).toBeLessThan(300);
    expect(await revisions(editor, id)).toEqual([]);
    expect((await restore(editor, id)).status).toBe(404);
    expect(await purge(caller, id)).toMatchObject({ status: 404, data: { code: 'PT404' } });
  },
);

test('R-31: only deleted posts can be purged, by staff only', async () => {
  const id = await write();
  expect((await purge(editor, id)).status).toBe(404);
  await remove(editor, id);
  for (const caller of [anonymous, nonMember]) {
    expect((await purge(caller, id)).data).toMatchObject({ code: '42501' });
  }
  expect(await revisions(editor, id)).toHaveLength(1);
  expect((await restore(editor, id)).status).toBe(200);
});

test('a restored version has the number of its source', async () => {
  const id = await write();
  await change(editor, id, 1, { fields: { title: 'Second' } });
  await change(owner, id, 2, { fields: { title: 'Kept' }, restored_from: 1 });
  await change(editor, id, 3, { fields: { title: 'Fourth' } });
  expect(await revisions(editor, id)).toMatchObject([
    { version: 1, restored_from: null },
    { version: 2, restored_from: null },
    { version: 3, restored_from: 1, snapshot: { post: { title: 'Kept' } } },
    { version: 4, restored_from: null },
  ]);
});

test.for([2, 3, 2_147_483_647])('version %i cannot be the source of a restore', async (from) => {
  const id = await write();
  const reply = await change(editor, id, 2, { fields: { title: 'New' }, restored_from: from });
  expect(reply).toMatchObject({ status: 422, data: { code: 'PT422' } });
});
