import { once } from 'node:events';
import { connect } from 'node:net';
import sharp from 'sharp';
import { beforeAll, expect, test, vi } from 'vitest';
import { gradient, withMetadata } from '../functions/secure-file-upload/pictures';
import { readKeys, request, sharedSite, signIn, type Site } from './site';

// The real function: Deno, the embedded backend and the site's own origin in front. What it refuses, and what it keeps
// of a file, is tested in tests/functions; who may call it in tests/database.
let site: Site;
let staff: { token: string; userId: string };

beforeAll(async () => {
  site = await sharedSite();
  staff = await signIn(site);
});

function upload(file: File, fields: Record<string, string | File> = {}) {
  const body = new FormData();
  body.append('file', file);
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return request(site, '/functions/v1/secure-file-upload', { body, token: staff.token });
}

async function photo(fileName: string) {
  const bytes = await withMetadata(gradient(1, 640, 480))
    .jpeg()
    .toBuffer();
  return new File([new Uint8Array(bytes)], fileName, { type: 'image/jpeg' });
}

async function readRows(path: string) {
  return (await request(site, `/rest/v1/${path}`, { token: staff.token })).data;
}

test('FN-1, FN-2, IMG-8, STOR-2, PERM-11, R-14: staff upload a photo with a variant through the origin of the site', async () => {
  const original = await photo('Garden.JPG');
  expect(Buffer.from(await original.arrayBuffer()).includes('secret-exif')).toBe(true);
  const small = await gradient(1, 320, 240).webp().toBuffer();
  const variant = new File([new Uint8Array(small)], '320.webp', { type: 'image/webp' });
  const { status, data } = await upload(original, { variant });
  const address = `${site.url}/storage/v1/object/public/images`;
  expect([status, data]).toEqual([
    200,
    {
      success: true,
      message: 'Image uploaded successfully',
      path: expect.stringMatching(/^[0-9a-f-]{36}\.jpg$/),
      url: `${address}/${data.path}?v=640x480_320.1`,
    },
  ]);

  const stored = await fetch(data.url);
  expect([stored.status, stored.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  const bytes = Buffer.from(await stored.arrayBuffer());
  const { width, height, exif, xmp } = await sharp(bytes).metadata();
  expect({ width, height, exif, xmp }).toEqual({ width: 640, height: 480 });
  expect(bytes.includes('secret-')).toBe(false);
  const copy = await fetch(`${address}/variants/${data.path}/1-320.webp`);
  expect([copy.status, copy.headers.get('content-type')]).toEqual([200, 'image/webp']);
  const listed = await request(site, '/storage/v1/object/list/images', {
    body: { prefix: '', limit: 100, search: data.path },
    token: staff.token,
  });
  expect(JSON.stringify(listed.data)).toContain('max-age=3600');

  expect(await readRows(`image_records?select=variants,uploaded_by&path=eq.${data.path}`)).toEqual([
    { variants: [320], uploaded_by: staff.userId },
  ]);
  const columns = 'severity,description,metadata,user_id,ip_address,origin';
  const events = `security_events?select=${columns}&event_type=eq.file_upload_security`;
  await vi.waitFor(
    async () =>
      expect(await readRows(`${events}&metadata->>path=eq.${data.path}`)).toMatchObject([
        {
          ...{ severity: 'low', description: 'Image uploaded', user_id: staff.userId },
          ...{ ip_address: null, origin: 'server' },
          metadata: { outcome: 'accepted', name: 'Garden.JPG', path: data.path },
        },
      ]),
    { timeout: 60_000 },
  );
});

test('STOR-4, R-15: a kept name is refused when in use, then replaced or numbered', async () => {
  const send = async (fields: Record<string, string> = {}) =>
    upload(await photo('Our Garden.jpg'), { naming: 'own', ...fields });
  expect((await send()).data.path).toBe('Our_Garden.jpg');
  const taken = await send();
  expect([taken.status, taken.data.error.code]).toEqual([409, 'name_taken']);
  expect((await send({ name_taken: 'keep-both' })).data.path).toBe('Our_Garden-2.jpg');
  expect((await send({ name_taken: 'replace' })).data.url).toMatch(
    /Our_Garden\.jpg\?v=640x480\.2$/,
  );
});

test('VFILE-19: a body far beyond the limit gets a response instead of a broken connection', async () => {
  const tooMuch = new Uint8Array(12 * 1024 * 1024);
  for (let turn = 0; turn < 3; turn += 1) {
    const { status, data } = await upload(new File([tooMuch], 'a.jpg', { type: 'image/jpeg' }));
    expect([status, data.error.code]).toEqual([413, 'file_too_large']);
  }
});

test('STOR-4, R-15: of ten uploads under one name at once exactly one gets it', async () => {
  const send = async () => upload(await photo('Everybody.jpg'), { naming: 'own' });
  const replies = await Promise.all(Array.from({ length: 10 }, send));
  const statuses = replies.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  // The embedded storage answers simultaneous writes of one name with an error of its own.
  for (const status of statuses) expect([200, 409, 500]).toContain(status);
  const again = await send();
  expect([again.status, again.data.error.code]).toEqual([409, 'name_taken']);
  expect(await readRows('image_records?select=path,revision&path=like.Everybody*')).toEqual([
    { path: 'Everybody.jpg', revision: 1 },
  ]);
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
  const between = await upload(await photo('between.jpg'));
  clearInterval(dripping);
  for (const socket of sockets) socket.destroy();
  const after = await upload(await photo('after.jpg'));
  expect([between.status, after.status]).toEqual([200, 200]);
});

test('a picture of this machine or its network is not fetched', async () => {
  for (const address of ['https://localhost/a.png', 'https://127.0.0.1/a.png']) {
    const { status, data } = await request(site, '/functions/v1/secure-file-upload', {
      token: staff.token,
      body: { address },
    });
    expect([status, data.error.code]).toEqual([422, 'address_unfit']);
  }
});

test('unknown functions answer 404 as JSON', async () => {
  for (const path of ['nothing-here', '_shared', '..%2Fseed', '']) {
    const { status, data } = await request(site, `/functions/v1/${path}`, { body: {} });
    expect([path, status, data.code]).toEqual([path, 404, 'NOT_FOUND']);
  }
});
