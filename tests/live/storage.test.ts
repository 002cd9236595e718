import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { drawPicture } from '../../quality/lib/picture.ts';
import { anonymous, asService, call, type Caller } from '../support/backend';
import { fromSite, MARK, newMember, readPublic, testWith, walkLive } from '../support/live';

walkLive();

const OBJECTS = '/storage/v1/object/images';
/** Kept under its own name by the function, which marks its record. */
const name = `${MARK}.png`;
let editor: Caller;

beforeAll(async () => {
  editor = await newMember('editor');
});

async function upload(who: Caller, bytes: Uint8Array, fields: Record<string, string> = {}) {
  const body = new FormData();
  body.append('file', new File([new Uint8Array(bytes)], name, { type: 'image/png' }));
  for (const [key, value] of Object.entries(fields)) body.append(key, value);
  return fromSite(who, 'POST', 'secure-file-upload', body);
}

const list = async (who: Caller) =>
  (await call(who, 'POST', '/storage/v1/object/list/images', { prefix: '', search: MARK })).data;

const markDeleting = (path: string) =>
  call(editor, 'PATCH', `/rest/v1/image_records?path=eq.${path}`, {
    deleting_at: new Date().toISOString(),
  });

test('types and sizes: the bucket takes pictures up to 5 MB, with the secret key only', async () => {
  const png = new Uint8Array(await drawPicture(8, 8));
  const tries: [string, typeof asService, string, Uint8Array, boolean][] = [
    ['a picture', asService, 'image/png', png, true],
    ['a page', asService, 'text/html', png, false],
    ['a drawing with scripts', asService, 'image/svg+xml', png, false],
    ['more than 5 MB', asService, 'image/png', new Uint8Array(6 * 1024 * 1024), false],
    ['a picture of an editor', (...how) => call(editor, ...how), 'image/png', png, false],
    ['a picture of a visitor', (...how) => call(anonymous, ...how), 'image/png', png, false],
  ];
  for (const [what, ask, type, bytes, isTaken] of tries) {
    const path = `${OBJECTS}/${MARK}-${randomUUID()}`;
    const { status } = await ask('POST', path, bytes, { 'content-type': type });
    expect(status < 300, what).toBe(isTaken);
    if (isTaken) await asService('DELETE', OBJECTS, { prefixes: [path.slice(OBJECTS.length + 1)] });
  }
});

test('upload, replace, list, remove', async () => {
  const [first, second] = [await drawPicture(8, 8), await drawPicture(9, 9)];
  const stored = await upload(editor, first, { naming: 'own' });
  expect([stored.status, stored.data.path]).toEqual([200, name]);
  expect((await readPublic(name)).headers.get('content-type')).toBe('image/png');

  expect((await upload(editor, second, { naming: 'own' })).data.error.code).toBe('name_taken');
  const replaced = await upload(editor, second, { naming: 'own', name_taken: 'replace' });
  expect(replaced.data.url).toMatch(/\?v=9x9.*\.2$/);

  expect(await list(editor)).toMatchObject([{ name, metadata: { cacheControl: 'max-age=3600' } }]);
  expect(await list(anonymous)).toEqual([]);
  await call(anonymous, 'DELETE', OBJECTS, { prefixes: [name] });
  expect(await list(editor)).toHaveLength(1);
  await call(editor, 'DELETE', OBJECTS, { prefixes: [name] });
  expect(await list(editor), 'without the mark in its record').toHaveLength(1);
  await markDeleting(name);
  await call(editor, 'DELETE', OBJECTS, { prefixes: [name] });
  expect(await list(editor)).toEqual([]);
  expect((await call(anonymous, 'GET', `${OBJECTS}/${name}`)).status).toBeGreaterThanOrEqual(400);
});

testWith('cache', 'cache headers: browsers keep a picture', async () => {
  const { data } = await upload(editor, await drawPicture(8, 8));
  expect((await readPublic(data.path)).headers.get('cache-control')).toContain('max-age=3600');
});

test('uploads of visitors and of accounts that are no members are refused', async () => {
  const picture = await drawPicture(8, 8);
  expect((await upload(anonymous, picture)).status).toBe(401);
});
