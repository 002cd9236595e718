import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { CONVERSATION_LIMITS } from '@contracts/conversation';
import { asService, call, createAudiences } from '../support/backend';
import { storeEnquiry } from '../support/enquiries';

let people: Awaited<ReturnType<typeof createAudiences>>;
beforeAll(async () => {
  people = await createAudiences();
});

const PATH = '/rest/v1/enquiry_notes';

async function addNote(who: keyof typeof people, enquiryId: string, text = 'Called back') {
  const id = randomUUID();
  const reply = await call(people[who], 'POST', PATH, { id, enquiry_id: enquiryId, text });
  return { id, ...reply };
}
const noteOf = async (id: string) => (await asService('GET', `${PATH}?id=eq.${id}`)).data[0];

test('a note has its author and time, whatever the caller sends', async () => {
  const { id: enquiryId } = await storeEnquiry();
  const { id, status } = await addNote('editor', enquiryId);
  expect(status).toBe(201);
  expect(await noteOf(id)).toMatchObject({
    ...{ text: 'Called back', author_id: people.editor.userId, edited_at: null },
    author_email: people.editor.email,
  });
  for (const forged of [
    { author_id: people.owner.userId },
    { author_email: people.owner.email },
    { created_at: '2001-01-01' },
  ]) {
    const note = { enquiry_id: enquiryId, text: 'Forged', ...forged };
    expect((await call(people.editor, 'POST', PATH, note)).data).toMatchObject({ code: '42501' });
  }
});

test('a note sent twice is stored once', async () => {
  const { id: enquiryId } = await storeEnquiry();
  const note = { id: randomUUID(), enquiry_id: enquiryId, text: 'Once' };
  expect((await call(people.editor, 'POST', PATH, note)).status).toBe(201);
  expect((await call(people.editor, 'POST', PATH, note)).data).toMatchObject({ code: '23505' });
});

test('authors change their own notes, and the change is dated', async () => {
  const { id } = await addNote('editor', (await storeEnquiry()).id);
  const path = `${PATH}?id=eq.${id}`;
  await call(people.owner, 'PATCH', path, { text: 'Changed by another' });
  expect(await noteOf(id)).toMatchObject({ text: 'Called back', edited_at: null });
  expect((await call(people.editor, 'PATCH', path, { text: 'Called twice' })).status).toBe(204);
  const note = await noteOf(id);
  expect(note).toMatchObject({ text: 'Called twice', edited_at: expect.any(String) });
});

test('editors delete their own notes, owners any', async () => {
  const { id: enquiryId } = await storeEnquiry();
  const ofOwner = await addNote('owner', enquiryId);
  const ofEditor = await addNote('editor', enquiryId);
  await call(people.editor, 'DELETE', `${PATH}?id=eq.${ofOwner.id}`);
  expect(await noteOf(ofOwner.id)).toBeDefined();
  await call(people.owner, 'DELETE', `${PATH}?id=eq.${ofEditor.id}`);
  expect(await noteOf(ofEditor.id)).toBeUndefined();
});

test('a note has a length limit, is not blank and is deleted with its enquiry', async () => {
  const { id: enquiryId } = await storeEnquiry();
  const longest = await addNote('editor', enquiryId, '😀'.repeat(CONVERSATION_LIMITS.note));
  expect(longest.status).toBe(201);
  const above = await addNote('editor', enquiryId, 'x'.repeat(CONVERSATION_LIMITS.note + 1));
  expect(above.status).toBeGreaterThanOrEqual(400);
  expect((await addNote('editor', enquiryId, '  \n')).status).toBeGreaterThanOrEqual(400);
  await call(people.owner, 'DELETE', `/rest/v1/enquiries?id=eq.${enquiryId}`);
  expect(await noteOf(longest.id)).toBeUndefined();
});
