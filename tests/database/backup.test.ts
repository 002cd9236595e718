import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { asService, call, createAudiences, createStudy, type Caller } from '../support/backend';
import { TABLES } from './access-table';

let editor: Caller;
beforeAll(async () => {
  ({ editor } = await createAudiences());
});

const ask = async (name: string, args: Record<string, unknown> = {}) =>
  asService('POST', `/rest/v1/rpc/${name}`, args);

async function exportPages(table: string, from: unknown = null) {
  const pages: Record<string, unknown>[][] = [];
  for (let after = from; pages.length < 20;) {
    const { status, data } = await ask('export_rows', { table_name: table, after });
    expect(status, JSON.stringify(data)).toBe(200);
    pages.push(data.lines.map((line: string) => JSON.parse(line)));
    if (data.next === null) return pages;
    after = data.next;
  }
  throw new Error('There is no end.');
}

test('a backup has every table except audit_events, which no restore may replace, and files of enquiries', async () => {
  const { data } = await ask('backup_state');
  const names = data.tables.map(({ name }: { name: string }) => name);
  expect([...names, 'audit_events', 'enquiry_files'].sort()).toEqual(Object.keys(TABLES).sort());
  expect(data.schema_version).toMatch(/^\d{14}$/);
});

test('a table longer than a page is exported completely, each row once', async () => {
  const tag = randomUUID().slice(0, 8);
  const names = Array.from({ length: 1100 }, (_, place) => ({ name: `${tag} ${place}` }));
  const created = await call(editor, 'POST', '/rest/v1/blog_tags', names);
  expect(created.status).toBe(201);
  const pages = await exportPages('blog_tags');
  expect(pages.length).toBeGreaterThan(2);
  const exported = pages.flat().filter(({ name }) => String(name).startsWith(tag));
  expect(exported).toHaveLength(1100);
  expect(new Set(exported.map(({ id }) => id)).size).toBe(1100);
  expect(Object.keys(exported[0] ?? {}).sort(), 'what the database computes is left out').toEqual([
    'id',
    'name',
  ]);
});

test('long rows make short pages, so that no response grows too large', async () => {
  const text = 'é'.repeat(20_000);
  const ids = [];
  for (let count = 0; count < 12; count += 1) {
    ids.push(await createStudy(editor, { challenge: text, solution: text, results: text }));
  }
  const pages = await exportPages('case_studies');
  expect(pages.length).toBeGreaterThan(1);
  expect(pages.flat().map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
});

test('paging works with a key of two columns', async () => {
  const post = { id: randomUUID(), slug: `post-${randomUUID().slice(0, 8)}`, title: 'Tagged' };
  const prefer = { prefer: 'return=minimal' };
  expect((await call(editor, 'POST', '/rest/v1/blog_posts', post, prefer)).status).toBe(201);
  const tags = Array.from({ length: 3 }, () => ({ id: randomUUID(), name: randomUUID() }));
  await call(editor, 'POST', '/rest/v1/blog_tags', tags);
  const uses = tags.map(({ id }, place) => ({ post_id: post.id, tag_id: id, place: place + 1 }));
  expect((await call(editor, 'POST', '/rest/v1/blog_post_tags', uses)).status).toBe(201);

  const [first, ...rest] = tags.map(({ id }) => id).sort();
  const after = { post_id: post.id, tag_id: first };
  const found = (await exportPages('blog_post_tags', after)).flat();
  const own = found.filter(({ post_id }) => post_id === post.id).map(({ tag_id }) => tag_id);
  expect(own).toEqual(rest);
});

test('an unknown table name is refused by the export', async () => {
  for (const table_name of ['users', 'auth.users', 'case_studies; drop table x', '']) {
    expect((await ask('export_rows', { table_name })).status, table_name).toBe(404);
  }
});

test('the secret key alone cannot replace data of a project in use', async () => {
  const id = await createStudy(editor);
  const backup = randomUUID();
  for (const replaces of [false, true]) {
    const begun = await ask('begin_restore', { backup, replaces });
    expect([begun.status, begun.data.message]).toEqual([
      409,
      expect.stringMatching(/^This project is not empty: .*\d+ case_studies/),
    ]);
  }
  const line = JSON.stringify({ id, title: 'Overwritten' });
  const written = await ask('restore_rows', { backup, table_name: 'case_studies', lines: [line] });
  expect([written.status, written.data.message]).toEqual([
    409,
    'No restore of this backup is under way',
  ]);
  expect((await ask('finish_restore', { backup })).status).toBe(409);
  const { data } = await asService('GET', `/rest/v1/case_studies?select=title&id=eq.${id}`);
  expect(data).toEqual([{ title: `Study ${id}` }]);
});
