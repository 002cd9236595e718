import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PictureBatch } from '@/features/media/components/picture-batch';
import { fakeSupabase, signedInAs, type FakeRoutes } from '../../support/fake-supabase';
import {
  bucketRoutes,
  fakeUploads,
  picture,
  recordRow,
  refused,
  storedObject,
  uploaded,
} from '../media/fake-upload';
import { openStudy, section, storedStudy } from './form-setup';

const STORED = `${location.origin}/storage/v1/object/public/images`;

async function openGallery(count: number, routes: FakeRoutes = bucketRoutes()) {
  const rows = Array.from({ length: count }, (_, index) => ({
    image_url: `/images/placeholder-${index}.webp`,
    caption: null,
    alt_text: null,
    display_order: index + 1,
  }));
  fakeSupabase({
    ...signedInAs('editor'),
    ...storedStudy({ case_study_gallery: rows }),
    ...routes,
  });
  const uploads = fakeUploads();
  const { user } = await openStudy({
    renderPictureBatch: (batch) => <PictureBatch {...batch} />,
  });
  const sent = (place: number) =>
    waitFor(() => {
      const upload = uploads[place];
      if (!upload?.body) throw new Error('No upload yet');
      return upload;
    });
  return { user, uploads, sent };
}

const gallery = () => section('Gallery');
const addresses = () =>
  gallery()
    .queryAllByRole('textbox', { name: 'Image URL' })
    .map((input) => (input instanceof HTMLInputElement ? input.value : ''));

test('several files become rows in their order; one that fails does not stop the others', async () => {
  const { user, sent } = await openGallery(0);
  const files = [picture('a.png'), picture('b.png'), picture('c.png')];
  await user.upload(gallery().getByLabelText('Upload pictures'), files);
  (await sent(0)).answer(200, uploaded('a.png'));
  (await sent(1)).answer(422, refused('The file is damaged'));
  (await sent(2)).answer(200, uploaded('c.png'));
  await waitFor(() =>
    expect(addresses()).toEqual([`${STORED}/a.png?v=8x8.1`, `${STORED}/c.png?v=8x8.1`]),
  );
  expect(gallery().getByRole('alert')).toHaveTextContent('b.pngThe file is damaged');
  expect(gallery().getByText('Added 1 row, 2 now')).toBeInTheDocument();
});

test('pictures dropped or pasted on the rows are uploaded', async () => {
  const { sent } = await openGallery(1);
  const [row] = gallery().getAllByRole('textbox', { name: 'Caption' });
  if (!row) throw new Error('No row');
  fireEvent.drop(row, { dataTransfer: { types: ['Files'], files: [picture('dropped.png')] } });
  fireEvent.paste(row, { clipboardData: { files: [picture('pasted.png')], getData: () => '' } });
  (await sent(0)).answer(200, uploaded('dropped.png'));
  (await sent(1)).answer(200, uploaded('pasted.png'));
  await waitFor(() => expect(addresses()).toHaveLength(3));
});

test('several pictures of the library are chosen at once, in the order of the choice', async () => {
  const { user } = await openGallery(
    0,
    bucketRoutes(
      [storedObject('oak.png'), storedObject('elm.png'), storedObject('ash.png')],
      [recordRow('oak.png', { original_name: 'Oak.png' })],
    ),
  );
  await user.click(gallery().getByRole('button', { name: 'Choose from the library' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Choose pictures' }));
  await user.click(await dialog.findByRole('checkbox', { name: /^elm\.png/ }));
  await user.click(dialog.getByRole('checkbox', { name: /^ash\.png/ }));
  await user.click(dialog.getByRole('checkbox', { name: /^Oak\.png/ }));
  await user.click(dialog.getByRole('checkbox', { name: /^ash\.png/ }));
  await user.click(dialog.getByRole('button', { name: 'Use 2 pictures' }));
  expect(addresses()).toEqual([`${STORED}/elm.png`, `${STORED}/oak.png?v=1600x900.1`]);
});

test('a picture that is stored already is used instead of a second copy', async () => {
  const file = picture('copy.png');
  const bytes = new Uint8Array([1, 2, 3]);
  // jsdom reads no files.
  Object.assign(file, { arrayBuffer: async () => bytes });
  const hash = await crypto.subtle.digest('SHA-256', bytes);
  const sha256 = Buffer.from(hash).toString('hex');
  const { user, uploads } = await openGallery(
    0,
    bucketRoutes([storedObject('oak.png')], [recordRow('oak.png', { sha256 })]),
  );
  await user.upload(gallery().getByLabelText('Upload pictures'), file);
  await user.click(await gallery().findByRole('button', { name: 'Use the existing one' }));
  expect(addresses()).toEqual([`${STORED}/oak.png?v=1600x900.1`]);
  expect(uploads).toEqual([]);
});
