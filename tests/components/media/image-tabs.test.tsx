import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { StorageStatus } from '@/features/media/components/storage-status';
import { fakeSupabase, json, signedInAs } from '../../support/fake-supabase';
import { bucketRoutes, LIST, picture, recordRow, RECORDS, storedObject } from './fake-upload';
import { openImagesPage } from './open-images-page';
import { openNotice } from '../../support/notices';

const PICTURE = 'GET /storage/v1/object/public/images/*';
const ADD_RECORD = 'POST /rest/v1/image_records';
const DELETE_RECORD = 'DELETE /rest/v1/image_records';

function openStatus(isUploading: boolean) {
  fakeSupabase({ ...signedInAs('editor'), ...bucketRoutes([storedObject('a.png')]) });
  const onReload = vi.fn();
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <StorageStatus isUploading={isUploading} onReload={onReload} />
    </QueryClientProvider>,
  );
  return { onReload, refresh: screen.getByRole('button', { name: 'Refresh' }) };
}

test('DASH-12, DASH-13: three tabs, Storage Images first', async () => {
  const { user, address } = openImagesPage();
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'Storage Images',
    'Placeholder Images',
    'Defined Images',
  ]);
  expect(screen.getByRole('tab', { name: 'Storage Images' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await user.click(screen.getByRole('tab', { name: 'Placeholder Images' }));
  expect(address()).toBe('/admin/images?tab=placeholders');
  expect(screen.getByText('Placeholder 1')).toBeVisible();
});

test('DASH-10: the status card shows the state of storage', async () => {
  const { refresh } = openStatus(false);
  expect(await screen.findByText('Storage is up')).toBeVisible();
  expect(screen.getByText('1 image, 1.5 MB')).toBeVisible();
  expect(refresh).toBeEnabled();
});

test('DASH-11, CONST-6: Refresh spins, and reloads the page after a second', async () => {
  const { onReload, refresh } = openStatus(false);
  await screen.findByText('Storage is up');
  vi.useFakeTimers();
  try {
    fireEvent.click(refresh);
    expect(refresh).toHaveAttribute('aria-busy', 'true');
    vi.advanceTimersByTime(999);
    expect(onReload).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onReload).toHaveBeenCalledOnce();
  } finally {
    vi.useRealTimers();
  }
});

test('R-29: during an upload Refresh asks for confirmation', async () => {
  const { onReload, refresh } = openStatus(true);
  await screen.findByText('Storage is up');
  fireEvent.click(refresh);
  fireEvent.click(screen.getByRole('button', { name: 'Keep uploading' }));
  expect(refresh).not.toHaveAttribute('aria-busy');
  fireEvent.click(refresh);
  fireEvent.click(screen.getByRole('button', { name: 'Refresh anyway' }));
  await waitFor(() => expect(onReload).toHaveBeenCalledOnce(), { timeout: 2000 });
});

test('leaving during an upload asks for confirmation', async () => {
  const { uploads, user, address } = openImagesPage();
  const link = screen.getByRole('link', { name: 'Projects' });
  await user.upload(screen.getByLabelText('Upload a picture'), picture());
  await waitFor(() => expect(uploads[0]?.body).toBeTruthy());
  await user.click(link);
  await user.click(screen.getByRole('button', { name: 'Keep uploading' }));
  expect(address()).toBe('/admin/images');
  await user.click(link);
  await user.click(screen.getByRole('button', { name: 'Cancel and leave' }));
  expect(address()).toBe('/projects');
});

test('DASH-19: five placeholders, whose address Use Placeholder copies', async () => {
  const { user } = openImagesPage({}, '/admin/images?tab=placeholders');
  const buttons = screen.getAllByRole('button', { name: /^Use Placeholder/ });
  expect(buttons).toHaveLength(5);
  await user.click(screen.getByRole('button', { name: 'Use Placeholder 2' }));
  expect(await navigator.clipboard.readText()).toBe('/images/placeholder-2-960.webp');
  expect(openNotice()).toMatchObject({ type: 'success', title: 'Placeholder copied' });
});

test('DASH-20: defined images show key and path, with copy', async () => {
  const { user } = openImagesPage(
    bucketRoutes([storedObject('a.png')], [recordRow('a.png', { original_name: 'Pears.png' })]),
    '/admin/images?tab=defined',
  );
  expect(screen.getByRole('heading', { name: 'hero.home' })).toBeVisible();
  expect(screen.getByText('/images/hero-home-960.webp')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Copy path of Pears.png' }));
  expect(await navigator.clipboard.readText()).toBe(
    '/storage/v1/object/public/images/a.png?v=1600x900.1',
  );
  expect(openNotice()).toMatchObject({ title: 'Path copied' });
});

test('DASH-22, R-29: without records it offers Rebuild, which creates them', async () => {
  const close = vi.fn();
  vi.stubGlobal('createImageBitmap', async () => ({ width: 1200, height: 800, close }));
  const { server, user } = openImagesPage(
    {
      ...bucketRoutes([storedObject('seed/a.png')]),
      'HEAD /images/*': ({ url }) =>
        new Response(null, {
          headers: { 'content-type': url.pathname.includes('ufo') ? 'text/html' : 'image/webp' },
        }),
      [PICTURE]: () => new Response('bytes', { headers: { 'content-type': 'image/png' } }),
      [ADD_RECORD]: () => new Response(null, { status: 201 }),
    },
    '/admin/images?tab=defined',
  );
  expect(
    await screen.findByText('No images found. Upload some images and click rebuild.'),
  ).toBeVisible();

  let records: unknown[] = [];
  server.on({ [RECORDS]: () => json(records) });
  records = [];
  server.on({
    [ADD_RECORD]: () => {
      records = [recordRow('seed/a.png', { original_name: 'a.png' })];
      return new Response(null, { status: 201 });
    },
  });
  await user.click(screen.getByRole('button', { name: 'Rebuild' }));

  expect(await screen.findByRole('heading', { name: 'a.png' })).toBeVisible();
  expect(server.requestsTo(ADD_RECORD)[0]?.body).toMatchObject({
    path: 'seed/a.png',
    width: 1200,
    height: 800,
    byte_size: 5,
    mime: 'image/png',
    original_name: 'a.png',
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(screen.getByText('Does not load').closest('li')).toHaveTextContent('ufo');
  expect(openNotice()).toMatchObject({
    title: 'Rebuilt',
    description: expect.stringContaining('1 records added'),
  });
});

test('R-29: Rebuild removes records without a file, and names unreadable files', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no picture')));
  const { server, user } = openImagesPage(
    {
      ...bucketRoutes([storedObject('odd.png')], [recordRow('gone.png')]),
      'HEAD /images/*': () => new Response(null, { headers: { 'content-type': 'image/webp' } }),
      [PICTURE]: () => new Response('bytes', { headers: { 'content-type': 'image/png' } }),
      [DELETE_RECORD]: () => new Response(null, { status: 204 }),
    },
    '/admin/images?tab=defined',
  );
  await user.click(screen.getByRole('button', { name: 'Rebuild' }));
  expect(await screen.findByText('Some stored images could not be read')).toBeVisible();
  expect(screen.getByText('odd.png')).toBeVisible();
  expect(server.requestsTo(DELETE_RECORD)[0]?.url.searchParams.get('path')).toBe('eq.gone.png');
});

test('R-29: a failed rebuild shows an error', async () => {
  const { server, user } = openImagesPage({}, '/admin/images?tab=defined');
  await screen.findByText('No images found. Upload some images and click rebuild.');
  server.on({ [LIST]: () => json({ message: 'out of order' }, 500) });
  await user.click(screen.getByRole('button', { name: 'Rebuild' }));
  const alert = await screen.findByText('Rebuild failed');
  expect(alert.closest('[role="alert"]')).toHaveTextContent('out of order');
});

test('R-30: of a thousand pictures the first are shown, and more on request; the address knows how many', async () => {
  const objects = Array.from({ length: 1000 }, (_, place) =>
    storedObject(`${String(place).padStart(4, '0')}.png`),
  );
  openImagesPage(
    {
      ...bucketRoutes(),
      [LIST]: ({ body }) => {
        const { offset, limit } = Object(body);
        return json(objects.slice(offset, offset + limit));
      },
    },
    '/admin/images?page=2&sort=name',
  );
  expect(await screen.findByText('1000 images')).toBeVisible();
  const list = within(screen.getByRole('group', { name: 'Stored images' }));
  expect(list.getAllByRole('listitem')).toHaveLength(48);
  expect(list.getByRole('heading', { name: '0047.png' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Show more' })).toHaveAttribute(
    'href',
    '/admin/images?sort=name&page=3',
  );
});
