import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import {
  backend,
  createAudiences,
  createStudy,
  makeStaff,
  rpc,
  signUp,
  type Caller,
} from '../support/backend';

let people: Awaited<ReturnType<typeof createAudiences>>;
beforeAll(async () => {
  people = await createAudiences();
});

const note = (who: Caller, document_id: string) => rpc(who, 'note_editing', { document_id });
async function othersOf(who: Caller, document_id: string) {
  const { data } = await note(who, document_id);
  return data.map(({ email }: { email: string }) => email);
}
const rowsOf = async (document_id: string) => {
  const { rows } = await backend.sql.query(
    'select count(*)::int from private.document_editors where document_id = $1',
    [document_id],
  );
  return rows[0]?.count;
};

test('members see who else has the same document open, and not themselves', async () => {
  const { editor, owner } = people;
  const study = await createStudy(editor, {});
  const other = await createStudy(editor, {});
  expect(await othersOf(editor, study)).toEqual([]);
  expect(await othersOf(editor, study), 'a second tab').toEqual([]);
  expect(await othersOf(owner, study)).toEqual([editor.email]);
  expect(await othersOf(editor, study)).toEqual([owner.email]);
  expect(await othersOf(owner, other)).toEqual([]);
});

test('members note themselves for documents there are', async () => {
  const { editor } = people;
  const unknown = randomUUID();
  expect(await othersOf(editor, unknown)).toEqual([]);
  expect(await rowsOf(unknown)).toBe(0);
  // The texts of a page are a document too.
  const { rows } = await backend.sql.query('select id from public.page_texts');
  const page = rows[0]?.id ?? '';
  await note(editor, page);
  expect(await rowsOf(page)).toBe(1);
});

test('a member ends their own editing only', async () => {
  const { editor, owner } = people;
  const study = await createStudy(editor, {});
  await note(editor, study);
  await note(owner, study);
  await rpc(owner, 'end_editing', { document_id: study });
  expect(await othersOf(editor, study)).toEqual([]);
  expect(await othersOf(owner, study)).toEqual([editor.email]);
});

test('who is not heard of for 90 seconds is forgotten, and so is who leaves the staff', async () => {
  const { editor, owner } = people;
  const study = await createStudy(editor, {});
  await note(editor, study);
  const age = (seconds: number) =>
    backend.sql.query(
      `update private.document_editors set seen_at = now() - $2 * interval '1 second'
       where document_id = $1`,
      [study, seconds],
    );
  await age(80);
  expect(await othersOf(owner, study)).toEqual([editor.email]);
  await age(95);
  expect(await othersOf(owner, study)).toEqual([]);
  const address = `leaving-${randomUUID()}@agency.test`;
  await makeStaff(address, 'editor');
  const leaving = await signUp(address);
  await note(leaving, study);
  expect(await othersOf(owner, study)).toEqual([address]);
  await rpc(owner, 'remove_staff_member', { member_email: address });
  expect(await othersOf(owner, study)).toEqual([]);
});
