// Reads from a freshly migrated database what it keeps of a flood of reports, and for how long. Only the
// database owner may read these tables or change their dates.
import { withMigratedDatabase, type MigratedDatabase } from './migrated-database.ts';

export const askCspReports = () => withMigratedDatabase(ask);

async function ask({ sql }: MigratedDatabase) {
  const one = async (text: string) => (await sql.query(`select ${text} as answer`)).rows[0]?.answer;
  /** @param blocked an SQL expression of `number` */
  const count = (sender: string, blocked: string, amount = 20) =>
    one(`public.count_csp_reports((
      select jsonb_agg(jsonb_build_object('directive', 'img-src', 'blocked', ${blocked}, 'path', '/about'))
      from generate_series(1, ${amount}) as number
    ), '${sender}')`);
  const kinds = () => one('(select count(*)::int from private.csp_reports)');
  const senders = () => one('(select count(*)::int from private.csp_report_senders)');

  const flood: Record<string, unknown> = {};
  await count('first', "'https://known.example'", 5);
  for (let sender = 1; sender <= 15; sender += 1) {
    await count(`flooding-${sender}`, `'https://' || number || '.of-${sender}.example'`);
  }
  flood['300 kinds of 15 senders'] = await kinds();
  await count('later', "'https://late.example'");
  await count('later still', "'https://known.example'");
  flood['a new kind after them'] = await one(
    "(select count(*)::int from private.csp_reports where blocked = 'https://late.example')",
  );
  flood['a known kind after them'] = await one(
    "(select reports from private.csp_reports where blocked = 'https://known.example')",
  );
  await sql.exec(`
    insert into private.csp_report_senders (day, sender_hash, reports)
    select (now() at time zone 'utc')::date, 'many-' || number, 1 from generate_series(1, 983) as number`);
  flood['senders'] = await senders();
  flood['one more sender'] = await count('one more', "'https://known.example'");
  flood['a sender who came before'] = await count('many-1', "'https://known.example'", 1);
  flood['senders afterwards'] = await senders();

  const time: Record<string, unknown> = {};
  const tomorrow = () =>
    sql.exec(`
      update private.csp_reports set day = day - 1;
      update private.csp_report_senders set day = day - 1;`);
  const named = async () => (await one('jsonb_array_length(private.frequent_csp_reports())')) > 0;
  time['shown on the day'] = await named();
  await tomorrow();
  time['the same sender tomorrow'] = await count('first', "'https://next.example'", 1);
  time['senders tomorrow'] = await senders();
  for (let day = 2; day <= 6; day += 1) await tomorrow();
  time['shown on the seventh day'] = await named();
  await tomorrow();
  await sql.exec("delete from private.csp_reports where blocked = 'https://next.example'");
  time['shown on the eighth'] = await named();
  for (let day = 8; day <= 29; day += 1) await tomorrow();
  await count('visitor', "'https://new.example'", 1);
  time['kinds on the thirtieth day'] = await kinds();
  await tomorrow();
  await count('visitor', "'https://newer.example'", 1);
  time['kinds a day later'] = await kinds();

  return { flood, time };
}
