import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { CONVERSATION_LIMITS } from '@contracts/conversation';
import { asService, backend, call, createAudiences, rpc } from '../support/backend';
import { storeEnquiry } from '../support/enquiries';

let people: Awaited<ReturnType<typeof createAudiences>>;
beforeAll(async () => {
  people = await createAudiences();
});

const PATH = '/rest/v1/enquiry_messages';

type Given = { id?: string; text?: string; lastSeen?: string | null };

const claim = (
  who: keyof typeof people,
  enquiryId: string,
  { id = randomUUID(), text = 'Gladly. When?', lastSeen = null }: Given = {},
) =>
  rpc(people[who], 'claim_enquiry_reply', {
    ...{ reply_id: id, enquiry_id: enquiryId, reply_text: text, last_seen: lastSeen },
  });
const settle = (id: string, error: string | null = null) =>
  asService('POST', '/rest/v1/rpc/settle_enquiry_reply', {
    ...{ reply_id: id, message_id: `<${id}@agency.test>`, error },
  });

async function replied(enquiryId: string, given: Given = {}) {
  const id = given.id ?? randomUUID();
  expect((await claim('editor', enquiryId, { ...given, id })).data).toMatchObject({
    outcome: 'send',
  });
  await settle(id);
  return id;
}

const deliver = async (enquiryId: string, mail: Record<string, unknown> = {}) =>
  (
    await asService('POST', '/rest/v1/rpc/receive_enquiry_mail', {
      enquiry_id: enquiryId,
      mail: {
        ...{ sender: 'ada@visitor.example', sender_name: 'Ada', text: 'On Monday.' },
        ...{ message_id: `<${randomUUID()}@mail.example>`, attachment_names: [] },
        ...mail,
      },
    })
  ).data;
const receive = async (enquiryId: string, mail: Record<string, unknown> = {}) =>
  (await deliver(enquiryId, mail)).outcome;

const messagesOf = async (enquiryId: string) =>
  (await asService('GET', `${PATH}?enquiry_id=eq.${enquiryId}&order=created_at`)).data;
const enquiryOf = async (id: string) =>
  (await asService('GET', `/rest/v1/enquiries?id=eq.${id}`)).data[0];
const change = (id: string, fields: Record<string, unknown>) =>
  call(people.editor, 'PATCH', `/rest/v1/enquiries?id=eq.${id}`, fields);

test('a reply is stored before it is mailed, with its author', async () => {
  const { id: enquiryId, number } = await storeEnquiry({ email: 'ada@visitor.example' });
  const id = randomUUID();
  const { data } = await claim('editor', enquiryId, { id });
  expect(data).toMatchObject({
    ...{ outcome: 'send', text: 'Gladly. When?', references: [] },
    enquiry: { id: enquiryId, number, email: 'ada@visitor.example' },
  });
  expect(await messagesOf(enquiryId)).toMatchObject([
    {
      ...{ id, direction: 'out', state: 'sending', sent_at: null },
      ...{ author_id: people.editor.userId, author_email: people.editor.email },
    },
  ]);
  await settle(id);
  expect(await messagesOf(enquiryId)).toMatchObject([
    { state: 'sent', sent_at: expect.any(String), message_id: `<${id}@agency.test>` },
  ]);
  expect(await enquiryOf(enquiryId)).toMatchObject({ status: 'open' });
});

test('a reply pressed twice is sent once, also at the same moment', async () => {
  const { id: enquiryId } = await storeEnquiry();
  const id = randomUUID();
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => claim('editor', enquiryId, { id })),
  );
  const outcomes = replies.map(({ data }) => data.outcome).sort();
  expect(outcomes).toEqual(['send', 'sending', 'sending', 'sending', 'sending']);
  await settle(id);
  expect((await claim('editor', enquiryId, { id })).data).toEqual({ outcome: 'sent' });
  expect(await messagesOf(enquiryId)).toHaveLength(1);
});

test('a failed reply is kept with its reason and sent again with its text, by any member', async () => {
  const { id: enquiryId } = await storeEnquiry();
  const id = randomUUID();
  await claim('editor', enquiryId, { id });
  await settle(id, 'Connection refused');
  expect(await messagesOf(enquiryId)).toMatchObject([
    { state: 'failed', error: 'Connection refused', sent_at: null },
  ]);
  expect(await enquiryOf(enquiryId)).toMatchObject({ status: 'new' });
  const again = await claim('owner', enquiryId, { id, text: 'Something else' });
  expect(again.data).toMatchObject({ outcome: 'send', text: 'Gladly. When?' });
  await settle(id);
  expect(await messagesOf(enquiryId)).toMatchObject([{ state: 'sent', error: null }]);
});

test('a reply by a member who has not seen the newest message is refused', async () => {
  const { id: enquiryId } = await storeEnquiry();
  const [one, other] = await Promise.all([
    claim('editor', enquiryId, { text: 'One' }),
    claim('owner', enquiryId, { text: 'Other' }),
  ]);
  expect([one.status, other.status].toSorted()).toEqual([200, 409]);
  const [stored] = await messagesOf(enquiryId);
  await settle(stored.id);
  expect((await claim('owner', enquiryId, { lastSeen: randomUUID() })).status).toBe(409);
  expect((await claim('owner', enquiryId, { lastSeen: stored.id })).status).toBe(200);
});

test('a reply is sent again only by a member who has seen what arrived meanwhile', async () => {
  const { id: enquiryId } = await storeEnquiry();
  const id = randomUUID();
  await claim('editor', enquiryId, { id });
  await settle(id, 'Connection refused');
  await receive(enquiryId);
  const mail = (await messagesOf(enquiryId)).at(-1).id;
  const again = await claim('editor', enquiryId, { id });
  expect([again.status, again.data.code]).toEqual([409, 'PT409']);
  expect(await messagesOf(enquiryId)).toMatchObject([{ id, state: 'failed' }, { id: mail }]);
  expect((await claim('editor', enquiryId, { id, lastSeen: mail })).data.outcome).toBe('send');
});

test('a mail that arrives while a reply is being sent keeps the client waiting, with a reminder', async () => {
  const { id: enquiryId } = await storeEnquiry();
  const before = await enquiryOf(enquiryId);
  const id = randomUUID();
  await claim('editor', enquiryId, { id });
  await receive(enquiryId);
  await settle(id);
  const { answer_by, answered_at } = await enquiryOf(enquiryId);
  expect(answer_by, 'since the mail').not.toBeNull();
  expect(Date.parse(answer_by)).toBeGreaterThanOrEqual(Date.parse(before.answer_by));
  expect(answered_at, 'the enquiry itself is answered').toEqual(expect.any(String));
  const { rows } = await backend.sql.query(
    `select mail.kind, private.read_mail(mail) is not null as is_wanted, mail.due_at > now() as is_later
     from private.mails as mail
     where enquiry_id = $1 and kind <> 'enquiry-arrived' order by kind`,
    [enquiryId],
  );
  expect(rows).toEqual([
    { kind: 'enquiry-answered', is_wanted: true, is_later: false },
    { kind: 'enquiry-due', is_wanted: true, is_later: true },
  ]);
  // The next reply answers it.
  const lastSeen = (await messagesOf(enquiryId)).at(-1).id;
  await replied(enquiryId, { lastSeen });
  expect(await enquiryOf(enquiryId)).toMatchObject({ answer_by: null, answered_at });
});

test('an automatic answer that arrives while a reply is being sent leaves no client waiting', async () => {
  const { id: enquiryId } = await storeEnquiry();
  const id = randomUUID();
  await claim('editor', enquiryId, { id });
  await receive(enquiryId, { is_automatic: true });
  await settle(id);
  expect(await enquiryOf(enquiryId)).toMatchObject({ answer_by: null });
});

test('the next reply refers to the mails before it', async () => {
  const { id: enquiryId } = await storeEnquiry();
  const first = await replied(enquiryId);
  await receive(enquiryId, { message_id: '<answer@mail.example>' });
  const lastSeen = (await messagesOf(enquiryId)).at(-1).id;
  const { data } = await claim('editor', enquiryId, { lastSeen });
  expect(data.references).toEqual([`<${first}@agency.test>`, '<answer@mail.example>']);
});

test('a reply has a length limit, and needs an enquiry that is neither deleted nor quarantined', async () => {
  const { id: enquiryId } = await storeEnquiry();
  const limit = CONVERSATION_LIMITS.reply;
  expect((await claim('editor', enquiryId, { text: 'x'.repeat(limit + 1) })).status).toBe(422);
  expect((await claim('editor', enquiryId, { text: ' \n' })).status).toBe(422);
  await change(enquiryId, { is_quarantined: true });
  expect((await claim('editor', enquiryId)).status).toBe(422);
  await change(enquiryId, { is_quarantined: false, deleted_at: '2026-01-01' });
  expect((await claim('editor', enquiryId)).status).toBe(404);
  await change(enquiryId, { deleted_at: null });
  expect((await claim('editor', enquiryId, { text: '😀'.repeat(limit) })).status).toBe(200);
});

test('a reply cannot be moved to another enquiry', async () => {
  const { id: enquiryId } = await storeEnquiry();
  const { id: otherId } = await storeEnquiry();
  const id = await replied(enquiryId);
  expect((await claim('editor', otherId, { id })).status).toBe(404);
});

test('an enquiry gets at most 30 replies a day', { timeout: 30_000 }, async () => {
  const { id: enquiryId } = await storeEnquiry();
  let lastSeen: string | null = null;
  for (let turn = 0; turn < 30; turn += 1) lastSeen = await replied(enquiryId, { lastSeen });
  expect((await claim('editor', enquiryId, { lastSeen })).data).toMatchObject({ code: 'PT429' });
});

test('a mail of the client opens the enquiry again, unread, also when it was done or deleted', async () => {
  const { id } = await storeEnquiry();
  const now = new Date().toISOString();
  await change(id, { status: 'done', read_at: now });
  await change(id, { deleted_at: now });
  expect(await receive(id)).toBe('stored');
  expect(await enquiryOf(id)).toMatchObject({ status: 'open', read_at: null, deleted_at: null });
  expect(await messagesOf(id)).toMatchObject([
    { direction: 'in', state: 'received', text: 'On Monday.', author_email: 'ada@visitor.example' },
  ]);
});

test('an automatic answer is stored and changes nothing else', async () => {
  const { id } = await storeEnquiry();
  await change(id, { status: 'done', read_at: new Date().toISOString() });
  expect(await receive(id, { is_automatic: true })).toBe('stored');
  expect(await enquiryOf(id)).toMatchObject({ status: 'done', read_at: expect.any(String) });
});

test('a replayed mail is stored once', async () => {
  const { id } = await storeEnquiry();
  const message_id = `<${randomUUID()}@mail.example>`;
  expect(await receive(id, { message_id })).toBe('stored');
  expect(await receive(id, { message_id, text: 'Changed' })).toBe('repeated');
  expect(await messagesOf(id)).toHaveLength(1);
});

test('an enquiry takes 50 mails a day, and an erased one none', { timeout: 30_000 }, async () => {
  const { id } = await storeEnquiry();
  for (let turn = 0; turn < 50; turn += 1) expect(await receive(id)).toBe('stored');
  expect(await receive(id)).toBe('limited');
  await call(people.owner, 'DELETE', `/rest/v1/enquiries?id=eq.${id}`);
  expect(await messagesOf(id)).toEqual([]);
  expect(await receive(id)).toBe('unknown');
});

test('the longest mail of the contract fits', async () => {
  const { id } = await storeEnquiry();
  const limits = CONVERSATION_LIMITS;
  const longest = {
    sender_name: 'é'.repeat(limits.authorName),
    text: '😀'.repeat(limits.mail),
    message_id: `<${'x'.repeat(limits.messageId - 2)}>`,
    attachment_names: Array(limits.attachmentNames).fill('é'.repeat(limits.attachmentName)),
  };
  expect(await receive(id, longest)).toBe('stored');
  const { sender_name: author_name, ...columns } = longest;
  expect(await messagesOf(id)).toMatchObject([{ ...columns, author_name }]);
  for (const above of [
    { text: 'x'.repeat(limits.mail + 1) },
    { sender_name: 'x'.repeat(limits.authorName + 1) },
    { attachment_names: ['x'.repeat(limits.attachmentName + 1)] },
    { attachment_names: Array(limits.attachmentNames + 1).fill('x') },
    { message_id: 'x'.repeat(limits.messageId + 1) },
  ]) {
    expect(await deliver(id, above)).toHaveProperty('code');
  }
});
