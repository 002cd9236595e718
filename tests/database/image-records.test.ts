import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { VARIANT_WIDTHS } from '@contracts/file-name';
import { FOCUS_DEFAULT, FOCUS_MAX } from '@contracts/picture-facts';
import {
  IMAGE_ALT_MAX,
  IMAGE_NAME_MAX,
  UPLOAD_IMAGE_TYPES,
  UPLOAD_MAX_BYTES,
  UPLOAD_MAX_SIDE,
} from '@contracts/upload';
import { asService, call, createAudiences, type Caller } from '../support/backend';

let people: Awaited<ReturnType<typeof createAudiences>>;
beforeAll(async () => {
  people = await createAudiences();
});

const TABLE = '/rest/v1/image_records';
const returning = { prefer: 'return=representation' };

function record(fields: Record<string, unknown> = {}) {
  return {
    path: `${randomUUID()}.jpg`,
    sha256: 'a'.repeat(64),
    width: 1600,
    height: 900,
    byte_size: 2048,
    mime: 'image/jpeg',
    original_name: 'office.jpg',
    ...fields,
  };
}

const insert = (who: Caller, row: Record<string, unknown>) =>
  call(who, 'POST', TABLE, row, returning);
const read = async (who: Caller, path: string) =>
  (await call(who, 'GET', `${TABLE}?select=path,alt_text&path=eq.${path}`)).data;

test.for(['editor', 'owner'] as const)('%s creates, reads, changes and deletes', async (who) => {
  const row = record();
  const created = await insert(people[who], row);
  expect(created.status, JSON.stringify(created.data)).toBe(201);
  expect(created.data[0]).toMatchObject({
    alt_text: '',
    focus_x: FOCUS_DEFAULT,
    focus_y: FOCUS_DEFAULT,
    variants: [],
    revision: 1,
    uploaded_by: people[who].userId,
  });
  const change = await call(
    people[who],
    'PATCH',
    `${TABLE}?path=eq.${row.path}`,
    { alt_text: 'Our office' },
    returning,
  );
  expect(change.data).toHaveLength(1);
  expect(await read(people[who], row.path)).toEqual([{ path: row.path, alt_text: 'Our office' }]);
  await call(people[who], 'DELETE', `${TABLE}?path=eq.${row.path}`);
  expect(await read(people[who], row.path)).toEqual([]);
});

test('user and time are set from the session, and only text and focal point change', async () => {
  const row = record({ uploaded_by: people.owner.userId, created_at: '2020-01-01T00:00:00Z' });
  const [created] = (await insert(people.editor, row)).data;
  expect(created.uploaded_by).toBe(people.editor.userId);
  expect(created.created_at).not.toMatch(/^2020/);
  for (const change of [
    { path: 'else.jpg' },
    { uploaded_by: people.owner.userId },
    { revision: 7 },
  ]) {
    const refused = await call(people.owner, 'PATCH', `${TABLE}?path=eq.${row.path}`, change);
    expect(refused.data).toMatchObject({ code: '42501' });
  }
});

test('one object has one record', async () => {
  const row = record();
  await insert(people.editor, row);
  expect((await insert(people.owner, row)).status).toBe(409);
});

test('the secret key, for the upload function, writes every column', async () => {
  const row = record({ uploaded_by: people.editor.userId, revision: 3 });
  expect((await asService('POST', TABLE, row)).status).toBe(201);
  const changed = { sha256: 'b'.repeat(64), revision: 4 };
  expect((await asService('PATCH', `${TABLE}?path=eq.${row.path}`, changed)).status).toBe(204);
  const [stored] = (await asService('GET', `${TABLE}?path=eq.${row.path}`)).data;
  expect(stored).toMatchObject({ ...changed, uploaded_by: people.editor.userId });
});

// Each limit is tested at its value and one above.
test.for<[string, unknown, unknown]>([
  ['alt_text', '😀'.repeat(IMAGE_ALT_MAX), '😀'.repeat(IMAGE_ALT_MAX + 1)],
  ['original_name', 'n'.repeat(IMAGE_NAME_MAX), 'n'.repeat(IMAGE_NAME_MAX + 1)],
  ['width', UPLOAD_MAX_SIDE, UPLOAD_MAX_SIDE + 1],
  ['height', 1, 0],
  ['byte_size', UPLOAD_MAX_BYTES, UPLOAD_MAX_BYTES + 1],
  ['variants', VARIANT_WIDTHS, [...VARIANT_WIDTHS, 2560]],
  ['sha256', '0'.repeat(64), '0'.repeat(63)],
  ['revision', 1, 0],
  ['focus_x', FOCUS_MAX, FOCUS_MAX + 1],
  ['focus_y', 0, -1],
])('R-14: %s has the same limit as the contract', async ([column, fits, breaks]) => {
  expect((await insert(people.editor, record({ [column]: fits }))).status).toBe(201);
  expect((await insert(people.editor, record({ [column]: breaks }))).status).toBeGreaterThanOrEqual(
    400,
  );
});

test.for([...Object.keys(UPLOAD_IMAGE_TYPES), 'image/svg+xml'])(
  'VFILE-5: the type %s is accepted or refused as in the upload',
  async (mime) => {
    const { status } = await insert(people.editor, record({ mime }));
    expect(status === 201).toBe(mime in UPLOAD_IMAGE_TYPES);
  },
);
