-- The security log: events of browsers and functions, failed sign-ins, and what the security screen asks.

-- Security events: every caller may report one, owners read all, editors their own; origin and number are
-- controlled.
create table public.security_events (
  id bigint generated always as identity primary key,
  event_type text not null,
  severity text not null,
  description text not null,
  metadata jsonb not null default '{}'::jsonb,
  user_id uuid references auth.users (id) on delete set null,
  ip_address text,
  user_agent text,
  origin text not null default 'browser',
  created_at timestamptz not null default now(),
  constraint security_events_event_type_known check (
    event_type in (
      'failed_login', 'suspicious_activity', 'file_upload_security', 'data_access',
      'authentication_success', 'password_change', 'account_lockout', 'rate_limit_exceeded',
      'csrf_attempt', 'application_error', 'contact_submission_failed',
      'contact_submission_success', 'contact_service_error'
    )
  ),
  constraint security_events_severity_known check (severity in ('low', 'medium', 'high', 'critical')),
  constraint security_events_description_length check (char_length(description) between 1 and 500),
  constraint security_events_metadata_size check (octet_length(metadata::text) <= 4096),
  constraint security_events_user_agent_length check (char_length(user_agent) <= 400),
  constraint security_events_no_address check (ip_address is null),
  constraint security_events_origin_known check (origin in ('browser', 'server')),
  constraint security_events_times_range check (private.are_times(created_at))
);
comment on table public.security_events is
  'Security log, kept 90 days. Browsers and functions insert, owners read. Addresses are never stored.';
comment on column public.security_events.origin is
  'browser: unverified, any visitor may send it. server: a function or the Auth service.';
create index security_events_created_at_idx on public.security_events (created_at desc);
create index security_events_user_id_idx on public.security_events (user_id, created_at desc);

alter table public.security_events enable row level security;
create policy "Anyone reports a security event" on public.security_events
  for insert to anon, authenticated with check (origin = 'browser');
create policy "Owners read security events, staff those of their account" on public.security_events
  for select to authenticated
  using (
    (select private.is_owner())
    or ((select private.is_staff()) and user_id = (select private.caller_id()))
  );

-- Only the columns of a report: the trigger tells browsers from functions by `origin`, which stays its
-- default when a browser writes.
grant insert (event_type, severity, description, metadata, user_id, ip_address, user_agent)
  on public.security_events to anon, authenticated;
grant select on public.security_events to authenticated;
grant select, insert on public.security_events to service_role;

-- One row per minute and budget: the number of events kept, and a lower bound of those dropped above the
-- cap. Browsers have a budget per account (all visitors share one) and severity.
create table private.security_event_minutes (
  minute timestamptz not null,
  budget text not null,
  accepted integer not null default 0,
  dropped integer not null default 0,
  primary key (minute, budget),
  constraint security_event_minutes_times_range check (private.are_times(minute)),
  constraint security_event_minutes_budget_length check (char_length(budget) <= 100)
);
comment on table private.security_event_minutes is
  'Counts behind the per-minute caps on security events, kept one day.';

-- Uses one event of this minute's budget; false when it is used up.
create function private.take_event_budget(budget text, cap integer)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  wanted constant text := take_event_budget.budget;
  this_minute constant timestamptz := date_trunc('minute', now());
  counter private.security_event_minutes;
begin
  -- Reads first, so that rows above the cap cause no writes.
  select * into counter from private.security_event_minutes
  where minute = this_minute and budget = wanted;
  if counter.accepted >= cap then
    if counter.dropped < 1000 then
      update private.security_event_minutes set dropped = dropped + 1
      where minute = this_minute and budget = wanted;
    end if;
    return false;
  end if;
  insert into private.security_event_minutes as known (minute, budget, accepted)
  values (this_minute, wanted, 1)
  on conflict (minute, budget) do update set accepted = known.accepted + 1
  returning * into counter;
  return counter.accepted <= cap;
end
$$;

-- Counts the browser events of one request; false above 20, the size of the site's batches.
create function private.take_request_place()
returns boolean
language plpgsql
set search_path = ''
as $$
declare
  -- Local to the transaction, which is one request.
  place constant integer :=
    coalesce(nullif(current_setting('private.events_of_request', true), ''), '0')::integer + 1;
begin
  perform set_config('private.events_of_request', place::text, true);
  return place <= 20;
end
$$;

-- Deletes events older than 90 days and keeps the newest 2,000 of each group: of browsers by severity and
-- by signed in or not, of the server by type, severity and, of failed sign-ins, by member or not. So events that visitors can cause displace none of
-- another group.
create function private.sweep_security_events()
returns void
language sql
security definer
set search_path = ''
as $$
  delete from public.security_events where created_at < now() - interval '90 days';
  delete from public.security_events where id in (
    select ranked.id from (
      select
        event.id,
        row_number() over (
          partition by event.origin, event.severity,
            case event.origin when 'browser' then (event.user_id is null)::text else event.event_type end,
            event.origin = 'server' and event.metadata -> 'is_member' = 'true'
          order by event.id desc
        ) as place
      from public.security_events as event
    ) as ranked
    where ranked.place > 2000
  );
  delete from private.security_event_minutes where minute < now() - interval '1 day';
$$;

-- Sets origin, time and user from the key of the request, whatever values the sender gives. Each sender has
-- its own cap, so that none fills the disk or suppresses the events of another.
create function private.stamp_security_event()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
begin
  new.created_at := now();
  -- API roles have no grant on the column: a value other than the default was set by one of our functions.
  if new.origin = 'browser' and coalesce(auth.role(), 'postgres') not in ('anon', 'authenticated') then
    new.origin := 'server';
  end if;

  if new.origin = 'browser' then
    -- Auth has reported it already (note_failed_sign_in). Browsers report it for projects without the hook.
    if new.event_type = 'failed_login' and caller is null and exists (
      select from public.security_events as event
      where event.event_type = 'failed_login'
        and event.origin = 'server'
        and event.created_at > now() - interval '1 minute'
    ) then
      return null;
    end if;
    new.user_id := caller;
    -- Visitors and other accounts may write anything: what they report is not of the highest severity.
    if new.severity = 'critical' and not private.is_staff() then
      new.severity := 'high';
      new.metadata := new.metadata || '{"unverified": true}';
    end if;
    if not private.take_request_place() or not private.take_event_budget(
      coalesce('account ' || caller, 'visitors') || ' ' || new.severity,
      (case new.severity when 'low' then 120 else 60 end) / (case when caller is null then 1 else 4 end)
    ) then
      return null;
    end if;
  -- A user can make a function report the same event repeatedly; it is kept once a minute.
  elsif new.origin = 'server' and new.user_id is not null and (
    select count(*) from public.security_events as event
    where event.user_id = new.user_id
      and event.origin = 'server'
      and event.created_at > now() - interval '1 minute'
  ) >= 60 then
    return null;
  end if;

  -- The first event of a minute deletes old ones, so that no scheduler is needed.
  insert into private.security_event_minutes (minute, budget)
  values (date_trunc('minute', now()), 'sweep')
  on conflict (minute, budget) do nothing;
  if found then
    perform private.sweep_security_events();
  end if;
  return new;
end
$$;
create trigger security_events_stamp
  before insert on public.security_events
  for each row execute function private.stamp_security_event();

-- Logs events of public functions: the cap of stamp_security_event is per account, and their callers have
-- none.
create function public.log_function_event(
  event_type text,
  severity text,
  description text,
  metadata jsonb,
  user_agent text
)
returns void
language sql
security definer
set search_path = ''
as $$
  insert into public.security_events (event_type, severity, description, metadata, user_agent)
  select
    log_function_event.event_type, log_function_event.severity, log_function_event.description,
    log_function_event.metadata, log_function_event.user_agent
  where (
    select count(*) from public.security_events as event
    where event.event_type = log_function_event.event_type
      and event.severity = log_function_event.severity
      and event.origin = 'server'
      and event.user_id is null
      and event.created_at > now() - interval '1 minute'
  ) < 30
$$;
comment on function public.log_function_event(text, text, text, jsonb, text) is
  'Security event of a function without a signed-in caller: at most 30 a minute of each type and severity.';
grant execute on function public.log_function_event(text, text, text, jsonb, text) to service_role;

-- Logs failed sign-ins that the Auth service reports, including those sent to its API directly. Never logs
-- input: an account is identified by its id, an unknown address by a keyed hash.

-- The key of this installation's hashes, without which a list of addresses could be matched with the log.
create table private.address_hash_key (
  id boolean primary key default true check (id),
  key text not null default gen_random_uuid()::text || gen_random_uuid()::text,
  constraint address_hash_key_key_length check (char_length(key) = 72)
);
comment on table private.address_hash_key is 'Key of the hashes of unknown addresses in the security log.';

insert into private.address_hash_key default values;

-- account  the account; null looks it up by the address
-- address  the typed address
--
-- High from the fourth failure of an address in 15 minutes. Each member has a budget of 10 a minute; other accounts and
-- unknown addresses share 30 and are kept as a group of their own, so that they displace none of members.
create function private.note_failed_sign_in(account uuid, address text default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  typed constant text := lower(btrim(left(address, 254)));
  known constant uuid := coalesce(
    account, (select person.id from auth.users as person where lower(person.email) = typed limit 1)
  );
  is_member constant boolean := exists (
    select 1 from public.staff_members as member
    join auth.users as person on lower(person.email) = member.email
    where person.id = known
  );
  details jsonb := jsonb_build_object('is_member', is_member);
  failures integer;
begin
  if not private.take_event_budget(
    case when is_member then 'sign-in ' || known else 'sign-in of others' end,
    case when is_member then 10 else 30 end
  ) then
    return;
  end if;
  if known is null then
    select details || jsonb_build_object(
      'address_hash', encode(sha256(convert_to(hash_key.key || typed, 'UTF8')), 'hex')
    ) into details
    from private.address_hash_key as hash_key;
  end if;
  select count(*) + 1 into failures from public.security_events as event
  where event.user_id is not distinct from known
    and event.metadata -> 'address_hash' is not distinct from details -> 'address_hash'
    and event.origin = 'server'
    and event.event_type = 'failed_login'
    and event.created_at > now() - interval '15 minutes';
  insert into public.security_events (origin, event_type, severity, description, metadata, user_id)
  values (
    'server', 'failed_login',
    case when failures > 3 then 'high' else 'medium' end,
    case
      when known is null then 'Sign-in to an unknown address failed'
      when failures > 1 then 'Sign-in failed ' || failures || ' times in 15 minutes'
      else 'Sign-in failed'
    end,
    -- Those of an unknown address stay alike, and are one row of the log.
    case when known is null then details else details || jsonb_build_object('failures', failures) end,
    known
  );
end
$$;
comment on function private.note_failed_sign_in(uuid, text) is
  'Writes a failed sign-in to the security log, within its own caps.';

-- Auth calls it after each password check (config.toml, [auth.hook.password_verification_attempt]).
-- It allows every attempt: a lock after some failures could be used to lock staff out.
create function private.password_verification_attempt(event jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
begin
  if event ->> 'valid' = 'false' then
    perform private.note_failed_sign_in((event ->> 'user_id')::uuid);
  end if;
  return '{"decision": "continue"}'::jsonb;
exception when others then
  -- An error in the log must not prevent signing in.
  return '{"decision": "continue"}'::jsonb;
end
$$;
comment on function private.password_verification_attempt(jsonb) is
  'Password verification hook of Auth: writes failed sign-ins to the security log.';

-- The database role of the Auth service; the embedded backend has none.
do $$
begin
  if exists (select 1 from pg_catalog.pg_roles where rolname = 'supabase_auth_admin') then
    grant usage on schema private to supabase_auth_admin;
    grant execute on function private.password_verification_attempt(jsonb) to supabase_auth_admin;
  end if;
end
$$;

-- For the security screen: event counts of a period, and the emails of accounts in the log.

-- Counts in the database, because the Data API returns at most a thousand rows at a time.
-- Runs as the caller: the policies of the table apply.
create function public.count_security_events(since timestamptz)
returns table (event_type text, severity text, events bigint)
language sql
stable
security invoker
rows 40
set search_path = ''
as $$
  select event.event_type, event.severity, count(*)
  from public.security_events as event
  where event.created_at >= since
  group by event.event_type, event.severity
  order by event.event_type, event.severity
$$;
comment on function public.count_security_events(timestamptz) is
  'How many security events of each type and severity there were since then, among those the caller reads.';

-- Security definer, because no API role may read auth.users. Returns only emails of accounts that are in the
-- log, and only to owners.
create function public.name_security_event_users(user_ids uuid[])
returns table (user_id uuid, email text)
language plpgsql
stable
security definer
rows 10
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
  'Emails of accounts in the security log, for owners.';
grant execute on function
  public.count_security_events(timestamptz),
  public.name_security_event_users(uuid[])
to authenticated;

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
rows 30
set search_path = ''
as $$
begin
  if not private.is_staff() and not private.is_service() then
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
  'RLS state, policies and grants of every exposed table and of storage.objects. Staff, and the secret key.';
grant execute on function public.audit_security_policies() to authenticated, service_role;
