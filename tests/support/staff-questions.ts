// Tries in a freshly migrated database what only its owner can set up: who is staff with tokens of one and
// of two factors, and when old requests are deleted.
import { readFileSync } from 'node:fs';
import { root } from '../../scripts/lib/install.mjs';
import { withMigratedDatabase, type MigratedDatabase } from './migrated-database.ts';

const OWNER = '11111111-1111-4111-8111-111111111111';
const EDITOR = '22222222-2222-4222-8222-222222222222';
const NON_MEMBER = '33333333-3333-4333-8333-333333333333';

export const askSecondFactors = () => withMigratedDatabase(ask);

async function ask({ sql }: MigratedDatabase) {
  for (const [id, email, role] of [
    [OWNER, 'owner@agency.test', 'owner'],
    [EDITOR, 'editor@agency.test', 'editor'],
  ]) {
    await sql.exec(`
      insert into auth.users (id, email, encrypted_password, email_confirmed_at)
        values ('${id}', '${email}', 'hash', now() - interval '1 hour');
      insert into auth.sessions (id, user_id) values ('${id}', '${id}');
      insert into public.staff_members (email, role) values ('${email}', '${role}');`);
  }

  const factors: Record<string, { standing: string | null; rows: number }> = {};
  /** The rows of a statement run as this person; of `then`, run as the database's owner, where given. */
  async function as(
    userId: string,
    statement: string,
    { aal, then }: { aal?: string; then?: string } = {},
  ) {
    const claims = JSON.stringify({ sub: userId, role: 'authenticated', session_id: userId, aal });
    await sql.exec(`
      begin;
      select set_config('request.jwt.claims', '${claims}', true),
        set_config('request.jwt.claim.sub', '${userId}', true);
      set local role authenticated;`);
    let { rows } = await sql.query(statement);
    if (then !== undefined) {
      await sql.exec('reset role');
      ({ rows } = await sql.query(then));
    }
    await sql.exec('rollback');
    return rows;
  }

  async function ask(situation: string, userId: string, aal?: string) {
    const [answer] = await as(userId, 'select public.current_staff_role() as standing', { aal });
    const owners = await as(userId, `select email from public.staff_members`, { aal });
    factors[situation] = { standing: answer?.standing, rows: owners.length };
  }

  await ask('no table, aal1', OWNER, 'aal1');
  await sql.exec(`
    create type auth.factor_status as enum ('unverified', 'verified');
    create table auth.mfa_factors (user_id uuid not null, status auth.factor_status not null);`);
  // The migration skipped its triggers, because the table did not exist.
  await sql.exec(readSecondFactorTriggers());
  await ask('no factor, aal1', OWNER, 'aal1');
  await sql.exec(`insert into auth.mfa_factors values ('${OWNER}', 'unverified')`);
  await ask('unverified factor, aal1', OWNER, 'aal1');
  await sql.exec(`update auth.mfa_factors set status = 'verified'`);
  await ask('verified factor, aal1', OWNER, 'aal1');
  await ask('verified factor, no aal', OWNER);
  await ask('verified factor, aal2', OWNER, 'aal2');
  await ask('another member, aal1', EDITOR, 'aal1');
  await sql.exec(`delete from auth.mfa_factors`);
  const { rows: noticed } = await sql.query(
    `select event.action, event.subject from private.mails as mail
     join public.audit_events as event on event.id = mail.event_id
     where event.action like '%factor%' order by event.id`,
  );

  await sql.exec(`
    drop table auth.mfa_factors;
    insert into public.staff_requests (user_id, email, created_at) values
      ('${OWNER}', 'fresh@visitor.test', now() - interval '29 days'),
      ('${EDITOR}', 'stale@visitor.test', now() - interval '31 days');
    insert into auth.users (id, email, email_confirmed_at)
      values ('${NON_MEMBER}', 'non-member@visitor.test', now() - interval '1 hour');
    insert into auth.sessions (id, user_id) values ('${NON_MEMBER}', '${NON_MEMBER}');`);
  const requests = {
    seen: await as(OWNER, 'select email from public.staff_requests order by email'),
    leftAfterTheNext: await as(NON_MEMBER, 'select public.request_staff_access()', {
      then: 'select email from public.staff_requests order by email',
    }),
  };
  return { factors, noticed, requests };
}

function readSecondFactorTriggers() {
  const migration = `${root}supabase/migrations/20261121090100_staff_and_accounts.sql`;
  return /^do \$\$.*?^\$\$;/ms.exec(readFileSync(migration, 'utf8'))?.[0] ?? '';
}
