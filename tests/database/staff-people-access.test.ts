import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  anonymous,
  call,
  createAudiences,
  followLink,
  makeStaff,
  rpc,
  signIn,
  signUp,
  type Caller,
} from '../support/backend';

const PASSWORD = 'Crafted-Over-Time-1';
const fresh = () => `person-${randomUUID().slice(0, 8)}@agency.test`;
const register = (email: string, password: string) =>
  call(anonymous, 'POST', '/auth/v1/signup', { email, password });
const tryPassword = (email: string, password: string) =>
  call(anonymous, 'POST', '/auth/v1/token?grant_type=password', { email, password });
const choosePassword = (person: Caller, password: string) =>
  call(person, 'PUT', '/auth/v1/user', { password });
const roleOf = async (person: Caller) => (await rpc(person, 'current_staff_role')).data;
const membersSeenBy = async (person: Caller) =>
  (await call(person, 'GET', '/rest/v1/staff_members?select=email')).data.length;

test('R-01: who signed up a member’s address first cannot use that password once it is confirmed', async () => {
  const email = fresh();
  await makeStaff(email, 'owner');
  await register(email, 'Attackers-Own-1');
  const member = await followLink(email);

  expect(await tryPassword(email, 'Attackers-Own-1')).toMatchObject({
    status: 400,
    data: { error_code: 'invalid_credentials' },
  });
  expect(await roleOf(member)).toBe('password');
  expect(await membersSeenBy(member)).toBe(0);

  await choosePassword(member, 'Members-Own-2');
  expect(await roleOf(member)).toBe('owner');
  expect(await membersSeenBy(member)).toBeGreaterThan(0);
  expect((await tryPassword(email, 'Attackers-Own-1')).status).toBe(400);
  expect(await roleOf(await signIn(email, 'Members-Own-2'))).toBe('owner');
});

test('R-01: nor when the member asks for a new password instead of opening the confirmation', async () => {
  const email = fresh();
  await makeStaff(email, 'editor');
  await register(email, 'Attackers-Own-1');
  await call(anonymous, 'POST', '/auth/v1/recover', { email });
  const member = await followLink(email);
  expect((await tryPassword(email, 'Attackers-Own-1')).status).toBe(400);
  expect(await roleOf(member)).toBe('password');
});

test('R-01: the old password works when its owner chooses the same again', async () => {
  const email = fresh();
  await makeStaff(email, 'editor');
  await register(email, PASSWORD);
  await choosePassword(await followLink(email), PASSWORD);
  expect(await roleOf(await signIn(email, PASSWORD))).toBe('editor');
});

test('R-01: a stranger who moves their account to a member’s address is no member', async () => {
  const member = fresh();
  await makeStaff(member, 'owner');
  const stranger = await signUp(`mover-${randomUUID().slice(0, 8)}@visitor.test`);
  await call(stranger, 'PUT', '/auth/v1/user', { email: member });
  const moved = await followLink(stranger.email ?? '');
  const account = await call(moved, 'GET', '/auth/v1/user');
  expect(account.data.email).toBe(member);

  for (const caller of [moved, stranger]) {
    expect(await rpc(caller, 'current_staff_role')).toMatchObject({ status: 401 });
    expect(await membersSeenBy(caller)).toBe(0);
  }
  expect((await tryPassword(member, PASSWORD)).data).toMatchObject({
    error_code: 'email_not_confirmed',
  });

  await call(anonymous, 'POST', '/auth/v1/recover', { email: member });
  const owner = await followLink(member);
  await choosePassword(owner, 'Members-Own-2');
  expect(await roleOf(owner)).toBe('owner');
  for (const caller of [moved, stranger]) expect(await membersSeenBy(caller)).toBe(0);
});

test('R-25: a session that was ended is refused at once, not when its token runs out', async () => {
  const { owner } = await createAudiences();
  const elsewhere = await signIn(owner.email ?? '');
  await call(elsewhere, 'POST', '/auth/v1/logout?scope=others');
  expect(await rpc(owner, 'current_staff_role')).toMatchObject({ status: 401 });
  expect(await membersSeenBy(owner)).toBe(0);
  expect(await roleOf(elsewhere)).toBe('owner');
  await call(elsewhere, 'POST', '/auth/v1/logout?scope=global');
  expect(await membersSeenBy(elsewhere)).toBe(0);
});

test('R-24: a new password by mail ends nothing by itself, and the mail is the same for nobody', async () => {
  const { editor } = await createAudiences();
  const known = await call(anonymous, 'POST', '/auth/v1/recover', { email: editor.email });
  const unknown = await call(anonymous, 'POST', '/auth/v1/recover', { email: fresh() });
  expect([known.status, known.data]).toEqual([unknown.status, unknown.data]);
  expect(await roleOf(editor)).toBe('editor');
  const byMail = await followLink(editor.email ?? '');
  await choosePassword(byMail, 'Chosen-Anew-3');
  expect((await tryPassword(editor.email ?? '', PASSWORD)).status).toBe(400);
  expect(await roleOf(byMail)).toBe('editor');
});
