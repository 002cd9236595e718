import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { deleteWorkspace } from '../../scripts/lib/workspace.ts';
import { UPLOAD_MAX_BYTES } from '../../supabase/functions/_shared/contracts/upload';
import {
  bombs,
  honest,
  HOSTILE_NAMES,
  lookInside,
  mislabelled,
  multipart,
  noPictures,
  pngOfSize,
  polyglots,
  truncated,
  type Sample,
} from '../functions/secure-file-upload/corpus';
import { gradient, withMetadata } from '../functions/secure-file-upload/pictures';
import { readKeys, request, signIn, signUp, startSeededSite, stopSite, type Site } from './site';

// The real function: Deno, the embedded backend and the site's own origin in front.
const name = `launcher-upload-${process.pid}`;
let denoFolder: string;
let site: Site;
let staff: { token: string; userId: string };

beforeAll(async () => {
  // A machine without a Deno cache and without a registry: npm has installed everything needed.
  denoFolder = await mkdtemp(path.join(tmpdir(), 'deno-'));
  site = await startSeededSite(name, { DENO_DIR: denoFolder, HTTPS_PROXY: 'http://127.0.0.1:9' });
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

async function countPictures() {
  const { data } = await request(site, '/storage/v1/object/list/images', {
    body: { prefix: '', limit: 1000 },
    token: staff.token,
  });
  return data.length;
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

test('IMG-8, STOR-2: variants and record are stored with the picture, cached for an hour', async () => {
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

test('STOR-4, R-15: a kept name is refused when in use, then replaced or numbered', async () => {
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

test('R-14: position and author of a photo are removed from the stored bytes', async () => {
  const original = await photo();
  expect(Buffer.from(original).includes('secret-exif')).toBe(true);
  expect((await sharp(original).metadata()).exif?.length).toBeGreaterThan(0);
  const { data } = await upload([original], 'Garden.jpg', 'image/jpeg', staff.token);
  const stored = Buffer.from(await (await fetch(data.url)).arrayBuffer());
  expect(stored.includes('secret-')).toBe(false);
  expect(stored.includes('Exif')).toBe(false);
});

test('R-14: staff write to the bucket through the function only, and a stored file is never a page', async () => {
  const { publishableKey, secretKey } = readKeys(site.name);
  const store = (key: string, token: string) =>
    fetch(`${site.url}/storage/v1/object/images/report.html`, {
      method: 'POST',
      headers: { apikey: key, authorization: `Bearer ${token}`, 'content-type': 'image/png' },
      body: '<script>alert(document.domain)</script>',
    });
  expect((await store(publishableKey, staff.token)).status).toBeGreaterThanOrEqual(400);
  expect((await store(secretKey, secretKey)).status).toBe(200);
  const { status, headers } = await fetch(
    `${site.url}/storage/v1/object/public/images/report.html`,
  );
  expect({
    status,
    type: headers.get('content-type'),
    sniffing: headers.get('x-content-type-options'),
    policy: headers.get('content-security-policy'),
  }).toEqual({
    status: 200,
    type: 'image/png',
    sniffing: 'nosniff',
    policy: "sandbox; default-src 'none'",
  });
});

test('R-14: an upload logs a security event of the server', async () => {
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

test('PERM-15: without a session the response is Authentication required', async () => {
  for (const token of [undefined, 'no-token-at-all']) {
    const { status, data } = await upload([await photo()], 'a.jpg', 'image/jpeg', token);
    expect([status, data.success, data.message]).toEqual([401, false, 'Authentication required']);
  }
});

test('R-14: a signed-in non-member may not upload', async () => {
  const nonMember = await signUp(site, 'non-member@visitor.test');
  const { status, data } = await upload([await photo()], 'a.jpg', 'image/jpeg', nonMember.token);
  expect([status, data.error.code]).toEqual([403, 'forbidden']);
});

test('VFILE-19: the content decides, not name or type', async () => {
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

test('VFILE-19: a body far beyond the limit gets a response instead of a broken connection', async () => {
  const tooMuch = new Uint8Array(12 * 1024 * 1024);
  for (let turn = 0; turn < 3; turn += 1) {
    const { status, data } = await upload([tooMuch], 'a.jpg', 'image/jpeg', staff.token);
    expect([status, data.error.code]).toEqual([413, 'file_too_large']);
  }
});

/** A raw request that no browser would send. */
async function send(
  sample: Pick<Sample, 'bytes' | 'name' | 'type'>,
  fields: Record<string, string> = {},
) {
  const { body, contentType } = multipart(sample, fields);
  const response = await fetch(`${site.url}/functions/v1/secure-file-upload`, {
    method: 'POST',
    body,
    headers: {
      apikey: readKeys(site.name).publishableKey,
      authorization: `Bearer ${staff.token}`,
      'content-type': contentType,
    },
  });
  return { status: response.status, data: await response.json() };
}

async function servedAs(path: string) {
  const object = path.split('/').map(encodeURIComponent).join('/');
  const response = await fetch(`${site.url}/storage/v1/object/public/images/${object}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { type: response.headers.get('content-type'), inside: await lookInside(bytes) };
}

test.for([
  ['mislabelled', mislabelled],
  ['truncated', truncated],
  ['asking for gigabytes', bombs],
  ['no pictures', noPictures],
] as const)('VFILE-19, R-14: files that are %s are not stored', async ([, build]) => {
  const before = await countPictures();
  for (const sample of await build()) {
    const { status, data } = await send(sample);
    expect([sample.what, data.success]).toEqual([sample.what, false]);
    expect([400, 413, 415, 422], sample.what).toContain(status);
  }
  expect(await countPictures()).toBe(before);
});

test('R-14: only the picture of a file is stored, with its type', async () => {
  for (const sample of [...(await polyglots()), ...(await honest())]) {
    const { status, data } = await send(sample);
    expect([sample.what, status]).toEqual([sample.what, 200]);
    const { type, inside } = await servedAs(data.path);
    const { format, frames, width, height } = await lookInside(sample.bytes);
    expect([sample.what, type, inside]).toEqual([
      sample.what,
      sample.type,
      { format, frames, width, height, metadata: 0, hasSecret: false },
    ]);
  }
});

test('VFILE-6: a file of exactly 5 MB is stored', async () => {
  const bytes = pngOfSize(UPLOAD_MAX_BYTES);
  expect((await send({ bytes, name: 'a.png', type: 'image/png' })).status).toBe(200);
});

test('SAN-1, STOR-4: any file name gives an object name of our alphabet', async () => {
  const bytes = new Uint8Array(await gradient().png().toBuffer());
  const before = await countPictures();
  let taken = 0;
  for (const name of HOSTILE_NAMES) {
    const sample = { bytes, name, type: 'image/png' };
    const { status, data } = await send(sample, { naming: 'own', name_taken: 'keep-both' });
    expect([200, 400], name).toContain(status);
    if (status !== 200) continue;
    taken += 1;
    expect(data.path).toMatch(/^[A-Za-z0-9][A-Za-z0-9._-]{0,205}\.png$/);
    expect([name, (await servedAs(data.path)).type]).toEqual([name, 'image/png']);
  }
  // None of them has overwritten another picture.
  expect(await countPictures()).toBe(before + taken);
});

test('R-14: 20 uploads at once are all stored', async () => {
  const pictures = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => ({
      bytes: new Uint8Array(await gradient(index).png().toBuffer()),
      name: `crowd-${index}.png`,
      type: 'image/png',
    })),
  );
  const replies = await Promise.all(pictures.map((picture) => send(picture)));
  expect(replies.map(({ status }) => status)).toEqual(pictures.map(() => 200));
  expect(new Set(replies.map(({ data }) => data.path)).size).toBe(20);
});

test('STOR-4, R-15: of 20 uploads under one name at once exactly one gets it', async () => {
  const bytes = new Uint8Array(await gradient(3).png().toBuffer());
  const same = { bytes, name: 'Everybody.png', type: 'image/png' };
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => send(same, { naming: 'own' })),
  );
  const statuses = replies.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  // The embedded storage answers simultaneous writes of one name with an error of its own.
  for (const status of statuses) expect([200, 409, 500]).toContain(status);
  const again = await send(same, { naming: 'own' });
  expect([again.status, again.data.error.code]).toEqual([409, 'name_taken']);
  const { data } = await request(
    site,
    '/rest/v1/image_records?select=path,revision&path=like.Everybody*',
    { token: staff.token },
  );
  expect(data).toEqual([{ path: 'Everybody.png', revision: 1 }]);
});

test('R-14: slow uploads do not delay others, and aborting them has no effect on them', async () => {
  const { hostname, port } = new URL(site.url);
  const head = [
    'POST /functions/v1/secure-file-upload HTTP/1.1',
    `host: ${hostname}:${port}`,
    `apikey: ${readKeys(site.name).publishableKey}`,
    `authorization: Bearer ${staff.token}`,
    'content-type: multipart/form-data; boundary=b',
    'content-length: 1000000',
    '',
    '--b',
  ].join('\r\n');
  const sockets = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      socket.write(head);
      return socket;
    }),
  );
  const dripping = setInterval(() => sockets.forEach((socket) => socket.write('x')), 100);
  const between = await upload([await photo()], 'between.jpg', 'image/jpeg', staff.token);
  clearInterval(dripping);
  for (const socket of sockets) socket.destroy();
  const after = await upload([await photo()], 'after.jpg', 'image/jpeg', staff.token);
  expect([between.status, after.status]).toEqual([200, 200]);
});

test('unknown functions answer 404 as JSON', async () => {
  for (const path of ['nothing-here', '_shared', '..%2Fseed', '']) {
    const { status, data } = await request(site, `/functions/v1/${path}`, { body: {} });
    expect([path, status, data.code]).toEqual([path, 404, 'NOT_FOUND']);
  }
});
