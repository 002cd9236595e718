// Asks a freshly migrated database when office hours end, and for the reminders after a restore: no API role may
// read the schema private.
import type { Sql } from '../../scripts/lib/local/shared-connection.ts';
import { withMigratedDatabase, type MigratedDatabase } from './migrated-database.ts';

/** An office whose holidays the test knows. */
const AGENCY = {
  services: [],
  zone: 'Europe/Skopje',
  office: 'skopje',
  hours: '9 am to 5 pm, Monday to Friday',
  holidays: [
    ['2026-10-12', 'Day of the Uprising, from Sunday'],
    ['2026-12-08', 'Saint Clement of Ohrid'],
    ['2027-01-01', 'New Year'],
    ['2027-05-03', 'Orthodox Easter Monday'],
  ],
};

type Question = { start: string; hours: number };

/**
 * @param texts of hours, to be read
 * @param other with the hours that staff have published for the answering office
 */
export const askOfficeHours = (
  questions: readonly Question[],
  texts: readonly string[],
  other: Question & { published: string },
) =>
  withMigratedDatabase(async (database) => ({
    ...(await ask(database, questions)),
    weeks: await readWeeks(database, texts),
    published: await askPublished(database, other),
    'published holidays': await askPublished(database, other, '2026-11-25 Day of the team'),
    formats: await readFormats(database),
    'without an office': await askWithoutOffice(database, other),
  }));

async function readWeeks({ sql }: MigratedDatabase, texts: readonly string[]) {
  const { rows } = await sql.query(
    `select private.office_week(hours) as week
     from unnest($1::text[]) with ordinality as listed (hours, place) order by place`,
    [texts],
  );
  return rows.map(({ week }): unknown => week);
}

/** Lists of days, with whether the database takes them. */
async function readFormats({ sql }: MigratedDatabase) {
  const { rows } = await sql.query(
    `select coalesce(array_agg(list order by place) filter (where private.has_format(list, 'closed-days')), '{}') as valid
     from unnest($1::text[]) with ordinality as listed (list, place)`,
    [CLOSED_DAYS],
  );
  return rows.map(({ valid }): unknown => valid)[0];
}

/** The first three can be read. */
export const CLOSED_DAYS = [
  '',
  '2026-12-24 Winter break',
  '2028-02-29 Leap day\n2026-12-24 Winter break, from noon',
  '2026-12-24',
  '2026-12-24 ',
  'Winter break',
  '2026-02-30 No day',
  '2026-12-24 Winter break\n2026-12-24 Twice',
  '2026-12-24 Winter break\n',
  ' 2026-12-24 Winter break',
  `2026-12-24 ${'n'.repeat(101)}`,
];

async function askPublished(
  { sql }: MigratedDatabase,
  { start, hours, published }: Question & { published: string },
  holidays?: string,
) {
  const offices = ['brooklyn', 'skopje'].map((id) => ({ id, hours: published, holidays }));
  await sql.query("update public.page_texts set texts = $1 where page = 'offices'", [
    JSON.stringify({ offices }),
  ]);
  return endOf(sql, { start, hours });
}

async function askWithoutOffice({ sql }: MigratedDatabase, question: Question) {
  await sql.exec('delete from private.answering_office');
  return endOf(sql, question);
}

async function endOf(sql: Sql, { start, hours }: Question) {
  const { rows } = await sql.query(
    `select private.after_office_hours($1, interval '1 hour' * $2::integer) as at`,
    [start, hours],
  );
  return new Date(rows[0]?.at).toISOString();
}

async function ask({ sql }: MigratedDatabase, questions: readonly Question[]) {
  await sql.query('select private.store_agency($1)', [JSON.stringify(AGENCY)]);
  const answers = [];
  for (const question of questions) answers.push(await endOf(sql, question));
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
      `insert into public.enquiries (submission_id, sender_hash, content_hash, name, email, subject, message, answer_by, receipt_state)
       values (gen_random_uuid(), 'sender', $1, 'Ada', 'ada@visitor.example', $1, 'We would like a website', ${answerBy}, 'failed')`,
      [subject],
    );
  }
  await sql.exec('delete from private.mails');
  await sql.query(
    `insert into private.restore (backup, valid_until) values ($1, now() + interval '1 day')`,
    ['a'.repeat(64)],
  );
  await sql.query('select public.finish_restore($1)', ['a'.repeat(64)]);
  const { rows } = await sql.query(
    `select enquiry.subject, mail.kind, enquiry.answer_by - mail.due_at = interval '2 hours' as is_early
     from private.mails as mail join public.enquiries as enquiry on enquiry.id = mail.enquiry_id
     order by mail.kind, enquiry.subject`,
  );
  return rows;
}
