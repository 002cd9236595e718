import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { root } from '../../scripts/lib/install.mjs';

/**
 * Makes an empty cluster a migrated and seeded copy of a hosted project; seed rows are rolled back, because
 * the questions count rows.
 *
 * @param {string} url of its superuser
 */
export async function openHostedProject(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const sql = {
    query: (/** @type {string} */ text) => client.query(text),
    exec: (/** @type {string} */ text) => client.query(text),
  };
  const read = (/** @type {string} */ path) => readFileSync(`${root}${path}`, 'utf8');
  await sql.exec(read('tests/support/hosted-project.sql'));
  await sql.exec('set session authorization postgres');
  for (const file of readdirSync(`${root}supabase/migrations`).sort()) {
    await sql.exec(read(`supabase/migrations/${file}`));
  }
  await sql.exec('begin');
  await sql.exec(read('supabase/seed.sql'));
  await sql.exec('rollback');
  return { sql, close: () => client.end() };
}
