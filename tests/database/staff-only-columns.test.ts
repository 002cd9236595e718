import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { call, createAudiences, createStudy, rpc } from '../support/backend';

let people: Awaited<ReturnType<typeof createAudiences>>;
let study: string;
let post: string;
beforeAll(async () => {
  people = await createAudiences();
  study = await createStudy(people.editor, { title: 'Seen by all', status: 'published' });
  post = randomUUID();
  await rpc(people.editor, 'save_blog_post', {
    post_id: post,
    expected_version: null,
    fields: {
      ...{ slug: `seen-${post.slice(0, 18)}`, title: 'Seen by all', status: 'published' },
      ...{ content_markdown: 'Text\n\n<!-- ask first -->', content_html: '<p>Text</p>' },
    },
  });
});

const WHO = ['anonymous', 'nonMember', 'editor', 'owner'] as const;
const HIDDEN = [
  ['case_studies', 'created_by'],
  ['case_studies', 'updated_by'],
  ['blog_posts', 'created_by'],
  ['blog_posts', 'updated_by'],
  ['blog_posts', 'content_markdown'],
] as const;

const read = (who: (typeof WHO)[number], table: string, query: string) =>
  call(
    people[who],
    'GET',
    `/rest/v1/${table}?id=eq.${table === 'blog_posts' ? post : study}&${query}`,
  );

test.for(WHO.flatMap((who) => HIDDEN.map(([table, column]) => ({ who, table, column }))))(
  'R-34: $who reads no $table.$column from the table, nor filters or sorts by it',
  async ({ who, table, column }) => {
    for (const query of [
      `select=id,${column}`,
      `select=id&${column}=not.is.null`,
      `select=id&order=${column}`,
    ]) {
      expect((await read(who, table, query)).data, query).toMatchObject({ code: '42501' });
    }
  },
);

test.for(WHO.flatMap((who) => ['case_studies', 'blog_posts'].map((table) => ({ who, table }))))(
  'PERM-2: $who reads the other columns of a published row of $table',
  async ({ who, table }) => {
    const columns =
      table === 'blog_posts' ? 'title,content_html,version' : 'title,headline,version,updated_at';
    expect((await read(who, table, `select=${columns}`)).data).toMatchObject([
      { title: 'Seen by all', version: 1 },
    ]);
    expect((await read(who, table, 'select=*')).data).toMatchObject({ code: '42501' });
  },
);

test('PERM-9: a save returns its editor to staff, for studies and posts', async () => {
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
    data: { version: 2, updated_by: people.owner.userId, excerpt: 'New' },
  });
  expect(written.data.content_markdown).toContain('ask first');
});

test('the Markdown of a post reaches staff through get_blog_post', async () => {
  for (const who of WHO) {
    const { data } = await rpc(people[who], 'get_blog_post', { key: post });
    const isStaff = who === 'editor' || who === 'owner';
    expect([who, data.content_markdown !== null]).toEqual([who, isStaff]);
  }
});

test.for(['whole_case_study', 'whole_blog_post'])('no API role may call %s', async (name) => {
  const reply = await rpc(people.owner, name, { wanted: study });
  expect(reply.status).toBe(404);
});
