import sharp from 'sharp';
import { afterEach, expect, test, vi } from 'vitest';
import { createAfterwards } from '../../../supabase/functions/_shared/background.ts';
import {
  uploadReplySchema,
  UPLOAD_MAX_BYTES,
} from '../../../supabase/functions/_shared/contracts/upload.ts';
import {
  handleUpload,
  UPLOAD_BODY_MAX_BYTES,
  UPLOAD_DEADLINE_MS,
  type UploadDeps,
  type UploadEvent,
} from '../../../supabase/functions/secure-file-upload/handler.ts';
import type { ImageRecord } from '../../../supabase/functions/secure-file-upload/store-picture.ts';
import {
  concat,
  containsText,
  gradient,
  noForeign,
  pngChunk,
  pngHeader,
  withMetadata,
} from './pictures.ts';

const ADDRESS = 'https://site.example/functions/v1/secure-file-upload';
const ID = '8f14e45f-ceea-467f-a0e6-1f3b5c6d7e8f';

type Stored = { path: string; bytes: Uint8Array; contentType: string };

function setUp(overrides: Partial<UploadDeps> = {}) {
  const stored: Stored[] = [];
  const records = new Map<string, ImageRecord>();
  const events: UploadEvent[] = [];
  const logError = vi.fn();
  const deps: UploadDeps = {
    authenticate: async () => ({ userId: 'user-1' }),
    staffRole: async () => 'editor',
    foreign: noForeign,
    store: async (path, bytes, contentType, replaces) => {
      if (!replaces && stored.some((object) => object.path === path)) return false;
      stored.push({ path, bytes, contentType });
      return true;
    },
    remove: async (paths) => {
      for (const path of paths) {
        const place = stored.findIndex((object) => object.path === path);
        if (place >= 0) stored.splice(place, 1);
      }
    },
    findRecord: async (path) => records.get(path) ?? null,
    saveRecord: async (record) => {
      records.set(record.path, record);
    },
    removeRecord: async (path) => {
      records.delete(path);
    },
    publicUrl: (path) => `https://site.example/storage/v1/object/public/images/${path}`,
    newId: () => ID,
    afterwards: createAfterwards(logError),
    logEvent: async (event) => {
      events.push(event);
    },
    logError,
    ...overrides,
  };
  return { deps, stored, records, events, logError };
}

async function send(request: Request, deps: UploadDeps) {
  const response = await handleUpload(request, deps);
  const reply = uploadReplySchema.parse(await response.json());
  return { status: response.status, reply, headers: response.headers };
}

function uploadOf(...files: File[]): Request {
  const body = new FormData();
  for (const file of files) body.append('file', file);
  return new Request(ADDRESS, { method: 'POST', body, headers: { 'user-agent': 'tests' } });
}

function raw(body: BodyInit | null, headers: HeadersInit = {}): Request {
  const type = { 'content-type': 'multipart/form-data; boundary=b' };
  return new Request(ADDRESS, {
    method: 'POST',
    body,
    headers: { ...type, ...Object.fromEntries(new Headers(headers)) },
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  });
}

async function jpegFile(name = 'office.jpg', type = 'image/jpeg'): Promise<File> {
  const bytes = await withMetadata(gradient(), 6).jpeg().toBuffer();
  return new File([concat(bytes)], name, { type });
}

function pngOfSize(total: number, name = 'big.png'): File {
  const head = pngHeader(100, 100);
  const frame = pngChunk('IEND').length + 12;
  const data = new Uint8Array(total - head.length - frame);
  return new File([concat(head, pngChunk('IDAT', data), pngChunk('IEND'))], name, {
    type: 'image/png',
  });
}

afterEach(() => {
  vi.useRealTimers();
});

test('FN-1, FN-3, PERM-11: a staff member uploads a picture and gets its url and path', async () => {
  const { deps, stored, logError } = setUp();
  const { status, reply } = await send(uploadOf(await jpegFile()), deps);
  expect(status).toBe(200);
  expect(reply).toEqual({
    success: true,
    message: 'Image uploaded successfully',
    url: `https://site.example/storage/v1/object/public/images/${ID}.jpg?v=32x48.1`,
    path: `${ID}.jpg`,
  });
  expect(stored).toMatchObject([{ path: `${ID}.jpg`, contentType: 'image/jpeg' }]);
  expect(logError).not.toHaveBeenCalled();
});

test('R-14: a stored picture has no metadata but its orientation', async () => {
  const { deps, stored } = setUp();
  await send(uploadOf(await jpegFile()), deps);
  const bytes = stored[0]?.bytes ?? concat();
  expect((await sharp(bytes).metadata()).orientation).toBe(6);
  expect(containsText(bytes, 'secret-')).toBe(false);
});

test.each([
  ['VFILE-1', 'photo.jpeg', 'image/jpeg', 'jpeg'],
  ['VFILE-1', 'PHOTO.JPG', 'image/jpeg', 'jpg'],
  ['VFILE-2', 'photo.png', 'image/png', 'png'],
  ['VFILE-3', 'photo.webp', 'image/webp', 'webp'],
  ['VFILE-4', 'photo.gif', 'image/gif', 'gif'],
] as const)(
  '%s, STOR-3: %s is stored under a random name with its extension',
  async (_, name, type, extension) => {
    const { deps, stored } = setUp();
    const format = type === 'image/jpeg' ? 'jpeg' : extension;
    const bytes = await gradient().toFormat(format).toBuffer();
    const { status } = await send(uploadOf(new File([concat(bytes)], name, { type })), deps);
    expect(status).toBe(200);
    expect(stored).toMatchObject([{ path: `${ID}.${extension}`, contentType: type }]);
  },
);

test('R-14: data after the picture is not stored', async () => {
  const { deps, stored } = setUp();
  const original = await jpegFile();
  const polyglot = new File([original, '<script>secret-tail</script>PK\x03\x04'], 'a.jpg', {
    type: 'image/jpeg',
  });
  expect((await send(uploadOf(polyglot), deps)).status).toBe(200);
  expect(containsText(stored[0]?.bytes ?? concat(), 'secret-tail')).toBe(false);
});

test.each(['GET', 'PUT', 'DELETE', 'PATCH'])('%s is not allowed', async (method) => {
  const { deps } = setUp();
  const { status, reply, headers } = await send(new Request(ADDRESS, { method }), deps);
  expect(status).toBe(405);
  expect(reply.success).toBe(false);
  expect(headers.get('allow')).toBe('POST, OPTIONS');
});

test('PERM-15: without a session the response is "Authentication required", the body unread', async () => {
  const { deps, stored, events } = setUp({ authenticate: async () => null });
  const request = uploadOf(await jpegFile());
  const { status, reply } = await send(request, deps);
  expect(status).toBe(401);
  expect(reply).toEqual({
    success: false,
    message: 'Authentication required',
    error: { code: 'authentication_required', message: 'Authentication required' },
  });
  expect(request.bodyUsed).toBe(false);
  expect([stored, events]).toEqual([[], []]);
});

test.each([null, 'code', 'password', 'enrol'])(
  'R-14: the role %s is refused, the body unread',
  async (role) => {
    const { deps, stored, events } = setUp({ staffRole: async () => role });
    const request = uploadOf(await jpegFile());
    const { status } = await send(request, deps);
    expect(status).toBe(403);
    expect(request.bodyUsed).toBe(false);
    expect(stored).toEqual([]);
    expect(events).toMatchObject([{ severity: 'medium', metadata: { outcome: 'forbidden' } }]);
  },
);

test.each(['editor', 'owner'])('PERM-11: the role %s may upload', async (role) => {
  const { deps } = setUp({ staffRole: async () => role });
  expect((await send(uploadOf(await jpegFile()), deps)).status).toBe(200);
});

test('R-14: a content length beyond the limit is refused before reading', async () => {
  const { deps } = setUp();
  const request = raw('x', { 'content-length': String(UPLOAD_BODY_MAX_BYTES + 1) });
  const { status, reply } = await send(request, deps);
  expect(status).toBe(413);
  expect(reply.message).toBe('File size too large. Maximum size: 5.0MB');
  expect(request.bodyUsed).toBe(false);
});

test('R-14: an endless body is refused as soon as it passes the limit', async () => {
  const { deps } = setUp();
  const chunk = new Uint8Array(64 * 1024);
  let sent = 0;
  const cancel = vi.fn();
  const endless = new ReadableStream({
    pull(controller) {
      sent += chunk.length;
      controller.enqueue(chunk);
    },
    cancel,
  });
  const { status, reply } = await send(raw(endless), deps);
  expect(status).toBe(413);
  expect(reply.message).toBe('File size too large. Maximum size: 5.0MB');
  expect(cancel).toHaveBeenCalledOnce();
  expect(sent).toBeLessThanOrEqual(UPLOAD_BODY_MAX_BYTES + 3 * chunk.length);
});

test('R-14: a body that stalls is refused at the deadline', async () => {
  vi.useFakeTimers();
  const { deps } = setUp();
  const cancel = vi.fn();
  const stalled = new ReadableStream({
    start: (controller) => controller.enqueue(new Uint8Array(10)),
    cancel,
  });
  const answer = send(raw(stalled), deps);
  await vi.advanceTimersByTimeAsync(UPLOAD_DEADLINE_MS - 1);
  expect(cancel).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect((await answer).status).toBe(408);
  expect(cancel).toHaveBeenCalledOnce();
});

test('R-14: a slow body is refused at the deadline as well', async () => {
  vi.useFakeTimers();
  const { deps } = setUp();
  let timer: ReturnType<typeof setInterval>;
  const trickle = new ReadableStream({
    start: (controller) => {
      timer = setInterval(() => controller.enqueue(new Uint8Array(1)), 1000);
    },
    cancel: () => clearInterval(timer),
  });
  const answer = send(raw(trickle), deps);
  await vi.advanceTimersByTimeAsync(UPLOAD_DEADLINE_MS);
  expect((await answer).status).toBe(408);
});

test('R-14: an interrupted body is refused with a message', async () => {
  const { deps, logError } = setUp();
  let pulls = 0;
  const broken = new ReadableStream({
    pull(controller) {
      pulls += 1;
      if (pulls > 1) controller.error(new Error('connection reset'));
      else controller.enqueue(new Uint8Array(10));
    },
  });
  const { status, reply } = await send(raw(broken), deps);
  expect(status).toBe(400);
  expect(reply.message).toBe('The upload broke off. Please try again.');
  expect(logError).not.toHaveBeenCalled();
});

test.each(['application/json', 'image/jpeg', 'text/plain', 'multipart/mixed; boundary=b', ''])(
  'FN-1: the content type %j is not an upload',
  async (type) => {
    const { deps } = setUp();
    const { status, reply } = await send(raw('{}', { 'content-type': type }), deps);
    expect(status).toBe(415);
    expect(reply.message).toBe('Send the file as multipart/form-data');
  },
);

test.each([
  ['an empty body', ''],
  ['no boundary in sight', 'hello'],
  ['an unfinished part', '--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"'],
  ['a part without a name', '--b\r\nContent-Type: image/jpeg\r\n\r\nx\r\n--b--\r\n'],
  ['dashes only', '-'.repeat(10_000)],
])('FN-1: broken multipart is refused: %s', async (_, body) => {
  const { deps, logError } = setUp();
  const { status, reply } = await send(raw(body), deps);
  expect(status).toBe(400);
  expect(reply.success).toBe(false);
  expect(logError).not.toHaveBeenCalled();
});

test('FN-1: a missing body is refused', async () => {
  const { deps } = setUp();
  expect((await send(raw(null), deps)).status).toBe(400);
});

test('FN-1: the file must be in the field "file", and be a file', async () => {
  const { deps } = setUp();
  const elsewhere = new FormData();
  elsewhere.append('picture', await jpegFile());
  const text = new FormData();
  text.append('file', 'office.jpg');
  for (const body of [elsewhere, text, new FormData()]) {
    const { status, reply } = await send(new Request(ADDRESS, { method: 'POST', body }), deps);
    expect(status).toBe(400);
    expect(reply.success).toBe(false);
  }
});

test('VFILE-13: two files at once are refused', async () => {
  const { deps, stored } = setUp();
  const { status, reply } = await send(uploadOf(await jpegFile(), await jpegFile()), deps);
  expect(status).toBe(400);
  expect(reply.message).toBe('Upload one file at a time');
  expect(stored).toEqual([]);
});

test.each([
  ['VFILE-5', 'image/svg+xml', 'logo.svg'],
  ['VFILE-5', 'text/html', 'page.jpg'],
  ['VFILE-5', '', 'office.jpg'],
])('%s, VFILE-19: the type %j is refused by the server', async (_, type, name) => {
  const { deps } = setUp();
  const { status, reply } = await send(uploadOf(await jpegFile(name, type)), deps);
  expect(status).toBe(415);
  expect(reply.message).toBe(
    'Invalid file type. Allowed types: image/jpeg, image/png, image/webp, image/gif',
  );
});

test('VFILE-6, VFILE-19: the server takes exactly 5 MB', async () => {
  const { deps, stored } = setUp();
  const { status } = await send(uploadOf(pngOfSize(UPLOAD_MAX_BYTES)), deps);
  expect(status).toBe(200);
  expect(stored[0]?.bytes).toHaveLength(UPLOAD_MAX_BYTES);
});

test('VFILE-6, VFILE-19: the server refuses 5 MB and one byte', async () => {
  const { deps, stored } = setUp();
  const { status, reply } = await send(uploadOf(pngOfSize(UPLOAD_MAX_BYTES + 1)), deps);
  expect(status).toBe(413);
  expect(reply.message).toBe('File size too large. Maximum size: 5.0MB');
  expect(stored).toEqual([]);
});

test.each([
  ['VFILE-7', 'a..b.jpg'],
  ['VFILE-7', '..\\..\\a.jpg'],
  ['VFILE-8', 'a.exe.jpg'],
  ['VFILE-8', 'A.EXE'],
  ['VFILE-9', 'a.php.jpg'],
  ['VFILE-9', 'a.PHP\u0000.jpg'],
  ['VFILE-10', 'a.js.jpg'],
])('%s, VFILE-19: the server refuses and logs the suspicious name %j', async (_, name) => {
  const { deps, stored, events } = setUp();
  const { status, reply } = await send(uploadOf(await jpegFile(name)), deps);
  expect(status).toBe(400);
  expect(reply.message).toBe('Suspicious file name detected');
  expect(stored).toEqual([]);
  expect(events).toMatchObject([{ severity: 'medium', metadata: { outcome: 'suspicious_name' } }]);
});

test.each(['office', 'office.svg', 'office.jpg.html', 'jpg'])(
  'VFILE-11, VFILE-19: the server refuses the extension of %s',
  async (name) => {
    const { deps } = setUp();
    const { status, reply } = await send(uploadOf(await jpegFile(name)), deps);
    expect(status).toBe(400);
    expect(reply.message).toBe('Invalid file extension');
  },
);

test('VFILE-19: an empty file is refused', async () => {
  const { deps } = setUp();
  const { status, reply } = await send(
    uploadOf(new File([], 'a.png', { type: 'image/png' })),
    deps,
  );
  expect(status).toBe(422);
  expect(reply.message).toBe('The file is empty');
});

test.each([
  ['a JPEG called PNG', 'a.png', 'image/png'],
  ['a JPEG named .png', 'a.png', 'image/jpeg'],
  ['a JPEG sent as PNG', 'a.jpg', 'image/png'],
])('VFILE-19: content, type and extension must agree: %s', async (_, name, type) => {
  const { deps, stored, events } = setUp();
  const { status, reply } = await send(uploadOf(await jpegFile(name, type)), deps);
  expect(status).toBe(422);
  expect(reply.message).toBe('The content of the file does not match its type');
  expect(stored).toEqual([]);
  expect(events).toMatchObject([{ severity: 'medium' }]);
});

test.each([
  ['HTML', '<!doctype html><script>alert(1)</script>'],
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  ['zeros', new Uint8Array(100)],
])('VFILE-19: %s disguised as a picture is refused', async (_, content) => {
  const { deps } = setUp();
  const disguised = new File([content], 'a.jpg', { type: 'image/jpeg' });
  expect((await send(uploadOf(disguised), deps)).status).toBe(422);
});

test('R-14: a damaged picture, a bomb and an unknown variant each get their own message', async () => {
  const { deps } = setUp();
  const jpeg = Buffer.from(await (await jpegFile()).arrayBuffer());
  const truncated = jpeg.subarray(0, jpeg.length - 2);
  const lossless = Buffer.from(jpeg);
  lossless[lossless.indexOf(Buffer.from([0xff, 0xc0])) + 1] = 0xc3;
  const answers = await Promise.all(
    [
      new File([concat(truncated)], 'a.jpg', { type: 'image/jpeg' }),
      new File([pngHeader(60_000, 60_000)], 'a.png', { type: 'image/png' }),
      new File([concat(lossless)], 'a.jpg', { type: 'image/jpeg' }),
    ].map((file) => send(uploadOf(file), deps)),
  );
  expect(answers.map(({ status, reply }) => [status, reply.message])).toEqual([
    [422, 'The image is damaged or incomplete'],
    [422, 'Image too large. Maximum: 12000 pixels per side and 50 megapixels'],
    [422, 'This kind of image is not supported. Please save it again and retry.'],
  ]);
});

test('R-14: an accepted upload is logged with the stored object', async () => {
  const { deps, events } = setUp();
  await send(uploadOf(await jpegFile('слика.jpg')), deps);
  expect(events).toEqual([
    {
      eventType: 'file_upload_security',
      severity: 'low',
      description: 'Image uploaded',
      metadata: expect.objectContaining({
        outcome: 'accepted',
        name: 'слика.jpg',
        type: 'image/jpeg',
        path: `${ID}.jpg`,
        width: 32,
        height: 48,
        copies: 0,
        revision: 1,
      }),
      userId: 'user-1',
      userAgent: 'tests',
    },
  ]);
});

test('R-05: a log entry stays within the limits of the table for any file name', async () => {
  const { deps, events } = setUp();
  const request = uploadOf(await jpegFile(`\u202E${'😀'.repeat(5000)}.php.jpg`));
  request.headers.set('user-agent', 'x'.repeat(5000));
  await send(request, deps);
  const [event] = events;
  expect(event?.metadata.name).toBe(`?${'😀'.repeat(199)}`);
  expect(JSON.stringify(event?.metadata).length).toBeLessThan(4000);
  expect(event?.userAgent).toHaveLength(400);
});

test('SEC-10: a log that fails or hangs does not affect the upload', async () => {
  const broken = setUp({ logEvent: () => Promise.reject(new Error('log down')) });
  expect((await send(uploadOf(await jpegFile()), broken.deps)).status).toBe(200);
  await vi.waitFor(() => expect(broken.logError).toHaveBeenCalledOnce());

  const throwing = setUp({
    logEvent: () => {
      throw new Error('log broken');
    },
  });
  expect((await send(uploadOf(await jpegFile()), throwing.deps)).status).toBe(200);

  const hanging = setUp({ logEvent: () => new Promise(() => undefined) });
  expect((await send(uploadOf(await jpegFile()), hanging.deps)).status).toBe(200);
});

test('a picture that an approval protects is not exchanged, and the reason is said', async () => {
  // supabase-js gives the error of the database, which is no Error.
  const refusal = { code: 'PT409', message: 'The client has not approved these words' };
  const { deps, stored, logError } = setUp({ saveRecord: () => Promise.reject(refusal) });
  const body = new FormData();
  body.append('file', await jpegFile());
  body.append('naming', 'own');
  body.append('name_taken', 'replace');
  const { status, reply } = await send(new Request(ADDRESS, { method: 'POST', body }), deps);
  const message =
    'A page that its client has to approve shows this picture. Upload the new one under another name, or end the demand in the editor of the page.';
  expect([status, reply]).toEqual([
    409,
    { success: false, message, error: { code: 'approval_demanded', message } },
  ]);
  expect(stored).toEqual([]);
  expect(logError).not.toHaveBeenCalled();
});

test.each(['authenticate', 'staffRole', 'store', 'findRecord', 'saveRecord'] as const)(
  'a failing %s is logged and its text is not returned',
  async (name) => {
    const failure = new Error('secret-detail');
    const { deps, logError } = setUp({ [name]: () => Promise.reject(failure) });
    const { status, reply } = await send(uploadOf(await jpegFile()), deps);
    expect(status).toBe(500);
    expect(reply).toEqual({
      success: false,
      message: 'Upload failed',
      error: { code: 'upload_failed', message: 'Upload failed' },
    });
    expect(logError).toHaveBeenCalledWith(failure);
  },
);

test('a response is JSON and never cached', async () => {
  const { deps } = setUp();
  const { headers } = await send(uploadOf(await jpegFile()), deps);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-store');
});
