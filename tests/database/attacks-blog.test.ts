import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { call, createAudiences, rpc, type Caller } from '../support/backend';

let people: Awaited<ReturnType<typeof createAudiences>>;
beforeAll(async () => {
  people = await createAudiences();
});

async function publish(caller: Caller, markdown: string, id: string = randomUUID()) {
  const reply = await rpc(caller, 'save_blog_post', {
    post_id: id,
    expected_version: null,
    fields: {
      slug: `attacked-${id.slice(0, 18)}`,
      title: 'A post',
      content_markdown: markdown,
      content_html: '<p>Text</p>',
      status: 'published',
      published_at: '2026-01-02T03:04:05Z',
    },
  });
  expect(reply.status, JSON.stringify(reply.data)).toBe(200);
  return id;
}

test('a very long search is answered like a short one', async () => {
  await publish(people.editor, 'Text');
  const words = Array.from({ length: 100_000 }, (_, index) => `w${index.toString(36)}`).join(' ');
  for (const args of [{ search: words }, { category: words }, { tag: words }]) {
    const started = performance.now();
    const { status, data } = await rpc(people.anonymous, 'list_blog_posts', args);
    expect([status, data]).toEqual([200, { total: 0, posts: [] }]);
    expect(performance.now() - started).toBeLessThan(10_000);
  }
});

test('a post with the ID of a deleted one starts its own history', async () => {
  const id = await publish(people.editor, 'What was deleted');
  await call(people.editor, 'DELETE', `/rest/v1/blog_posts?id=eq.${id}`);
  await publish(people.editor, 'What stands there now', id);
  const { data } = await call(
    people.editor,
    'GET',
    `/rest/v1/blog_post_revisions?select=version,snapshot&post_id=eq.${id}`,
  );
  expect(data).toMatchObject([
    { version: 1, snapshot: { post: { content_markdown: 'What stands there now' } } },
  ]);
});

test.for(['anonymous', 'nonMember'] as const)(
  '%s changes nothing by sending protected columns',
  async (who) => {
    const id = await publish(people.editor, 'Text');
    for (const [method, path, body] of [
      ['POST', '/rest/v1/blog_posts', { slug: 'mine', title: 'Mine' }],
      ['POST', '/rest/v1/blog_tags', { name: 'Mine' }],
      ['POST', '/rest/v1/blog_post_revisions', { post_id: id, version: 9, snapshot: {} }],
      ['POST', '/rest/v1/deleted_blog_posts', { id, title: 'x', snapshot: {} }],
    ] as const) {
      const { status } = await call(people[who], method, path, body);
      expect([401, 403], path).toContain(status);
    }
    await call(people[who], 'PATCH', `/rest/v1/blog_posts?id=eq.${id}`, { title: 'Mine' });
    await call(people[who], 'DELETE', `/rest/v1/blog_posts?id=eq.${id}`);
    const saved = await rpc(people[who], 'save_blog_post', {
      post_id: id,
      expected_version: 1,
      fields: { title: 'Mine' },
    });
    expect([401, 403, 404]).toContain(saved.status);
    const { data } = await rpc(people.editor, 'get_blog_post', { key: id });
    expect(data).toMatchObject({ title: 'A post', version: 1 });
  },
);
