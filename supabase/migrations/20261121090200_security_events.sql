-- Security events: anyone may report one, only staff read them, nobody can flood or forge them.
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
  constraint security_events_origin_known check (origin in ('browser', 'server'))
);
comment on table public.security_events is
  'Security log, kept 90 days. Browsers and functions insert, staff read. Addresses are never stored.';
create index security_events_created_at_idx on public.security_events (created_at desc);
create index security_events_user_id_idx on public.security_events (user_id, created_at desc);

-- One row per minute and sender (an account, or all visitors together): how many browser events were
-- kept, and at least how many were dropped above the cap.
create table private.security_event_minutes (
  minute timestamptz not null,
  sender text not null,
  accepted integer not null default 0,
  dropped integer not null default 0,
  primary key (minute, sender)
);
comment on table private.security_event_minutes is 'Counts behind the per-minute caps on security events.';

-- Whoever is behind the key decides origin, time and user; the sender's word for them does not count.
-- Nobody can fill the disk with events or silence others: senders are capped apart from each other,
-- and the table keeps the newest 20,000 browser events.
create function private.stamp_security_event()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  this_minute constant timestamptz := date_trunc('minute', now());
  sender_id constant text := coalesce(auth.uid()::text, 'visitors');
  cap constant integer := case when auth.uid() is null then 240 else 60 end;
  counter private.security_event_minutes;
begin
  new.created_at := now();
  if coalesce(auth.role(), 'postgres') not in ('anon', 'authenticated') then
    new.origin := 'server';
    -- A person can make a function report again and again; one minute of that is enough.
    if new.user_id is not null and (
      select count(*) from public.security_events as event
      where event.user_id = new.user_id
        and event.origin = 'server'
        and event.created_at > now() - interval '1 minute'
    ) >= 60 then
      return null;
    end if;
    return new;
  end if;

  new.origin := 'browser';
  new.user_id := auth.uid();
  -- Read first: above the cap a long list of rows must not become a long list of writes.
  select * into counter from private.security_event_minutes
  where minute = this_minute and sender = sender_id;
  if counter.accepted >= cap then
    if counter.dropped < 1000 then
      update private.security_event_minutes set dropped = dropped + 1
      where minute = this_minute and sender = sender_id;
    end if;
    return null;
  end if;
  insert into private.security_event_minutes as known (minute, sender, accepted)
  values (this_minute, sender_id, 1)
  on conflict (minute, sender) do update set accepted = known.accepted + 1
  returning * into counter;
  if counter.accepted > cap then
    return null;
  end if;
  if counter.accepted = 1 then
    -- The first event of a minute sweeps: no scheduler is needed to keep the promise of 90 days.
    delete from public.security_events where created_at < now() - interval '90 days';
    delete from public.security_events
    where origin = 'browser' and id <= (
      select id from public.security_events
      where origin = 'browser' order by id desc offset 20000 limit 1
    );
    delete from private.security_event_minutes where minute < now() - interval '1 day';
  end if;
  return new;
end
$$;
revoke execute on function private.stamp_security_event() from public;
create trigger security_events_stamp
  before insert on public.security_events
  for each row execute function private.stamp_security_event();

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
