import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { deleteWorkspace } from '../../scripts/lib/workspace.mjs';
import { gradient, withMetadata } from '../functions/secure-file-upload/pictures';
import { request, signIn, signUp, startSite, stopSite, type Site } from './site';

// The function for real: Deno, the embedded backend and the site's own origin in front.
const name = `launcher-upload-${process.pid}`;
let denoFolder: string;
let site: Site;
let staff: { token: string; userId: string };

beforeAll(async () => {
  // A machine where Deno never ran and that reaches no registry: npm has brought all there is to need.
  denoFolder = await mkdtemp(path.join(tmpdir(), 'deno-'));
  site = await startSite(name, { DENO_DIR: denoFolder, HTTPS_PROXY: 'http://127.0.0.1:9' });
  staff = await signIn(site);
});

afterAll(async () => {
  await stopSite(site);
  deleteWorkspace(name);
  await rm(denoFolder, { recursive: true });
});

function upload(
  parts: BlobPart[],
  fileName: string,
  type: string,
  token?: string,
  fields: Record<string, string | File> = {},
) {
  const body = new FormData();
  body.append('file', new File(parts, fileName, { type }));
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return request(site, '/functions/v1/secure-file-upload', { body, token });
}

async function photo() {
  return new Uint8Array(
    await withMetadata(gradient(1, 640, 480))
      .jpeg()
      .toBuffer(),
  );
}

async function uploadEvents() {
  const columns = 'severity,description,metadata,user_id,ip_address,origin';
  const { data } = await request(
    site,
    `/rest/v1/security_events?select=${columns}&event_type=eq.file_upload_security&order=id.desc`,
    { token: staff.token },
  );
  return data;
}

test('FN-1, FN-2, PERM-11: staff upload a photo through the origin of the site', async () => {
  const { status, data } = await upload([await photo()], 'Garden.JPG', 'image/jpeg', staff.token);
  expect([status, data]).toEqual([
    200,
    {
      success: true,
      message: 'Image uploaded successfully',
      path: expect.stringMatching(/^[0-9a-f-]{36}\.jpg$/),
      url: `${site.url}/storage/v1/object/public/images/${data.path}?v=640x480.1`,
    },
  ]);
  const stored = await fetch(data.url);
  expect([stored.status, stored.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  const bytes = new Uint8Array(await stored.arrayBuffer());
  const { width, height, exif, xmp } = await sharp(bytes).metadata();
  expect({ width, height, exif, xmp }).toEqual({ width: 640, height: 480 });
});

test('IMG-8, STOR-2: copies and record stand beside the picture, cached for an hour', async () => {
  const copy = await sharp(await photo())
    .resize(320)
    .webp()
    .toBuffer();
  const variant = new File([new Uint8Array(copy)], '320.webp', { type: 'image/webp' });
  const { data } = await upload([await photo()], 'Garden.jpg', 'image/jpeg', staff.token, {
    variant,
  });
  expect(data.url).toMatch(/\?v=640x480_320\.1$/);
  const address = `/storage/v1/object/public/images/variants/${data.path}/1-320.webp`;
  const stored = await fetch(`${site.url}${address}`);
  expect([stored.status, stored.headers.get('content-type')]).toEqual([200, 'image/webp']);
  const records = await request(
    site,
    `/rest/v1/image_records?select=variants,uploaded_by&path=eq.${data.path}`,
    { token: staff.token },
  );
  expect(records.data).toEqual([{ variants: [320], uploaded_by: staff.userId }]);
  const listed = await request(site, '/storage/v1/object/list/images', {
    body: { prefix: '', limit: 100, search: data.path },
    token: staff.token,
  });
  expect(JSON.stringify(listed.data)).toContain('max-age=3600');
});

test('STOR-4, R-15: a kept name is refused when taken, then replaced or numbered', async () => {
  const send = async (fields: Record<string, string> = {}) =>
    upload([await photo()], 'Our Garden.jpg', 'image/jpeg', staff.token, {
      naming: 'own',
      ...fields,
    });
  expect((await send()).data.path).toBe('Our_Garden.jpg');
  const taken = await send();
  expect([taken.status, taken.data.error.code]).toEqual([409, 'name_taken']);
  expect((await send({ name_taken: 'keep-both' })).data.path).toBe('Our_Garden-2.jpg');
  expect((await send({ name_taken: 'replace' })).data.url).toMatch(
    /Our_Garden\.jpg\?v=640x480\.2$/,
  );
});

test('R-14: position and author of a photo are gone from the stored bytes', async () => {
  const original = await photo();
  expect(Buffer.from(original).includes('secret-exif')).toBe(true);
  expect((await sharp(original).metadata()).exif?.length).toBeGreaterThan(0);
  const { data } = await upload([original], 'Garden.jpg', 'image/jpeg', staff.token);
  const stored = Buffer.from(await (await fetch(data.url)).arrayBuffer());
  expect(stored.includes('secret-')).toBe(false);
  expect(stored.includes('Exif')).toBe(false);
});

test('R-14: an upload leaves a security event, stamped by the server', async () => {
  const { data } = await upload([await photo()], 'Logged.jpg', 'image/jpeg', staff.token);
  await vi.waitFor(
    async () => {
      const event = (await uploadEvents()).find(
        (row: { metadata: { path?: string } }) => row.metadata.path === data.path,
      );
      expect(event).toMatchObject({
        severity: 'low',
        description: 'Image uploaded',
        metadata: { outcome: 'accepted', name: 'Logged.jpg', type: 'image/jpeg' },
        user_id: staff.userId,
        ip_address: null,
        origin: 'server',
      });
    },
    { timeout: 10_000 },
  );
});

test('PERM-15: without a session the answer is Authentication required', async () => {
  for (const token of [undefined, 'no-token-at-all']) {
    const { status, data } = await upload([await photo()], 'a.jpg', 'image/jpeg', token);
    expect([status, data.success, data.message]).toEqual([401, false, 'Authentication required']);
  }
});

test('R-14: a signed-in stranger may not upload', async () => {
  const stranger = await signUp(site, 'stranger@visitor.test');
  const { status, data } = await upload([await photo()], 'a.jpg', 'image/jpeg', stranger.token);
  expect([status, data.error.code]).toEqual([403, 'forbidden']);
});

test('VFILE-19: content decides, whatever name and type claim', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const png = new Uint8Array(await gradient().png().toBuffer());
  const refusals: [BlobPart, string, string, number, string][] = [
    [svg, 'drawing.svg', 'image/svg+xml', 415, 'invalid_type'],
    [svg, 'drawing.png', 'image/png', 422, 'content_mismatch'],
    [png, 'photo.jpg', 'image/jpeg', 422, 'content_mismatch'],
    ['<?php echo 1;', 'shell.php.jpg', 'image/jpeg', 400, 'suspicious_name'],
  ];
  for (const [content, fileName, type, status, code] of refusals) {
    const reply = await upload([content], fileName, type, staff.token);
    expect([fileName, type, reply.status, reply.data.error.code]).toEqual([
      fileName,
      type,
      status,
      code,
    ]);
  }
});

test('VFILE-19: a body far beyond the limit gets its answer instead of a broken connection', async () => {
  const tooMuch = new Uint8Array(12 * 1024 * 1024);
  for (let turn = 0; turn < 3; turn += 1) {
    const { status, data } = await upload([tooMuch], 'a.jpg', 'image/jpeg', staff.token);
    expect([status, data.error.code]).toEqual([413, 'file_too_large']);
  }
});

test('functions that are none answer 404 as JSON', async () => {
  for (const path of ['nothing-here', '_shared', '..%2Fseed', '']) {
    const { status, data } = await request(site, `/functions/v1/${path}`, { body: {} });
    expect([path, status, data.code]).toEqual([path, 404, 'NOT_FOUND']);
  }
});
