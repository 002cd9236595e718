import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openHostedProject } from '../support/hosted-project.ts';
import { installedPostgres, startPostgres } from '../support/postgres';

// The role of the Auth service writes what that service writes, on PostgreSQL with the roles and rights of a
// hosted project, and the database is asked for the standing of each session. Grants, policies and every other
// right there: tests/database/access-matrix.test.ts.

type Session = { id: string; userId: string; aal: 'aal1' | 'aal2' };
type Role = 'supabase_admin' | 'postgres' | 'supabase_auth_admin';

/** Every table with which an account can be entered; private.end_account_access empties them. */
const ACCESS_TABLES = [
  ...['sessions', 'refresh_tokens', 'one_time_tokens', 'flow_state', 'mfa_factors'],
  ...['webauthn_credentials', 'webauthn_challenges', 'oauth_authorizations', 'oauth_consents'],
];

let run: (role: Role, sql: string) => Promise<unknown[]>;
let stop: () => Promise<void>;

const asOwner = (sql: string) => run('postgres', sql);
/** The Auth service connects with this role. */
const asAuth = (sql: string) => run('supabase_auth_admin', sql);

const [newest] = installedPostgres().reverse();

describe.skipIf(!newest)('hosted project', () => {
  beforeAll(async () => {
    const server = await startPostgres(newest?.bin ?? '');
    await (await openHostedProject(server.url())).close();
    const clients = new Map<Role, pg.Client>();
    run = async (role, sql) => {
      let client = clients.get(role);
      if (!client) {
        client = new pg.Client({ connectionString: server.url(role) });
        await client.connect();
        clients.set(role, client);
      }
      // Several statements give several results.
      const results = [await client.query({ text: sql, rowMode: 'array' })].flat();
      return results.at(-1)?.rows.map(([value]) => value) ?? [];
    };
    stop = async () => {
      for (const client of clients.values()) await client.end();
      await server.stop();
    };
  }, 60_000);
  afterAll(() => stop());

  test('the role of the migrations is no superuser and owns no table of Auth', async () => {
    expect(await asOwner(`select rolsuper from pg_roles where rolname = current_user`)).toEqual([
      false,
    ]);
    expect(
      await asOwner(`select distinct tableowner from pg_tables where schemaname = 'auth'`),
    ).toEqual(['supabase_auth_admin']);
  });

  test('R-01: who signed up with the email of a member before loses all access at the confirmation', async () => {
    const email = newEmail();
    const other = await signUp(newEmail());
    await grantAccess(other);
    const account = await signUp(email);
    const before = await grantAccess(account);
    await addMember(email);
    expect(await standingOf(before)).toBe('ended');

    await confirm(account);
    expect(await standingOf(before)).toBe('ended');
    expect(await accessOf(account)).toEqual([]);
    expect(await passwordOf(account)).toBe('');
    expect(await accessOf(other)).toEqual(ACCESS_TABLES);

    const after = await openSession(account);
    expect(await standingOf(after)).toBe('password');
    await setPassword(account);
    expect(await standingOf(after)).toBe('editor');
  });

  test('R-01: a changed email ends all access and is unconfirmed until a mailed link was opened', async () => {
    const account = await signUp(newEmail());
    await confirm(account);
    const before = await grantAccess(account);
    const email = newEmail();
    await changeEmail(account, email);
    await addMember(email);
    expect(await standingOf(before)).toBe('ended');
    expect(await accessOf(account)).toEqual([]);
    expect(await passwordOf(account)).toBe('');
    // The Auth service opens a session after the change. It counts only after the next mailed link.
    const opened = await openSession(account);
    expect(await standingOf(opened)).toBe('ended');

    await confirm(account);
    expect(await standingOf(opened)).toBe('ended');
    expect(await standingOf(await openSession(account))).toBe('password');
  });

  test('after both links of a change, the mailbox of the new email has the account', async () => {
    const [account, email] = [await signUp(newEmail()), newEmail()];
    await confirm(account);
    const before = await grantAccess(account);
    await addMember(email, 'owner');
    await addMember(await emailOf(account), 'owner');
    await requestEmail(account, email);
    await openLinkOfChange(account, 'current');
    await openLinkOfChange(account, 'new');
    expect(await emailOf(account)).toBe(email);
    expect(await standingOf(before)).toBe('ended');
    expect(await accessOf(account)).toEqual([]);
    expect(await standingOf(await openSession(account))).toBe('password');
  });

  test('R-01: the mailbox of the old email does not have the account, though its link is opened last', async () => {
    const [account, email] = [await signUp(newEmail()), newEmail()];
    await confirm(account);
    await requestEmail(account, email);
    await openLinkOfChange(account, 'new');
    await openLinkOfChange(account, 'current');
    await addMember(email);
    expect(await emailOf(account)).toBe(email);
    const opened = await openSession(account);
    expect(await standingOf(opened)).toBe('ended');
    await confirm(account);
    expect(await standingOf(opened)).toBe('ended');
  });

  test('an account cannot take the email of a member, owners excepted', async () => {
    const member = newEmail();
    await addMember(member);
    const account = await signUp(newEmail());
    await confirm(account);
    // Auth has sent its mails by now: a refusal would also undo the time from which Auth counts to the next.
    await requestEmail(account, member);
    await openLinkOfChange(account, 'current');
    const refused = { code: 'PT403' };
    await expect(openLinkOfChange(account, 'new')).rejects.toMatchObject(refused);
    await expect(changeEmail(account, member)).rejects.toMatchObject(refused);
  });

  test('a second factor is asked for in every session, and owners must have one', async () => {
    const [email, owner] = [newEmail(), newEmail()];
    await addMember(email);
    await addMember(owner, 'owner');
    const accounts: string[] = [];
    for (const address of [email, owner]) {
      const account = await signUp(address);
      await confirm(account);
      await setPassword(account);
      accounts.push(account);
    }
    const standings = async (aal: Session['aal']) => {
      const found: string[] = [];
      for (const account of accounts) found.push(await standingOf(await openSession(account, aal)));
      return found;
    };
    expect(await standings('aal1')).toEqual(['editor', 'enrol']);
    for (const account of accounts) await enrol(account);
    expect(await standings('aal1')).toEqual(['code', 'code']);
    expect(await standings('aal2')).toEqual(['editor', 'owner']);
    expect(await eventsAbout(owner)).toContain('second factor added');
  });

  test('changes by the Auth service to accounts of staff are recorded', async () => {
    const email = newEmail();
    await addMember(email);
    const account = await signUp(email);
    await confirm(account);
    await setPassword(account);
    await setPassword(account);
    await enrol(account);
    await asAuth(`delete from mfa_factors where user_id = '${account}'`);
    expect(await eventsAbout(email)).toEqual([
      ...['staff added as editor', 'staff account opened', 'staff password changed'],
      ...['staff password changed', 'second factor added', 'second factor removed'],
    ]);
  });

  test('the Auth service may call the hook for failed sign-ins, and no other function', async () => {
    const account = await signUp(newEmail());
    const event = JSON.stringify({ user_id: account, valid: false });
    await asAuth(`select private.password_verification_attempt('${event}')`);
    expect(
      await asOwner(`select event_type from public.security_events where user_id = '${account}'`),
    ).toEqual(['failed_login']);
    await expect(asAuth('select private.note_failed_sign_in(null)')).rejects.toMatchObject({
      code: '42501',
    });
  });

  test('without its trigger, who signed up before would be a member', async () => {
    const email = newEmail();
    const account = await signUp(email);
    await addMember(email);
    await run('supabase_admin', 'alter table auth.users disable trigger guard_account');
    await confirm(account);
    await run('supabase_admin', 'alter table auth.users enable trigger guard_account');
    expect(await standingOf(await openSession(account))).toBe('editor');
  });
});

function newEmail() {
  return `${randomUUID()}@agency.test`;
}

async function addMember(email: string, role = 'editor') {
  await asOwner(`insert into public.staff_members (email, role) values ('${email}', '${role}')`);
}

async function signUp(email: string): Promise<string> {
  const id = randomUUID();
  await asAuth(`
    insert into users (id, email, encrypted_password, confirmation_token)
      values ('${id}', '${email}', 'hash of the first password', 'token');
    insert into identities (user_id, provider) values ('${id}', 'email');`);
  return id;
}

async function confirm(account: string) {
  await asAuth(`
    update users set confirmation_token = '', email_confirmed_at = clock_timestamp()
    where id = '${account}'`);
}

async function openSession(account: string, aal: Session['aal'] = 'aal1'): Promise<Session> {
  const id = randomUUID();
  await asAuth(`
    insert into sessions (id, user_id, aal, created_at)
      values ('${id}', '${account}', '${aal}', clock_timestamp());
    insert into refresh_tokens (token, user_id, session_id)
      values ('${randomUUID()}', '${account}', '${id}');`);
  return { id, userId: account, aal };
}

/** A row in each table with which the account can be entered. */
async function grantAccess(account: string): Promise<Session> {
  await enrol(account);
  await asAuth(`
    insert into one_time_tokens (user_id, token_hash) values ('${account}', 'hash');
    insert into flow_state (user_id) values ('${account}');
    insert into webauthn_credentials (user_id) values ('${account}');
    insert into webauthn_challenges (user_id) values ('${account}');
    insert into oauth_authorizations (user_id) values ('${account}');
    insert into oauth_consents (user_id) values ('${account}');`);
  return await openSession(account, 'aal2');
}

async function enrol(account: string) {
  await asAuth(`insert into mfa_factors (user_id, status) values ('${account}', 'verified')`);
}

async function setPassword(account: string) {
  await asAuth(`update users set encrypted_password = '${randomUUID()}' where id = '${account}'`);
}

async function requestEmail(account: string, email: string) {
  await asAuth(`
    update users set email_change = '${email}', email_change_token_current = 'to the old email ${account}',
      email_change_token_new = 'to the new email ${account}', email_change_sent_at = clock_timestamp(),
      email_change_confirm_status = 0
    where id = '${account}'`);
}

/** The first link only uses up its token, the second one moves the account. */
async function openLinkOfChange(account: string, mailbox: 'current' | 'new') {
  const other = mailbox === 'new' ? 'current' : 'new';
  const [isLast] = await asAuth(
    `select email_change_token_${other} = '' from users where id = '${account}'`,
  );
  const change = isLast
    ? `email = email_change, email_change = '', email_change_token_current = '', email_change_token_new = '',
        email_change_confirm_status = 0`
    : `email_change_token_${mailbox} = '', email_change_confirm_status = 1`;
  await asAuth(
    `update users set ${change}, updated_at = clock_timestamp() where id = '${account}'`,
  );
}

async function emailOf(account: string): Promise<string> {
  const [email] = await asAuth(`select email from users where id = '${account}'`);
  return String(email);
}

async function changeEmail(account: string, email: string) {
  await asAuth(`update users set email = '${email}', email_change = '' where id = '${account}'`);
}

/** The tables that have a row of the account. */
async function accessOf(account: string): Promise<string[]> {
  const found: string[] = [];
  for (const table of ACCESS_TABLES) {
    const rows = await asAuth(`select 1 from ${table} where user_id::text = '${account}'`);
    if (rows.length > 0) found.push(table);
  }
  return found;
}

async function passwordOf(account: string) {
  const [password] = await asAuth(`select encrypted_password from users where id = '${account}'`);
  return password;
}

/** What the Data API answers this session: a role, a missing step, or that the session has ended. */
async function standingOf({ id, userId, aal }: Session): Promise<string> {
  const claims = JSON.stringify({ sub: userId, role: 'authenticated', session_id: id, aal });
  const askAsCaller = async (question: string) => {
    const [answer] = await asOwner(`
      set local role authenticated;
      set local request.jwt.claims = '${claims}';
      select ${question};`);
    return answer;
  };
  try {
    const standing = String(await askAsCaller('public.current_staff_role()'));
    expect(await askAsCaller('private.is_staff()')).toBe(/^(?:owner|editor)$/.test(standing));
    return standing;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== 'PT401') throw error;
    expect(await askAsCaller('private.is_staff()')).toBe(false);
    return 'ended';
  }
}

const eventsAbout = (email: string) =>
  asOwner(`select action from public.audit_events where subject like '%${email}%' order by id`);
