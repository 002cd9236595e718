import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { blog } from '@/features/posts/api';
import { formatPostDate } from '@/features/posts/model';
import { AppError } from '@/lib/errors';
import { held, json, type FakeRoutes } from '../../support/fake-supabase';
import { listOf, ONE_POST, openBlog, POSTS, robots, wirePost, wirePosts } from './blog-setup';
import { agency } from '@brand/agency';
import { samplePosts } from '@brand/samples/posts';
import type { SamplePost } from '@/content/samples';

const [sample] = samplePosts as readonly [SamplePost];

const whole = (overrides: Record<string, unknown> = {}) =>
  wirePost({ content: '<h2>The question</h2><p>How many crates?</p>', ...overrides });

function openPost(overrides: Record<string, unknown> = {}, routes: FakeRoutes = {}) {
  return openBlog('/blog/eleven-crates', {
    [ONE_POST]: () => json({ data: whole(overrides) }),
    [POSTS]: listOf([wirePost()]),
    ...routes,
  });
}

test('POST-1: a skeleton while loading', async () => {
  const { handler, release } = held(() => json({ data: whole() }));
  openPost({}, { [ONE_POST]: handler });
  expect(screen.getByRole('status')).toHaveTextContent('Loading blog post...');
  expect(document.querySelectorAll('.skeleton').length).toBeGreaterThan(5);
  release();
  await screen.findByRole('heading', { level: 1 });
  await waitFor(() => expect(document.querySelectorAll('.skeleton')).toHaveLength(0));
});

test('POST-2..5, POST-7, POST-8: title, author, date, minutes, body and tags', async () => {
  openPost();
  const title = await screen.findByRole('heading', { level: 1, name: 'Eleven crates' });
  const article = within(title.closest('article') ?? document.body);
  expect(article.getByText('By', { exact: true }).parentElement).toHaveTextContent(
    'By Mara Ellison',
  );
  const published = '2026-03-12T14:00:00.000Z';
  expect(article.getByText(formatPostDate(published))).toHaveAttribute('datetime', published);
  expect(article.getByText('4 min read')).toBeInTheDocument();
  expect(
    await article.findByRole('heading', { level: 2, name: 'The question' }),
  ).toBeInTheDocument();
  expect(article.getByText('How many crates?')).toBeInTheDocument();
  expect(
    within(article.getByRole('list', { name: 'Tags' })).getByRole('link', { name: 'Shops' }),
  ).toHaveAttribute('href', '/blog?tag=Shops');
  expect(document.title).toBe(`Eleven crates | ${agency.name}`);
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
});

test('POST-6, CONST-8: the cover is 16:9, at most 500 px high, and has its alt text', async () => {
  openPost();
  const cover = await screen.findByRole('img', { name: 'A bike with crates' });
  const frame = cover.closest('.aspect-video');
  expect(frame?.parentElement).toHaveStyle({ maxWidth: '888px' });
  expect((888 * 9) / 16).toBeLessThanOrEqual(500);
});

test('POST-7, R-08: nothing in the body runs', async () => {
  openPost({
    content: '<p>Text<script>alert(1)</script><img src="/x.webp" onerror="alert(1)"></p>',
  });
  await screen.findByText('Text');
  expect(document.querySelector('.reading script')).toBeNull();
  expect(document.querySelector('.reading [onerror]')).toBeNull();
});

test('POST-9, POST-11: a missing post leads to the blog and its latest posts', async () => {
  openPost({}, { [ONE_POST]: () => json({ error: { code: 'NOT_FOUND', message: '' } }, 404) });
  expect(
    await screen.findByRole('heading', { name: 'Error Loading Blog Post' }),
  ).toBeInTheDocument();
  expect(screen.queryByText(/Failed to load/)).not.toBeInTheDocument();
  expect(await screen.findByRole('heading', { name: 'Keep reading' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Back to Blog' })).toHaveAttribute('href', '/blog');
  expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument();
  expect(robots()).toBe('noindex');
});

test('POST-10: an error without a message says Failed to load the blog post.', async () => {
  vi.spyOn(blog, 'getPost').mockResolvedValue({ error: new AppError('unexpected', ''), status: 0 });
  openPost();
  expect(await screen.findByText('Failed to load the blog post.')).toBeInTheDocument();
});

test('POST-9, POST-10: a failed post has a retry', async () => {
  const { backend, user } = openPost({}, { [ONE_POST]: () => json({}, 500) });
  expect(
    await screen.findByRole('heading', { name: 'Error Loading Blog Post' }),
  ).toBeInTheDocument();
  expect(screen.getByText('Failed to load blog post with ID eleven-crates')).toBeInTheDocument();
  backend.on({ [ONE_POST]: () => json({ data: whole() }) });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Eleven crates' }),
  ).toBeInTheDocument();
});

test('R-09: a sample is labelled and noindex', async () => {
  openBlog(`/blog/${sample.id}`, {
    [ONE_POST]: () => json({}, 500),
    [POSTS]: () => json({}, 500),
  });
  await screen.findByRole('heading', { level: 1, name: sample.title });
  expect(screen.getByText('Sample posts')).toBeInTheDocument();
  expect(robots()).toBe('noindex');
});

test('R-09: while the blog is reachable, the address of a sample is not found', async () => {
  openBlog(`/blog/${sample.id}`, {
    [ONE_POST]: () => json({ error: { code: 'NOT_FOUND', message: '' } }, 404),
    [POSTS]: listOf([wirePost()]),
  });
  expect(
    await screen.findByRole('heading', { name: 'Error Loading Blog Post' }),
  ).toBeInTheDocument();
});

test('a post opened by its id moves to its slug', async () => {
  const { backend, router } = openBlog('/blog/3f0e1c5a-0000-4000-8000-000000000001', {
    [ONE_POST]: () => json({ data: whole() }),
    [POSTS]: listOf([wirePost()]),
  });
  await waitFor(() => expect(router.state.location.pathname).toBe('/blog/eleven-crates'));
  expect(screen.getByRole('heading', { level: 1, name: 'Eleven crates' })).toBeInTheDocument();
  expect(backend.requestsTo(ONE_POST)).toHaveLength(1);
});

test('a post links to its neighbours and three related posts', async () => {
  const posts = [wirePosts(2), wirePost(), wirePosts(5).slice(2)].flat();
  openPost({}, { [POSTS]: listOf(posts) });
  const nav = within(await screen.findByRole('navigation', { name: 'Newer and older posts' }));
  expect(nav.getByRole('link', { name: /^Newer/ })).toHaveAttribute('href', '/blog/post-2');
  expect(nav.getByRole('link', { name: /^Older/ })).toHaveAttribute('href', '/blog/post-3');
  const section = screen.getByRole('heading', { name: 'Keep reading' }).closest('section');
  const titles = within(section ?? document.body).getAllByRole('heading', { level: 3 });
  expect(titles).toHaveLength(3);
});

test('the link is copied, with a message', async () => {
  const { user } = openPost();
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await user.click(await screen.findByRole('button', { name: 'Copy link' }));
  expect(await screen.findByText('Link copied')).toBeInTheDocument();
  expect(write).toHaveBeenCalledWith(location.origin + location.pathname);
});

test('if copying fails a message refers to the address bar', async () => {
  const { user } = openPost();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
  await user.click(await screen.findByRole('button', { name: 'Copy link' }));
  expect(await screen.findByText(/the address bar has the link/)).toBeInTheDocument();
});

test('the share dialog of the system is used where there is one', async () => {
  const share = vi.fn().mockResolvedValue(undefined);
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'share');
  });
  const { user } = openPost();
  await user.click(await screen.findByRole('button', { name: 'Share' }));
  expect(share).toHaveBeenCalledWith({
    title: 'Eleven crates',
    url: location.origin + location.pathname,
  });
});
