import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createPortal } from 'react-dom';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from '@/app/query-client';
import { PictureBatch } from '@/features/media/components/picture-batch';
import { fakeSupabase, signedInAs } from '../../support/fake-supabase';
import { bucketRoutes, fakeUploads, picture, storedObject, uploaded } from './fake-upload';

/** A list with this number of pictures, of 200. */
function openBatch(count: number) {
  fakeSupabase({
    ...signedInAs('editor'),
    ...bucketRoutes([storedObject('oak.png'), storedObject('elm.png')]),
  });
  const uploads = fakeUploads();
  const onAdd = vi.fn();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <PictureBatch count={count} max={200} onAdd={onAdd}>
          Rows
          {createPortal(<input aria-label="In a dialog" />, document.body)}
        </PictureBatch>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { uploads, onAdd, user: userEvent.setup() };
}

test('files beyond the limit are named and not uploaded', async () => {
  const { user, uploads, onAdd } = openBatch(199);
  const files = [picture('a.png'), picture('b.png'), picture('c.png')];
  await user.upload(screen.getByLabelText('Upload pictures'), files);
  expect(screen.getByText('Not uploaded: b.png, c.png')).toBeVisible();
  expect(screen.getByText('A gallery has at most 200 pictures')).toBeVisible();
  await waitFor(() => expect(uploads[0]?.body).toBeTruthy());
  uploads[0]?.answer(200, uploaded('a.png'));
  await waitFor(() => expect(onAdd).toHaveBeenCalledOnce());
  expect(uploads).toHaveLength(1);
});

test('a picture pasted into a dialog that was opened there is left to the dialog', () => {
  openBatch(0);
  const clipboardData = { files: [picture('a.png')], getData: () => '' };
  fireEvent.paste(screen.getByRole('textbox', { name: 'In a dialog' }), { clipboardData });
  expect(screen.queryByRole('list', { name: 'Uploads' })).toBeNull();
  fireEvent.paste(screen.getByText('Rows'), { clipboardData });
  expect(screen.getByRole('list', { name: 'Uploads' })).toBeVisible();
});

test('a picture that is being uploaded takes up room', async () => {
  const { user } = openBatch(199);
  const choose = screen.getByRole('button', { name: 'Choose from the library' });
  expect(choose).toBeEnabled();
  await user.upload(screen.getByLabelText('Upload pictures'), picture('a.png'));
  expect(choose).toBeDisabled();
});

test('more chosen pictures than fit are refused in the dialog', async () => {
  const { user, onAdd } = openBatch(199);
  await user.click(screen.getByRole('button', { name: 'Choose from the library' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Choose pictures' }));
  await user.click(await dialog.findByRole('checkbox', { name: /^elm\.png/ }));
  await user.click(dialog.getByRole('checkbox', { name: /^oak\.png/ }));
  expect(dialog.getByRole('alert')).toHaveTextContent('Only one more fits');
  expect(dialog.getByRole('button', { name: 'Use 2 pictures' })).toBeDisabled();
  await user.keyboard('{Enter}');
  expect(onAdd).not.toHaveBeenCalled();
});
