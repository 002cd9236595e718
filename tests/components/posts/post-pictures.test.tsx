import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, Link, Outlet, RouterProvider } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import { createQueryClient } from '@/app/query-client';
import { paths } from '@/lib/paths';
import { PostEditorPage } from '@/pages/admin/post-editor-page';
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
import { badge, POST_ID, storedPost, text } from './posts-setup';
import { closeNotices } from '../../support/notices';

const STORED = '/storage/v1/object/public/images';

beforeEach(closeNotices);

/** The page with a stored post that has no text yet. */
async function openPage(routes: FakeRoutes = bucketRoutes()) {
  fakeSupabase({ ...signedInAs('editor'), ...storedPost({ markdown: '' }), ...routes });
  const uploads = fakeUploads();
  const frame = (
    <>
      <Link to="/elsewhere">Elsewhere</Link>
      <Outlet />
    </>
  );
  const router = createMemoryRouter(
    [
      {
        element: frame,
        children: [
          { path: paths.adminPostEdit.pattern, element: <PostEditorPage /> },
          { path: '/elsewhere', element: <p>Left</p> },
        ],
      },
    ],
    { initialEntries: [paths.adminPostEdit.to(POST_ID)] },
  );
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await screen.findByRole('form', { name: 'Post' });
  const sent = (place = 0) =>
    waitFor(() => {
      const upload = uploads[place];
      if (!upload?.body) throw new Error('No upload yet');
      return upload;
    });
  return { uploads, sent, user: userEvent.setup() };
}

function paste(...files: File[]) {
  fireEvent.paste(text(), { clipboardData: { files, getData: () => '' } });
}

test('a pasted picture shows its progress and is inserted into the text; typing goes on meanwhile', async () => {
  const { sent, user } = await openPage();
  paste(picture('bike.png'));
  expect(text()).toHaveDisplayValue(/^!\[Uploading bike\.png, \w{4}…\]\(\)$/);
  const upload = await sent();
  expect(screen.getByRole('progressbar', { name: 'Upload of bike.png' })).toBeVisible();
  await user.type(text(), ' and on');
  upload.answer(200, uploaded('new.png'));
  await waitFor(() =>
    expect(text()).toHaveValue(`![Describe this picture](${STORED}/new.png?v=8x8.1) and on`),
  );
  expect(badge()).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Uploads' })).toBeNull(), {
    timeout: 2000,
  });
});

test('the cursor stays behind the picture, and typing there does not overwrite it', async () => {
  const { sent, user } = await openPage();
  paste(picture('bike.png'));
  (await sent()).answer(200, uploaded('new.png'));
  await waitFor(() => expect(text()).toHaveDisplayValue(/new\.png/));
  text().focus();
  await user.keyboard(' after');
  expect(text()).toHaveValue(`![Describe this picture](${STORED}/new.png?v=8x8.1) after`);
});

test('a file that is no picture shows an error, and the text stays unchanged', async () => {
  await openPage();
  const file = new File(['%PDF'], 'plan.pdf', { type: 'application/pdf' });
  fireEvent.drop(text(), { dataTransfer: { types: ['Files'], files: [file] } });
  expect(await screen.findByRole('alert')).toHaveTextContent('plan.pdf');
  expect(text()).toHaveValue('');
});

test('a picture dropped on the text is uploaded into it', async () => {
  const { sent } = await openPage();
  fireEvent.drop(text(), { dataTransfer: { types: ['Files'], files: [picture('bike.png')] } });
  (await sent()).answer(200, uploaded('new.png'));
  await waitFor(() => expect(text()).toHaveDisplayValue(/\/new\.png\?v=8x8\.1\)$/));
});

test('an interrupted upload keeps its place in the text and can be sent again', async () => {
  const { sent, user } = await openPage();
  await user.type(text(), 'Before ');
  paste(picture('bike.png'));
  (await sent()).breakOff();
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(text()).toHaveFocus();
  await user.keyboard(' after');
  (await sent(1)).answer(200, uploaded('new.png'));
  await waitFor(() =>
    expect(text()).toHaveValue(`Before ![Describe this picture](${STORED}/new.png?v=8x8.1) after`),
  );
});

test('a refused picture shows the reason, and is removed from the text when dismissed', async () => {
  const { sent, user } = await openPage();
  paste(picture('bike.png'));
  (await sent()).answer(422, refused('The image is damaged or incomplete'));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('The image is damaged or incomplete');
  await user.click(screen.getByRole('button', { name: 'Dismiss bike.png' }));
  expect(text()).toHaveValue('');
  expect(text()).toHaveFocus();
  expect(badge()).toBeNull();
});

test('a picture that is already stored is offered, and inserted with its alt text', async () => {
  const file = picture('bike.png');
  const bytes = new Uint8Array([1, 2, 3]);
  // jsdom reads no files.
  Object.assign(file, { arrayBuffer: async () => bytes });
  const hash = await crypto.subtle.digest('SHA-256', bytes);
  const record = { sha256: Buffer.from(hash).toString('hex'), alt_text: 'A bike' };
  const { uploads, user } = await openPage(
    bucketRoutes([storedObject('old.png')], [recordRow('old.png', record)]),
  );
  paste(file);
  expect(await screen.findByText('This picture is already stored as old.png.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Use the existing one' }));
  expect(text()).toHaveValue(`![A bike](${STORED}/old.png?v=1600x900.1)`);
  expect(uploads).toHaveLength(0);
});

test('a picture whose placeholder was deleted is not inserted', async () => {
  const { sent, user } = await openPage();
  paste(picture('bike.png'));
  const upload = await sent();
  await user.clear(text());
  await user.type(text(), 'Without');
  upload.answer(200, uploaded('new.png'));
  expect(await screen.findByText('bike.png is uploaded')).toBeInTheDocument();
  expect(text()).toHaveValue('Without');
});

test('leaving the page aborts the upload', async () => {
  const { sent, user } = await openPage();
  paste(picture('bike.png'));
  const upload = await sent();
  const aborted = new Promise((resolve) => upload.addEventListener('abort', resolve));
  await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
  await user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
  expect(await screen.findByText('Left')).toBeVisible();
  await aborted;
});

test('a picture copied along with text by an office program is not inserted', async () => {
  const { uploads } = await openPage();
  const clipboardData = {
    files: [picture('text.png')],
    getData: (type: string) => (type === 'text/plain' ? 'The text' : ''),
  };
  expect(fireEvent.paste(text(), { clipboardData })).toBe(true);
  expect(text()).toHaveValue('');
  expect(uploads).toHaveLength(0);
});
