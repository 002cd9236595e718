import { expect, test, vi } from 'vitest';
import {
  deleteImage,
  listImages,
  listImageUsage,
  replaceImageEverywhere,
  saveAltText,
} from '@/features/media/api';
import { uploadImage } from '@/features/media/send-image';
import { toStorageImage, type ImageRecord } from '@/features/media/model';
import {
  fakeSupabase,
  json,
  networkFailure,
  noContent,
  signedInAs,
} from '../../support/fake-supabase';
import {
  bucketRoutes,
  fakeUploads,
  LIST,
  picture,
  recordRow,
  RECORDS,
  refused,
  storedObject,
  uploaded,
  USAGE,
} from './fake-upload';

const PATCH_RECORD = 'PATCH /rest/v1/image_records';
const DELETE_RECORD = 'DELETE /rest/v1/image_records';
const DELETE = 'DELETE /storage/v1/object/images';

function image(path: string, record?: Partial<ImageRecord>) {
  const full: ImageRecord = {
    sha256: 'a'.repeat(64),
    width: 1600,
    height: 900,
    altText: '',
    focus: { x: 50, y: 50 },
    variants: [320, 640],
    revision: 2,
    originalName: path,
    isDeleting: false,
    ...record,
  };
  const found = toStorageImage(storedObject(path), '', new Map(record && [[path, full]]));
  if (!found) throw new Error(`${path} is no image`);
  return found;
}

function entries(count: number, prefix = '') {
  return Array.from({ length: count }, (_, place) => ({
    id: `${prefix}${place}`,
    name: `${prefix}${String(place).padStart(4, '0')}.png`,
    created_at: '2026-11-21T10:00:00Z',
    metadata: { size: 100 },
  }));
}

function folder(name: string) {
  return { id: null, name, created_at: null, metadata: null };
}

function searchOf(body: unknown): { prefix: string; limit: number; offset: number } {
  const { prefix, limit, offset } = Object(body);
  return { prefix, limit, offset };
}

async function startUpload(options: Parameters<typeof uploadImage>[1] = {}) {
  fakeSupabase(signedInAs('editor'));
  const uploads = fakeUploads();
  const result = uploadImage(picture(), options);
  const outcome = result.then(
    (value) => ({ value, error: undefined }),
    (error: unknown) => ({ value: undefined, error }),
  );
  const upload = await vi.waitFor(() => {
    if (!uploads[0]?.body) throw new Error('No upload yet');
    return uploads[0];
  });
  return { upload, outcome };
}

test('R-30: the list reads all pages of storage, folders included', async () => {
  const server = fakeSupabase({
    ...signedInAs('editor'),
    ...bucketRoutes(),
    [LIST]: ({ body }) => {
      const { prefix, offset, limit } = searchOf(body);
      const all =
        prefix === ''
          ? [...['seed', 'variants'].map(folder), ...entries(600)]
          : entries(2, 'in-seed-');
      return json(all.slice(offset, offset + limit));
    },
  });

  const images = await listImages();

  expect(images).toHaveLength(602);
  expect(images.filter(({ path }) => path.startsWith('seed/'))).toHaveLength(2);
  expect(
    server
      .requestsTo(LIST)
      .map(({ body }) => searchOf(body))
      .map(({ prefix, offset }) => [prefix, offset]),
  ).toEqual([
    ['', 0],
    ['', 500],
    ['seed', 0],
  ]);
});

test('DASH-23: a failed list names its error', async () => {
  fakeSupabase({
    ...signedInAs('editor'),
    ...bucketRoutes(),
    [LIST]: () => json({ message: 'Bucket not found' }, 404),
  });
  await expect(listImages()).rejects.toMatchObject({
    name: 'AppError',
    message: 'Failed to load images from storage: Bucket not found',
  });
});

test('DASH-18: deleting names the object by its path', async () => {
  const server = fakeSupabase({
    ...signedInAs('editor'),
    'DELETE /storage/v1/object/images': () => json([{ name: 'seed/a.png' }]),
  });
  await deleteImage(image('seed/a.png'));
  expect(server.requestsTo('DELETE /storage/v1/object/images')[0]?.body).toEqual({
    prefixes: ['seed/a.png'],
  });
});

test('DASH-18: an empty response to a delete is a failure', async () => {
  fakeSupabase({
    ...signedInAs('editor'),
    'DELETE /storage/v1/object/images': () => json([]),
  });
  await expect(deleteImage(image('a.png'))).rejects.toMatchObject({ kind: 'forbidden' });
});

test('a delete that does not reach the server is an offline error', async () => {
  fakeSupabase({
    ...signedInAs('editor'),
    'DELETE /storage/v1/object/images': networkFailure,
  });
  await expect(deleteImage(image('a.png'))).rejects.toMatchObject({ kind: 'offline' });
});

test('an upload sends the file, the key and the token of the session', async () => {
  const { upload, outcome } = await startUpload();
  upload.answer(200, uploaded());
  await outcome;

  expect(upload.method).toBe('POST');
  expect(upload.url).toBe(`${location.origin}/functions/v1/secure-file-upload`);
  expect(upload.headers.apikey).toBe('sb_publishable_test');
  expect(upload.headers.Authorization).toMatch(/^Bearer ey/);
  expect(upload.body?.get('file')).toMatchObject({ name: 'cover.png', type: 'image/png' });
});

test('the URL of an uploaded picture has the backend origin of this browser', async () => {
  const { upload, outcome } = await startUpload();
  upload.answer(200, uploaded('a b.png'));
  expect((await outcome).value).toEqual({
    path: 'a b.png',
    url: `${location.origin}/storage/v1/object/public/images/a%20b.png?v=8x8.1`,
  });
});

test('R-06: bytes are reported as a share of the whole', async () => {
  const onProgress = vi.fn();
  const { upload, outcome } = await startUpload({ onProgress });
  upload.sendBytes(25, 100);
  upload.sendBytes(100, 100);
  upload.answer(200, uploaded());
  await outcome;
  expect(onProgress.mock.calls).toEqual([[null], [0.25], [1]]);
});

test('PERM-15: without a session nothing is sent', async () => {
  fakeSupabase();
  const uploads = fakeUploads();
  await expect(uploadImage(picture())).rejects.toMatchObject({
    kind: 'signed-out',
    message: 'Authentication required',
  });
  expect(uploads).toEqual([]);
});

test.each([
  [401, 'signed-out'],
  [403, 'forbidden'],
  [413, 'invalid'],
  [415, 'invalid'],
  [422, 'invalid'],
  [500, 'unexpected'],
])('FN-3: a refusal with %i shows the message of the function', async (status, kind) => {
  const { upload, outcome } = await startUpload();
  upload.answer(status, refused('No, because of this'));
  expect((await outcome).error).toMatchObject({
    name: 'AppError',
    kind,
    message: 'No, because of this',
    code: 'refused',
  });
});

test.each([
  [401, 'Authentication required'],
  [403, 'Your account is not approved to upload files'],
  [413, 'File size too large. Maximum size: 5.0MB'],
  [415, 'Invalid file type. Allowed types: image/jpeg, image/png, image/webp, image/gif'],
  [500, 'Upload failed'],
  [502, 'Upload failed'],
])('DASH-25: a gateway error %i without our message gets a default one', async (status, text) => {
  const { upload, outcome } = await startUpload();
  upload.answer(status, '<html>nope</html>');
  expect((await outcome).error).toMatchObject({ message: text, code: String(status) });
});

test.each([
  ['no JSON', 'ok'],
  ['no path', { success: true, message: 'ok', url: 'https://a.example/b' }],
  ['nothing', ''],
])('a success response with %s is a failure', async (_, body) => {
  const { upload, outcome } = await startUpload();
  upload.answer(200, body);
  expect((await outcome).error).toMatchObject({ kind: 'unexpected', code: null });
});

test('a broken connection and a timeout are offline errors', async () => {
  const broken = await startUpload();
  broken.upload.breakOff();
  expect((await broken.outcome).error).toMatchObject({ kind: 'offline', code: null });

  const slow = await startUpload();
  slow.upload.runOutOfTime();
  expect((await slow.outcome).error).toMatchObject({
    kind: 'offline',
    message: 'The upload took too long. Please try again.',
  });
});

test('an abort ends the request with the reason of the signal', async () => {
  const controller = new AbortController();
  const { outcome } = await startUpload({ signal: controller.signal });
  controller.abort();
  expect((await outcome).error).toBe(controller.signal.reason);
});

test('the list joins each picture with its record and adds the version to its URL', async () => {
  fakeSupabase({
    ...signedInAs('editor'),
    ...bucketRoutes(
      [storedObject('a.png'), storedObject('b.png')],
      [recordRow('a.png', { variants: [320, 640], alt_text: 'Pears', revision: 3 })],
    ),
  });
  const images = await listImages();
  expect(images[0]).toMatchObject({
    url: `${location.origin}/storage/v1/object/public/images/a.png?v=1600x900_320-640.3`,
    record: { altText: 'Pears', isDeleting: false },
  });
  expect(images[1]).toMatchObject({
    url: `${location.origin}/storage/v1/object/public/images/b.png`,
    record: null,
  });
});

test('R-30: records are requested page by page', async () => {
  const rows = Array.from({ length: 700 }, (_, place) => recordRow(`${place}.png`));
  const server = fakeSupabase({
    ...signedInAs('editor'),
    ...bucketRoutes(),
    [RECORDS]: ({ url }) => {
      const offset = Number(url.searchParams.get('offset'));
      return json(rows.slice(offset, offset + Number(url.searchParams.get('limit'))));
    },
  });
  await listImages();
  expect(server.requestsTo(RECORDS)).toHaveLength(2);
});

test('deleting marks the record, removes picture and variants, then the record', async () => {
  const server = fakeSupabase({
    ...signedInAs('editor'),
    [PATCH_RECORD]: noContent,
    [DELETE]: () => json([{ name: 'a.png' }]),
    [DELETE_RECORD]: noContent,
  });
  await deleteImage(image('a.png', {}));
  expect(server.requestsTo(PATCH_RECORD)[0]?.body).toEqual({ deleting_at: expect.any(String) });
  expect(server.requestsTo(DELETE)[0]?.body).toEqual({
    prefixes: ['a.png', 'variants/a.png/2-320.webp', 'variants/a.png/2-640.webp'],
  });
  const order = server.requests.map(({ method, url }) => `${method} ${url.pathname}`);
  expect(order.indexOf(PATCH_RECORD)).toBeLessThan(order.indexOf(DELETE));
  expect(order.indexOf(DELETE)).toBeLessThan(order.indexOf(DELETE_RECORD));
});

test('a picture on a page that a client has to approve is kept, and the reason is told', async () => {
  const server = fakeSupabase({
    ...signedInAs('editor'),
    [PATCH_RECORD]: () => json({ code: 'PT409', message: 'The client has not approved' }, 409),
  });
  const reason =
    'a page that its client has to approve shows this picture. End the demand in the editor of that page first';
  await expect(deleteImage(image('a.png', {}))).rejects.toMatchObject({
    ...{ kind: 'conflict', message: `Failed to delete image: ${reason}` },
  });
  await expect(saveAltText('a.png', 'Other')).rejects.toMatchObject({
    message: `Failed to save the alternative text: ${reason}`,
  });
  expect(server.requestsTo(DELETE)).toEqual([]);
});

test('a picture that could not be removed keeps its record without the mark', async () => {
  const server = fakeSupabase({
    ...signedInAs('editor'),
    [PATCH_RECORD]: noContent,
    [DELETE]: () => json({ message: 'no' }, 403),
  });
  await expect(deleteImage(image('a.png', {}))).rejects.toMatchObject({
    message: 'Failed to delete image: no',
  });
  expect(server.requestsTo(PATCH_RECORD).map(({ body }) => body)).toEqual([
    { deleting_at: expect.any(String) },
    { deleting_at: null },
  ]);
  expect(server.requestsTo(DELETE_RECORD)).toEqual([]);
});

test('saving the text of a deleted picture is a failure', async () => {
  fakeSupabase({ ...signedInAs('editor'), [PATCH_RECORD]: () => json([]) });
  await expect(saveAltText('a.png', 'Pears')).rejects.toMatchObject({ kind: 'not-found' });
});

test('replacing sends the old path and the new URL without their origin', async () => {
  const REPLACE = 'POST /rest/v1/rpc/replace_image_everywhere';
  const server = fakeSupabase({ ...signedInAs('editor'), [REPLACE]: () => json(3) });
  const address = `${location.origin}/storage/v1/object/public/images/b.webp?v=8x8.1`;
  expect(await replaceImageEverywhere('a (1).png', address)).toBe(3);
  expect(server.requestsTo(REPLACE)[0]?.body).toEqual({
    old_path: 'a%20%281%29.png',
    new_path: 'b.webp?v=8x8.1',
  });
});

test('unreadable uses are a failure, not an empty list', async () => {
  fakeSupabase({ ...signedInAs('editor'), [USAGE]: () => json([{ path: 'a.png' }]) });
  await expect(listImageUsage()).rejects.toMatchObject({ name: 'AppError' });
});

test('IMG-8: variants and choices are sent with the file', async () => {
  const blob = new Blob(['webp'], { type: 'image/webp' });
  const { upload, outcome } = await startUpload({
    variants: [{ width: 320, blob }],
    naming: 'own',
    nameTaken: 'keep-both',
  });
  upload.answer(200, uploaded());
  await outcome;
  expect(upload.body?.getAll('variant')).toMatchObject([{ name: '320.webp', type: 'image/webp' }]);
  expect(upload.body?.get('naming')).toBe('own');
  expect(upload.body?.get('name_taken')).toBe('keep-both');
});

test('a picture whose variants are too large is sent again without them', async () => {
  fakeSupabase(signedInAs('editor'));
  const uploads = fakeUploads();
  const blob = new Blob(['webp'], { type: 'image/webp' });
  const result = uploadImage(picture(), { variants: [{ width: 320, blob }] });
  await vi.waitFor(() => expect(uploads[0]?.body).toBeTruthy());
  uploads[0]?.answer(422, refused('A smaller copy does not belong to the image', 'unfit_variant'));
  await vi.waitFor(() => expect(uploads[1]?.body).toBeTruthy());
  expect(uploads[1]?.body?.getAll('variant')).toEqual([]);
  uploads[1]?.answer(200, uploaded());
  expect(await result).toMatchObject({ path: '3f2a1b6c.png' });
});
