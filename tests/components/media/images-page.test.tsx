import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { json, type FakeRoutes } from '../../support/fake-supabase';
import { bucketRoutes, LIST, picture, uploaded } from './fake-upload';
import { openImagesPage } from './open-images-page';
import { openNotice } from '../../support/notices';

const DELETE = 'DELETE /storage/v1/object/images';

const cover = {
  id: '1',
  name: 'seed/cover.png',
  created_at: '2026-11-18T12:00:00Z',
  metadata: { size: 1_572_864 },
};

function openPage(routes: FakeRoutes = {}) {
  return openImagesPage({ ...bucketRoutes([cover]), ...routes });
}

test('the whole page accepts dropped files', async () => {
  const { uploads } = openPage();
  await screen.findByRole('heading', { name: 'cover.png' });
  fireEvent.drop(document.body, {
    dataTransfer: { types: ['Files'], files: [picture('one.png')] },
  });
  await waitFor(() => expect(uploads).toHaveLength(1));
});

test('DASH-1: the page is titled Admin Dashboard and noindex', async () => {
  openPage();
  expect(screen.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();
  expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  await screen.findByRole('heading', { name: 'cover.png' });
});

test.each([
  ['DASH-2', ['/', '/about', '/services', '/projects', '/blog', '/contact']],
  ['DASH-3', ['/admin/images', '/admin/case-studies']],
  ['DASH-4', ['/privacy', '/terms', '/cookie']],
])('%s: the site navigation links to %s', async (_, addresses) => {
  openPage();
  const links = within(screen.getByRole('navigation', { name: 'Site navigation' }))
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));
  expect(links).toEqual(expect.arrayContaining(addresses));
  await screen.findByRole('heading', { name: 'cover.png' });
});

test('DASH-14, DASH-15, DASH-16: a stored image shows name, size and upload date', async () => {
  openPage();
  const name = await screen.findByRole('heading', { name: 'cover.png' });
  const list = within(screen.getByRole('group', { name: 'Stored images' }));
  const cards = list.getAllByRole('listitem');
  expect(cards).toHaveLength(1);
  expect(cards[0]).toContainElement(name);
  expect(cards[0]).toHaveTextContent('1.5 MB');
  expect(cards[0]).toHaveTextContent('Nov 18, 2026');
});

test('DASH-17: Copy URL copies the public URL', async () => {
  const { user } = openPage();
  await user.click(await screen.findByRole('button', { name: 'Copy URL of cover.png' }));
  expect(await navigator.clipboard.readText()).toBe(
    `${location.origin}/storage/v1/object/public/images/seed/cover.png`,
  );
  expect(openNotice()).toMatchObject({ type: 'success', title: 'URL copied' });
});

test('DASH-17: if copying fails the URL is shown on screen', async () => {
  const { user } = openPage();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Not allowed'));
  await user.click(await screen.findByRole('button', { name: 'Copy URL of cover.png' }));
  await waitFor(() =>
    expect(openNotice()).toMatchObject({
      type: 'error',
      description: `${location.origin}/storage/v1/object/public/images/seed/cover.png`,
    }),
  );
});

test('DASH-18, DASH-28: Delete asks for confirmation, removes the object and shows a message', async () => {
  const { server, user } = openPage({ [DELETE]: () => json([{ name: 'seed/cover.png' }]) });
  await user.click(await screen.findByRole('button', { name: 'Delete cover.png' }));
  const dialog = within(screen.getByRole('alertdialog', { name: 'Delete this image?' }));
  expect(server.requestsTo(DELETE)).toEqual([]);

  server.on({ [LIST]: () => json([]) });
  await user.click(await dialog.findByRole('button', { name: 'Delete image' }));

  expect(
    await screen.findByText('No images found in storage. Upload some images first.'),
  ).toBeVisible();
  expect(server.requestsTo(DELETE)[0]?.body).toEqual({ prefixes: ['seed/cover.png'] });
  expect(openNotice()).toMatchObject({ type: 'success', title: 'Image Deleted' });
  await waitFor(() => expect(screen.getByRole('group', { name: 'Stored images' })).toHaveFocus());
});

test('DASH-18: Cancel keeps the image', async () => {
  const { server, user } = openPage();
  await user.click(await screen.findByRole('button', { name: 'Delete cover.png' }));
  await screen.findByRole('button', { name: 'Delete image' });
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  expect(server.requestsTo(DELETE)).toEqual([]);
  expect(screen.getByRole('heading', { name: 'cover.png' })).toBeVisible();
});

test('DASH-27: a failed delete stays open with the reason, and a toast shows it too', async () => {
  const { user } = openPage({ [DELETE]: () => json({ message: 'new row violates policy' }, 403) });
  await user.click(await screen.findByRole('button', { name: 'Delete cover.png' }));
  await user.click(await screen.findByRole('button', { name: 'Delete image' }));

  const dialog = screen.getByRole('alertdialog');
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('new row violates policy');
  expect(openNotice()).toMatchObject({
    title: 'Deletion Failed',
    description: 'Failed to delete image: new row violates policy',
  });
});

test('DASH-5, DASH-26: an uploaded image appears in the list', async () => {
  const { server, uploads, user } = openPage({ [LIST]: () => json([]) });
  await screen.findByText('No images found in storage. Upload some images first.');
  await user.upload(screen.getByLabelText('Upload a picture'), picture());
  await waitFor(() => expect(uploads[0]?.body).toBeTruthy());
  server.on({ [LIST]: () => json([cover]) });
  uploads[0]?.answer(200, uploaded('seed/cover.png'));

  expect(await screen.findByRole('heading', { name: 'cover.png' })).toBeVisible();
  expect(openNotice()).toMatchObject({ title: 'Upload Successful' });
});

test('DASH-8: the bar disappears a second after the upload', async () => {
  const { uploads, user } = openPage();
  await user.upload(screen.getByLabelText('Upload a picture'), picture());
  await waitFor(() => expect(uploads[0]?.body).toBeTruthy());
  uploads[0]?.answer(200, uploaded());
  const answeredAt = performance.now();
  expect(await screen.findByText('100%')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('progressbar')).not.toBeInTheDocument(), {
    timeout: 2500,
  });
  expect(performance.now() - answeredAt).toBeGreaterThan(950);
});

test('leaving the page aborts the upload', async () => {
  const { uploads, user, leave } = openPage();
  await user.upload(screen.getByLabelText('Upload a picture'), picture());
  await waitFor(() => expect(uploads[0]?.body).toBeTruthy());
  const aborted = vi.fn();
  uploads[0]?.addEventListener('abort', aborted);
  leave();
  expect(aborted).toHaveBeenCalledOnce();
});

test('DASH-23, DASH-29: a list error shows in a Storage Error alert and as a toast', async () => {
  openPage({ [LIST]: () => json({ message: 'out of order' }, 500) });
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Storage Error');
  expect(alert).toHaveTextContent('out of order');
  expect(openNotice()).toMatchObject({
    type: 'error',
    title: 'Failed to load images from storage',
  });
  expect(screen.getByText('Storage is down')).toBeVisible();
});
