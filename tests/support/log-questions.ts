// Reads from a freshly migrated database what the security log keeps: which events a flood displaces, and
// what failed sign-ins log. No API role can write old events or call the Auth hook.
import { noteFailedSignIn } from '../../scripts/lib/local/auth-log.ts';
import { withMigratedDatabase, type MigratedDatabase } from './migrated-database.ts';

export const askSecurityLog = () => withMigratedDatabase(ask);

async function ask({ sql }: MigratedDatabase) {
  const rows = async (text: string) => (await sql.query(text)).rows;
  const empty = () =>
    sql.exec('delete from public.security_events; delete from private.security_event_minutes;');

  /** Events as after weeks, without the limits of a minute. */
  const fill = (values: string, count = 1) =>
    sql.exec(`
      alter table public.security_events disable trigger security_events_stamp;
      insert into public.security_events
        (event_type, severity, description, origin, user_id, created_at)
        select ${values} from generate_series(1, ${count});
      alter table public.security_events enable trigger security_events_stamp;`);
  const member = "'aaaaaaaa-0000-4000-8000-000000000001'";
  const nonMember = "'aaaaaaaa-0000-4000-8000-000000000002'";
  await sql.exec(`
    insert into auth.users (id, email) values
      (${member}, 'Owner@Agency.test'), (${nonMember}, 'non-member@visitor.test');
    insert into public.staff_members (email, role) values ('owner@agency.test', 'owner');`);

  await empty();
  await fill(`'application_error', 'high', 'Of the server, first', 'server', null::uuid, now()`);
  await fill(`'application_error', 'low', 'Of an account', 'browser', ${nonMember}::uuid, now()`);
  await fill(`'failed_login', 'high', 'Grave, of a visitor', 'browser', null::uuid, now()`);
  await fill(`'data_access', 'high', 'Old', 'server', null::uuid, now() - interval '91 days'`);
  await fill(`'application_error', 'low', 'Noise', 'browser', null::uuid, now()`, 5000);
  await fill(`'suspicious_activity', 'medium', 'Provoked', 'server', null::uuid, now()`, 5000);
  await sql.exec(
    `insert into public.security_events (event_type, severity, description)
      values ('data_access', 'low', 'The first of a minute')`,
  );
  const kept = Object.fromEntries(
    (
      await rows(
        'select description, count(*)::int as events from public.security_events group by 1',
      )
    ).map(({ description, events }) => [description, events]),
  );

  const verify = async (event: string) =>
    (await rows(`select private.password_verification_attempt('${event}') as answer`))[0]?.answer;
  const wrong = (account: string) =>
    verify(JSON.stringify({ user_id: account.slice(1, -1), valid: false }));
  const failures = () =>
    rows(
      `select severity, origin, description, metadata, user_id from public.security_events
        where event_type = 'failed_login' order by id`,
    );
  await empty();
  const answers = {
    right: await verify(JSON.stringify({ user_id: member.slice(1, -1), valid: true })),
    wrong: await wrong(member),
    broken: await verify('{"valid": false, "user_id": "no id"}'),
    nothing: await verify('{}'),
  };
  const afterOne = await failures();
  for (let turn = 0; turn < 40; turn += 1) {
    await wrong(nonMember);
    await noteFailedSignIn(sql, { email: `${turn}@visitor.example` });
  }
  const ofOthers = (await failures()).length - afterOne.length;
  for (let turn = 0; turn < 15; turn += 1) await wrong(member);
  const ofMember = (await failures()).filter(({ user_id }) => user_id === member.slice(1, -1));

  await empty();
  await noteFailedSignIn(sql, { email: ' OWNER@agency.test ' });
  await noteFailedSignIn(sql, { email: 'No.Body@Visitor.example' });
  await noteFailedSignIn(sql, { email: 'no.body@visitor.example' });
  await noteFailedSignIn(sql, { email: `\0${'x'.repeat(5000)}` });
  await noteFailedSignIn(sql, { email: { not: 'text' } });
  const typed = await failures();

  await empty();
  for (let turn = 0; turn < 4; turn += 1) {
    await noteFailedSignIn(sql, { email: 'once.more@visitor.example' });
  }
  const repeated = (await failures()).map(({ severity }) => severity);

  return { kept, answers, afterOne, ofOthers, ofMember, typed, repeated };
}
