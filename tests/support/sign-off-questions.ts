// Asks a freshly migrated database what time does to a link for a client and to its mails, and what a backup carries.
// Only the database owner may change these times.
import { withMigratedDatabase, type MigratedDatabase } from './migrated-database.ts';

const STUDY = 'aaaaaaaa-0000-4000-8000-000000000001';
const REQUEST = 'bbbbbbbb-0000-4000-8000-000000000001';
const TOKEN = 'A'.repeat(22);
const TABLES = [
  ...['sign_off_requests', 'sign_off_comments', 'sign_off_approvals', 'working_copies'],
  'staff_members',
];

export const askSignOffClock = () => withMigratedDatabase(ask);

async function ask({ sql }: MigratedDatabase) {
  const one = async (text: string) => Object.values((await sql.query(text)).rows[0] ?? {})[0];
  const open = (passphrase = 'null') =>
    one(`select public.open_sign_off('${TOKEN}', ${passphrase}) ->> 'outcome'`);
  const claim = async () => {
    const { rows } = await sql.query(
      "select mail ->> 'kind' as kind, jsonb_array_length(mail #> '{about,comments}') as comments from public.claim_mail() as mail where mail is not null",
    );
    return rows.map(({ kind, comments }) => [kind, comments]);
  };

  await sql.exec(`
    insert into public.case_studies (id, title) values ('${STUDY}', 'A');
    insert into public.sign_off_requests
      (id, kind, document_id, version, title, content, client_name, expires_at)
      values (
        '${REQUEST}', 'case-study', '${STUDY}', 1, 'A',
        private.saved_content('case-study', '${STUDY}'), 'Dana', now() + interval '1 day'
      );
    insert into private.sign_off_keys (request_id, passphrase_hash)
      values ('${REQUEST}', private.hash_of_secret('right', '${REQUEST}'));
    insert into private.sign_off_tokens (request_id, token_hash)
      values ('${REQUEST}', private.hash_of_secret('${TOKEN}'));`);

  const locked: unknown[] = [];
  for (let guess = 0; guess < 10; guess += 1) await open(`'wrong'`);
  locked.push(await open(`'right'`));
  await sql.exec(`update private.sign_off_keys set last_guess_at = now() - interval '61 minutes'`);
  locked.push(await open(`'wrong'`), await open(`'right'`));

  await sql.exec('update private.sign_off_keys set passphrase_hash = null');
  const mails: unknown[] = [];
  const write = () =>
    one(
      `select public.comment_sign_off('${TOKEN}', null, jsonb_build_object(
         'id', gen_random_uuid(), 'author_name', 'Dana', 'anchor', '[]'::jsonb, 'text', 'Fine'))`,
    );
  await write();
  await write();
  mails.push(await claim(), await claim());
  // Between claim and settle.
  await write();
  await sql.exec('select public.settle_mail(id) from private.mails where claimed_at is not null');
  await write();
  mails.push(await claim());
  await sql.exec(
    `update private.mails set due_at = now() - interval '1 second' where sent_at is null`,
  );
  mails.push(await claim());
  await one(
    `select public.approve_sign_off('${TOKEN}', null, jsonb_build_object(
       'id', gen_random_uuid(), 'name', 'Dana', 'content_hash', private.content_hash(kind, content)))
     from public.sign_off_requests`,
  );

  await sql.exec(`update public.sign_off_requests set expires_at = now() - interval '1 second'`);
  const expired = await open();
  await sql.exec(`update public.sign_off_requests set expires_at = now() + interval '1 day'`);

  await sql.exec(`insert into public.staff_members (email, role)
    values ('one@agency.test', 'owner'), ('two@agency.test', 'owner')`);
  // As npm run export and npm run restore do it.
  const lines: Record<string, string> = {};
  for (const table of ['case_studies', ...TABLES]) {
    lines[table] = JSON.stringify(
      await one(`select public.export_rows('${table}') -> 'lines'`),
    ).replaceAll("'", "''");
  }
  await sql.exec(`delete from public.staff_members where email like 'two%'`);
  await sql.exec(`select private.open_restore(); select public.begin_restore('backup', true)`);
  const notices = async (action: string) =>
    (
      await sql.query(
        `select mail.recipient from private.mails as mail
         join public.audit_events as event on event.id = mail.event_id
         where event.action = $1 and mail.kind = 'security-notice' order by 1`,
        [action],
      )
    ).rows.map(({ recipient }) => recipient);
  const kept = {
    mails: await one('select count(*)::integer from private.mails where event_id is null'),
    removal: await notices('staff removed'),
  };
  for (const [table, rows] of Object.entries(lines)) {
    await sql.exec(`select public.restore_rows('backup', '${table}', '${rows}')`);
  }
  await sql.exec(`select public.finish_restore('backup')`);
  const restored = {
    comments: await one('select count(*)::integer from public.sign_off_comments'),
    isApproved: await one(
      `select private.is_approved('${STUDY}', private.content_hash(
        'case-study', private.saved_content('case-study', '${STUDY}')))`,
    ),
    isWithdrawn: await one(
      'select bool_and(withdrawn_at is not null) from public.sign_off_requests',
    ),
    link: await open(),
    notices: { ...kept, restore: await notices('restore') },
  };
  return { locked, mails, expired, restored };
}
