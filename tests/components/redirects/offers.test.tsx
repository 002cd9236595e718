import { useState } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from '@/app/query-client';
import { DeleteDialog } from '@/documents/components/delete-dialog';
import { postKind } from '@/features/posts/kind';
import { paths } from '@/lib/paths';
import { UnpublishedDialog } from '@/features/redirects/components/unpublished-dialog';
import { useRedirectOffer } from '@/features/redirects/use-redirect-offer';
import { useUnpublished, type StoredPage } from '@/hooks/use-unpublished';
import {
  fakeSupabase,
  json,
  noContent,
  signedInAs,
  type FakeRoutes,
} from '../../support/fake-supabase';

const REDIRECT = 'POST /rest/v1/redirects';
const DELETE_POST = 'DELETE /functions/v1/blog/posts/*';
const post = {
  id: '8a1f7a10-0000-4000-8000-000000000001',
  slug: 'a-post',
  title: 'A post',
  status: 'published',
};

const pages: FakeRoutes = {
  'GET /rest/v1/case_studies': () => json([]),
  'GET /rest/v1/blog_posts': () =>
    json([
      { slug: 'a-post', title: 'A post' },
      { slug: 'its-heir', title: 'Its heir' },
    ]),
};

function DeleteScreen({ status }: { status: string }) {
  const offer = useRedirectOffer();
  const [asked, setAsked] = useState(true);
  return (
    <DeleteDialog
      kind={postKind}
      document={
        asked
          ? { ...post, address: status === 'published' ? paths.post.to(post.slug) : null }
          : null
      }
      redirectOffer={offer}
      onClose={() => setAsked(false)}
    />
  );
}

function ask(routes: FakeRoutes = {}, status = 'published') {
  const backend = fakeSupabase({
    ...signedInAs('editor'),
    ...pages,
    [REDIRECT]: noContent,
    [DELETE_POST]: noContent,
    ...routes,
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <DeleteScreen status={status} />
    </QueryClientProvider>,
  );
  return { backend, user: userEvent.setup(), dialog: within(screen.getByRole('alertdialog')) };
}

test('deleting a published post offers a redirect, which is saved first', async () => {
  const { backend, user, dialog } = ask();
  const field = dialog.getByLabelText('Send visitors of its address to');
  await dialog.findByRole('option', { name: 'Its heir' });
  expect(dialog.queryByRole('option', { name: 'A post' })).not.toBeInTheDocument();
  await user.selectOptions(field, 'Its heir');
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(backend.requestsTo(DELETE_POST)).toHaveLength(1));
  expect(backend.requestsTo(REDIRECT)[0]?.body).toEqual({
    from_path: '/blog/a-post',
    to_path: '/blog/its-heir',
  });
  const order = backend.requests
    .filter(({ method }) => method !== 'GET')
    .map(({ url }) => url.pathname);
  expect(order.indexOf('/rest/v1/redirects')).toBeLessThan(
    order.findIndex((path) => path.startsWith('/functions/v1/blog')),
  );
});

test('the redirect is optional', async () => {
  const { backend, user, dialog } = ask();
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(backend.requestsTo(DELETE_POST)).toHaveLength(1));
  expect(backend.requestsTo(REDIRECT)).toHaveLength(0);
});

test('a redirect that cannot be saved shows an error, and nothing is deleted', async () => {
  const { backend, user, dialog } = ask({
    [REDIRECT]: () => json({ code: 'PT422', message: 'to_path: this would lead in a circle' }, 422),
  });
  await dialog.findByRole('option', { name: 'Its heir' });
  const field = dialog.getByLabelText('Send visitors of its address to');
  await user.selectOptions(field, 'Its heir');
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(field).toHaveAccessibleDescription(/circle/));
  expect(backend.requestsTo(DELETE_POST)).toHaveLength(0);
});

test('deleting a draft offers no redirect', () => {
  const { dialog } = ask({}, 'draft');
  expect(dialog.queryByLabelText('Send visitors of its address to')).not.toBeInTheDocument();
});

test('unpublishing offers a redirect, which is optional', async () => {
  const backend = fakeSupabase({ ...signedInAs('editor'), ...pages });
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <UnpublishedDialog path="/blog/old" onClose={onClose} />
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Add redirect' }));
  expect(screen.getByLabelText(/Send visitors to/)).toHaveAccessibleDescription(
    /Please choose a page/,
  );
  expect(onClose).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Not now' }));
  expect(onClose).toHaveBeenCalledOnce();
  expect(backend.requestsTo(REDIRECT)).toHaveLength(0);
});

const live: StoredPage = { version: 3, isPublished: true, path: '/blog/a' };

test.for<[string, StoredPage, string | null]>([
  ['taken off the site', { ...live, version: 4, isPublished: false }, '/blog/a'],
  // The database redirects it.
  ['given a new address', { ...live, version: 4, path: '/blog/b' }, null],
  ['saved', { ...live, version: 4 }, null],
  ['put back to older text', { ...live, version: 2, isPublished: false }, null],
])('a published page that was %s', ([, next, told]) => {
  const onUnpublished = vi.fn();
  const { rerender } = renderHook((stored: StoredPage) => useUnpublished(stored, onUnpublished), {
    initialProps: live,
  });
  rerender(next);
  expect(onUnpublished.mock.calls).toEqual(told === null ? [] : [[told]]);
});

test('saving a draft offers no redirect', () => {
  const onUnpublished = vi.fn();
  const draft = { ...live, isPublished: false };
  const { rerender } = renderHook((stored: StoredPage) => useUnpublished(stored, onUnpublished), {
    initialProps: draft,
  });
  rerender({ ...draft, version: 4, path: '/blog/b' });
  rerender({ ...live, version: 5, path: '/blog/b' });
  expect(onUnpublished).not.toHaveBeenCalled();
});
