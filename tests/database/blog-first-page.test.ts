import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { createAudiences, rpc, type Caller } from '../support/backend';

let anonymous: Caller;
let editor: Caller;

beforeAll(async () => {
  ({ anonymous, editor } = await createAudiences());
  // Two posts with the same time, so that the ID decides, a draft, and one that is not due.
  const moments = ['2026-03-01T00:00:00Z', '2026-03-01T00:00:00Z', '2026-02-01T00:00:00Z'];
  for (const published_at of [...moments, null, new Date(Date.now() + 3_600_000).toISOString()]) {
    const id = randomUUID();
    const status = published_at === null ? 'draft' : 'published';
    const { status: answer } = await rpc(editor, 'save_blog_post', {
      post_id: id,
      expected_version: null,
      fields: { slug: `post-${id.slice(0, 18)}`, title: 'A post', status, published_at },
    });
    expect(answer).toBe(200);
  }
});

const list = async (caller: Caller, args: Record<string, unknown>) =>
  (await rpc(caller, 'list_blog_posts', args)).data;

test('DATA-18: the list without a filter equals one with a filter that all posts match', async () => {
  const newest = await list(anonymous, { page_size: 50 });
  // A visitor sees the published posts that are due.
  expect(newest).toEqual(await list(anonymous, { status: 'all', page_size: 50 }));
  expect(newest.total).toBeGreaterThanOrEqual(3);
});

test('without a filter staff see the same posts as visitors, no drafts or scheduled ones', async () => {
  expect(await list(editor, {})).toEqual(await list(anonymous, {}));
  const all = await list(editor, { status: 'all' });
  expect(all.total).toBeGreaterThanOrEqual((await list(editor, {})).total + 2);
});

test('DATA-18: pages have no gaps or repeats, and after the last one the list is empty', async () => {
  const { total, posts } = await list(anonymous, { page_size: 50 });
  const second = await list(anonymous, { page: 2, page_size: 1 });
  expect(second).toEqual({ total, posts: posts.slice(1, 2) });
  expect(await list(anonymous, { page: 1000, page_size: 1 })).toEqual({ total, posts: [] });
});
