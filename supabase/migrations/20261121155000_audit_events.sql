-- Audit events: deletions, exports, changes of rights and of the accounts of staff. Only triggers of this
-- database write it: no API role can add, change or delete a row, and traffic displaces none.
create table public.audit_events (
  id bigint generated always as identity primary key,
  happened_at timestamptz not null default now(),
  actor_id uuid references auth.users (id) on delete set null,
  -- In addition to the id, because the account may be deleted later.
  actor_email text,
  action text not null,
  subject text not null,
  constraint audit_events_action_length check (char_length(action) between 1 and 60),
  constraint audit_events_subject_length check (char_length(subject) between 1 and 300),
  constraint audit_events_actor_email_length check (char_length(actor_email) <= 254)
);
comment on table public.audit_events is
  'Append-only log of deletions, exports, roles and accounts of staff, 2 years. Owners read it.';
create index audit_events_happened_at_idx on public.audit_events (happened_at desc, id desc);

alter table public.audit_events enable row level security;
create policy "Owners read the audit log" on public.audit_events
  for select to authenticated using ((select private.is_owner()));
revoke all on public.audit_events from public, anon, authenticated, service_role;
grant select on public.audit_events to authenticated;

-- Pending mails to owners about audit events. Separate from the events, which never change.
create table private.owner_notices (
  event_id bigint primary key references public.audit_events (id) on delete cascade,
  attempts integer not null default 0,
  next_attempt_at timestamptz default now()
);
comment on table private.owner_notices is
  'Mails to owners about audit events. Without a time of the next attempt the mail was sent or given up.';
create index owner_notices_due_idx on private.owner_notices (next_attempt_at);
revoke all on private.owner_notices from public, anon, authenticated, service_role;

-- is_notice  owners get a mail as well, for the same action and subject at most every 10 minutes
create function private.record_audit_event(action text, subject text, is_notice boolean default false)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  shown constant text := coalesce(nullif(left(btrim(record_audit_event.subject), 300), ''), 'unknown');
  event_id bigint;
begin
  delete from public.audit_events where happened_at < now() - interval '2 years';
  insert into public.audit_events (actor_id, actor_email, action, subject)
  select caller.id, account.email, record_audit_event.action, shown
  from (select auth.uid() as id) as caller
  left join auth.users as account on account.id = caller.id
  returning id into event_id;
  if is_notice and not exists (
    select from private.owner_notices as notice
    join public.audit_events as event on event.id = notice.event_id
    where event.action = record_audit_event.action and event.subject = shown
      and event.happened_at > now() - interval '10 minutes'
  ) then
    insert into private.owner_notices (event_id) values (event_id);
  end if;
end
$$;
revoke execute on function private.record_audit_event(text, text, boolean) from public;

-- Deletions by users, not by the database itself (old rows) or the service key.
-- tg_argv[0]  the kind of row, as shown to owners
-- tg_argv[1]  the column that names the row; without it the id is used, for rows with personal data
create function private.audit_deletion()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if auth.uid() is not null then
    perform private.record_audit_event(
      tg_argv[0] || ' deleted',
      coalesce(to_jsonb(old) ->> tg_argv[1], to_jsonb(old) ->> 'id')
    );
  end if;
  return null;
end
$$;
revoke execute on function private.audit_deletion() from public;

create trigger audit_deletion after delete on public.case_studies
  for each row execute function private.audit_deletion('case study', 'title');
create trigger audit_deletion after delete on public.blog_posts
  for each row execute function private.audit_deletion('post', 'title');
create trigger audit_deletion after delete on public.image_records
  for each row execute function private.audit_deletion('picture', 'original_name');
create trigger audit_deletion after delete on public.redirects
  for each row execute function private.audit_deletion('redirect', 'from_path');
create trigger audit_deletion after delete on public.enquiries
  for each row execute function private.audit_deletion('enquiry');
create trigger audit_deletion after delete on public.newsletter_subscribers
  for each row execute function private.audit_deletion('newsletter subscriber');

-- Exports happen in the browser, of rows that staff may read. The app calls this first, and makes no file if
-- it fails.
create function public.record_export(subject text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not private.is_staff() then
    raise exception 'Only staff may export' using errcode = '42501';
  end if;
  perform private.record_audit_event('export', record_export.subject);
end
$$;
comment on function public.record_export(text) is 'Notes that staff take a copy of data, for example "enquiries".';
revoke execute on function public.record_export(text) from public, anon;
grant execute on function public.record_export(text) to authenticated;

-- Owners are notified of every change of the staff list, also with the service key or in SQL.
create function private.audit_staff_member()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.record_audit_event(
    case tg_op
      when 'INSERT' then 'staff added as ' || new.role
      when 'UPDATE' then 'staff role changed to ' || new.role
      else 'staff removed'
    end,
    coalesce(new.email, old.email),
    is_notice => true
  );
  return null;
end
$$;
revoke execute on function private.audit_staff_member() from public;
create trigger audit_staff_member after insert or delete on public.staff_members
  for each row execute function private.audit_staff_member();
create trigger audit_staff_role after update on public.staff_members
  for each row when (new.role <> old.role or new.email <> old.email)
  execute function private.audit_staff_member();

-- Whether owners are notified of changes of this account.
create function private.is_staff_address(address text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (select from public.staff_members as member where member.email = lower(address))
$$;
revoke execute on function private.is_staff_address(text) from public;

create function private.audit_account()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if lower(new.email) is distinct from lower(old.email) then
    if private.is_staff_address(old.email) or private.is_staff_address(new.email) then
      perform private.record_audit_event(
        'staff account moved to another address', old.email || ' to ' || new.email, is_notice => true
      );
    end if;
  elsif not private.is_staff_address(new.email) then
    return null;
  elsif old.email_confirmed_at is null and new.email_confirmed_at is not null then
    perform private.record_audit_event('staff account opened', new.email);
  elsif coalesce(new.encrypted_password, '') not in ('', coalesce(old.encrypted_password, '')) then
    -- The first password is part of the sign-up.
    perform private.record_audit_event(
      'staff password changed', new.email, is_notice => coalesce(old.encrypted_password, '') <> ''
    );
  end if;
  return null;
end
$$;
revoke execute on function private.audit_account() from public;
create trigger audit_account after update on auth.users
  for each row execute function private.audit_account();

create function private.audit_second_factor()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  address text;
begin
  select account.email into address
  from auth.users as account where account.id = coalesce(new.user_id, old.user_id);
  if not private.is_staff_address(address) then
    return null;
  end if;
  if tg_op = 'DELETE' then
    perform private.record_audit_event('second factor removed', address, is_notice => true);
  elsif new.status::text = 'verified' then
    perform private.record_audit_event('second factor added', address, is_notice => true);
  end if;
  return null;
end
$$;
revoke execute on function private.audit_second_factor() from public;

-- Backends without auth.mfa_factors have no second factor.
do $$
begin
  if to_regclass('auth.mfa_factors') is not null then
    create trigger audit_second_factor_change after insert or update of status on auth.mfa_factors
      for each row execute function private.audit_second_factor();
    create trigger audit_second_factor_removal after delete on auth.mfa_factors
      for each row when (old.status::text = 'verified')
      execute function private.audit_second_factor();
  end if;
end
$$;

-- Claims the next mail to owners for some minutes; no row when none is due. For the function
-- send-contact-email.
create function public.claim_owner_notice()
returns table (event_id bigint, happened_at timestamptz, actor_email text, action text, subject text, recipients text[])
language sql
security definer
set search_path = ''
as $$
  with due as materialized (
    select notice.event_id from private.owner_notices as notice
    where notice.next_attempt_at <= now()
    order by notice.next_attempt_at
    limit 1
    for update skip locked
  ), claimed as (
    update private.owner_notices as notice set
      attempts = notice.attempts + 1,
      -- Minutes until the next attempt; none after the fifth.
      next_attempt_at = now() + interval '1 minute' * (array[5, 25, 120, 720])[notice.attempts + 1]
    from due where notice.event_id = due.event_id
    returning notice.event_id
  )
  select
    event.id, event.happened_at, event.actor_email, event.action, event.subject,
    array(
      select member.email from public.staff_members as member where member.role = 'owner' order by 1
    )
  from claimed
  join public.audit_events as event on event.id = claimed.event_id
$$;
comment on function public.claim_owner_notice() is
  'An audit event that owners are to be mailed about. For the function send-contact-email only.';

create function public.settle_owner_notice(event_id bigint)
returns void
language sql
security definer
set search_path = ''
as $$
  update private.owner_notices as notice set next_attempt_at = null
  where notice.event_id = settle_owner_notice.event_id
$$;
comment on function public.settle_owner_notice(bigint) is
  'Notes that the mail about an audit event was sent. For the function send-contact-email only.';

revoke execute on function public.claim_owner_notice(), public.settle_owner_notice(bigint)
  from public, anon, authenticated;
grant execute on function public.claim_owner_notice(), public.settle_owner_notice(bigint) to service_role;

-- Called by the scheduler (private.schedule_enquiry_jobs), or by the launcher of the local backend.
create function private.has_due_mail()
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (select from public.enquiries where next_attempt_at <= now() and not is_quarantined)
    or exists (select from private.owner_notices where next_attempt_at <= now())
$$;
comment on function private.has_due_mail() is 'Whether the function send-contact-email has a mail to send.';
revoke execute on function private.has_due_mail() from public;
