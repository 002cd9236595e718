import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPostgres, startPostgres, type Postgres } from '../support/postgres';

// The migrations on a real PostgreSQL with the roles and rights of a hosted project. The role of the Auth
// service writes what that service writes, and the database is asked for the role of each session.

type Session = { id: string; userId: string; aal: 'aal1' | 'aal2' };

const programs = findPostgres();
const MIGRATIONS = 'supabase/migrations';
/** Every table with which an account can be entered; private.end_account_access empties them. */
const ACCESS_TABLES = [
  ...['sessions', 'refresh_tokens', 'one_time_tokens', 'flow_state', 'mfa_factors'],
  ...['webauthn_credentials', 'oauth_authorizations', 'oauth_consents'],
];

let database: Postgres;

const asOwner = (sql: string) => database.run('postgres', sql);
/** The Auth service connects with this role. */
const asAuth = (sql: string) => database.run('supabase_auth_admin', sql);

describe.skipIf(!programs)('hosted project', () => {
  beforeAll(() => {
    database = startPostgres(programs ?? '');
    database.run('supabase_admin', readFileSync('tests/support/hosted-project.sql', 'utf8'));
    for (const file of readdirSync(MIGRATIONS).sort()) {
      asOwner(readFileSync(`${MIGRATIONS}/${file}`, 'utf8'));
    }
  });
  afterAll(() => database.stop());

  test('the role of the migrations is no superuser and owns no table of Auth', () => {
    expect(asOwner(`select rolsuper from pg_roles where rolname = current_user`)).toEqual(['f']);
    expect(asOwner(`select distinct tableowner from pg_tables where schemaname = 'auth'`)).toEqual([
      'supabase_auth_admin',
    ]);
  });

  test('every grant and policy is the same as in the embedded backend', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      ...['--no-warnings', 'tests/support/embedded-grants.mjs'],
    ]);
    const embedded: string[] = JSON.parse(stdout.slice(stdout.lastIndexOf('\n')));
    expect(embedded.length).toBeGreaterThan(300);
    expect(asOwner(readFileSync('tests/support/grants.sql', 'utf8')).sort()).toEqual(
      embedded.sort(),
    );
  });

  test('R-01: who signed up with the email of a member before loses all access at the confirmation', () => {
    const email = newEmail();
    const other = signUp(newEmail());
    grantAccess(other);
    const account = signUp(email);
    const before = grantAccess(account);
    addMember(email);
    expect(standingOf(before)).toBe('ended');

    confirm(account);
    expect(standingOf(before)).toBe('ended');
    expect(accessOf(account)).toEqual([]);
    expect(passwordOf(account)).toBe('');
    expect(accessOf(other)).toEqual(ACCESS_TABLES);

    const after = openSession(account);
    expect(standingOf(after)).toBe('password');
    setPassword(account);
    expect(standingOf(after)).toBe('editor');
  });

  test('R-01: a changed email ends all access and is unconfirmed until a mailed link was opened', () => {
    const account = signUp(newEmail());
    confirm(account);
    const before = grantAccess(account);
    const email = newEmail();
    changeEmail(account, email);
    addMember(email);
    expect(standingOf(before)).toBe('ended');
    expect(accessOf(account)).toEqual([]);
    expect(passwordOf(account)).toBe('');
    // The Auth service opens a session after the change. It counts only after the next mailed link.
    const opened = openSession(account);
    expect(standingOf(opened)).toBe('ended');

    confirm(account);
    expect(standingOf(opened)).toBe('ended');
    expect(standingOf(openSession(account))).toBe('password');
  });

  test('an account cannot take the email of a member, owners excepted', () => {
    const member = newEmail();
    addMember(member);
    const account = signUp(newEmail());
    confirm(account);
    expect(() => requestEmail(account, member)).toThrow('PT403');
    expect(() => changeEmail(account, member)).toThrow('PT403');

    const email = newEmail();
    addMember(email, 'owner');
    const owner = signUp(email);
    expect(() => requestEmail(owner, member)).not.toThrow();
  });

  test('a second factor is asked for in every session, and owners must have one', () => {
    const [email, owner] = [newEmail(), newEmail()];
    addMember(email);
    addMember(owner, 'owner');
    const accounts = [email, owner].map((address) => {
      const account = signUp(address);
      confirm(account);
      setPassword(account);
      return account;
    });
    const standings = (aal: Session['aal']) =>
      accounts.map((account) => standingOf(openSession(account, aal)));
    expect(standings('aal1')).toEqual(['editor', 'enrol']);
    for (const account of accounts) enrol(account);
    expect(standings('aal1')).toEqual(['code', 'code']);
    expect(standings('aal2')).toEqual(['editor', 'owner']);
    expect(eventsAbout(owner)).toContain('second factor added');
  });

  test('changes by the Auth service to accounts of staff are recorded', () => {
    const email = newEmail();
    addMember(email);
    const account = signUp(email);
    confirm(account);
    setPassword(account);
    setPassword(account);
    enrol(account);
    asAuth(`delete from mfa_factors where user_id = '${account}'`);
    expect(eventsAbout(email)).toEqual([
      ...['staff added as editor', 'staff account opened', 'staff password changed'],
      ...['staff password changed', 'second factor added', 'second factor removed'],
    ]);
  });

  test('the Auth service may call the hook for failed sign-ins, and no other function', () => {
    const account = signUp(newEmail());
    const event = JSON.stringify({ user_id: account, valid: false });
    asAuth(`select private.password_verification_attempt('${event}')`);
    expect(
      asOwner(`select event_type from public.security_events where user_id = '${account}'`),
    ).toEqual(['failed_login']);
    expect(() => asAuth('select private.note_failed_sign_in(null)')).toThrow('42501');
  });

  test('without its trigger, who signed up before would be a member', () => {
    const email = newEmail();
    const account = signUp(email);
    addMember(email);
    database.run('supabase_admin', 'alter table auth.users disable trigger guard_account');
    confirm(account);
    database.run('supabase_admin', 'alter table auth.users enable trigger guard_account');
    expect(standingOf(openSession(account))).toBe('editor');
  });
});

function newEmail() {
  return `${randomUUID()}@agency.test`;
}

function addMember(email: string, role = 'editor') {
  asOwner(`insert into public.staff_members (email, role) values ('${email}', '${role}')`);
}

function signUp(email: string): string {
  const id = randomUUID();
  asAuth(`
    insert into users (id, email, encrypted_password, confirmation_token)
      values ('${id}', '${email}', 'hash of the first password', 'token');
    insert into identities (user_id, provider) values ('${id}', 'email');`);
  return id;
}

function confirm(account: string) {
  asAuth(`
    update users set confirmation_token = '', email_confirmed_at = clock_timestamp()
    where id = '${account}'`);
}

function openSession(account: string, aal: Session['aal'] = 'aal1'): Session {
  const id = randomUUID();
  asAuth(`
    insert into sessions (id, user_id, aal, created_at)
      values ('${id}', '${account}', '${aal}', clock_timestamp());
    insert into refresh_tokens (token, user_id, session_id)
      values ('${randomUUID()}', '${account}', '${id}');`);
  return { id, userId: account, aal };
}

/** A row in each table with which the account can be entered. */
function grantAccess(account: string): Session {
  enrol(account);
  asAuth(`
    insert into one_time_tokens (user_id, token_hash) values ('${account}', 'hash');
    insert into flow_state (user_id) values ('${account}');
    insert into webauthn_credentials (user_id) values ('${account}');
    insert into oauth_authorizations (user_id) values ('${account}');
    insert into oauth_consents (user_id) values ('${account}');`);
  return openSession(account, 'aal2');
}

function enrol(account: string) {
  asAuth(`insert into mfa_factors (user_id, status) values ('${account}', 'verified')`);
}

function setPassword(account: string) {
  asAuth(`update users set encrypted_password = '${randomUUID()}' where id = '${account}'`);
}

function requestEmail(account: string, email: string) {
  asAuth(`update users set email_change = '${email}' where id = '${account}'`);
}

function changeEmail(account: string, email: string) {
  asAuth(`update users set email = '${email}', email_change = '' where id = '${account}'`);
}

/** The tables that have a row of the account. */
function accessOf(account: string): string[] {
  return ACCESS_TABLES.filter(
    (table) => asAuth(`select 1 from ${table} where user_id::text = '${account}'`).length > 0,
  );
}

function passwordOf(account: string) {
  // psql leaves out an empty line.
  return asAuth(`select encrypted_password from users where id = '${account}'`).at(0) ?? '';
}

/** What the Data API answers this session: a role, a missing step, or that the session has ended. */
function standingOf({ id, userId, aal }: Session): string {
  const claims = JSON.stringify({ sub: userId, role: 'authenticated', session_id: id, aal });
  const asCaller = (question: string) =>
    asOwner(`
      set local role authenticated;
      set local request.jwt.claims = '${claims}';
      select ${question};`).at(-1);
  try {
    const standing = asCaller(`coalesce(public.current_staff_role(), 'none')`) ?? '';
    expect(asCaller('private.is_staff()')).toBe(standing.match(/^(?:owner|editor)$/) ? 't' : 'f');
    return standing;
  } catch (error) {
    if (!String(error).includes('PT401')) throw error;
    expect(asCaller('private.is_staff()')).toBe('f');
    return 'ended';
  }
}

function eventsAbout(email: string): string[] {
  return asOwner(
    `select action from public.audit_events where subject like '%${email}%' order by id`,
  );
}
