import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, onTestFinished, test } from 'vitest';
import { createQueryClient } from '@/app/query-client';
import { PostHistoryPage } from '@/pages/admin/post-history-page';
import { PostsPage } from '@/pages/admin/posts-page';
import { fakeSupabase, held, json, signedInAs, type FakeRoutes } from '../../support/fake-supabase';
import { POST_ID, storedPost } from './posts-setup';
import { agency } from '@brand/agency';
import { closeNotices, openNotice } from '../../support/notices';

const LIST = 'GET /rest/v1/blog_posts';
const DELETED = 'GET /rest/v1/deleted_documents';
const REVISIONS = 'GET /rest/v1/document_revisions';
const RESTORE_VERSION = 'POST /rest/v1/rpc/restore_document_version';

function row(overrides: Record<string, unknown> = {}) {
  const { status = 'published', published_at = '2026-03-12T14:00:00Z' } = overrides;
  return {
    id: POST_ID,
    slug: 'eleven-crates',
    title: 'Eleven crates',
    status,
    published_at,
    public_from: status === 'published' ? published_at : null,
    updated_at: '2026-03-12T14:00:00Z',
    author: { name: 'Mara Ellison' },
    category: { name: 'Craft' },
    ...overrides,
  };
}

const page =
  (rows: unknown[], total = rows.length) =>
  () =>
    json(rows, { headers: { 'content-range': `0-${rows.length - 1}/${total}` } });

function open(address: string, routes: FakeRoutes) {
  const server = fakeSupabase({
    ...signedInAs('editor'),
    // Targets for visitors of a deleted post.
    'GET /rest/v1/case_studies': () => json([]),
    ...routes,
  });
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { retry: false } });
  onTestFinished(closeNotices);
  const router = createMemoryRouter(
    [
      { path: '/admin/blog', element: <PostsPage /> },
      { path: '/admin/blog/edit/:id/history', element: <PostHistoryPage /> },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    { initialEntries: [address] },
  );
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { server, router, user: userEvent.setup() };
}

test('posts show status, title, author, category and the time of the last change', async () => {
  open('/admin/blog', {
    [LIST]: page([
      row(),
      row({ id: '2', title: 'Unwritten', status: 'draft', published_at: null, category: null }),
      row({ id: '3', title: 'Tomorrow', published_at: '2999-01-01T00:00:00Z', author: null }),
    ]),
  });
  const rows = await screen.findAllByRole('listitem');
  expect(rows.map((each) => within(each).getByRole('heading').textContent)).toEqual([
    'Eleven crates',
    'Unwritten',
    'Tomorrow',
  ]);
  expect(rows[0]).toHaveTextContent(
    /Craft.*Mara Ellison.*Published.*Published [A-Z][a-z]{2} \d.*Mar 12, 2026/,
  );
  expect(rows[1]).toHaveTextContent(/No category.*Draft/);
  expect(rows[2]).toHaveTextContent(
    new RegExp(`${agency.name}.*Scheduled.*Will be published \\w+ \\d+, (?:2998|2999)`),
  );
  expect(screen.getByText('3 posts')).toBeVisible();
});

test('the list has a skeleton, an error with a retry, and a text when empty', async () => {
  const slow = held(() => json({ message: 'Broken' }, 500));
  const { server, user } = open('/admin/blog', { [LIST]: slow.handler });
  expect(screen.getByText('Loading posts...')).toBeInTheDocument();
  slow.release();
  await screen.findByText('Failed to load the posts');
  server.on({ [LIST]: page([]) });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No posts yet')).toBeVisible();
  expect(screen.queryByRole('search')).toBeNull();
});

test('search, status, order and page are in the address and in the query', async () => {
  const { server, router, user } = open('/admin/blog?status=draft&sort=title', {
    [LIST]: page([row()], 60),
  });
  await screen.findByText('Page 1 of 3');
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'slow');
  await waitFor(() =>
    expect(router.state.location.search).toBe('?search=slow&status=draft&sort=title'),
  );
  await waitFor(() => expect(server.requestsTo(`${LIST}?status=eq.draft`)).toHaveLength(2));
  const asked = server.requestsTo(LIST).at(-1)?.url.searchParams;
  expect(asked?.get('search')).toBe('fts(simple).slow:*');
  expect(asked?.get('order')).toBe('title.asc.nullslast,id.asc');
});

test('no match says so and shows all again', async () => {
  const { router, user } = open('/admin/blog?search=zzz', { [LIST]: page([]) });
  await user.click(await screen.findByRole('button', { name: 'Show all posts' }));
  expect(router.state.location.search).toBe('');
});

test('a deleted post is restored by Undo, and from the list of deleted posts', async () => {
  const { server, user } = open('/admin/blog', {
    [LIST]: page([row()]),
    [`DELETE /functions/v1/blog/posts/${POST_ID}`]: () => json({ data: { id: POST_ID } }),
    [DELETED]: () =>
      json([{ id: POST_ID, title: 'Eleven crates', deleted_at: new Date().toISOString() }]),
    'POST /rest/v1/rpc/restore_deleted_document': () => json(POST_ID),
  });
  await user.click(await screen.findByRole('button', { name: 'More for Eleven crates' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog).toHaveTextContent('disappears from the website');
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(openNotice()?.title).toBe('"Eleven crates" deleted'));
  openNotice()?.actions?.[0]?.onSelect();
  await waitFor(() => expect(openNotice()?.title).toBe('"Eleven crates" restored'));

  await user.click(screen.getByText('Recently deleted'));
  expect(await screen.findByText(/30 days left/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Restore Eleven crates' }));
  await waitFor(() =>
    expect(server.requestsTo('POST /rest/v1/rpc/restore_deleted_document')).toHaveLength(2),
  );
  await waitFor(() => expect(screen.getByText('Recently deleted')).toHaveFocus());
});

function revision(version: number, post: Record<string, unknown>) {
  return {
    version,
    saved_by_email: 'ada@example.com',
    saved_at: '2026-03-12T14:00:00Z',
    restored_from: null,
    snapshot: {
      post: {
        title: 'Eleven crates',
        slug: 'eleven-crates',
        excerpt: 'What a bike taught us.',
        content_markdown: 'It holds eleven.',
        cover_image_url: null,
        cover_alt: null,
        status: 'published',
        published_at: '2026-03-12T14:00:00Z',
        ...post,
      },
      tags: ['Shops'],
      category: 'Craft',
      author: 'Mara Ellison',
    },
  };
}

test('the history compares versions word by word and restores one as a new version', async () => {
  const versions = [revision(3, {}), revision(2, { content_markdown: 'It holds ten.' })];
  const { server, user } = open(`/admin/blog/edit/${POST_ID}/history`, {
    ...storedPost(),
    [REVISIONS]: () => json(versions),
    [RESTORE_VERSION]: () => json(4),
  });
  expect(await screen.findByText('eleven', { selector: 'ins', exact: false })).toBeVisible();
  expect(screen.getByText('ten', { selector: 'del', exact: false })).toBeVisible();
  await user.click(screen.getByRole('link', { name: /Version 2/ }));
  await user.click(await screen.findByRole('button', { name: 'Restore this version' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Restore version 2?' });
  await user.click(within(dialog).getByRole('button', { name: 'Restore' }));
  await waitFor(() => expect(openNotice()?.title).toBe('Version 2 restored'));
  expect(server.requestsTo(RESTORE_VERSION)[0]?.body).toEqual({
    ...{ document_id: POST_ID, from_version: 2, expected_version: 3 },
  });
});

test('a restored version is marked in the list and above the comparison', async () => {
  const versions = [
    { ...revision(3, {}), restored_from: 1 },
    revision(2, { content_markdown: 'It holds ten.' }),
    revision(1, {}),
  ];
  open(`/admin/blog/edit/${POST_ID}/history`, {
    ...storedPost(),
    [REVISIONS]: () => json(versions),
  });
  expect(await screen.findByRole('link', { name: /Version 3.*Version 1 restored/ })).toBeVisible();
  expect(await screen.findByText(/restored from version 1/)).toHaveTextContent(
    /by ada, restored from version 1$/,
  );
});
