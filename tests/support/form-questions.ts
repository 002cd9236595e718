// Tries in a freshly migrated database what the public forms accept in a flood and when their tables are full,
// and how long used tickets are kept: the hourly limit of all senders, thousands of rows, and times that no API
// role can write. Prints JSON.
import { randomUUID } from 'node:crypto';
import { withMigratedDatabase } from './migrated-database.ts';

await withMigratedDatabase('form-questions', async ({ sql }) => {
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
  const fill = (count: number, reason: string | null) =>
    sql.query(
      `insert into public.enquiries
          (submission_id, name, email, message, sender_hash, content_hash, is_quarantined, quarantine_reasons)
        select gen_random_uuid(), 'Ada Lovelace', 'a@visitor.example', 'A new website.', 'x', 'x',
          $1::text is not null, array_remove(array[$1::text], null)
        from generate_series(1, $2::integer)`,
      [reason, count],
    );
  /** Clears the hourly limit, which would refuse earlier. */
  const forget = () => sql.exec('delete from private.form_attempts');
  /** Many at once. Returns how often each outcome came. */
  async function flood(count: number, nextTicket: () => string | null) {
    const outcomes: Record<string, number> = {};
    const replies = await Promise.all(Array.from({ length: count }, () => submit(nextTicket())));
    for (const { outcome } of replies) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    return outcomes;
  }
  const countEnquiries = (condition: string) =>
    ask(`(select count(*)::int from public.enquiries where ${condition})`);
  async function empty() {
    await sql.exec('delete from public.enquiries');
    await forget();
  }
  /** An enquiry with a ticket, of a sender that has reached its limit of five. */
  async function submitOver() {
    const sender = { hash: randomUUID(), is_known: false };
    for (let turn = 0; turn < 5; turn += 1) await submit(randomUUID(), sender);
    return submit(randomUUID(), sender);
  }

  const answers: Record<string, unknown> = {};
  const ticketless = await flood(172, () => null);
  const customers = [];
  while (customers.length < 50) customers.push(await submit(randomUUID()));
  answers['172 at once without a ticket'] = {
    without: ticketless,
    with: customers,
    'not quarantined': await countEnquiries('not is_quarantined'),
  };
  await empty();
  answers['300 at once with a ticket'] = {
    with: await flood(300, randomUUID),
    'not quarantined': await countEnquiries('not is_quarantined'),
    'over the limit': await countEnquiries(`quarantine_reasons = '{over-limit}'`),
  };
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
});
