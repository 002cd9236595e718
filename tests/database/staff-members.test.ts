import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import {
  anonymous,
  asService,
  call,
  createAudiences,
  makeStaff,
  rpc,
  signUp,
} from '../support/backend';

let people: Awaited<ReturnType<typeof createAudiences>>;
beforeAll(async () => {
  people = await createAudiences();
});

const fresh = () => `new-${randomUUID().slice(0, 8)}@agency.test`;
const roleOf = async (email: string) =>
  (await asService('GET', `/rest/v1/staff_members?email=eq.${email}&select=role`)).data[0]?.role;

test('R-01: current_staff_role returns the role of each audience', async () => {
  expect((await rpc(people.owner, 'current_staff_role')).data).toBe('owner');
  expect((await rpc(people.editor, 'current_staff_role')).data).toBe('editor');
  expect((await rpc(people.nonMember, 'current_staff_role')).data).toBeNull();
  expect((await rpc(anonymous, 'current_staff_role')).data).toMatchObject({ code: '42501' });
});

test('R-01: an unconfirmed email of a member has no role and cannot sign in', async () => {
  const email = fresh();
  await makeStaff(email, 'owner');
  await call(anonymous, 'POST', '/auth/v1/signup', { email, password: 'Crafted-Over-Time-1' });
  const reply = await call(anonymous, 'POST', '/auth/v1/token?grant_type=password', {
    email,
    password: 'Crafted-Over-Time-1',
  });
  expect(reply.data).toMatchObject({ error_code: 'email_not_confirmed' });
});

test('R-01: user metadata gives no role', async () => {
  await call(people.nonMember, 'PUT', '/auth/v1/user', {
    data: { role: 'owner', is_staff: true, email_confirmed: true },
  });
  expect((await rpc(people.nonMember, 'current_staff_role')).data).toBeNull();
});

test('R-01: an owner adds, promotes and removes a member, and the member’s rights follow', async () => {
  const email = fresh();
  const person = await signUp(email);
  expect(
    (
      await rpc(people.owner, 'add_staff_member', {
        member_email: `  ${email.toUpperCase()} `,
        member_role: 'editor',
      })
    ).status,
  ).toBeLessThan(300);
  expect((await rpc(person, 'current_staff_role')).data).toBe('editor');
  await rpc(people.owner, 'set_staff_role', { member_email: email, member_role: 'owner' });
  expect((await rpc(person, 'current_staff_role')).data).toBe('owner');
  await rpc(people.owner, 'remove_staff_member', { member_email: email });
  expect((await rpc(person, 'current_staff_role')).data).toBeNull();
});

test('an unknown role and an email that is already listed are refused', async () => {
  const email = fresh();
  const odd = await rpc(people.owner, 'add_staff_member', {
    member_email: email,
    member_role: 'king',
  });
  expect(odd.status).toBeGreaterThanOrEqual(400);
  expect(await roleOf(email)).toBeUndefined();
  const again = await rpc(people.owner, 'add_staff_member', {
    member_email: people.editor.email,
    member_role: 'owner',
  });
  expect(again).toMatchObject({ status: 409 });
  expect(await roleOf(people.editor.email ?? '')).toBe('editor');
});

test('R-01: the last owner cannot be removed or demoted, not even with the secret key', async () => {
  const owners = (await asService('GET', '/rest/v1/staff_members?role=eq.owner&select=email')).data;
  for (const { email } of owners) {
    if (email === people.owner.email) continue;
    await rpc(people.owner, 'remove_staff_member', { member_email: email });
  }
  const member_email = people.owner.email;
  for (const [name, args] of [
    ['remove_staff_member', { member_email }],
    ['set_staff_role', { member_email, member_role: 'editor' }],
  ] as const) {
    const reply = await rpc(people.owner, name, args);
    expect(reply).toMatchObject({ status: 409, data: { code: 'PT409' } });
  }
  const forced = await asService('PATCH', `/rest/v1/staff_members?email=eq.${member_email}`, {
    role: 'editor',
  });
  expect(forced.status).toBe(409);
  expect(await roleOf(member_email ?? '')).toBe('owner');
});
