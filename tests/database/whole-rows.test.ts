import { beforeAll, expect, test } from 'vitest';
import { anonymous, call, createAudiences, createStudy, rpc } from '../support/backend';
import { createPost } from '../support/document-kinds';
import { TABLES } from './access-table';

// Visitors read whole rows of what is published, and nothing of the other tables: what is private (notes,
// emails, drafts, versions) has tables of its own.

let people: Awaited<ReturnType<typeof createAudiences>>;
let study: string;
let post: string;
beforeAll(async () => {
  people = await createAudiences();
  study = await createStudy(people.editor, { title: 'Seen by all', status: 'published' });
  post = await createPost(
    people.editor,
    { title: 'Seen by all', status: 'published', content_markdown: 'Text' },
    { tags: ['Seen'], category: 'Seen', author: 'Seen' },
  );
});

const tables = Object.keys(TABLES);
const published = tables.filter((table) => !TABLES[table]?.read.startsWith('none'));
const readAll = (table: string) => call(anonymous, 'GET', `/rest/v1/${table}?select=*&limit=5`);

test.for(published)('PERM-2, R-34: visitors read whole rows of %s', async (table) => {
  const { status, data } = await readAll(table);
  expect(status, JSON.stringify(data)).toBe(200);
  expect(data.length).toBeGreaterThan(0);
  for (const column of Object.keys(data[0])) {
    expect(column).not.toMatch(/note|email|hash|snapshot|deleted|sent|address|agent/);
  }
});

test.for(tables.filter((table) => !published.includes(table)))(
  'R-34: visitors have no right on %s',
  async (table) => {
    expect(await readAll(table)).toMatchObject({ status: 401, data: { code: '42501' } });
  },
);

test('PERM-9: a save returns its editor, for studies and posts', async () => {
  const saved = await rpc(people.owner, 'save_case_study', {
    ...{ study_id: study, expected_version: 1, fields: { headline: 'New' } },
  });
  expect(saved).toMatchObject({
    status: 200,
    data: { version: 2, created_by: people.editor.userId, updated_by: people.owner.userId },
  });
  const written = await rpc(people.owner, 'save_blog_post', {
    ...{ post_id: post, expected_version: 1, fields: { excerpt: 'New' } },
  });
  expect(written).toMatchObject({
    status: 200,
    data: { version: 2, updated_by: people.owner.userId, excerpt: 'New', content_markdown: 'Text' },
  });
});
