import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { json, noContent } from '../../support/fake-supabase';
import {
  bucketRoutes,
  picture,
  recordRow,
  refused,
  storedObject,
  uploaded,
  USAGE,
  VERSIONS,
} from './fake-upload';
import { openImagesPage } from './open-images-page';
import { openNotice } from '../../support/notices';

const DELETE = 'DELETE /storage/v1/object/images';
const PATCH_RECORD = 'PATCH /rest/v1/image_records';
const REPLACE = 'POST /rest/v1/rpc/replace_image_everywhere';

const study = { kind: 'case-study', id: 'study-1', title: 'Larder Lane' };
const uses = [
  { ...study, path: 'cover.png', part: 'hero', state: 'draft' },
  {
    path: 'cover.png',
    kind: 'post',
    id: 'post-1',
    title: 'Old news',
    part: 'snapshot',
    state: 'deleted',
  },
];
const bucket = bucketRoutes(
  [storedObject('cover.png'), storedObject('free.png')],
  [recordRow('cover.png', { alt_text: 'Pears' }), recordRow('free.png')],
  uses,
);

test('a card lists its places, with links to their forms', async () => {
  const { user } = openImagesPage(bucket);
  await user.click(await screen.findByRole('button', { name: 'Used in 2 places (cover.png)' }));
  const items = screen.getAllByRole('menuitem');
  expect(items.map((item) => item.textContent)).toEqual([
    'Larder Lanehero image, draft',
    'Old newsdeleted document, deleted',
  ]);
  expect(items[0]).toHaveAttribute('href', '/admin/case-studies/edit/study-1');
  expect(items[1]).toHaveAttribute('href', '/admin/blog');
  expect(screen.getByText('Not used')).toBeInTheDocument();
});

test('DASH-18: deleting a picture in use lists its places and asks a second time', async () => {
  const { server, user } = openImagesPage({
    ...bucket,
    [PATCH_RECORD]: noContent,
    [DELETE]: () => json([{ name: 'cover.png' }]),
    'DELETE /rest/v1/image_records': noContent,
  });
  await user.click(await screen.findByRole('button', { name: 'Delete cover.png' }));
  const dialog = within(screen.getByRole('alertdialog'));
  expect(await dialog.findByRole('link', { name: 'Larder Lane' })).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Delete image' })).toBeDisabled();

  await user.click(dialog.getByRole('checkbox', { name: 'Delete it anyway' }));
  expect(server.requestsTo(DELETE)).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Delete image' }));
  await waitFor(() => expect(openNotice()).toMatchObject({ title: 'Image Deleted' }));
});

test('a picture used only in older versions lists them and is deleted after one confirmation', async () => {
  const { server, user } = openImagesPage({
    ...bucket,
    [VERSIONS]: () =>
      json([
        { ...study, state: 'draft', versions: [7, 5, 4, 2] },
        { kind: 'post', id: 'post-1', title: 'Old news', state: 'deleted', versions: [1] },
      ]),
    [PATCH_RECORD]: noContent,
    [DELETE]: () => json([{ name: 'free.png' }]),
    'DELETE /rest/v1/image_records': noContent,
  });
  await user.click(await screen.findByRole('button', { name: 'Delete free.png' }));
  const dialog = within(screen.getByRole('alertdialog'));
  expect(await dialog.findByText(/Older versions use it/)).toBeVisible();
  expect(server.requestsTo(VERSIONS)[0]?.body).toEqual({ image_path: 'free.png' });
  expect(dialog.getByText('versions 7, 5, 4 and 1 more')).toBeVisible();
  expect(dialog.getByRole('link', { name: 'Larder Lane' })).toHaveAttribute(
    'href',
    '/admin/case-studies/edit/study-1/history',
  );
  expect(dialog.getByRole('link', { name: 'Old news' })).toHaveAttribute('href', '/admin/blog');
  expect(dialog.queryByRole('checkbox')).not.toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Delete image' }));
  await waitFor(() => expect(openNotice()).toMatchObject({ title: 'Image Deleted' }));
});

test('older versions of a document that uses a picture now are not listed separately', async () => {
  const { user } = openImagesPage({
    ...bucket,
    [VERSIONS]: () => json([{ ...study, state: 'draft', versions: [1] }]),
  });
  await user.click(await screen.findByRole('button', { name: 'Delete cover.png' }));
  const dialog = within(screen.getByRole('alertdialog'));
  expect(await dialog.findByText(/It is used in 2 places/)).toBeVisible();
  expect(dialog.queryByText(/Older versions/)).not.toBeInTheDocument();
});

test.for([USAGE, VERSIONS])(
  'DASH-18: if %s fails, a second confirmation is required too',
  async (route) => {
    const { server, user } = openImagesPage({
      ...bucket,
      [route]: () => json({ message: 'out of order' }, 500),
    });
    await user.click(await screen.findByRole('button', { name: 'Delete free.png' }));
    const dialog = within(screen.getByRole('alertdialog'));
    expect(await dialog.findByText(/Failed to check where it is used/)).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Delete image' })).toBeDisabled();
    expect(server.requestsTo(DELETE)).toEqual([]);
  },
);

test('the alt text of a picture can be changed in its details', async () => {
  const { server, user } = openImagesPage({
    ...bucket,
    [PATCH_RECORD]: () => json([{ path: 'cover.png' }]),
  });
  await user.click(await screen.findByRole('button', { name: 'Details of cover.png' }));
  const field = screen.getByRole('textbox', { name: 'Alternative text' });
  expect(field).toHaveValue('Pears');
  expect(screen.getByRole('button', { name: 'Save text' })).toBeDisabled();
  await user.clear(field);
  await user.type(field, '  A shelf of pears ');
  await user.click(screen.getByRole('button', { name: 'Save text' }));
  await waitFor(() => expect(openNotice()).toMatchObject({ title: 'Alternative text saved' }));
  expect(server.requestsTo(PATCH_RECORD)[0]?.body).toEqual({ alt_text: 'A shelf of pears' });
});

test('closing the details with unsaved changes asks first', async () => {
  const { server, user, address } = openImagesPage(bucket);
  const openDetails = async () => {
    await user.click(await screen.findByRole('button', { name: 'Details of cover.png' }));
    return screen.getByRole('textbox', { name: 'Alternative text' });
  };
  await openDetails();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();

  const text = await openDetails();
  await user.type(text, ', ripe');
  screen.getByRole('slider', { name: 'Focal point' }).focus();
  await user.keyboard('{ArrowLeft}{Escape}');
  const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
  await user.click(within(question).getByRole('button', { name: 'Keep editing' }));
  expect(text).toHaveValue('Pears, ripe');

  await user.click(screen.getByRole('button', { name: 'Replace everywhere' }));
  await user.click(screen.getByRole('button', { name: 'Keep editing' }));
  await user.click(screen.getByRole('link', { name: 'Larder Lane' }));
  expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Keep editing' }));
  expect(address()).toBe('/admin/images');

  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.click(screen.getByRole('button', { name: 'Leave without saving' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(await openDetails()).toHaveValue('Pears');
  expect(server.requestsTo(PATCH_RECORD)).toEqual([]);
});

test('a text that could not be saved stays in the field', async () => {
  const { user } = openImagesPage({
    ...bucket,
    [PATCH_RECORD]: () => json({ message: 'no' }, 403),
  });
  await user.click(await screen.findByRole('button', { name: 'Details of cover.png' }));
  const field = screen.getByRole('textbox', { name: 'Alternative text' });
  await user.type(field, ', ripe');
  await user.click(screen.getByRole('button', { name: 'Save text' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to save the alternative text');
  expect(field).toHaveValue('Pears, ripe');
});

test('replacing everywhere shows both pictures and asks for the text, then says the number of changed places', async () => {
  const { server, user } = openImagesPage({ ...bucket, [REPLACE]: () => json(2) });
  await user.click(await screen.findByRole('button', { name: 'Details of cover.png' }));
  await user.click(screen.getByRole('button', { name: 'Replace everywhere' }));
  await user.click(await screen.findByRole('tab', { name: 'From the library' }));
  await user.click(await screen.findByRole('radio', { name: /^free\.png/ }));
  await user.click(screen.getByRole('button', { name: 'Use this picture' }));

  const dialog = within(
    await screen.findByRole('alertdialog', { name: 'Replace it in 2 places?' }),
  );
  const confirm = dialog.getByRole('button', { name: 'Replace everywhere' });
  const text = dialog.getByRole('textbox', { name: 'Alternative text of the new picture' });
  await user.clear(text);
  await user.type(text, 'Pears');
  await user.clear(text);
  await user.click(confirm);
  expect(text).toBeInvalid();
  expect(server.requestsTo(REPLACE)).toEqual([]);
  await user.type(text, ' A crate ');
  await user.click(confirm);
  await waitFor(() =>
    expect(openNotice()).toMatchObject({
      title: 'Image replaced',
      description: 'cover.png was replaced in 2 places.',
    }),
  );
  expect(server.requestsTo(REPLACE)[0]?.body).toEqual({
    old_path: 'cover.png',
    new_path: 'free.png?v=1600x900.1',
    new_alt: 'A crate',
  });
});

test('a text that was filled in must be confirmed before everything is replaced', async () => {
  const { server, user } = openImagesPage({ ...bucket, [REPLACE]: () => json(2) });
  await user.click(await screen.findByRole('button', { name: 'Details of cover.png' }));
  await user.click(screen.getByRole('button', { name: 'Replace everywhere' }));
  await user.click(await screen.findByRole('tab', { name: 'From the library' }));
  await user.click(await screen.findByRole('radio', { name: /^free\.png/ }));
  await user.click(screen.getByRole('button', { name: 'Use this picture' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  const text = dialog.getByRole('textbox', { name: 'Alternative text of the new picture' });
  expect(text).toHaveValue('Pears');
  const confirm = dialog.getByRole('button', { name: 'Replace everywhere' });
  await user.click(confirm);
  expect(text).toHaveAccessibleDescription(/Please change this text, or confirm it below/);
  expect(server.requestsTo(REPLACE)).toEqual([]);
  await user.click(dialog.getByRole('checkbox', { name: 'This text describes the new picture' }));
  await user.click(confirm);
  await waitFor(() => expect(server.requestsTo(REPLACE)).toHaveLength(1));
  expect(server.requestsTo(REPLACE)[0]?.body).toMatchObject({ new_alt: 'Pears' });
});

test('the focal point is moved by the arrow keys or a press, saved, and reset', async () => {
  const { server, user } = openImagesPage({
    ...bucket,
    [PATCH_RECORD]: () => json([{ path: 'cover.png' }]),
  });
  await user.click(await screen.findByRole('button', { name: 'Details of cover.png' }));
  const point = screen.getByRole('slider', { name: 'Focal point' });
  expect(point).toHaveAttribute('aria-valuetext', '50 % from the left, 50 % from the top');
  expect(point).toHaveAccessibleDescription(/The arrow keys move the point/);
  point.focus();
  await user.keyboard('{ArrowLeft}{ArrowUp}{ArrowUp}{Shift>}{ArrowRight}{/Shift}');
  expect(point).toHaveAttribute('aria-valuetext', '59 % from the left, 48 % from the top');
  await user.keyboard('{Shift>}{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}{/Shift}');
  expect(point).toHaveAttribute('aria-valuetext', '59 % from the left, 0 % from the top');

  const box = { left: 100, top: 50, width: 200, height: 100 };
  point.getBoundingClientRect = () => new DOMRect(box.left, box.top, box.width, box.height);
  point.setPointerCapture = () => undefined;
  fireEvent.pointerDown(point, { clientX: 150, clientY: 140, buttons: 1 });
  fireEvent.pointerMove(point, { clientX: 160, clientY: 170, buttons: 1 });
  fireEvent.pointerMove(point, { clientX: 290, clientY: 60, buttons: 0 });
  expect(point).toHaveAttribute('aria-valuetext', '30 % from the left, 100 % from the top');
  const crops = within(screen.getByRole('list', { name: 'Crops' })).getAllByRole('presentation');
  for (const crop of crops) expect(crop).toHaveStyle({ objectPosition: '30% 100%' });

  await user.click(screen.getByRole('button', { name: 'Save focal point' }));
  await waitFor(() => expect(openNotice()).toMatchObject({ title: 'Focal point saved' }));
  expect(server.requestsTo(PATCH_RECORD)[0]?.body).toEqual({ focus_x: 30, focus_y: 100 });
  await user.click(screen.getByRole('button', { name: 'Reset to the middle' }));
  expect(point).toHaveAttribute('aria-valuetext', '50 % from the left, 50 % from the top');
});

test('an uploaded picture can replace another', async () => {
  const { uploads, user } = openImagesPage({ ...bucket, [REPLACE]: () => json(2) });
  await user.click(await screen.findByRole('button', { name: 'Details of cover.png' }));
  await user.click(screen.getByRole('button', { name: 'Replace everywhere' }));
  const dialog = await screen.findByRole('dialog', { name: 'Replace everywhere' });
  await user.upload(within(dialog).getByLabelText('Upload a picture'), picture('new.png'));
  await waitFor(() => expect(uploads[0]?.body).toBeTruthy());
  uploads[0]?.answer(200, uploaded('new.png'));
  expect(
    await screen.findByRole('alertdialog', { name: 'Replace it in 2 places?' }, { timeout: 3000 }),
  ).toBeVisible();
});

test('DASH-5: several pictures are listed; a failed one is sent again alone', async () => {
  const { uploads, user } = openImagesPage();
  await screen.findByText('No images found in storage. Upload some images first.');
  await user.upload(screen.getByLabelText('Upload a picture'), [
    picture('a.png'),
    picture('b.png'),
  ]);
  await waitFor(() => expect(uploads[0]?.body).toBeTruthy());
  const rows = () =>
    within(screen.getByRole('list', { name: 'Uploads' }))
      .getAllByRole('listitem')
      .map((row) => row.textContent);
  expect(rows()[1]).toContain('Waiting');
  expect(uploads).toHaveLength(1);

  uploads[0]?.breakOff();
  await waitFor(() => expect(uploads[1]?.body).toBeTruthy());
  uploads[1]?.answer(200, uploaded('b.png'));
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(uploads[2]?.body).toBeTruthy());
  expect(uploads[2]?.body?.get('file')).toMatchObject({ name: 'a.png' });
});

test('a picture pasted on the page is uploaded', async () => {
  const { uploads } = openImagesPage();
  await screen.findByText('No images found in storage. Upload some images first.');
  fireEvent.paste(document.body, { clipboardData: { files: [picture('image.png')] } });
  await waitFor(() => expect(uploads[0]?.body?.get('file')).toMatchObject({ name: 'image.png' }));
});

test('a picture that is already stored can be used', async () => {
  const file = picture('again.png');
  const bytes = new Uint8Array([1, 2, 3]);
  // jsdom reads no files.
  Object.assign(file, { arrayBuffer: async () => bytes });
  const hash = await crypto.subtle.digest('SHA-256', bytes);
  const sha256 = Buffer.from(hash).toString('hex');
  const { uploads, user } = openImagesPage(
    bucketRoutes([storedObject('cover.png')], [recordRow('cover.png', { sha256 })]),
  );
  await screen.findByRole('heading', { name: 'cover.png' });
  await user.upload(screen.getByLabelText('Upload a picture'), file);
  await user.click(await screen.findByRole('button', { name: 'Use the existing one' }));
  expect(await navigator.clipboard.readText()).toContain('/images/cover.png?v=1600x900.1');
  expect(uploads).toEqual([]);
  expect(screen.queryByRole('list', { name: 'Uploads' })).not.toBeInTheDocument();
});

test('STOR-4, R-15: a name in use raises a question, and Keep both sends a numbered name', async () => {
  const { uploads, user } = openImagesPage(bucket);
  await screen.findByRole('heading', { name: 'cover.png' });
  await user.click(screen.getByRole('checkbox', { name: 'Keep the file’s name' }));
  await user.upload(screen.getByLabelText('Upload a picture'), picture('cover.png'));
  expect(await screen.findByText(/A picture named cover\.png exists/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Replace' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Keep both' }));
  await waitFor(() => expect(uploads[0]?.body?.get('name_taken')).toBe('keep-both'));
  uploads[0]?.answer(409, refused('A picture with this name exists', 'name_taken'));
  expect(await screen.findByText(/A picture named cover\.png exists/)).toBeVisible();
});

test('filters are in the address, and a filter without a match offers all images', async () => {
  const { user, address } = openImagesPage(bucket);
  await screen.findByText('2 images');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'unused');
  expect(await screen.findByText('1 image of 2')).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'cover.png' })).not.toBeInTheDocument();
  expect(address()).toBe('/admin/images?show=unused');
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'zebra{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Show all images' }));
  expect(await screen.findByText('2 images')).toBeVisible();
  expect(address()).toBe('/admin/images');
});

test('an interrupted deletion is shown', async () => {
  openImagesPage(
    bucketRoutes(
      [storedObject('cover.png')],
      [recordRow('cover.png', { deleting_at: '2026-11-20T10:00:00Z' })],
    ),
  );
  expect(await screen.findByText('Deletion interrupted')).toBeVisible();
});

test('when places cannot be read the pictures stay, with a retry', async () => {
  const { server, user } = openImagesPage({
    ...bucket,
    [USAGE]: () => json({ message: 'out of order' }, 500),
  });
  expect(await screen.findByText(/Failed to load where images are used/)).toBeVisible();
  server.on({ [USAGE]: () => json(uses) });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: /^Used in 2 places/ })).toBeVisible();
});
