import { expect, test } from 'vitest';
import { backend } from '../support/backend';

// What the advisors of a Supabase project warn of, and what slows its planner.

test('a role has one policy per command of a table', async () => {
  const { rows } = await backend.sql.query(
    `select schemaname || '.' || tablename || ' ' || verb || ' ' || role as several
     from pg_policies
     cross join unnest(roles) as role
     cross join unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) as verb
     where permissive = 'PERMISSIVE' and cmd in (verb, 'ALL')
     group by schemaname, tablename, verb, role
     having count(*) > 1`,
  );
  expect(rows).toEqual([]);
});

/** Return as many rows as PostgreSQL expects of every function: pages of 1,000, and each place of a picture. */
const THOUSANDS = ['list_case_study_heads(uuid)', 'list_redirects(text)', 'private.image_uses()'];

test('a function that returns rows says how many', async () => {
  const { rows } = await backend.sql.query(
    `select function.oid::regprocedure::text as name
     from pg_proc as function
     join pg_namespace as space on space.oid = function.pronamespace
     where space.nspname in ('public', 'private') and function.proretset and function.prorows = 1000
     order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual(THOUSANDS);
});
