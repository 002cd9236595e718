import { beforeAll, expect, test } from 'vitest';
import { call, createAudiences, rpc, type Caller } from '../support/backend';
import { createPost } from '../support/document-kinds';

let people: Awaited<ReturnType<typeof createAudiences>>;
beforeAll(async () => {
  people = await createAudiences();
});

const publish = (caller: Caller, markdown: string) =>
  createPost(caller, {
    ...{ title: 'A post', content_markdown: markdown },
    ...{ status: 'published', published_at: '2026-01-02T03:04:05Z' },
  });

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

test.for(['anonymous', 'nonMember'] as const)(
  '%s changes nothing by sending protected columns',
  async (who) => {
    const id = await publish(people.editor, 'Text');
    for (const [method, path, body] of [
      ['POST', '/rest/v1/blog_posts', { slug: 'mine', title: 'Mine' }],
      ['POST', '/rest/v1/blog_tags', { name: 'Mine' }],
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
