import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  anonymous,
  backend,
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
const roleOf = async (person: Caller) => (await rpc(person, 'current_staff_role')).data;
const moveTo = (person: Caller, email: string) => call(person, 'PUT', '/auth/v1/user', { email });
const ask = (person: Caller, new_email: string) => rpc(person, 'ask_address_change', { new_email });
const isMember = async (email: string) =>
  (await backend.sql.query('select 1 from public.staff_members where email = $1', [email])).rows
    .length === 1;
const eventsOf = async (email: string) => {
  const { rows } = await backend.sql.query(
    `select event.action,
       (select count(*)::int from private.mails as mail where mail.event_id = event.id) as mails
     from public.audit_events as event
     where event.subject like $1 || ' to %' and event.action like '%address%' order by event.id`,
    [email],
  );
  return rows;
};

const sessionOf = ({ token }: Caller): string =>
  JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString()).session_id;

async function createMember(role: 'editor' | 'owner' = 'editor') {
  const email = fresh();
  await makeStaff(email, role);
  const person = await signUp(email);
  expect(await roleOf(person)).toBe(role);
  return { email, person, next: fresh() };
}

/** As the app asks: with a second session, by the current password. */
async function askWithPassword(person: Caller, email: string, next: string) {
  const proof = await signIn(email, PASSWORD);
  const { status } = await ask(person, next);
  await call(proof, 'POST', '/auth/v1/logout?scope=local');
  return status;
}

/** Opens the link to the old mailbox, then one to the new. */
async function move(person: Caller, email: string, next: string) {
  expect((await moveTo(person, next)).status).toBe(200);
  await followLink(email);
  return confirm(next);
}

async function confirm(next: string) {
  await call(anonymous, 'POST', '/auth/v1/recover', { email: next });
  const moved = await followLink(next);
  await call(moved, 'PUT', '/auth/v1/user', { password: 'Moved-Along-2' });
  return moved;
}

test('R-01: a member takes role, name, enquiries and links of clients along, once both mailboxes agree', async () => {
  const { owner } = await createAudiences();
  const { email, person, next } = await createMember();
  await rpc(person, 'save_staff_profile', { member_email: email, name: `Mira ${next}` });
  const request = randomUUID();
  await backend.sql.query(
    `insert into public.sign_off_requests
       (id, kind, document_id, version, title, content, client_name, asked_by_email, expires_at)
     values ($1, 'post', gen_random_uuid(), 1, '', '{}', 'Dana', $2, now() + interval '1 day')`,
    [request, email],
  );
  expect(await askWithPassword(person, email, next)).toBe(204);
  expect([await isMember(email), await roleOf(person)]).toEqual([true, 'editor']);
  expect((await moveTo(person, next)).status).toBe(200);
  expect(await isMember(email)).toBe(true);
  const between = await followLink(email);
  expect([await isMember(email), await isMember(next)]).toEqual([true, false]);
  for (const caller of [person, between]) {
    expect(await rpc(caller, 'current_staff_role')).toMatchObject({ status: 401 });
  }

  const moved = await confirm(next);
  expect(await roleOf(moved)).toBe('editor');
  expect([await isMember(email), await isMember(next)]).toEqual([false, true]);
  const names = (await rpc(owner, 'list_staff_names')).data;
  expect(names).toContainEqual(expect.objectContaining({ email: next, name: `Mira ${next}` }));
  const { rows } = await backend.sql.query(
    'select asked_by_email, withdrawn_at from public.sign_off_requests where id = $1',
    [request],
  );
  expect(rows).toEqual([{ asked_by_email: next, withdrawn_at: null }]);
  const events = await eventsOf(email);
  expect(events).toMatchObject([
    { action: 'change of address asked', mails: 0 },
    { action: 'staff account moved to another address' },
    { action: 'staff moved to another address' },
  ]);
  expect(events.at(-1)?.mails).toBeGreaterThan(0);

  // Who reads the old mailbox has no right any more; a link that this member made ends with the membership.
  expect(await roleOf(await signUp(email))).toBeNull();
  await rpc(owner, 'remove_staff_member', { member_email: next });
  const { rows: left } = await backend.sql.query(
    'select withdrawn_at from public.sign_off_requests where id = $1',
    [request],
  );
  expect(left[0]?.withdrawn_at).not.toBeNull();
  await backend.sql.query('delete from public.sign_off_requests where id = $1', [request]);
});

test('an owner takes the role along, also as the last one', async () => {
  const { email, person, next } = await createMember('owner');
  expect(await askWithPassword(person, email, next)).toBe(204);
  expect(await roleOf(await move(person, email, next))).toBe('owner');
});

test('R-24: a session alone, one of a mailed link, or another account prove no password', async () => {
  const { email, person, next } = await createMember();
  // Its own session is fresh, and may be stolen.
  expect(await ask(person, next)).toMatchObject({ status: 403, data: { code: 'PT403' } });
  await call(anonymous, 'POST', '/auth/v1/recover', { email });
  await followLink(email);
  expect((await ask(person, next)).status).toBe(403);
  await createMember();
  expect((await ask(person, next)).status).toBe(403);
  const proof = await signIn(email, PASSWORD);
  await backend.sql.query(
    "update auth.sessions set created_at = created_at - interval '6 minutes' where id::text = $1",
    [sessionOf(proof)],
  );
  expect(await ask(person, next), 'too old').toMatchObject({ data: { code: 'PT403' } });
  await move(person, email, next).catch(() => undefined);
  expect([await isMember(email), await isMember(next)]).toEqual([true, false]);
});

test('without asking, or to another address, the membership stays', async () => {
  const { email, person, next } = await createMember();
  expect(await askWithPassword(person, email, fresh())).toBe(204);
  const moved = await move(person, email, next);
  expect(await roleOf(moved)).toBeNull();
  expect([await isMember(email), await isMember(next)]).toEqual([true, false]);
});

test('only staff ask, for an address that no member has', async () => {
  const { nonMember, editor, owner } = await createAudiences();
  expect(await ask(nonMember, fresh())).toMatchObject({ data: { code: '42501' } });
  expect(await ask(editor, owner.email ?? '')).toMatchObject({ data: { code: 'PT409' } });
  for (const email of ['', 'nobody', `${'a'.repeat(250)}@agency.test`]) {
    expect(await ask(editor, email), email).toMatchObject({ data: { code: 'PT422' } });
  }
});

test('asking is void after two hours, and when the member was removed and added again', async () => {
  const changes = [
    (email: string) =>
      backend.sql.query(
        `update private.address_changes set asked_at = asked_at - interval '121 minutes'
         where member_id = (select id from public.staff_members where email = $1)`,
        [email],
      ),
    async (email: string) => {
      await backend.sql.query('delete from public.staff_members where email = $1', [email]);
      await makeStaff(email, 'editor');
    },
  ];
  for (const change of changes) {
    const { email, person, next } = await createMember();
    expect(await askWithPassword(person, email, next)).toBe(204);
    expect((await moveTo(person, next)).status).toBe(200);
    await followLink(email);
    await change(email);
    expect(await roleOf(await confirm(next))).toBeNull();
    expect([await isMember(email), await isMember(next)]).toEqual([true, false]);
  }
});

test('an address that became that of a member meanwhile keeps its own role', async () => {
  const { email, person, next } = await createMember();
  expect(await askWithPassword(person, email, next)).toBe(204);
  expect((await moveTo(person, next)).status).toBe(200);
  await makeStaff(next, 'owner');
  await expect(followLink(email)).rejects.toThrow(/error/);
  expect([await isMember(email), await isMember(next)]).toEqual([true, true]);
});

test('who signs up with the old address in between can send the membership elsewhere, not keep a second one', async () => {
  const { email, person, next } = await createMember();
  expect(await askWithPassword(person, email, next)).toBe(204);
  expect((await moveTo(person, next)).status).toBe(200);
  await followLink(email);
  const again = await signUp(email);
  expect(await roleOf(again)).toBe('editor');
  expect(await roleOf(await confirm(next))).toBe('editor');
  expect(await roleOf(again)).toBeNull();
});

/** The hosted service has this table, mails both addresses and opens their links in any order. */
test.for([
  ['both, the new one last', { status: 1, current: '', next: 'x' }, true],
  ['both, the old one last', { status: 1, current: 'x', next: '' }, false],
  ['only the new one', { status: 0, current: '', next: 'x' }, false],
] as const)(
  'hosted: a link was opened in %s',
  async ([, { status, current, next: token }, follows]) => {
    const { email, person, next } = await createMember();
    expect(await askWithPassword(person, email, next)).toBe(204);
    await backend.sql.exec(
      'create table auth.mfa_amr_claims (session_id uuid, authentication_method text)',
    );
    try {
      await backend.sql.query(
        `update auth.users set email_change = $2, email_change_confirm_status = $3,
         email_change_token_current = $4, email_change_token_new = $5 where id = $1`,
        [person.userId, next, status, current, token && `${token}-${next}`],
      );
      await backend.sql.query(
        "update auth.users set email = $2, email_change = '', updated_at = now() where id = $1",
        [person.userId, next],
      );
      expect([await isMember(email), await isMember(next)]).toEqual([!follows, follows]);
      if (follows) return;
      await backend.sql.query('update auth.users set email_confirmed_at = now() where id = $1', [
        person.userId,
      ]);
      expect(await isMember(next)).toBe(status === 1);
    } finally {
      await backend.sql.exec('drop table auth.mfa_amr_claims');
    }
  },
);

test('hosted: only a session by password is a proof', async () => {
  const { email, person, next } = await createMember();
  const proof = await signIn(email, PASSWORD);
  await backend.sql.exec(
    'create table auth.mfa_amr_claims (session_id uuid, authentication_method text)',
  );
  try {
    const add = (method: string) =>
      backend.sql.query('insert into auth.mfa_amr_claims values ($1, $2)', [
        sessionOf(proof),
        method,
      ]);
    expect((await ask(person, next)).status).toBe(403);
    await add('otp');
    expect((await ask(person, next)).status).toBe(403);
    await add('password');
    expect((await ask(person, next)).status).toBe(204);
  } finally {
    await backend.sql.exec('drop table auth.mfa_amr_claims');
  }
});
