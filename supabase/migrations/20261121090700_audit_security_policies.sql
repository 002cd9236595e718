-- The policies and grants of each table, read from the system catalogue, for the security screen.
create function public.audit_security_policies()
returns table (
  table_name text,
  rls_enabled boolean,
  policies jsonb,
  grants jsonb
)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not private.is_staff() then
    raise exception 'Only staff may audit the policies' using errcode = '42501';
  end if;
  return query
  select
    space.nspname || '.' || class.relname,
    class.relrowsecurity,
    coalesce(
      (
        select jsonb_agg(
          jsonb_build_object(
            'name', policy.polname,
            'command', case policy.polcmd
              when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update'
              when 'd' then 'delete' else 'all'
            end,
            'roles', (
              select jsonb_agg(
                case when role_id = 0 then 'public' else pg_catalog.pg_get_userbyid(role_id)::text end
              )
              from unnest(policy.polroles) as role_id
            ),
            'using', pg_catalog.pg_get_expr(policy.polqual, policy.polrelid),
            'with_check', pg_catalog.pg_get_expr(policy.polwithcheck, policy.polrelid)
          )
          order by policy.polname
        )
        from pg_catalog.pg_policy as policy where policy.polrelid = class.oid
      ),
      '[]'::jsonb
    ),
    coalesce(
      (
        select jsonb_object_agg(held.grantee, held.privileges)
        from (
          select grantee.name as grantee, jsonb_agg(privilege.name order by privilege.name) as privileges
          from unnest(array['anon', 'authenticated', 'service_role']) as grantee (name)
          cross join unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) as privilege (name)
          where case
            when privilege.name = 'DELETE'
              then pg_catalog.has_table_privilege(grantee.name, class.oid, privilege.name)
            else pg_catalog.has_any_column_privilege(grantee.name, class.oid, privilege.name)
          end
          group by grantee.name
        ) as held
      ),
      '{}'::jsonb
    )
  from pg_catalog.pg_class as class
  join pg_catalog.pg_namespace as space on space.oid = class.relnamespace
  where class.relkind in ('r', 'p')
    and (space.nspname = 'public' or (space.nspname = 'storage' and class.relname = 'objects'))
  order by 1;
end
$$;
comment on function public.audit_security_policies() is
  'RLS state, policies and grants of every exposed table and of storage.objects. Staff only.';
revoke execute on function public.audit_security_policies() from public, anon;
grant execute on function public.audit_security_policies() to authenticated;
