import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { asService, call, createAudiences, type Caller } from '../support/backend';

let people: Awaited<ReturnType<typeof createAudiences>>;
let picture: Uint8Array;

beforeAll(async () => {
  people = await createAudiences();
  picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#e4572e' } })
    .webp()
    .toBuffer();
});

const upload = (who: Caller, path: string, body = picture, type = 'image/webp', method = 'POST') =>
  call(who, method, `/storage/v1/object/images/${path}`, body, { 'content-type': type });
const list = (who: Caller, prefix = '') =>
  call(who, 'POST', '/storage/v1/object/list/images', { prefix, limit: 1000 });
const fetchPublic = (path: string) =>
  call(people.anonymous, 'GET', `/storage/v1/object/public/images/${path}`);
const staff = ['editor', 'owner'] as const;
const outsiders = ['anonymous', 'stranger'] as const;

test('DATA-27: the bucket images is public, with the size and types of the upload rules', async () => {
  const { data } = await asService('GET', '/storage/v1/bucket/images');
  expect(data).toMatchObject({
    public: true,
    file_size_limit: 5 * 1024 * 1024,
    allowed_mime_types: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
  });
});

test.for(staff)('STOR-1, PERM-10: %s uploads, lists, replaces and deletes', async (who) => {
  const path = `${randomUUID()}.webp`;
  expect((await upload(people[who], path)).status).toBe(200);
  expect((await list(people[who])).data.map((item: { name: string }) => item.name)).toContain(path);
  expect((await upload(people[who], path, picture, 'image/webp', 'PUT')).status).toBe(200);
  expect((await fetchPublic(path)).status).toBe(200);
  const removed = await call(people[who], 'DELETE', '/storage/v1/object/images', {
    prefixes: [path],
  });
  expect(removed.data).toHaveLength(1);
  expect((await fetchPublic(path)).status).toBeGreaterThanOrEqual(400);
});

test.for(outsiders)(
  'PERM-18, R-30: %s fetches by address but neither lists, uploads, replaces nor deletes',
  async (who) => {
    const path = `${randomUUID()}.webp`;
    await upload(people.owner, path);
    expect((await fetchPublic(path)).status).toBe(200);
    const listed = await list(people[who]);
    expect(Array.isArray(listed.data) ? listed.data : []).toEqual([]);
    expect((await upload(people[who], `${randomUUID()}.webp`)).status).toBeGreaterThanOrEqual(400);
    expect(
      (await upload(people[who], path, picture, 'image/webp', 'PUT')).status,
    ).toBeGreaterThanOrEqual(400);
    await call(people[who], 'DELETE', '/storage/v1/object/images', { prefixes: [path] });
    expect((await fetchPublic(path)).status).toBe(200);
  },
);

test('R-14: the bucket itself refuses other types and more than 5 MB', async () => {
  const html = new TextEncoder().encode('<script>alert(1)</script>');
  expect((await upload(people.owner, 'x.html', html, 'text/html')).status).toBeGreaterThanOrEqual(
    400,
  );
  expect(
    (await upload(people.owner, 'x.svg', html, 'image/svg+xml')).status,
  ).toBeGreaterThanOrEqual(400);
  const big = new Uint8Array(5 * 1024 * 1024 + 1);
  expect((await upload(people.owner, 'big.webp', big)).status).toBeGreaterThanOrEqual(400);
  const exact = new Uint8Array(5 * 1024 * 1024);
  expect((await upload(people.owner, `${randomUUID()}.webp`, exact)).status).toBe(200);
});

test('staff cannot write outside the bucket', async () => {
  const reply = await call(people.owner, 'POST', '/storage/v1/object/other/x.webp', picture, {
    'content-type': 'image/webp',
  });
  expect(reply.status).toBeGreaterThanOrEqual(400);
});

test('STOR-3: without upsert an existing object is not overwritten', async () => {
  const path = `${randomUUID()}.webp`;
  expect((await upload(people.owner, path)).status).toBe(200);
  expect((await upload(people.owner, path)).data).toMatchObject({ statusCode: '409' });
});
