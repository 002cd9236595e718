import { expect, test, vi } from 'vitest';
import { deleteImage, listImages, uploadImage } from '@/features/media/api';
import { fakeSupabase, json, networkFailure, signedInAs } from '../../support/fake-supabase';
import { fakeUploads, picture, refused, uploaded } from './fake-upload';

function entries(count: number, prefix = '') {
  return Array.from({ length: count }, (_, place) => ({
    id: `${prefix}${place}`,
    name: `${prefix}${String(place).padStart(4, '0')}.png`,
    created_at: '2026-11-21T10:00:00Z',
    metadata: { size: 100 },
  }));
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

test('R-30: the list goes on until storage has no more, and looks into folders', async () => {
  const server = fakeSupabase({
    ...signedInAs('editor'),
    'POST /storage/v1/object/list/images': ({ body }) => {
      const { prefix, offset, limit } = searchOf(body);
      const all =
        prefix === ''
          ? [{ id: null, name: 'seed', created_at: null, metadata: null }, ...entries(600)]
          : entries(2, 'in-seed-');
      return json(all.slice(offset, offset + limit));
    },
  });

  const images = await listImages();

  expect(images).toHaveLength(602);
  expect(images.filter(({ path }) => path.startsWith('seed/'))).toHaveLength(2);
  expect(
    server
      .requestsTo('POST /storage/v1/object/list/images')
      .map(({ body }) => searchOf(body))
      .map(({ prefix, offset }) => [prefix, offset]),
  ).toEqual([
    ['', 0],
    ['', 500],
    ['seed', 0],
  ]);
});

test('DASH-23: a list that fails says what failed', async () => {
  fakeSupabase({
    ...signedInAs('editor'),
    'POST /storage/v1/object/list/images': () => json({ message: 'Bucket not found' }, 404),
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
  await deleteImage('seed/a.png');
  expect(server.requestsTo('DELETE /storage/v1/object/images')[0]?.body).toEqual({
    prefixes: ['seed/a.png'],
  });
});

test('DASH-18: an empty answer to a delete is a failure', async () => {
  fakeSupabase({
    ...signedInAs('editor'),
    'DELETE /storage/v1/object/images': () => json([]),
  });
  await expect(deleteImage('a.png')).rejects.toMatchObject({ kind: 'forbidden' });
});

test('a delete that does not reach the server is an offline error', async () => {
  fakeSupabase({
    ...signedInAs('editor'),
    'DELETE /storage/v1/object/images': networkFailure,
  });
  await expect(deleteImage('a.png')).rejects.toMatchObject({ kind: 'offline' });
});

test('an upload carries the file, the key and the token of the session', async () => {
  const { upload, outcome } = await startUpload();
  upload.answer(200, uploaded());
  await outcome;

  expect(upload.method).toBe('POST');
  expect(upload.url).toBe(`${location.origin}/functions/v1/secure-file-upload`);
  expect(upload.headers.apikey).toBe('sb_publishable_test');
  expect(upload.headers.Authorization).toMatch(/^Bearer ey/);
  expect(upload.body?.get('file')).toMatchObject({ name: 'cover.png', type: 'image/png' });
});

test('an uploaded picture is addressed the way this browser reaches the backend', async () => {
  const { upload, outcome } = await startUpload();
  upload.answer(200, uploaded('a b.png'));
  expect((await outcome).value).toEqual({
    path: 'a b.png',
    url: `${location.origin}/storage/v1/object/public/images/a%20b.png`,
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
])('VFILE-19: a refusal with %i shows the words of the function', async (status, kind) => {
  const { upload, outcome } = await startUpload();
  upload.answer(status, refused('No, because of this'));
  expect((await outcome).error).toMatchObject({
    name: 'AppError',
    kind,
    message: 'No, because of this',
    code: String(status),
  });
});

test.each([
  [401, 'Authentication required'],
  [403, 'Your account is not approved to upload files'],
  [413, 'File size too large. Maximum size: 5.0MB'],
  [415, 'Invalid file type. Allowed types: image/jpeg, image/png, image/webp, image/gif'],
  [500, 'Upload failed'],
  [502, 'Upload failed'],
])(
  'DASH-25: a gateway that refuses with %i and no words of ours has words',
  async (status, text) => {
    const { upload, outcome } = await startUpload();
    upload.answer(status, '<html>nope</html>');
    expect((await outcome).error).toMatchObject({ message: text, code: String(status) });
  },
);

test.each([
  ['no JSON', 'ok'],
  ['no path', { success: true, message: 'ok', url: 'https://a.example/b' }],
  ['nothing', ''],
])('an answer that says done with %s is a failure', async (_, body) => {
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
