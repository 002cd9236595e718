import type { QueryResultRow } from 'pg';

/**
 * Everything that the migrations have made in the schemas public and private, with the policies of storage: one
 * text per object, with its definition and the rights of the roles.
 */
export async function readCatalogue(sql: {
  query: (sql: string) => Promise<{ rows: QueryResultRow[] }>;
}): Promise<string[]> {
  const { rows } = await sql.query(CATALOGUE);
  return rows.map(({ line }) => line).sort();
}

const CATALOGUE = `
  with spaces as (
    select oid, nspname as space from pg_namespace where nspname in ('public', 'private')
  ),
  relations as (
    select class.oid, relkind, relrowsecurity, format('%s.%s', space, relname) as name
    from pg_class as class join spaces on spaces.oid = relnamespace
    where relname not like 'supabase_migrations%' and relkind in ('r', 'p', 'v', 'm', 'S')
  ),
  tables as (select * from relations where relkind <> 'S'),
  columns as (
    select tables.oid, tables.name, a.*
    from tables join pg_attribute as a on attrelid = tables.oid and attnum > 0 and not attisdropped
  ),
  functions as (
    select p.oid from pg_proc as p join spaces on spaces.oid = pronamespace where prokind = 'f'
  ),
  roles (role) as (
    select rolname from pg_roles
    where rolname in ('anon', 'authenticated', 'service_role', 'supabase_auth_admin')
  )
  select format('relation %s: kind %s, rls %s, %s', name, relkind, relrowsecurity, obj_description(oid)) as line
  from relations
  union all
  select format('column %s.%s: %s, not null %s, identity %s, generated %s, %s, %s', name, attname,
    format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated,
    pg_get_expr(adbin, adrelid), col_description(attrelid, attnum))
  from columns left join pg_attrdef on adrelid = attrelid and adnum = attnum
  union all
  select format('constraint %s on %s: %s', conname, name, pg_get_constraintdef(k.oid))
  from pg_constraint as k join tables on tables.oid = conrelid
  -- Only newer versions list these.
  where contype <> 'n'
  union all
  select pg_get_indexdef(indexrelid) from pg_index join tables on tables.oid = indrelid
  union all
  select pg_get_triggerdef(t.oid)
  from pg_trigger as t join functions on functions.oid = tgfoid where not tgisinternal
  union all
  select format('policy %s on %s.%s: %s to %s using (%s) check (%s)', policyname, schemaname, tablename,
    cmd, roles, qual, with_check)
  from pg_policies
  union all
  select concat(pg_get_functiondef(oid), obj_description(oid)) from functions
  union all
  select format('%s has %s on %s', role, may, name)
  from relations, roles,
    unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) as may
  where relkind <> 'S' and has_table_privilege(role, oid, may)
    or relkind = 'S' and may in ('select', 'update') and has_sequence_privilege(role, oid, may)
  union all
  select format('%s has %s on %s.%s', role, may, name, attname)
  from columns, roles, unnest(array['select', 'insert', 'update', 'references']) as may
  where has_column_privilege(role, attrelid, attnum, may) and not has_table_privilege(role, attrelid, may)
  union all
  select format('%s may execute %s', role, oid::regprocedure)
  from functions, roles where has_function_privilege(role, oid, 'execute')
  union all
  select format('%s has %s on schema %s', role, may, space)
  from spaces, roles, unnest(array['usage', 'create']) as may where has_schema_privilege(role, oid, may)`;
