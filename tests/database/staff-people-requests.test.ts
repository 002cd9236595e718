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

const newNonMember = () => signUp(`asks-${randomUUID().slice(0, 8)}@visitor.test`);
const ask = (who: Caller, note?: string) => rpc(who, 'request_staff_access', note ? { note } : {});
const COLUMNS = 'id,user_id,email,note,declined_at';
const requestsSeenBy = async (who: Caller) =>
  (await call(who, 'GET', `/rest/v1/staff_requests?select=${COLUMNS}`)).data;
const requestOf = async (person: Caller) =>
  (await requestsSeenBy(person)).find((row: { user_id: string }) => row.user_id === person.userId);
const roleOf = async (person: Caller) => (await rpc(person, 'current_staff_role')).data;

test('R-01: an access request has the email of the account, not of the request body', async () => {
  const nonMember = await newNonMember();
  expect((await ask(nonMember, '  May I come in?  ')).status).toBe(204);
  expect(await requestOf(nonMember)).toMatchObject({
    user_id: nonMember.userId,
    email: nonMember.email,
    note: 'May I come in?',
    declined_at: null,
  });
});

test('asking again replaces the note: one row per account', async () => {
  const nonMember = await newNonMember();
  await ask(nonMember, 'First');
  await ask(nonMember, 'Second');
  const own = await requestsSeenBy(nonMember);
  expect(own).toMatchObject([{ note: 'Second' }]);
  await ask(nonMember);
  expect((await requestOf(nonMember)).note).toBeNull();
});

test('R-01: owners see all requests, waiting users their own, editors and visitors none', async () => {
  const first = await newNonMember();
  const second = await newNonMember();
  await ask(first);
  await ask(second);
  const emails = async (who: Caller) =>
    (await requestsSeenBy(who)).map((row: { email: string }) => row.email);
  expect(await emails(people.owner)).toEqual(expect.arrayContaining([first.email, second.email]));
  expect(await emails(first)).toEqual([first.email]);
  expect(await emails(people.nonMember)).toEqual([]);
  expect(await emails(people.editor)).toEqual([]);
  expect(await requestsSeenBy(anonymous)).toMatchObject({ code: '42501' });
});

test('R-01: a waiting user cannot approve themself', async () => {
  const nonMember = await newNonMember();
  await ask(nonMember);
  const { id } = await requestOf(nonMember);
  await rpc(nonMember, 'approve_staff_request', { request_id: id, member_role: 'owner' });
  expect(await roleOf(nonMember)).toBeNull();
});

test.for(['editor', 'owner'] as const)(
  'R-01: one call of an owner makes the waiting user %s, without a new sign-in',
  async (member_role) => {
    const nonMember = await newNonMember();
    await ask(nonMember);
    const { id } = await requestOf(nonMember);
    expect(await roleOf(nonMember)).toBeNull();
    const args = { request_id: id, member_role };
    expect((await rpc(people.owner, 'approve_staff_request', args)).status).toBe(204);
    expect(await roleOf(nonMember)).toBe(member_role);
    expect(await requestOf(nonMember)).toBeUndefined();
    expect(await rpc(people.owner, 'approve_staff_request', args)).toMatchObject({ status: 404 });
    await rpc(people.owner, 'remove_staff_member', { member_email: nonMember.email });
  },
);

test('an unknown role is refused and the request stays', async () => {
  const nonMember = await newNonMember();
  await ask(nonMember);
  const { id } = await requestOf(nonMember);
  const reply = await rpc(people.owner, 'approve_staff_request', {
    request_id: id,
    member_role: 'king',
  });
  expect(reply).toMatchObject({ status: 422, data: { code: 'PT422' } });
  expect(await requestOf(nonMember)).toBeDefined();
});

test('a declined user sees that and cannot ask again, but can still be added', async () => {
  const nonMember = await newNonMember();
  await ask(nonMember);
  const { id } = await requestOf(nonMember);
  expect((await rpc(people.owner, 'decline_staff_request', { request_id: id })).status).toBe(204);
  expect((await requestOf(nonMember)).declined_at).not.toBeNull();
  expect(await ask(nonMember, 'Please!')).toMatchObject({
    status: 409,
    data: { message: 'An owner has declined your request' },
  });
  expect(await rpc(people.owner, 'decline_staff_request', { request_id: id })).toMatchObject({
    status: 404,
  });
  await rpc(people.owner, 'add_staff_member', {
    member_email: nonMember.email,
    member_role: 'editor',
  });
  expect(await roleOf(nonMember)).toBe('editor');
  expect(await requestOf(nonMember)).toBeUndefined();
});

test('a note has neither control characters nor ones that change the direction of text', async () => {
  const { nonMember } = await createAudiences();
  await ask(nonMember, 'From\u202e ada@\u2066agency.test\u0007\u200f\nand\tyou');
  expect((await requestOf(nonMember)).note).toBe('From ada@agency.test\nand\tyou');
  await ask(nonMember, '\u202e \u0007');
  expect((await requestOf(nonMember)).note).toBeNull();
});

test('a note has at most 300 characters', async () => {
  const nonMember = await newNonMember();
  expect((await ask(nonMember, 'é'.repeat(300))).status).toBe(204);
  expect(await ask(nonMember, 'é'.repeat(301))).toMatchObject({ status: 422 });
  expect((await requestOf(nonMember)).note).toHaveLength(300);
});

test('staff and visitors cannot request access', async () => {
  expect(await ask(people.editor)).toMatchObject({ status: 409 });
  expect((await ask(anonymous)).data).toMatchObject({ code: '42501' });
});

test('a user who has just confirmed may request access before choosing a password', async () => {
  const email = `new-${randomUUID().slice(0, 8)}@visitor.test`;
  await call(anonymous, 'POST', '/auth/v1/signup', { email, password: 'Crafted-Over-Time-1' });
  const person = await followLink(email);
  expect((await ask(person)).status).toBe(204);
  const { id } = await requestOf(person);
  await rpc(people.owner, 'approve_staff_request', { request_id: id, member_role: 'editor' });
  expect(await roleOf(person)).toBe('password');
});

test('the staff list shows owners who added each member and the last visit', async () => {
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
