// Fills the tables of a stopped backend with copies of its seeded rows, and reads from Postgres the query plans of the
// first pages.
import {
  openEmbeddedApp,
  setEmbeddedEnvironment,
} from '../../scripts/lib/local/embedded-database.ts';
import { lockFolder } from '../../scripts/lib/lock.ts';
import type { Sql } from '../../scripts/lib/local/shared-connection.ts';
import { openWorkspace, workspaceFolder } from '../../scripts/lib/local/workspace.ts';
import { answerParent } from './process.ts';

/** How many there are afterwards; those left out stay as they are. */
export type Rows = { studies?: number; posts?: number };

export type FillTask = { name: string; siteUrl: string; rows: Rows };

/** How the first pages are read. */
export type Filled = { studiesPlan: string[]; postsPlan: string[] };

type Table = { name: string; children: Record<string, string>; set: Record<string, string> };

/** children: tables, and their column with the id of the row. */
const STUDIES: Table = {
  name: 'case_studies',
  children: { case_study_metrics: 'case_study_id', case_study_gallery: 'case_study_id' },
  set: { ...columnsOf('Case study number'), place: 'null', is_featured: 'false' },
};
const POSTS: Table = {
  name: 'blog_posts',
  children: { blog_post_tags: 'post_id' },
  set: columnsOf('Post number'),
};

/** The columns in which copy number n is not like its model. */
function columnsOf(title: string) {
  const slug = title.toLowerCase().replaceAll(' ', '-');
  const times = { published_at: 'hour', created_at: 'hour', updated_at: 'minute' };
  return {
    ...{ id: 'copy.id', slug: `'${slug}-' || n`, title: `'${title} ' || n`, status: `'published'` },
    ...Object.fromEntries(
      Object.entries(times).map(([column, unit]) => [column, `now() - n * interval '1 ${unit}'`]),
    ),
  };
}

/** Queries of a visitor, with policies applied. */
const STUDIES_PAGE = `select id, title from public.case_studies where public_from <= now()
  order by updated_at desc limit 24`;
const POSTS_PAGE = `select id from public.blog_posts
  where public_from <= now()
  order by public_from desc, id limit 10`;

await answerParent(async ({ name, siteUrl, rows }: FillTask): Promise<Filled> => {
  const unlock = lockFolder(workspaceFolder(name));
  const { folder, keys } = openWorkspace(name);
  process.chdir(folder);
  setEmbeddedEnvironment(keys, siteUrl);
  const { sql, close } = await openEmbeddedApp();
  if (rows.studies) await copyRows(sql, STUDIES, rows.studies);
  if (rows.posts) await copyRows(sql, POSTS, rows.posts);
  await sql.exec('vacuum analyze');
  const plans = {
    studiesPlan: await plan(sql, STUDIES_PAGE),
    postsPlan: await plan(sql, POSTS_PAGE),
  };
  await close();
  unlock();
  return plans;
});

/** Replaces the rows of a table by this many copies of its first six. */
async function copyRows(sql: Sql, { name, children, set }: Table, count: number) {
  // Without triggers and checks of keys: copies are no changes of staff.
  await sql.exec(`
    begin;
    set local session_replication_role = replica;
    create temporary table model on commit drop as
      select *, row_number() over (order by id) as turn
      from (select * from public.${name} order by id limit 6) as first;
    create temporary table copy on commit drop as
      select n, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid as id,
        1 + n % (select count(*) from model) as turn
      from generate_series(1, ${count}) as n`);
  for (const [child, key] of Object.entries(children)) {
    await sql.exec(`create temporary table model_${child} on commit drop as
      select child.*, model.turn from public.${child} as child join model on model.id = child.${key};
      delete from public.${child}`);
  }
  await sql.exec(`delete from public.${name}`);
  await insert(sql, name, 'model', set);
  for (const [child, key] of Object.entries(children)) {
    await insert(sql, child, `model_${child}`, { id: 'gen_random_uuid()', [key]: 'copy.id' });
  }
  await sql.exec('commit');
}

/** @param set the columns that are not those of the model */
async function insert(sql: Sql, table: string, model: string, set: Record<string, string>) {
  const { rows } = await sql.query(
    `select column_name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  );
  const columns = rows.map((row) => String(row.column_name));
  const values = columns.map((column) => set[column] ?? `model.${column}`);
  await sql.exec(`insert into public.${table} (${columns.join(', ')})
    select ${values.join(', ')} from copy join ${model} as model using (turn)`);
}

async function plan(sql: Sql, question: string): Promise<string[]> {
  await sql.exec('begin; set local role anon');
  const { rows } = await sql.query(`explain (analyze, costs off, timing off) ${question}`);
  await sql.exec('rollback');
  return rows.map((row) => String(row['QUERY PLAN']));
}
