// Tries in a freshly migrated database what the public forms accept after a flood and when their tables are full,
// and how long used tickets are kept: the hourly limit of all senders, thousands of rows, and times that no API
// role can write.
import { randomUUID } from 'node:crypto';
import { withMigratedDatabase, type MigratedDatabase } from './migrated-database.ts';

export const askFormFloods = () => withMigratedDatabase(ask);

async function ask({ sql }: MigratedDatabase) {
  const ask = async (call: string, ...values: unknown[]) =>
    (await sql.query(`select ${call} as answer`, values)).rows[0]?.answer;

  const submit = (ticket: string | null, sender: object = {}) =>
    ask(
      'public.submit_enquiry($1, $2, $3)',
      {
        submission_id: randomUUID(),
        name: 'Ada Lovelace',
        email: `${randomUUID()}@visitor.example`,
        message: 'We would like a new website.',
        ...(ticket === null && { is_quarantined: true, quarantine_reasons: ['missing-ticket'] }),
      },
      { hash: randomUUID(), ...sender },
      ticket,
    );
  /** Without triggers and the time to answer by, which take ten times as long. */
  async function fill(count: number, reason: string | null) {
    await sql.exec('set session_replication_role = replica');
    await sql.query(
      `insert into public.enquiries
          (submission_id, name, email, message, sender_hash, content_hash, answer_by, is_quarantined, quarantine_reasons)
        select gen_random_uuid(), 'Ada Lovelace', 'a@visitor.example', 'A new website.', 'x', 'x', now(),
          $1::text is not null, array_remove(array[$1::text], null)
        from generate_series(1, $2::integer)`,
      [reason, count],
    );
    await sql.exec('set session_replication_role = origin');
  }
  /** Clears the hourly limit, which would refuse earlier. */
  const forget = () => sql.exec('delete from private.form_attempts');
  /** As many senders in this hour. */
  const attempt = (count: number, hasTicket: boolean) =>
    sql.query(
      `insert into private.form_attempts (form, sender_hash, network_hash, has_ticket)
        select 'enquiry', number::text, number::text, $1 from generate_series(1, $2::integer) as number`,
      [hasTicket, count],
    );
  async function submitEach(count: number, nextTicket: () => string | null) {
    const replies = await Promise.all(Array.from({ length: count }, () => submit(nextTicket())));
    return replies.map(({ outcome, reasons }) => [outcome, ...(reasons ?? [])].join(' '));
  }
  async function empty() {
    await sql.exec('truncate public.enquiries cascade');
    await forget();
  }
  /** An enquiry with a ticket, of a sender that has reached its limit of five. */
  async function submitOver() {
    const sender = { hash: randomUUID(), is_known: false };
    for (let turn = 0; turn < 5; turn += 1) await submit(randomUUID(), sender);
    return submit(randomUUID(), sender);
  }

  const answers: Record<string, unknown> = {};
  await attempt(98, false);
  answers['after 98 without a ticket'] = {
    without: await submitEach(3, () => null),
    with: await submitEach(3, randomUUID),
  };
  await empty();
  await attempt(198, true);
  answers['after 198 with a ticket'] = await submitEach(3, randomUUID);
  await empty();

  await fill(1000, 'missing-ticket');
  answers['1,000 without a ticket'] = {
    without: await submit(null),
    with: await submit(randomUUID()),
  };
  await fill(3000, 'over-limit');
  await forget();
  const whileFull = {
    without: await submit(null),
    over: await submitOver(),
    with: await submit(randomUUID()),
  };
  await sql.exec(
    `delete from public.enquiries where id in (
      select id from public.enquiries where quarantine_reasons = '{over-limit}' limit 1)`,
  );
  answers['4,000 in quarantine'] = { ...whileFull, deleted: await submitOver() };
  await fill(20_000, null);
  answers['20,000 in all'] = { with: await submit(randomUUID()) };

  await empty();
  await fill(3, null);
  // The stamp of a deletion is the current time.
  await sql.exec(`
    alter table public.enquiries disable trigger enquiries_stamp;
    update public.enquiries as enquiry set deleted_at = now() + interval '1 hour' - interval '1 day' * days
    from (select id, 28 + row_number() over (order by number) as days from public.enquiries) as old
    where old.id = enquiry.id`);
  answers.deleted = {
    erased: await ask('public.erase_old_enquiries()'),
    'days of those left': await ask(
      `array(select extract(day from now() - deleted_at)::int from public.enquiries order by 1)`,
    ),
  };
  await sql.exec(`
    alter table public.enquiries enable trigger enquiries_stamp;
    delete from public.enquiries`);
  const ticket = randomUUID();
  await submit(ticket);
  const wait = (time: string) =>
    sql.exec(`update private.used_tickets set at = at - interval '${time}'`);
  await wait('29 days');
  const early = (await submit(ticket)).reasons;
  await wait('2 days');
  await submit(randomUUID());
  answers.tickets = {
    'after 29 days': early,
    'kept after 31 days': await ask(
      `(select count(*)::int from private.used_tickets where ticket_hash = private.hash_ticket($1))`,
      ticket,
    ),
  };

  const subscribe = (email: string) =>
    ask(
      `public.request_newsletter($1, 'Yes', $2, $3, $4)`,
      email,
      { hash: randomUUID() },
      randomUUID(),
      { mailbox: email, domain: null },
    );
  await sql.exec(
    `insert into public.newsletter_subscribers (email, consent_text)
      select 'reader-' || n || '@reader.example', 'Yes' from generate_series(1, 2000) as n`,
  );
  const another = await subscribe('new@reader.example');
  const known = await subscribe('reader-7@reader.example');
  await sql.exec(`update public.newsletter_subscribers set erase_at = now() - interval '1 second'`);
  answers.newsletter = {
    another,
    known,
    'after 7 days': await subscribe('new@reader.example'),
  };

  return answers;
}
