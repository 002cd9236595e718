-- For the security screen: event counts of a period, and the emails of accounts in the log.

-- Counts in the database, because the Data API returns at most a thousand rows at a time.
-- Runs as the caller: the policies of the table apply.
create function public.count_security_events(since timestamptz)
returns table (event_type text, severity text, events bigint)
language sql
stable
security invoker
set search_path = ''
as $$
  select event.event_type, event.severity, count(*)
  from public.security_events as event
  where event.created_at >= since
  group by event.event_type, event.severity
  order by event.event_type, event.severity
$$;
comment on function public.count_security_events(timestamptz) is
  'How many security events of each type and severity there were since then. Staff; zero rows for others.';

-- Security definer, because no API role may read auth.users. Returns only emails of accounts that are in the
-- log, and only to owners.
create function public.name_security_event_users(user_ids uuid[])
returns table (user_id uuid, email text)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not private.is_owner() then
    raise exception 'Only owners may see who is in the security log' using errcode = '42501';
  end if;
  return query
  select account.id, account.email::text
  from auth.users as account
  where account.id = any (user_ids)
    and exists (select 1 from public.security_events as event where event.user_id = account.id)
  order by account.id;
end
$$;
comment on function public.name_security_event_users(uuid[]) is
  'E-mail addresses of people in the security log, for owners.';

revoke execute on function
  public.count_security_events(timestamptz),
  public.name_security_event_users(uuid[])
from public, anon;
grant execute on function
  public.count_security_events(timestamptz),
  public.name_security_event_users(uuid[])
to authenticated;
