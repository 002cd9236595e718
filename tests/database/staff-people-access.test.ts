import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  anonymous,
  backend,
  call,
  confirmationLink,
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
const register = (email: string, password: string, fullName?: string) =>
  call(anonymous, 'POST', '/auth/v1/signup', { email, password, data: { full_name: fullName } });
const tryPassword = (email: string, password: string) =>
  call(anonymous, 'POST', '/auth/v1/token?grant_type=password', { email, password });
const choosePassword = (person: Caller, password: string, currentPassword?: string) =>
  call(person, 'PUT', '/auth/v1/user', { password, current_password: currentPassword });
const moveTo = (person: Caller, email: string) => call(person, 'PUT', '/auth/v1/user', { email });
const roleOf = async (person: Caller) => (await rpc(person, 'current_staff_role')).data;
const membersSeenBy = async (person: Caller) =>
  (await call(person, 'GET', '/rest/v1/staff_members?select=email')).data.length;

test('R-01: a password set before a member confirmed the email is not valid after the confirmation', async () => {
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

test('R-01: nor if the member requests a new password instead of confirming', async () => {
  const email = fresh();
  await makeStaff(email, 'editor');
  await register(email, 'Attackers-Own-1');
  await call(anonymous, 'POST', '/auth/v1/recover', { email });
  const member = await followLink(email);
  expect((await tryPassword(email, 'Attackers-Own-1')).status).toBe(400);
  expect(await roleOf(member)).toBe('password');
});

test('R-01: the old password works if the member chooses it again', async () => {
  const email = fresh();
  await makeStaff(email, 'editor');
  await register(email, PASSWORD);
  await choosePassword(await followLink(email), PASSWORD);
  expect(await roleOf(await signIn(email, PASSWORD))).toBe('editor');
});

async function nameOf(member: string) {
  const { owner } = await createAudiences();
  const { data } = await rpc(owner, 'list_staff_names');
  return data.find((row: { email: string }) => row.email === member)?.name;
}

test('VREG-4: the full name of a sign-up becomes that of the member, at the confirmation or when added', async () => {
  const [invited, asking] = [fresh(), fresh()];
  await makeStaff(invited, 'editor');
  await register(invited, PASSWORD, 'Noor Haddad');
  expect(await nameOf(invited)).toBeNull();
  await followLink(invited);
  expect(await nameOf(invited)).toBe('Noor Haddad');

  await register(asking, PASSWORD, 'Wren Price');
  await followLink(asking);
  await makeStaff(asking, 'editor');
  expect(await nameOf(asking)).toBe('Wren Price');
});

test('VREG-4: a sign-up takes no name of another member, and no unfit one', async () => {
  const taken = fresh();
  await makeStaff(taken, 'editor');
  await register(taken, PASSWORD, 'Ines Okafor');
  await followLink(taken);
  expect(await nameOf(taken)).toBe('Ines Okafor');
  for (const name of ['ines okafor', 'N', 'n'.repeat(51), 'Ada\u202eada', undefined]) {
    const email = fresh();
    await register(email, PASSWORD, name);
    await followLink(email);
    await makeStaff(email, 'editor');
    expect(await nameOf(email), name).toBeNull();
  }
});

test('no spelling of an address of Auth avoids its rules', async () => {
  const email = fresh();
  await signUp(email);
  for (const path of [
    '/auth/v1/%75ser',
    '/%61uth/v1/user',
    '/auth%2Fv1/user',
    '/auth/v1/./user/',
  ]) {
    const person = await signIn(email, PASSWORD);
    const reply = await call(person, 'PUT', path, { password: 'Attackers-Own-1' });
    expect(reply.status, path).toBeGreaterThanOrEqual(400);
    expect((await tryPassword(email, 'Attackers-Own-1')).status, path).toBe(400);
  }
});

test('a key in Authorization is refused unless it is the apikey', async () => {
  const { publishableKey, secretKey } = backend;
  const ask = async (bearer: string, path: string) =>
    (await call(anonymous, 'GET', path, undefined, { authorization: `Bearer ${bearer}` })).status;
  for (const path of ['/rest/v1/blog_posts?select=id', '/storage/v1/bucket', '/auth/v1/settings']) {
    expect([await ask(publishableKey, path), await ask(secretKey, path)], path).toEqual([200, 401]);
  }
});

test('R-01: an account cannot change its email to that of a member', async () => {
  const member = fresh();
  await makeStaff(member, 'owner');
  const attacker = await signUp(fresh());
  // Auth has sent its mails before it writes: a refusal then would undo its pause until the next ones.
  expect((await moveTo(attacker, member)).status).toBe(200);
  await expect(followLink(attacker.email ?? '')).rejects.toThrow(/error/);
  expect((await call(attacker, 'GET', '/auth/v1/user')).data).toMatchObject({
    email: attacker.email,
    email_change_sent_at: expect.any(String),
  });
});

test('R-01: an account moved to an email before it became a member gets no role', async () => {
  const attacker = await signUp(fresh());
  const member = fresh();
  await call(anonymous, 'POST', '/auth/v1/recover', { email: attacker.email });
  const keptLink = await confirmationLink(attacker.email ?? '');
  await moveTo(attacker, member);
  const moved = await followLink(attacker.email ?? '');
  expect((await call(moved, 'GET', '/auth/v1/user')).data.email).toBe(member);
  await makeStaff(member, 'owner');

  await expect(followLink(attacker.email ?? '', keptLink)).rejects.toThrow(/otp_expired/);
  expect((await choosePassword(moved, 'Attackers-Own-1')).status).toBe(200);
  for (const caller of [moved, attacker]) {
    expect(await rpc(caller, 'current_staff_role')).toMatchObject({ status: 401 });
    expect(await membersSeenBy(caller)).toBe(0);
  }

  await call(anonymous, 'POST', '/auth/v1/recover', { email: member });
  const owner = await followLink(member);
  for (const caller of [moved, attacker]) {
    expect((await choosePassword(caller, 'Attackers-Own-2')).status).toBe(403);
    expect((await call(caller, 'POST', '/auth/v1/logout?scope=global')).status).toBe(403);
    expect(await membersSeenBy(caller)).toBe(0);
  }
  expect((await tryPassword(member, 'Attackers-Own-1')).status).toBe(400);
  expect((await tryPassword(member, 'Attackers-Own-2')).status).toBe(400);
  await choosePassword(owner, 'Members-Own-2');
  expect(await roleOf(owner)).toBe('owner');
});

test('R-01: owners may change their email, and are owners again after confirming it', async () => {
  const { owner } = await createAudiences();
  const next = fresh();
  await makeStaff(next, 'owner');
  expect((await moveTo(owner, next)).status).toBe(200);
  const moved = await followLink(owner.email ?? '');
  expect(await rpc(moved, 'current_staff_role')).toMatchObject({ status: 401 });
  await call(anonymous, 'POST', '/auth/v1/recover', { email: next });
  const proven = await followLink(next);
  expect(await roleOf(proven)).toBe('password');
  await choosePassword(proven, 'Moved-Along-2');
  expect(await roleOf(proven)).toBe('owner');
});

test('R-24: a session without the current password cannot change it', async () => {
  const { editor } = await createAudiences();
  expect(await choosePassword(editor, 'Stolen-Session-1')).toMatchObject({
    status: 400,
    data: { error_code: 'current_password_required' },
  });
  expect(await choosePassword(editor, 'Stolen-Session-1', 'Wrong-Guess-1')).toMatchObject({
    status: 400,
    data: { error_code: 'current_password_invalid' },
  });
  expect((await tryPassword(editor.email ?? '', PASSWORD)).status).toBe(200);
  expect((await choosePassword(editor, 'Chosen-Anew-3', PASSWORD)).status).toBe(200);
  expect(await roleOf(editor)).toBe('editor');
});

test('R-25: a new password ends the other sessions of the account', async () => {
  const { editor } = await createAudiences();
  const elsewhere = await signIn(editor.email ?? '');
  await choosePassword(editor, 'Chosen-Anew-3', PASSWORD);
  expect(await rpc(elsewhere, 'current_staff_role')).toMatchObject({ status: 401 });
  expect(await roleOf(editor)).toBe('editor');
});

test('R-25: an ended session is refused at once, not when its token expires', async () => {
  const { owner } = await createAudiences();
  const elsewhere = await signIn(owner.email ?? '');
  await call(elsewhere, 'POST', '/auth/v1/logout?scope=others');
  expect(await rpc(owner, 'current_staff_role')).toMatchObject({ status: 401 });
  expect(await membersSeenBy(owner)).toBe(0);
  expect(await roleOf(elsewhere)).toBe('owner');
  await call(elsewhere, 'POST', '/auth/v1/logout?scope=global');
  expect(await membersSeenBy(elsewhere)).toBe(0);
});

test('R-24: requesting a reset ends no session, and unknown emails get the same response', async () => {
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
