-- Security events: every caller may report one, only staff read them; origin and number are controlled.
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
  constraint security_events_origin_known check (origin in ('browser', 'server', 'database'))
);
comment on table public.security_events is
  'Security log, kept 90 days. Browsers and functions insert, staff read. Addresses are never stored.';
comment on column public.security_events.origin is
  'browser: unverified, anyone may send it. server: a function or Auth. database: a trigger.';
create index security_events_created_at_idx on public.security_events (created_at desc);
create index security_events_user_id_idx on public.security_events (user_id, created_at desc);

-- One row per minute and budget: the number of events kept, and a lower bound of those dropped above the
-- cap. Browsers have a budget per account (all visitors share one) and severity.
create table private.security_event_minutes (
  minute timestamptz not null,
  budget text not null,
  accepted integer not null default 0,
  dropped integer not null default 0,
  primary key (minute, budget)
);
comment on table private.security_event_minutes is
  'Counts behind the per-minute caps on security events, kept one day.';
revoke all on private.security_event_minutes from public, anon, authenticated, service_role;

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
-- by signed in or not, of functions and of the database by type and severity. So events that visitors can
-- cause displace none of another group.
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
            case event.origin when 'browser' then (event.user_id is null)::text else event.event_type end
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
    new.user_id := caller;
    -- Not verified, so it must not have the highest severity.
    if new.severity = 'critical' then
      new.severity := 'high';
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

-- For triggers and functions of the database: writes an event that API roles cannot write.
create function private.note_security_event(
  event_type text,
  severity text,
  description text,
  metadata jsonb default '{}'::jsonb,
  user_id uuid default null
)
returns void
language sql
security definer
set search_path = ''
as $$
  insert into public.security_events (origin, event_type, severity, description, metadata, user_id)
  values (
    'database', note_security_event.event_type, note_security_event.severity,
    note_security_event.description, note_security_event.metadata, note_security_event.user_id
  )
$$;
comment on function private.note_security_event(text, text, text, jsonb, uuid) is
  'Writes an event of origin database to the security log.';

revoke execute on function
  private.take_event_budget(text, integer),
  private.take_request_place(),
  private.sweep_security_events(),
  private.stamp_security_event(),
  private.note_security_event(text, text, text, jsonb, uuid)
from public;

alter table public.security_events enable row level security;
create policy "Anyone reports a security event" on public.security_events
  for insert to anon, authenticated with check (origin = 'browser');
create policy "Staff read security events" on public.security_events
  for select to authenticated using ((select private.is_staff()));

revoke all on public.security_events from public, anon, authenticated;
grant insert (event_type, severity, description, metadata, user_id, ip_address, user_agent)
  on public.security_events to anon, authenticated;
grant select on public.security_events to authenticated;
grant select, insert on public.security_events to service_role;
