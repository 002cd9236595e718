import { beforeAll, expect, test } from 'vitest';
import { createAudiences, rpc, type Caller } from '../support/backend';
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
