-- The grants and policies of the schemas public and private, one line each, to compare two databases.
with held as (
  select
    case class.relkind when 'S' then 'sequence' else 'table' end as kind,
    space.nspname || '.' || class.relname as name, acl.grantee, acl.privilege_type as privilege
  from pg_class as class
  join pg_namespace as space on space.oid = class.relnamespace
  cross join lateral aclexplode(class.relacl) as acl
  where space.nspname in ('public', 'private')
  union all
  select
    'column', space.nspname || '.' || class.relname || '.' || field.attname, acl.grantee, acl.privilege_type
  from pg_attribute as field
  join pg_class as class on class.oid = field.attrelid
  join pg_namespace as space on space.oid = class.relnamespace
  cross join lateral aclexplode(field.attacl) as acl
  where space.nspname in ('public', 'private')
  union all
  select
    'function', format('%s.%s(%s)', space.nspname, routine.proname, oidvectortypes(routine.proargtypes)),
    acl.grantee, acl.privilege_type
  from pg_proc as routine
  join pg_namespace as space on space.oid = routine.pronamespace
  -- A function without a list of grants is executable by everyone.
  cross join lateral aclexplode(coalesce(routine.proacl, acldefault('f', routine.proowner))) as acl
  where space.nspname in ('public', 'private')
)
select concat_ws(' ', kind, name, coalesce(grantee.rolname, 'everyone'), privilege) as line
from held left join pg_roles as grantee on grantee.oid = held.grantee
where held.grantee = 0 or grantee.rolname in ('anon', 'authenticated', 'service_role')
union all
select concat_ws(' ', 'table', relname, case when relrowsecurity then 'with' else 'without' end, 'row security')
from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
union all
select regexp_replace(
  concat_ws(' ', 'policy', tablename, policyname, cmd, roles::text, qual, with_check), '\s+', ' ', 'g'
)
from pg_policies where schemaname in ('public', 'storage')
order by 1
