import { expect, test } from 'vitest';
import { oneTimeCode } from '../../scripts/lib/local/second-factor.ts';
import {
  anonymous,
  asService,
  backend,
  call,
  confirmationLink,
  followLink,
  makeStaff,
  PASSWORD,
  rpc,
  signIn,
  signUpByMail,
  type Caller,
} from '../support/backend';
import {
  mailTo,
  newEmail,
  newMember,
  patiently,
  standingOf,
  testWith,
  tryPassword,
  walkLive,
} from '../support/live';

walkLive();

const register = (email: string, password = PASSWORD) =>
  call(anonymous, 'POST', '/auth/v1/signup', { email, password });
const recover = (email: string | null) =>
  patiently(() => call(anonymous, 'POST', '/auth/v1/recover', { email }));
const change = (who: Caller, body: Record<string, unknown>) =>
  patiently(() => call(who, 'PUT', '/auth/v1/user', body));
const isSignedIn = async (who: Caller) => (await call(who, 'GET', '/auth/v1/user')).status === 200;
const codeOf = ({ data }: { data: { error_code?: string } }) => data.error_code;

test('sign-up: no password works before the mailed link, which leads to the site and works once', async () => {
  const email = newEmail();
  await register(email);
  expect(codeOf(await tryPassword(email, PASSWORD))).toBe('email_not_confirmed');
  const link = await confirmationLink(email);
  expect(link, 'no address of Auth, which would act when a mail scanner opens it').toMatch(
    `${backend.siteUrl}/#token_hash=`,
  );
  expect(await standingOf(await followLink(email))).toBe(null);
  await expect(followLink(email, link)).rejects.toThrow(/otp_expired/);
});

test('recover: the link chooses a password without the current one, and ends other sessions', async () => {
  const person = await signUpByMail(newEmail());
  await recover(person.email);
  const recovered = await followLink(person.email ?? '');
  expect((await change(recovered, { password: 'Chosen-Anew-3' })).status).toBe(200);
  expect(await isSignedIn(person)).toBe(false);
  expect((await tryPassword(person.email, PASSWORD)).status).toBe(400);
  expect((await tryPassword(person.email, 'Chosen-Anew-3')).status).toBe(200);
});

test('current password: a session alone cannot set a new one', async () => {
  const person = await signUpByMail(newEmail());
  const other = await signIn(person.email ?? '');
  const password = 'Chosen-Anew-3';
  expect(codeOf(await change(person, { password }))).toBe('current_password_required');
  expect(codeOf(await change(person, { password, current_password: 'Wrong-Guess-1' }))).toBe(
    'current_password_invalid',
  );
  expect((await change(person, { password, current_password: PASSWORD })).status).toBe(200);
  expect([await isSignedIn(person), await isSignedIn(other)]).toEqual([true, false]);
});

testWith('nonce', 'nonce: a session older than a day also needs a mailed code', async () => {
  const person = await signUpByMail(newEmail());
  await backend.sql.query(
    `update auth.sessions set created_at = now() - interval '2 days' where user_id = $1`,
    [person.userId],
  );
  const body = { password: 'Chosen-Anew-3', current_password: PASSWORD };
  expect(codeOf(await change(person, body))).toBe('reauthentication_needed');
  await patiently(() => call(person, 'GET', '/auth/v1/reauthenticate'));
  const { Subject } = await mailTo(person.email ?? '', (mail) => /^\d{6}/.test(mail.Subject));
  const nonce = Subject.slice(0, 6);
  expect(
    (await change(person, { ...body, nonce: nonce === '000000' ? '1' : '000000' })).status,
  ).toBe(422);
  expect((await change(person, { ...body, nonce })).status).toBe(200);
});

test('change of address: the new mailbox has the account, and nothing from before opens it', async () => {
  const person = await signUpByMail(newEmail('old'));
  const next = newEmail('new');
  await recover(person.email);
  const keptLink = await confirmationLink(person.email ?? '');
  expect((await change(person, { email: next })).status).toBe(200);
  // The embedded Auth mails and asks only the old address.
  await followLink(person.email ?? '').catch(() => null);
  await followLink(next).catch(() => null);
  const { rows } = await backend.sql.query('select email from auth.users where id = $1', [
    person.userId,
  ]);
  expect(rows).toEqual([{ email: next }]);
  expect(await standingOf(person)).toBe('ended');
  expect((await tryPassword(next, PASSWORD)).status).toBe(400);
  await expect(followLink(person.email ?? '', keptLink)).rejects.toThrow(/otp_expired/);
  await recover(next);
  expect(await standingOf(await followLink(next))).toBe(null);
});

test('Health counts what Auth mails, also to an account that has a new password since', async () => {
  const mails = async () =>
    (await asService('POST', '/rest/v1/rpc/site_health')).data.account_mails;
  const before = await mails();
  const person = await signUpByMail(newEmail());
  await recover(person.email);
  expect(await mails()).toBe(before + 2);
});

testWith('both', 'change of address: one link alone changes nothing', async () => {
  const person = await signUpByMail(newEmail('old'));
  const next = newEmail('new');
  await change(person, { email: next });
  await expect(followLink(next)).rejects.toThrow(/other email/);
  expect((await call(person, 'GET', '/auth/v1/user')).data.email).toBe(person.email);
  await followLink(person.email ?? '');
  expect(await standingOf(person)).toBe('ended');
  await mailTo(person.email ?? '', ({ Subject }) => Subject === 'Your address was changed');
});

testWith(
  'factors',
  'second factor: a code raises a session to aal2, and others ask for one',
  async () => {
    const owner = await newMember('owner');
    expect(claimsOf(owner)).toMatchObject({ aal: 'aal2' });
    expect(await standingOf(owner)).toBe('owner');
    const other = await signIn(owner.email ?? '');
    expect([claimsOf(other).aal, await standingOf(other)]).toEqual(['aal1', 'code']);
    const { data } = await call(other, 'GET', '/auth/v1/user');
    const path = `/auth/v1/factors/${data.factors[0].id}`;
    const { data: challenge } = await call(other, 'POST', `${path}/challenge`, {});
    const code = oneTimeCode('GEZDGNBVGY3TQOJQ', Date.now());
    const wrong = await call(other, 'POST', `${path}/verify`, { challenge_id: challenge.id, code });
    expect(codeOf(wrong)).toBe('mfa_verification_failed');
  },
);

test('sign-out: others, this one, all', async () => {
  const email = (await signUpByMail(newEmail())).email ?? '';
  const [one, two, three] = [await signIn(email), await signIn(email), await signIn(email)];
  const leave = (who: Caller, scope: string) => call(who, 'POST', `/auth/v1/logout?scope=${scope}`);
  const standings = async () => [
    await standingOf(one),
    await standingOf(two),
    await standingOf(three),
  ];
  await leave(one, 'local');
  expect(await standings()).toEqual(['ended', null, null]);
  await leave(two, 'others');
  expect(await standings()).toEqual(['ended', null, 'ended']);
  await leave(two, 'global');
  expect(await standings()).toEqual(['ended', 'ended', 'ended']);
});

test('R-01: who signed up with the address of a member before has no part in the account', async () => {
  const email = newEmail('member');
  await register(email, 'Attackers-Own-1');
  await makeStaff(email, 'editor');
  const member = await followLink(email);
  expect(await standingOf(member)).toBe('password');
  expect((await tryPassword(email, 'Attackers-Own-1')).status).toBe(400);
  expect((await change(member, { password: PASSWORD })).status).toBe(200);
  expect(await standingOf(member)).toBe('editor');
});

test('a removed member is none at once', async () => {
  const [owner, editor] = [await newMember('owner'), await newMember('editor')];
  await rpc(owner, 'remove_staff_member', { member_email: editor.email });
  expect(await standingOf(editor)).toBe(null);
});

function claimsOf({ token }: Caller): Record<string, unknown> {
  return JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString());
}
