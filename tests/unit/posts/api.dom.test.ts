// @vitest-environment jsdom
// supabase-js requires a WebSocket, which Node 20 does not have.
import { expect, onTestFinished, test, vi } from 'vitest';
import { blog } from '@/features/posts/api';
import {
  fakeSupabase,
  freshImport,
  json,
  networkFailure,
  signedInAs,
} from '../../support/fake-supabase';

const BLOG = '/functions/v1/blog';
const ID = '3f0e1c5a-0000-4000-8000-000000000001';
const raw = { id: ID, slug: 'a-post', title: 'A post' };

test('BLOGAPI-1: the list is requested with category, search, page and limit', async () => {
  const backend = fakeSupabase({ [`GET ${BLOG}/posts`]: () => json([]) });
  await blog.getPosts({ category: 'design', search: 'alt text', page: 2, limit: 10 });
  expect(Object.fromEntries(backend.requests[0]?.url.searchParams ?? [])).toEqual({
    category: 'design',
    search: 'alt text',
    page: '2',
    limit: '10',
  });
});

test('BLOGAPI-8: every call has the JSON content type and the public key', async () => {
  const backend = fakeSupabase({ [`GET ${BLOG}/posts`]: () => json([]) });
  await blog.getPosts();
  const headers = backend.requests[0]?.headers;
  expect(headers?.get('content-type')).toBe('application/json');
  expect(headers?.get('apikey')).toBe('sb_publishable_test');
  expect(headers?.has('authorization')).toBe(false);
});

test.for([
  ['BLOGAPI-9: a list', [raw], 1],
  ['BLOGAPI-10: an object with data', { data: [raw, raw] }, 2],
] as const)('%s is parsed as one page', async ([, body, total]) => {
  fakeSupabase({ [`GET ${BLOG}/posts`]: () => json(body) });
  const { data, status } = await blog.getPosts();
  expect(status).toBe(200);
  expect(data?.posts.map(({ id }) => id)).toEqual(Array.from({ length: total }, () => ID));
  expect(data?.pagination).toEqual({ total, page: 1, limit: 10, totalPages: 1 });
});

test('BLOGAPI-11, DATA-18: an object with data and pagination', async () => {
  const pagination = { total: 34, page: 2, limit: 10, totalPages: 4 };
  fakeSupabase({ [`GET ${BLOG}/posts`]: () => json({ data: [raw], pagination }) });
  await expect(blog.getPosts({ page: 2 })).resolves.toMatchObject({ data: { pagination } });
});

test.for([raw, { data: raw }])(
  'BLOGAPI-2: a post is read bare or wrapped in data',
  async (body) => {
    const backend = fakeSupabase({ [`GET ${BLOG}/posts/*`]: () => json(body) });
    await expect(blog.getPost('a/b')).resolves.toMatchObject({
      data: { title: 'A post' },
      status: 200,
    });
    expect(backend.requests[0]?.url.pathname).toBe(`${BLOG}/posts/a%2Fb`);
  },
);

test('BLOGAPI-6, BLOGAPI-7, BLOG-13: categories and tags are lists', async () => {
  fakeSupabase({
    [`GET ${BLOG}/categories`]: () =>
      json({ data: [{ name: 'Design', slug: 'design', count: 2 }] }),
    [`GET ${BLOG}/tags`]: () => json(['shops', 'writing']),
  });
  await expect(blog.getCategories()).resolves.toMatchObject({
    data: [{ name: 'Design', slug: 'design', count: 2 }],
  });
  await expect(blog.getTags()).resolves.toMatchObject({
    data: [{ name: 'shops' }, { name: 'writing' }],
  });
});

test.for([
  ['BLOGAPI-17', () => blog.getPosts(), 'Failed to load blog posts'],
  ['BLOGAPI-18', () => blog.getPost('x'), 'Failed to load blog post with ID x'],
  ['BLOGAPI-22', () => blog.getCategories(), 'Failed to load blog categories'],
  ['BLOGAPI-23', () => blog.getTags(), 'Failed to load blog tags'],
] as const)('%s, BLOGAPI-13: a failure has message, code and status', async ([, call, message]) => {
  fakeSupabase({ [`GET ${BLOG}/*`]: () => json({}, 500) });
  await expect(call()).resolves.toMatchObject({ error: { message, code: '500' }, status: 500 });
});

test('BLOGAPI-14: a missing post is of low severity, a broken server is not', async () => {
  fakeSupabase({
    [`GET ${BLOG}/posts/none`]: () => json({ error: { code: 'NOT_FOUND', message: '' } }, 404),
    [`GET ${BLOG}/posts/broken`]: () => json({}, 500),
  });
  const missing = await blog.getPost('none');
  expect(missing).toMatchObject({ error: { severity: 'low', kind: 'not-found' }, status: 404 });
  const broken = await blog.getPost('broken');
  expect(broken.error?.severity).not.toBe('low');
});

test('without any reply the status is 0', async () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  fakeSupabase({ [`GET ${BLOG}/posts`]: networkFailure });
  const [result] = await Promise.all([blog.getPosts(), vi.runAllTimersAsync()]);
  expect(result).toMatchObject({ error: { kind: 'offline' }, status: 0 });
});

test('a response with other data is a failure, not an empty blog', async () => {
  fakeSupabase({ [`GET ${BLOG}/posts`]: () => json({ hello: 'world' }) });
  await expect(blog.getPosts()).resolves.toMatchObject({
    error: { message: 'Failed to load blog posts: The reply has no list' },
  });
});

test('requests carry the session of a member, except those read as a visitor', async () => {
  const backend = fakeSupabase({
    ...signedInAs('editor'),
    [`GET ${BLOG}/posts`]: () => json([]),
  });
  const { blog: fresh } = await freshImport(() => import('@/features/posts/api'));
  await fresh.getPosts({}, { asVisitor: true });
  await fresh.getPosts({ status: 'all' });
  const tokens = backend.requests
    .filter(({ url }) => url.pathname.startsWith(BLOG))
    .map(({ headers }) => headers.get('authorization')?.slice(0, 10) ?? null);
  expect(tokens).toEqual([null, 'Bearer eyJ']);
});
