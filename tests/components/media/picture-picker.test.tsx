import { useState } from 'react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { PicturePicker } from '@/features/media/components/picture-picker';
import { fakeSupabase, json, signedInAs, type FakeRoutes } from '../../support/fake-supabase';
import {
  bucketRoutes,
  fakeUploads,
  LIST,
  picture,
  recordRow,
  refused,
  storedObject,
  uploaded,
} from './fake-upload';
import { openNotice } from '../../support/notices';

function stored(...names: string[]) {
  return names.map((name, place) => ({
    id: name,
    name,
    created_at: `2026-11-${20 - place}T10:00:00Z`,
    metadata: { size: 2048 },
  }));
}

function addressOf(name: string) {
  return `${location.origin}/storage/v1/object/public/images/${name}`;
}

function openPicker({ value = '', routes = {} }: { value?: string; routes?: FakeRoutes } = {}) {
  const server = fakeSupabase({ ...signedInAs('editor'), ...bucketRoutes(), ...routes });
  const uploads = fakeUploads();
  const onPick = vi.fn();
  function Form() {
    const [address, setAddress] = useState(value);
    return (
      <PicturePicker
        label="Hero image"
        value={address}
        onPick={(url, altText) => {
          onPick(url, altText);
          setAddress(url);
        }}
      />
    );
  }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Form />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const button = screen.getByRole('button', { name: /^Choose or upload picture for Hero image/ });
  button.focus();
  fireEvent.click(button);
  return { server, uploads, onPick, user: userEvent.setup({ applyAccept: false }) };
}

async function sentUpload(uploads: ReturnType<typeof fakeUploads>, place = 0) {
  return waitFor(() => {
    const upload = uploads[place];
    if (!upload?.body) throw new Error('No upload yet');
    return upload;
  });
}

test('the dialog names the field of the picture and offers upload and library', () => {
  openPicker();
  const dialog = screen.getByRole('dialog', { name: 'Choose a picture' });
  expect(dialog).toHaveAccessibleDescription('Hero image');
  expect(
    within(dialog)
      .getAllByRole('tab')
      .map((tab) => tab.textContent),
  ).toEqual(['Upload', 'From the library']);
});

test('an uploaded picture is picked at once, and the dialog closes after the full bar was shown', async () => {
  const { uploads, onPick, user } = openPicker();
  await user.upload(screen.getByLabelText('Upload a picture'), picture('cover.png'));
  const upload = await sentUpload(uploads);
  expect(screen.getByRole('progressbar', { name: 'Upload of cover.png' })).toBeVisible();

  upload.answer(200, uploaded('new.png'));

  await waitFor(() =>
    expect(onPick).toHaveBeenCalledWith(`${addressOf('new.png')}?v=8x8.1`, undefined),
  );
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');
  expect(openNotice()).toMatchObject({ type: 'success', title: 'Upload Successful' });
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument(), {
    timeout: 2000,
  });
});

test('DASH-6: the bar moves in steps, waits at 90 for the response and disappears after a second', async () => {
  const { uploads, user } = openPicker();
  await user.upload(screen.getByLabelText('Upload a picture'), picture());
  const upload = await sentUpload(uploads);
  const percent = () => Number(screen.getByRole('progressbar').getAttribute('aria-valuenow'));
  const seen = new Set<number>([percent()]);
  upload.sendBytes(100, 100);

  await waitFor(
    () => {
      seen.add(percent());
      expect(percent()).toBe(90);
    },
    { timeout: 3000, interval: 20 },
  );
  expect([...seen].filter((shown) => shown % 10 !== 0 || shown > 90)).toEqual([]);
  expect(screen.getByText('90%')).toBeVisible();

  upload.answer(200, uploaded());
  expect(await screen.findByText('100%')).toBeVisible();
});

test.each([
  ['VFILE-12', picture('notes.txt', 'text/plain'), 'Only image files are allowed'],
  [
    'VFILE-5',
    picture('logo.svg', 'image/svg+xml'),
    'Invalid file type. Allowed types: image/jpeg, image/png, image/webp, image/gif',
  ],
  [
    'VFILE-6',
    picture('big.png', 'image/png', 5 * 1024 * 1024 + 1),
    'File size too large. Maximum size: 5.0MB',
  ],
  ['VFILE-9', picture('a.php.png'), 'Suspicious file name detected'],
  ['VFILE-11', picture('cover.tiff'), 'Invalid file extension'],
])(
  '%s: a file that breaks a rule is named beside the button and not sent',
  async (_, file, message) => {
    const { uploads, user } = openPicker();
    await user.upload(screen.getByLabelText('Upload a picture'), file);
    expect(await screen.findByRole('alert')).toHaveTextContent(`${file.name}${message}`);
    expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument();
    expect(uploads).toEqual([]);
  },
);

test('VFILE-13: several files dropped together are refused, one is accepted', async () => {
  const { uploads } = openPicker();
  const area = screen.getByText(/^or drop or paste one here/);
  fireEvent.drop(area, {
    dataTransfer: { types: ['Files'], files: [picture(), picture('b.png')] },
  });
  expect(await screen.findByRole('alert')).toHaveTextContent('Upload one file at a time');
  expect(uploads).toEqual([]);

  fireEvent.drop(area, { dataTransfer: { types: ['Files'], files: [picture('one.png')] } });
  await sentUpload(uploads);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('VFILE-13: during an upload another picture is refused', async () => {
  const { uploads, user } = openPicker();
  await user.upload(screen.getByLabelText('Upload a picture'), picture('first.png'));
  await sentUpload(uploads);
  fireEvent.change(screen.getByLabelText('Upload a picture'), {
    target: { files: [picture('second.png')] },
  });
  expect(uploads).toHaveLength(1);
  expect(screen.getByRole('progressbar', { name: 'Upload of first.png' })).toBeVisible();
});

test('a file dropped beside the area neither replaces the page nor is sent', () => {
  const { uploads } = openPicker();
  const wasLeftToBrowser = fireEvent.drop(document.body, {
    dataTransfer: { types: ['Files'], files: [picture()] },
  });
  expect(wasLeftToBrowser).toBe(false);
  expect(uploads).toEqual([]);
});

test('text can be dragged into the search', () => {
  openPicker();
  expect(fireEvent.drop(document.body, { dataTransfer: { types: ['text/plain'] } })).toBe(true);
});

test('DASH-25: a refusal is shown with its message beside the button and as a toast', async () => {
  const { uploads, onPick, user } = openPicker();
  await user.upload(screen.getByLabelText('Upload a picture'), picture());
  (await sentUpload(uploads)).answer(422, refused('The image is damaged or incomplete'));

  expect(await screen.findByRole('alert')).toHaveTextContent('The image is damaged or incomplete');
  expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument();
  expect(openNotice()).toMatchObject({
    title: 'Upload Failed',
    description: 'The image is damaged or incomplete',
  });
  expect(onPick).not.toHaveBeenCalled();
});

test('an interrupted upload can be sent again', async () => {
  const { uploads, onPick, user } = openPicker();
  await user.upload(screen.getByLabelText('Upload a picture'), picture());
  (await sentUpload(uploads)).breakOff();
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  (await sentUpload(uploads, 1)).answer(200, uploaded('again.png'));

  await waitFor(() => expect(onPick).toHaveBeenCalledOnce());
  expect(uploads[1]?.body?.get('file')).toMatchObject({ name: 'cover.png' });
});

test('DASH-24: the toast of an upload without a response has the text of the specification', async () => {
  const { uploads, user } = openPicker();
  await user.upload(screen.getByLabelText('Upload a picture'), picture());
  (await sentUpload(uploads)).runOutOfTime();
  await screen.findByRole('alert');
  expect(openNotice()).toMatchObject({
    title: 'Upload Error',
    description: 'Failed to upload image. Please try again.',
  });
});

test('Escape closes the dialog and returns the focus to the button', async () => {
  const { user } = openPicker();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await waitFor(() =>
    expect(screen.getByRole('button', { name: /^Choose or upload picture/ })).toHaveFocus(),
  );
});

test('during an upload Escape does nothing, and Cancel aborts it', async () => {
  const { uploads, onPick, user } = openPicker();
  await user.upload(screen.getByLabelText('Upload a picture'), picture());
  const upload = await sentUpload(uploads);
  const aborted = vi.spyOn(upload, 'abort');
  await user.keyboard('{Escape}');
  expect(screen.getByRole('dialog')).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Cancel' }));

  expect(aborted).toHaveBeenCalledOnce();
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
  expect(screen.getByLabelText('Upload a picture')).toHaveFocus();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(onPick).not.toHaveBeenCalled();
});

test('a picture of the library can be chosen by keyboard', async () => {
  const { onPick, user } = openPicker({
    routes: { [LIST]: () => json(stored('a.png', 'b.png', 'c.png')) },
  });
  screen.getByRole('tab', { name: 'Upload' }).focus();
  await user.keyboard('{ArrowRight}');
  const first = await screen.findByRole('radio', { name: /^a\.png/ });
  first.focus();
  await user.keyboard(' {ArrowRight}');
  expect(screen.getByRole('radio', { name: /^b\.png/ })).toBeChecked();
  await user.keyboard('{Enter}');

  expect(onPick).toHaveBeenCalledWith(addressOf('b.png'), undefined);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('the library marks the picture of the form, and searches by name', async () => {
  const { onPick, user } = openPicker({
    value: addressOf('logo.png'),
    routes: { [LIST]: () => json(stored('cover.png', 'logo.png')) },
  });
  await user.click(screen.getByRole('tab', { name: 'From the library' }));
  expect(await screen.findByRole('radio', { name: /^logo\.png/ })).toBeChecked();
  expect(screen.getByRole('button', { name: 'Use this picture' })).toBeDisabled();

  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'COV{Enter}');
  expect(await screen.findByText('1 picture')).toBeVisible();
  expect(screen.queryByRole('radio', { name: /^logo\.png/ })).not.toBeInTheDocument();
  await user.click(screen.getByRole('radio', { name: /^cover\.png/ }));
  await user.click(screen.getByRole('button', { name: 'Use this picture' }));
  expect(onPick).toHaveBeenCalledWith(addressOf('cover.png'), undefined);
});

test('a search without a match says so', async () => {
  const { user } = openPicker({ routes: { [LIST]: () => json(stored('cover.png')) } });
  await user.click(screen.getByRole('tab', { name: 'From the library' }));
  await user.type(await screen.findByRole('searchbox'), 'zebra{Enter}');
  expect(await screen.findByText('No picture’s name contains “zebra”.')).toBeVisible();
});

test('DASH-21: an empty library explains what to do', async () => {
  const { user } = openPicker();
  await user.click(screen.getByRole('tab', { name: 'From the library' }));
  expect(
    await screen.findByText('No images found in storage. Upload some images first.'),
  ).toBeVisible();
});

test('DASH-23: a library that cannot be listed shows an error with a retry', async () => {
  const { server, user } = openPicker({
    routes: { [LIST]: () => json({ message: 'out of order' }, 500) },
  });
  await user.click(screen.getByRole('tab', { name: 'From the library' }));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Storage Error');
  expect(alert).toHaveTextContent('Failed to load images from storage: out of order');

  server.on({ [LIST]: () => json(stored('cover.png')) });
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('radio', { name: /^cover\.png/ })).toBeVisible();
});

test('picking a picture fills in its stored alt text', async () => {
  const { onPick, user } = openPicker({
    value: addressOf('cover.png'),
    routes: bucketRoutes(
      [storedObject('cover.png'), storedObject('old.png')],
      [
        recordRow('cover.png', { alt_text: 'A shelf of pears', original_name: 'Pears.png' }),
        recordRow('old.png', { deleting_at: '2026-11-20T10:00:00Z' }),
      ],
    ),
  });
  await user.click(screen.getByRole('tab', { name: 'From the library' }));
  const option = await screen.findByRole('radio', { name: /^Pears\.png/ });
  expect(option).toBeChecked();
  expect(screen.getAllByRole('radio')).toHaveLength(1);
  option.focus();
  await user.keyboard('{Enter}');
  expect(onPick).toHaveBeenCalledWith(`${addressOf('cover.png')}?v=1600x900.1`, 'A shelf of pears');
});

test('a picture pasted into the dialog is sent; pasted text is not touched', async () => {
  const { uploads } = openPicker();
  const dialog = screen.getByRole('dialog');
  expect(fireEvent.paste(dialog, { clipboardData: { files: [] } })).toBe(true);
  fireEvent.paste(dialog, { clipboardData: { files: [picture('image.png')] } });
  expect((await sentUpload(uploads)).body?.get('file')).toMatchObject({ name: 'image.png' });
});
