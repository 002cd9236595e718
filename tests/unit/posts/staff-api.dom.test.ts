// @vitest-environment jsdom
// supabase-js requires a WebSocket, which Node 20 does not have.
import { expect, test } from 'vitest';
import type { SaveRequest } from '@/documents/stored';
import { postKind } from '@/features/posts/kind';
import type { PostInput } from '@/features/posts/fields';
import { fakeSupabase, json } from '../../support/fake-supabase';

const POSTS = '/functions/v1/blog/posts';
const ID = '3f0e1c5a-0000-4000-8000-000000000001';
const SAVE_ID = '3f0e1c5a-0000-4000-8000-000000000002';
const input: PostInput = { ...postKind.empty, title: 'A post', author: 'Ada' };
const { save: savePost, remove } = postKind.api;

const stored = {
  ...{ id: ID, slug: 'a-post', title: 'A post', excerpt: '', content: '', markdown: '' },
  ...{ imageUrl: null, imageAlt: null, pictureFacts: {}, publishedAt: null },
  ...{ updatedAt: '2026-11-21T10:00:00.000Z', category: 'Uncategorized', tags: [], readTime: 1 },
  ...{ author: { name: 'Ada', avatar: null }, status: 'draft', version: 1 },
};

const save = (request: Partial<SaveRequest<PostInput>> = {}) =>
  savePost({
    ...{ id: ID, version: null, input, before: null, changed: ['title'], goesLive: false },
    ...{ saveIds: [SAVE_ID], ...request },
  });
const update = () => save({ version: 3, before: input, goesLive: true });

test('BLOGAPI-3, BLOGAPI-12: a new post is created by POST', async () => {
  const backend = fakeSupabase({ [`POST ${POSTS}`]: () => json({ data: stored }, 201) });
  await expect(save()).resolves.toMatchObject({ id: ID, version: 1 });
  expect(backend.requests[0]?.body).toMatchObject({ title: 'A post', id: ID, saveIds: [SAVE_ID] });
});

test('BLOGAPI-4, BLOGAPI-12, R-44: a post is changed by PUT, from the version it started with', async () => {
  const backend = fakeSupabase({
    [`PUT ${POSTS}/${ID}`]: () => json({ data: { ...stored, version: 4 } }),
  });
  await expect(update()).resolves.toMatchObject({ version: 4 });
  expect(backend.requests[0]?.body).toEqual({
    ...{ title: 'A post', version: 3, goesLive: true, saveIds: [SAVE_ID] },
  });
});

test('BLOGAPI-5, BLOGAPI-12: a post is deleted by DELETE', async () => {
  const backend = fakeSupabase({
    [`DELETE ${POSTS}/${ID}`]: () => new Response(null, { status: 204 }),
  });
  await remove(ID);
  expect(backend.requests).toHaveLength(1);
});

test.for([
  ['BLOGAPI-19', () => save(), 'Failed to create blog post'],
  ['BLOGAPI-20', update, `Failed to update blog post with ID ${ID}`],
  ['BLOGAPI-21', () => remove(ID), `Failed to delete blog post with ID ${ID}`],
] as const)('%s: a failure has message and code', async ([, call, message]) => {
  const answer = () => json({}, 500);
  fakeSupabase({
    [`POST ${POSTS}`]: answer,
    [`PUT ${POSTS}/*`]: answer,
    [`DELETE ${POSTS}/*`]: answer,
  });
  await expect(call()).rejects.toMatchObject({ message, code: '500' });
});

test('the reason of the function follows the message, and its code is kept', async () => {
  fakeSupabase({
    [`PUT ${POSTS}/${ID}`]: () =>
      json({ error: { code: 'CONFLICT', message: 'Someone saved meanwhile', version: 4 } }, 409),
  });
  await expect(update()).rejects.toMatchObject({
    kind: 'conflict',
    code: 'CONFLICT',
    message: `Failed to update blog post with ID ${ID}: Someone saved meanwhile`,
  });
});
