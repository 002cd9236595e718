import { expect, test } from 'vitest';
import { backend } from '../support/backend';

// What the advisors of a Supabase project warn of.

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
