// Asks a freshly migrated database when office hours end, and for the reminders after a restore: no API role may
// read the schema private.
import type { Sql } from '../../scripts/lib/embedded-database.ts';
import { withMigratedDatabase, type MigratedDatabase } from './migrated-database.ts';

/** An office whose holidays the test knows. */
const AGENCY = {
  services: [],
  zone: 'Europe/Skopje',
  holidays: [
    ['2026-10-12', 'Day of the Uprising, from Sunday'],
    ['2026-12-08', 'Saint Clement of Ohrid'],
    ['2027-01-01', 'New Year'],
    ['2027-05-03', 'Orthodox Easter Monday'],
  ],
};

export const askOfficeHours = (questions: { start: string; hours: number }[]) =>
  withMigratedDatabase((database) => ask(database, questions));

async function ask({ sql }: MigratedDatabase, questions: { start: string; hours: number }[]) {
  await sql.query('select private.store_agency($1)', [JSON.stringify(AGENCY)]);
  const answers = [];
  for (const { start, hours } of questions) {
    const { rows } = await sql.query(
      `select private.after_office_hours($1, interval '1 hour' * $2::integer) as at`,
      [start, hours],
    );
    answers.push(new Date(rows[0]?.at).toISOString());
  }
  return { answers, reminders: await restoreEnquiries(sql) };
}

/** Ends a restore of three enquiries: to answer in a day, an hour ago, and answered. */
async function restoreEnquiries(sql: Sql) {
  for (const [subject, answerBy] of [
    ['later', "now() + interval '1 day'"],
    ['over', "now() - interval '1 hour'"],
    ['answered', 'null'],
  ]) {
    await sql.query(
      `insert into public.enquiries (submission_id, sender_hash, content_hash, name, email, subject, message, answer_by)
       values (gen_random_uuid(), 'sender', $1, 'Ada', 'ada@visitor.example', $1, 'We would like a website', ${answerBy})`,
      [subject],
    );
  }
  await sql.exec('delete from private.enquiry_notices');
  await sql.query(
    `insert into private.restore (backup, valid_until) values ($1, now() + interval '1 day')`,
    ['a'.repeat(64)],
  );
  await sql.query('select public.finish_restore($1)', ['a'.repeat(64)]);
  const { rows } = await sql.query(
    `select enquiry.subject, notice.kind, enquiry.answer_by - notice.next_attempt_at = interval '2 hours' as is_early
     from private.enquiry_notices as notice join public.enquiries as enquiry on enquiry.id = notice.enquiry_id`,
  );
  return rows;
}
