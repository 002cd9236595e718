import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { root } from '../../scripts/lib/install.mjs';

const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');

/**
 * Makes an empty cluster a hosted project without migrations.
 *
 * @param url of its superuser
 */
export async function openEmptyProject(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(read('tests/support/hosted-project.sql'));
  return client;
}

/**
 * Makes an empty cluster a migrated and seeded copy of a hosted project; seed rows are rolled back, because
 * the questions count rows.
 *
 * @param url of its superuser
 */
export async function openHostedProject(url: string) {
  const client = await openEmptyProject(url);
  const sql = {
    query: (text: string) => client.query(text),
    exec: (text: string) => client.query(text),
  };
  await sql.exec('set session authorization postgres');
  for (const file of readdirSync(`${root}supabase/migrations`).sort()) {
    await sql.exec(read(`supabase/migrations/${file}`));
  }
  await sql.exec('begin');
  await sql.exec(read('supabase/seed.sql'));
  await sql.exec('rollback');
  return { sql, close: () => client.end() };
}
