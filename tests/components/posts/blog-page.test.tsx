import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { postDateParts } from '@/features/posts/model';
import { held, json } from '../../support/fake-supabase';
import { listOf, openBlog, POSTS, robots, wirePost, wirePosts } from './blog-setup';

const broken = () => json({ error: { code: 'INTERNAL', message: 'Broken' } }, 500);

test('BLOG-1, BLOG-2: the hero is titled Blog, and Subscribe links to the newsletter', async () => {
  openBlog('/blog?category=craft', { [POSTS]: listOf(wirePosts(2)) });
  expect(screen.getByRole('heading', { level: 1, name: 'Blog' })).toBeInTheDocument();
  const subscribe = screen.getByRole('link', { name: 'Subscribe' });
  expect(subscribe).toHaveAttribute('href', '/blog?category=craft#newsletter');
  expect(document.getElementById('newsletter')).toContainElement(
    screen.getByRole('textbox', { name: /Email/ }),
  );
  await screen.findByText('Post 1');
});

test('BLOG-3: the loading state has a text', async () => {
  const { handler, release } = held(listOf(wirePosts(1)));
  openBlog('/blog', { [POSTS]: handler });
  expect(screen.getByText('Loading blog posts...')).toBeInTheDocument();
  release();
  await screen.findByText('Post 1');
  expect(screen.queryByText('Loading blog posts...')).not.toBeInTheDocument();
});

test('BLOG-4: lists posts with date, category, reading time, word count and author', async () => {
  openBlog('/blog', { [POSTS]: listOf([wirePost()]) });
  const link = await screen.findByRole('link', { name: 'Eleven crates' });
  expect(link).toHaveAttribute('href', '/blog/eleven-crates');
  const row = within(screen.getByRole('article'));
  expect(row.getByText('Craft')).toBeInTheDocument();
  expect(row.getByText('4 min read')).toBeInTheDocument();
  expect(row.getByText('What a bike taught us.')).toBeInTheDocument();
  expect(row.getByText('Mara Ellison').parentElement).toHaveTextContent('By Mara Ellison');
  const { day, year } = postDateParts('2026-03-12T14:00:00.000Z');
  expect(row.getByText(day).closest('time')).toHaveTextContent(`${day}, ${year}`);
  expect(robots()).not.toBe('noindex');
});

test('BLOG-9: a post without a category shows Uncategorized', async () => {
  openBlog('/blog', { [POSTS]: () => json([{ id: '1', title: 'Bare', date: '2026-01-02' }]) });
  await screen.findByRole('link', { name: 'Bare' });
  expect(within(screen.getByRole('article')).getByText('Uncategorized')).toBeInTheDocument();
});

test('BLOG-5, R-09: without posts there are six labelled samples, noindex, with a retry', async () => {
  const { backend, user } = openBlog('/blog', { [POSTS]: broken });
  expect(await screen.findByText('Sample posts')).toBeInTheDocument();
  expect(screen.getAllByRole('article')).toHaveLength(6);
  expect(robots()).toBe('noindex');
  backend.on({ [POSTS]: listOf([wirePost()]) });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('link', { name: 'Eleven crates' });
  expect(screen.queryByText('Sample posts')).not.toBeInTheDocument();
  expect(robots()).not.toBe('noindex');
});

test('R-09: with posts loaded before, a failure shows no samples', async () => {
  const { backend, user } = openBlog('/blog', { [POSTS]: listOf([wirePost()]) });
  await screen.findByRole('link', { name: 'Eleven crates' });
  backend.on({ [POSTS]: broken });
  await user.click(await screen.findByRole('link', { name: 'Craft' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load blog posts');
  expect(screen.queryByText('Sample posts')).not.toBeInTheDocument();
});

test('an empty blog and a search without a match have different texts', async () => {
  const { user, router } = openBlog('/blog?search=zeppelin', {
    [POSTS]: ({ url }) =>
      listOf(url.searchParams.has('search') ? [] : wirePosts(1))({
        method: 'GET',
        url,
        headers: new Headers(),
        body: null,
      }),
  });
  expect(await screen.findByText('Nothing here matches that.')).toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: 'Show all posts' }));
  await screen.findByText('Post 1');
  expect(router.state.location.search).toBe('');
});

test('an empty blog shows that nothing is published, and what to do', async () => {
  openBlog('/blog', { [POSTS]: listOf([]) });
  expect(await screen.findByText('Nothing published yet.')).toBeInTheDocument();
  for (const link of screen.getAllByRole('link', { name: 'Subscribe' })) {
    expect(link).toHaveAttribute('href', '/blog#newsletter');
  }
});

test('BLOGAPI-1, CONST-8: category, tag, search and page of the address are requested, ten at a time', async () => {
  const { backend } = openBlog('/blog?category=craft&tag=Shops&search=crate&page=2', {
    [POSTS]: listOf(wirePosts(12)),
  });
  await screen.findByText('Post 11');
  expect(Object.fromEntries(backend.requestsTo(POSTS)[0]?.url.searchParams ?? [])).toEqual({
    category: 'craft',
    tag: 'Shops',
    search: 'crate',
    page: '2',
    limit: '10',
  });
  expect(screen.getByRole('link', { name: 'Craft' })).toHaveAttribute('aria-current', 'true');
  expect(screen.getByRole('link', { name: 'Craft' })).toHaveAttribute(
    'href',
    '/blog?category=Craft&tag=Shops&search=crate',
  );
  expect(screen.getByRole('searchbox', { name: 'Search posts' })).toHaveValue('crate');
  expect(document.head.querySelector('link[rel="canonical"]')).toHaveAttribute(
    'href',
    `${location.origin}/blog`,
  );
});

test('typing searches once after a pause, and Back returns to the state before', async () => {
  const { backend, user, router } = openBlog('/blog?page=2', { [POSTS]: listOf(wirePosts(12)) });
  await screen.findByText('Post 11');
  await user.type(screen.getByRole('searchbox', { name: 'Search posts' }), 'bike');
  await waitFor(() => expect(router.state.location.search).toBe('?search=bike'));
  await screen.findByText('Post 1');
  const asked = backend.requestsTo(POSTS).map(({ url }) => url.searchParams.get('search'));
  expect(asked).toEqual([null, 'bike']);
  await router.navigate(-1);
  await waitFor(() => expect(screen.getByRole('searchbox')).toHaveValue(''));
  expect(router.state.location.search).toBe('?page=2');
});

test('Enter searches at once, without leaving the page', async () => {
  const { user, router } = openBlog('/blog', { [POSTS]: listOf(wirePosts(1)) });
  await screen.findByText('Post 1');
  await user.type(screen.getByRole('searchbox'), ' bike {Enter}');
  expect(router.state.location.search).toBe('?search=bike');
});

test('Older and Newer are links, and changing the page moves the focus', async () => {
  const { user } = openBlog('/blog', { [POSTS]: listOf(wirePosts(12)) });
  const older = await screen.findByRole('link', { name: 'Older posts' });
  expect(older).toHaveAttribute('rel', 'next');
  expect(older).toHaveAttribute('href', '/blog?page=2');
  expect(screen.queryByRole('link', { name: 'Newer posts' })).not.toBeInTheDocument();
  await user.click(older);
  const newer = await screen.findByRole('link', { name: 'Newer posts' });
  expect(newer).toHaveAttribute('rel', 'prev');
  expect(newer).toHaveAttribute('href', '/blog');
  expect(screen.getByText('12 posts, page 2 of 2')).toHaveFocus();
});

test('BLOG-13: tags link to their posts; the chosen one can be removed', async () => {
  const { user, router } = openBlog('/blog', { [POSTS]: listOf(wirePosts(1)) });
  await user.click(await screen.findByRole('link', { name: 'Shops' }));
  expect(router.state.location.search).toBe('?tag=Shops');
  await user.click(await screen.findByRole('link', { name: 'Remove the tag Shops' }));
  expect(router.state.location.search).toBe('');
});

test('the list is complete without categories and tags', async () => {
  openBlog('/blog', {
    [POSTS]: listOf(wirePosts(1)),
    'GET /functions/v1/blog/categories': broken,
    'GET /functions/v1/blog/tags': broken,
  });
  await screen.findByText('Post 1');
  expect(screen.getByRole('link', { name: 'All' })).toBeInTheDocument();
});
