import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import {
  anonymous,
  asService,
  call,
  createAudiences,
  followLink,
  rpc,
  signUp,
  type Caller,
} from '../support/backend';

let people: Awaited<ReturnType<typeof createAudiences>>;
beforeAll(async () => {
  people = await createAudiences();
});

const newStranger = () => signUp(`asks-${randomUUID().slice(0, 8)}@visitor.test`);
const ask = (who: Caller, note?: string) => rpc(who, 'request_staff_access', note ? { note } : {});
const COLUMNS = 'id,user_id,email,note,declined_at';
const requestsSeenBy = async (who: Caller) =>
  (await call(who, 'GET', `/rest/v1/staff_requests?select=${COLUMNS}`)).data;
const requestOf = async (person: Caller) =>
  (await requestsSeenBy(person)).find((row: { user_id: string }) => row.user_id === person.userId);
const roleOf = async (person: Caller) => (await rpc(person, 'current_staff_role')).data;

test('R-01: a stranger asks, and the address comes from the account, not from the asker', async () => {
  const stranger = await newStranger();
  expect((await ask(stranger, '  May I come in?  ')).status).toBe(204);
  expect(await requestOf(stranger)).toMatchObject({
    user_id: stranger.userId,
    email: stranger.email,
    note: 'May I come in?',
    declined_at: null,
  });
});

test('asking again replaces the note: one row per account', async () => {
  const stranger = await newStranger();
  await ask(stranger, 'First');
  await ask(stranger, 'Second');
  const own = await requestsSeenBy(stranger);
  expect(own).toMatchObject([{ note: 'Second' }]);
  await ask(stranger);
  expect((await requestOf(stranger)).note).toBeNull();
});

test('R-01: owners see who is waiting, strangers their own request, editors and visitors nothing', async () => {
  const first = await newStranger();
  const second = await newStranger();
  await ask(first);
  await ask(second);
  const emails = async (who: Caller) =>
    (await requestsSeenBy(who)).map((row: { email: string }) => row.email);
  expect(await emails(people.owner)).toEqual(expect.arrayContaining([first.email, second.email]));
  expect(await emails(first)).toEqual([first.email]);
  expect(await emails(people.stranger)).toEqual([]);
  expect(await emails(people.editor)).toEqual([]);
  expect(await requestsSeenBy(anonymous)).toMatchObject({ code: '42501' });
});

test.for(['anonymous', 'stranger', 'editor', 'owner'] as const)(
  'requests are not %s’s to write directly',
  async (who) => {
    const stranger = await newStranger();
    await ask(stranger, 'Mine');
    const { id } = await requestOf(stranger);
    const row = { user_id: people.stranger.userId, email: people.stranger.email };
    for (const reply of [
      await call(people[who], 'POST', '/rest/v1/staff_requests', row),
      await call(people[who], 'PATCH', `/rest/v1/staff_requests?id=eq.${id}`, { note: 'Not mine' }),
      await call(people[who], 'DELETE', `/rest/v1/staff_requests?id=eq.${id}`),
    ]) {
      expect(reply.data).toMatchObject({ code: '42501' });
    }
    expect(await requestOf(stranger)).toMatchObject({ note: 'Mine' });
  },
);

test.for(['anonymous', 'stranger', 'editor'] as const)(
  'R-01: %s can neither approve nor decline, nor read the staff list',
  async (who) => {
    const stranger = await newStranger();
    await ask(stranger);
    const { id } = await requestOf(stranger);
    for (const [name, args] of [
      ['approve_staff_request', { request_id: id, member_role: 'owner' }],
      ['decline_staff_request', { request_id: id }],
      ['list_staff_members', {}],
    ] as const) {
      expect((await rpc(people[who], name, args)).data).toMatchObject({ code: '42501' });
    }
    expect(await roleOf(stranger)).toBeNull();
    expect(await requestOf(stranger)).toMatchObject({ declined_at: null });
  },
);

test('R-01: nobody approves themself', async () => {
  const stranger = await newStranger();
  await ask(stranger);
  const { id } = await requestOf(stranger);
  await rpc(stranger, 'approve_staff_request', { request_id: id, member_role: 'owner' });
  expect(await roleOf(stranger)).toBeNull();
});

test.for(['editor', 'owner'] as const)(
  'R-01: one call of an owner makes the person who asked %s, without a new sign-in',
  async (member_role) => {
    const stranger = await newStranger();
    await ask(stranger);
    const { id } = await requestOf(stranger);
    expect(await roleOf(stranger)).toBeNull();
    const args = { request_id: id, member_role };
    expect((await rpc(people.owner, 'approve_staff_request', args)).status).toBe(204);
    expect(await roleOf(stranger)).toBe(member_role);
    expect(await requestOf(stranger)).toBeUndefined();
    expect(await rpc(people.owner, 'approve_staff_request', args)).toMatchObject({ status: 404 });
    await rpc(people.owner, 'remove_staff_member', { member_email: stranger.email });
  },
);

test('an unknown role is refused and the request stays', async () => {
  const stranger = await newStranger();
  await ask(stranger);
  const { id } = await requestOf(stranger);
  const reply = await rpc(people.owner, 'approve_staff_request', {
    request_id: id,
    member_role: 'king',
  });
  expect(reply).toMatchObject({ status: 422, data: { code: 'PT422' } });
  expect(await requestOf(stranger)).toBeDefined();
});

test('who was declined reads so and cannot ask again, but can still be added', async () => {
  const stranger = await newStranger();
  await ask(stranger);
  const { id } = await requestOf(stranger);
  expect((await rpc(people.owner, 'decline_staff_request', { request_id: id })).status).toBe(204);
  expect((await requestOf(stranger)).declined_at).not.toBeNull();
  expect(await ask(stranger, 'Please!')).toMatchObject({
    status: 409,
    data: { message: 'An owner has declined your request' },
  });
  expect(await rpc(people.owner, 'decline_staff_request', { request_id: id })).toMatchObject({
    status: 404,
  });
  await rpc(people.owner, 'add_staff_member', {
    member_email: stranger.email,
    member_role: 'editor',
  });
  expect(await roleOf(stranger)).toBe('editor');
  expect(await requestOf(stranger)).toBeUndefined();
});

test('300 characters fit in a note, 301 do not', async () => {
  const stranger = await newStranger();
  expect((await ask(stranger, 'é'.repeat(300))).status).toBe(204);
  expect(await ask(stranger, 'é'.repeat(301))).toMatchObject({ status: 422 });
  expect((await requestOf(stranger)).note).toHaveLength(300);
});

test('staff have nothing to ask for, and visitors no account to ask with', async () => {
  expect(await ask(people.editor)).toMatchObject({ status: 409 });
  expect((await ask(anonymous)).data).toMatchObject({ code: '42501' });
});

test('who has just confirmed an address may ask before choosing a password', async () => {
  const email = `new-${randomUUID().slice(0, 8)}@visitor.test`;
  await call(anonymous, 'POST', '/auth/v1/signup', { email, password: 'Crafted-Over-Time-1' });
  const person = await followLink(email);
  expect((await ask(person)).status).toBe(204);
  const { id } = await requestOf(person);
  await rpc(people.owner, 'approve_staff_request', { request_id: id, member_role: 'editor' });
  expect(await roleOf(person)).toBe('password');
});

test('the staff list tells owners who added whom and who was here', async () => {
  const email = `listed-${randomUUID().slice(0, 8)}@agency.test`;
  await rpc(people.owner, 'add_staff_member', { member_email: email, member_role: 'editor' });
  const row = async () =>
    (await rpc(people.owner, 'list_staff_members')).data.find(
      (member: { email: string }) => member.email === email,
    );
  expect(await row()).toMatchObject({
    role: 'editor',
    added_by_email: people.owner.email,
    has_account: false,
    last_seen_at: null,
  });
  await signUp(email);
  expect(await row()).toMatchObject({ has_account: true, last_seen_at: expect.any(String) });
});

test('the secret key has no grant on requests: no function needs them', async () => {
  expect((await asService('GET', '/rest/v1/staff_requests?select=id')).status).toBe(403);
});
