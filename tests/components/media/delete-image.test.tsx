import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { bucketRoutes } from './fake-upload';
import { openImagesPage } from './open-images-page';
import { openNotice } from '../../support/notices';

vi.mock('@/features/media/api', async (original) => ({
  ...(await original<object>()),
  deleteImage: () => Promise.reject(new Error('')),
}));

test('DASH-27: a delete that fails without a message shows the default one', async () => {
  const { user } = openImagesPage(
    bucketRoutes([
      { id: '1', name: 'cover.png', created_at: '2026-11-18T12:00:00Z', metadata: { size: 1024 } },
    ]),
  );
  await user.click(await screen.findByRole('button', { name: 'Delete cover.png' }));
  await user.click(await screen.findByRole('button', { name: 'Delete image' }));
  await waitFor(() =>
    expect(openNotice()).toMatchObject({
      title: 'Deletion Failed',
      description: 'An unexpected error occurred while deleting the image.',
    }),
  );
});
