-- Staff and their accounts: who is staff, the audit log of rights and deletions, access requests, and the
-- protection of accounts that change their holder.

-- Sign-up is open to everyone, so a session alone gives no rights: an account is staff when its *confirmed*
-- email is a member here. Every staff policy calls private.is_staff().
create table public.staff_members (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  role text not null default 'editor',
  added_by uuid references auth.users (id) on delete set null,
  added_at timestamptz not null default now(),
  constraint staff_members_email_lower_case check (email = lower(btrim(email))),
  constraint staff_members_email_form check (private.is_email(email)),
  constraint staff_members_email_length check (char_length(email) between 3 and 254),
  constraint staff_members_role_known check (role in ('owner', 'editor')),
  constraint staff_members_email_key unique (email),
  constraint staff_members_times_range check (private.are_times(added_at))
);
comment on table public.staff_members is
  'Staff by email. Owners change this list through functions; editors write and publish.';

alter table public.staff_members enable row level security;

-- Refuses the token of an ended session at once, although it would be valid for up to an hour more. In plpgsql,
-- which keeps the plan: a save asks for the caller fourteen times.
create function private.caller_email()
returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select lower(account.email)
    from auth.users as account
    join auth.sessions as session on session.user_id = account.id
    where account.id = (select auth.uid())
      and session.id = (select nullif(auth.jwt() ->> 'session_id', '')::uuid)
      and session.created_at >= account.email_confirmed_at
  );
end
$$;
comment on function private.caller_email() is
  'Confirmed email of the caller; null if it is not confirmed or the session has ended.';

-- A member's role, or the missing sign-in step:
--   'code'      enter the code of the second factor (the Auth service allows nothing else before)
--   'password'  choose a password
--   'enrol'     owners only: set up a second factor
-- Null for all others. Backends without auth.mfa_factors have no second factor, hence the dynamic query.
create function private.staff_standing()
returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  has_factors constant boolean := to_regclass('auth.mfa_factors') is not null;
  is_enrolled boolean := false;
  member_role text;
begin
  select member.role into member_role
  from public.staff_members as member
  where member.email = private.caller_email();
  if member_role is null then
    return null;
  end if;
  if has_factors then
    execute
      'select exists (
         select from auth.mfa_factors as factor
         where factor.user_id = $1 and factor.status::text = ''verified''
       )'
      into is_enrolled using auth.uid();
  end if;
  if is_enrolled and auth.jwt() ->> 'aal' is distinct from 'aal2' then
    return 'code';
  end if;
  if exists (
    select from auth.users as account
    where account.id = auth.uid() and coalesce(account.encrypted_password, '') = ''
  ) then
    return 'password';
  end if;
  if has_factors and member_role = 'owner' and not is_enrolled then
    return 'enrol';
  end if;
  return member_role;
end
$$;
comment on function private.staff_standing() is
  'Role of the caller or the missing sign-in step: code, password, enrol. Null for non-members.';

create function private.staff_role()
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select standing from (select private.staff_standing() as standing) as caller
  where standing in ('owner', 'editor')
$$;
comment on function private.staff_role() is 'Role of the caller, or null when the caller is not staff.';

create function private.is_staff()
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select private.staff_role() is not null
$$;

create function private.is_owner()
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(private.staff_role() = 'owner', false)
$$;
grant execute on function private.staff_role(), private.is_staff(), private.is_owner() to authenticated;

create policy "Owners read the staff list" on public.staff_members
  for select to authenticated using ((select private.is_owner()));
grant select on public.staff_members to authenticated;
-- For npm run staff:add, which adds the first owner of an installation with the secret key.
grant select, insert, update on public.staff_members to service_role;

-- The app calls it once per session. An ended session gets 401, so that the app renews or ends it.
create function public.current_staff_role()
returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if private.caller_email() is null then
    raise exception 'This session has ended' using errcode = 'PT401';
  end if;
  return private.staff_standing();
end
$$;
grant execute on function public.current_staff_role() to authenticated;

-- The last owner cannot be removed, because only owners can add staff.
create function private.keep_an_owner()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- When two owners remove each other at the same time, only one must succeed.
  perform pg_advisory_xact_lock(hashtext('public.staff_members'));
  if old.role = 'owner'
    and (tg_op = 'DELETE' or new.role <> 'owner')
    and not exists (
      select 1 from public.staff_members as other where other.role = 'owner' and other.id <> old.id
    )
  then
    raise exception 'The last owner cannot be removed' using errcode = 'PT409';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
create trigger staff_members_keep_an_owner
  before update or delete on public.staff_members
  for each row execute function private.keep_an_owner();

-- The three functions that change the list. They are security definer, so each checks its caller.
create function public.add_staff_member(member_email text, member_role text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not private.is_owner() then
    raise exception 'Only an owner may add staff' using errcode = '42501';
  end if;
  insert into public.staff_members (email, role, added_by)
  values (lower(btrim(member_email)), member_role, (select auth.uid()));
end
$$;

create function public.set_staff_role(member_email text, member_role text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not private.is_owner() then
    raise exception 'Only an owner may change roles' using errcode = '42501';
  end if;
  update public.staff_members set role = member_role where email = lower(btrim(member_email));
  if not found then
    raise exception 'No such member' using errcode = 'PT404';
  end if;
end
$$;

create function public.remove_staff_member(member_email text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not private.is_owner() then
    raise exception 'Only an owner may remove staff' using errcode = '42501';
  end if;
  delete from public.staff_members where email = lower(btrim(member_email));
  if not found then
    raise exception 'No such member' using errcode = 'PT404';
  end if;
end
$$;
grant execute on function
  public.add_staff_member(text, text),
  public.set_staff_role(text, text),
  public.remove_staff_member(text)
to authenticated;

-- The members with facts from the Auth tables: whether they have an account, and the day of the last
-- sign-in, which is enough to find members who have left.
create function public.list_staff_members()
returns table (
  email text,
  role text,
  added_at timestamptz,
  added_by_email text,
  has_account boolean,
  last_seen_at timestamptz
)
language plpgsql
stable
security definer
rows 10
set search_path = ''
as $$
begin
  if not private.is_owner() then
    raise exception 'Only an owner may read the staff list' using errcode = '42501';
  end if;
  return query
  select
    member.email,
    member.role,
    member.added_at,
    adder.email::text,
    account.email_confirmed_at is not null,
    greatest(
      account.last_sign_in_at,
      (select max(session.updated_at) from auth.sessions as session where session.user_id = account.id)
    )
  from public.staff_members as member
  left join auth.users as account on lower(account.email) = member.email
  left join auth.users as adder on adder.id = member.added_by
  order by member.role desc, member.email;
end
$$;
grant execute on function public.list_staff_members() to authenticated;

-- The name and portrait by which staff see each other, in place of an address. They go with the membership.
create table public.staff_profiles (
  member_id uuid primary key references public.staff_members (id) on delete cascade,
  name text not null,
  portrait_url text,
  constraint staff_profiles_name_fit check (private.is_line(name, 60) and name = btrim(name) and not private.is_blank(name)),
  constraint staff_profiles_portrait_url_fit check (private.is_own_picture(portrait_url))
);
comment on table public.staff_profiles is
  'Names and portraits of members, for staff. Members change their own, owners every name.';
-- No member can take the name of another.
create unique index staff_profiles_name_key on public.staff_profiles (lower(normalize(name)));

alter table public.staff_profiles enable row level security;
create policy "Staff read names and portraits" on public.staff_profiles
  for select to authenticated using ((select private.is_staff()));
grant select on public.staff_profiles to authenticated;

-- portrait_url: null keeps the present one, '' removes it.
create function public.save_staff_profile(member_email text, name text, portrait_url text default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  wanted constant text := lower(btrim(save_staff_profile.member_email));
  is_own constant boolean := coalesce(wanted = private.caller_email(), false);
begin
  if not private.is_staff() or not (is_own or private.is_owner()) then
    raise exception 'Only owners may change the name of another member' using errcode = '42501';
  end if;
  if not is_own and save_staff_profile.portrait_url is not null then
    raise exception 'Members choose their own portrait' using errcode = '42501';
  end if;
  insert into public.staff_profiles as profile (member_id, name, portrait_url)
  select member.id, btrim(save_staff_profile.name), nullif(save_staff_profile.portrait_url, '')
  from public.staff_members as member
  where member.email = wanted
  on conflict (member_id) do update set
    name = excluded.name,
    portrait_url = case
      when save_staff_profile.portrait_url is null then profile.portrait_url
      else excluded.portrait_url
    end;
  if not found then
    raise exception 'No such member' using errcode = 'PT404';
  end if;
exception
  when unique_violation then
    raise exception 'Another member has this name' using errcode = 'PT409';
  when check_violation or not_null_violation then
    raise exception 'This name or portrait cannot be used' using errcode = 'PT422';
end
$$;

-- All members: the documents know who saved them by account, enquiries and versions by address.
create function public.list_staff_names()
returns table (user_id uuid, email text, name text, portrait_url text)
language plpgsql
stable
security definer
rows 10
set search_path = ''
as $$
begin
  if not private.is_staff() then
    raise exception 'Only staff may read the names of staff' using errcode = '42501';
  end if;
  return query
  select account.id, member.email, profile.name, profile.portrait_url
  from public.staff_members as member
  left join public.staff_profiles as profile on profile.member_id = member.id
  left join auth.users as account on lower(account.email) = member.email
  order by member.email;
end
$$;
grant execute on function
  public.save_staff_profile(text, text, text),
  public.list_staff_names()
to authenticated;

-- Audit events: deletions, exports, changes of rights and of the accounts of staff. Only triggers of this
-- database write it: no API role can add, change or delete a row, and traffic displaces none.
create table public.audit_events (
  id bigint generated always as identity primary key,
  happened_at timestamptz not null default now(),
  actor_id uuid references auth.users (id) on delete set null,
  -- In addition to the id, because the account may be deleted later.
  actor_email text,
  -- The names at that time: a name goes with the membership.
  actor_name text,
  action text not null,
  subject text not null,
  -- Of the member whose address the subject is.
  subject_name text,
  constraint audit_events_action_length check (char_length(action) between 1 and 60),
  constraint audit_events_subject_length check (char_length(subject) between 1 and 300),
  constraint audit_events_actor_email_length check (char_length(actor_email) <= 254),
  constraint audit_events_actor_name_length check (char_length(actor_name) <= 60),
  constraint audit_events_subject_name_length check (char_length(subject_name) <= 60),
  constraint audit_events_times_range check (private.are_times(happened_at))
);
comment on table public.audit_events is
  'Append-only log of deletions, exports, roles and accounts of staff, 2 years. Owners read it.';
create index audit_events_happened_at_idx on public.audit_events (happened_at desc, id desc);
create index audit_events_actor_id_idx on public.audit_events (actor_id, action, happened_at);

alter table public.audit_events enable row level security;
create policy "Owners read the audit log" on public.audit_events
  for select to authenticated using ((select private.is_owner()));
grant select on public.audit_events to authenticated;

create function private.name_of_member(address text)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select profile.name
  from public.staff_profiles as profile
  join public.staff_members as member on member.id = profile.member_id
  where member.email = lower(address)
$$;

-- is_notice  owners get a mail as well, for the same action and subject at most every 10 minutes
-- news       the kind of mail for the person whose address the subject is, sent when owners get theirs
--
-- Each member has an hourly budget per action; PT429 above it. Owners get a mail when a member does the same 20
-- times within an hour.
create function private.record_audit_event(
  action text, subject text, is_notice boolean default false, news text default null
)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  shown constant text := coalesce(nullif(left(btrim(record_audit_event.subject), 300), ''), 'unknown');
  actor constant uuid := auth.uid();
  -- Of this action by this member within the hour; staff delete lists of junk at once.
  budget constant integer := case record_audit_event.action when 'export' then 20 else 1000 end;
  earlier constant integer := (
    select count(*) from public.audit_events as event
    where event.actor_id = actor and event.action = record_audit_event.action
      and event.happened_at > now() - interval '1 hour'
  );
  event_id bigint;
begin
  if earlier >= budget then
    raise exception 'At most % times within an hour: %', budget, record_audit_event.action
      using errcode = 'PT429';
  end if;
  delete from public.audit_events where happened_at < now() - interval '2 years';
  insert into public.audit_events
    (actor_id, actor_email, actor_name, action, subject, subject_name)
  select
    caller.id, account.email, private.name_of_member(account.email),
    record_audit_event.action, shown, private.name_of_member(shown)
  from (select actor as id) as caller
  left join auth.users as account on account.id = caller.id
  returning id into event_id;
  if earlier = 19 then
    perform private.record_audit_event(
      left(record_audit_event.action, 35) || ', 20 times in an hour',
      coalesce((select account.email from auth.users as account where account.id = actor), 'unknown'),
      is_notice => true
    );
  end if;
  if is_notice and not exists (
    select from private.mails as mail
    join public.audit_events as event on event.id = mail.event_id
    where event.action = record_audit_event.action and event.subject = shown
      and event.happened_at > now() - interval '10 minutes'
  ) then
    -- Each owner has a mail of their own: one that cannot be delivered repeats none of the others.
    perform private.plan_mail('security-notice', event_id => event_id, recipient => member.email)
    from public.staff_members as member where member.role = 'owner';
    if record_audit_event.news is not null then
      perform private.plan_mail(record_audit_event.news, event_id => event_id, recipient => shown);
    end if;
  end if;
end
$$;

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

-- Exports happen in the browser, of rows that staff may read. The app calls this first, and makes no file if
-- it fails. Owners get a mail about each.
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
  perform private.record_audit_event('export', record_export.subject, is_notice => true);
end
$$;
comment on function public.record_export(text) is
  'Notes that staff take a copy of data, for example "enquiries".';
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
    case
      when tg_op = 'INSERT' then 'staff added as ' || new.role
      when tg_op = 'DELETE' then 'staff removed'
      when new.role = old.role then 'staff moved to another address'
      else 'staff role changed to ' || new.role
    end,
    case
      when tg_op = 'UPDATE' and new.role = old.role then old.email || ' to ' || new.email
      else coalesce(new.email, old.email)
    end,
    is_notice => true,
    news => case
      when tg_op = 'DELETE' then 'staff-removed'
      when tg_op = 'UPDATE' then case when new.email = old.email then 'staff-role-changed' end
      -- staff_members_settle_request deletes the request afterwards: triggers run by name.
      when exists (select from public.staff_requests as request where request.email = new.email)
        then 'staff-approved'
      else 'staff-added'
    end
  );
  return old;
end
$$;
create trigger audit_staff_member after insert on public.staff_members
  for each row execute function private.audit_staff_member();
-- Before, while the name is still there.
create trigger audit_staff_removal before delete on public.staff_members
  for each row execute function private.audit_staff_member();
create trigger audit_staff_role after update on public.staff_members
  for each row when (new.role <> old.role or new.email <> old.email)
  execute function private.audit_staff_member();

create function private.audit_staff_name()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.record_audit_event(
    'staff name changed',
    (select member.email from public.staff_members as member where member.id = new.member_id)
      || ' to ' || new.name
  );
  return null;
end
$$;
create trigger audit_staff_name_added after insert on public.staff_profiles
  for each row execute function private.audit_staff_name();
create trigger audit_staff_name_changed after update on public.staff_profiles
  for each row when (new.name <> old.name)
  execute function private.audit_staff_name();

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
        'staff account moved to another address', old.email || ' to ' || new.email,
        -- Where the membership has moved along, its own trigger has told owners.
        is_notice => private.is_staff_address(old.email)
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

-- Access requests of signed-in people who are not staff; owners approve or decline them. One row per
-- account, kept for 30 days.
create table public.staff_requests (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  email text not null,
  note text,
  created_at timestamptz not null default now(),
  declined_at timestamptz,
  constraint staff_requests_user_id_key unique (user_id),
  constraint staff_requests_note_length check (char_length(note) between 1 and 300),
  constraint staff_requests_email_length check (char_length(email) <= 254),
  constraint staff_requests_times_range check (private.are_times(created_at, declined_at))
);
comment on table public.staff_requests is
  'Who waits for access to the staff area. Written by functions only; kept 30 days.';
create index staff_requests_created_at_idx on public.staff_requests (created_at);

alter table public.staff_requests enable row level security;
create policy "Owners read requests for access, accounts their own" on public.staff_requests
  for select to authenticated
  using (
    ((select private.is_owner()) or user_id = (select private.caller_id()))
    and created_at > now() - interval '30 days'
  );
grant select on public.staff_requests to authenticated;

-- A repeated request replaces the note. A declined one stays declined until its row is deleted.
create function public.request_staff_access(note text default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller_email constant text := private.caller_email();
  -- Owners read it before they know the person: neither hidden characters nor ones that reverse what follows.
  words constant text := nullif(
    btrim(regexp_replace(
      request_staff_access.note,
      '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]', '', 'g'
    )),
    ''
  );
begin
  if caller_email is null then
    raise exception 'Confirm your e-mail address first' using errcode = '42501';
  end if;
  if char_length(words) > 300 then
    raise exception 'The note may have up to 300 characters' using errcode = 'PT422';
  end if;
  if exists (select from public.staff_members as member where member.email = caller_email) then
    raise exception 'You are staff already' using errcode = 'PT409';
  end if;
  -- Deletes old rows with each request, so that no scheduler is needed.
  delete from public.staff_requests where created_at <= now() - interval '30 days';
  insert into public.staff_requests as request (user_id, email, note)
  values (auth.uid(), caller_email, words)
  on conflict (user_id) do update set email = excluded.email, note = excluded.note
  where request.declined_at is null;
  if not found then
    raise exception 'An owner has declined your request' using errcode = 'PT409';
  end if;
end
$$;

create function public.approve_staff_request(request_id uuid, member_role text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  member_email text;
begin
  if not private.is_owner() then
    raise exception 'Only an owner may add staff' using errcode = '42501';
  end if;
  if coalesce(member_role, '') not in ('owner', 'editor') then
    raise exception 'There is no such role' using errcode = 'PT422';
  end if;
  -- Only the address that the owner saw: after a change of address, a new request is needed.
  select lower(account.email) into member_email
  from public.staff_requests as request
  join auth.users as account on account.id = request.user_id
  where request.id = request_id
    and account.email_confirmed_at is not null
    and lower(account.email) = request.email;
  if not found then
    raise exception 'This request is not there any more' using errcode = 'PT404';
  end if;
  insert into public.staff_members (email, role, added_by)
  values (member_email, member_role, auth.uid())
  on conflict (email) do nothing;
  delete from public.staff_requests where id = request_id;
end
$$;

create function public.decline_staff_request(request_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  declined_email text;
begin
  if not private.is_owner() then
    raise exception 'Only an owner may decline a request' using errcode = '42501';
  end if;
  update public.staff_requests set declined_at = now()
  where id = request_id and declined_at is null
  returning email into declined_email;
  if not found then
    raise exception 'This request is not there any more' using errcode = 'PT404';
  end if;
  perform private.record_audit_event(
    'access request declined', declined_email, is_notice => true, news => 'staff-declined'
  );
end
$$;
grant execute on function
  public.request_staff_access(text),
  public.approve_staff_request(uuid, text),
  public.decline_staff_request(uuid)
to authenticated;

-- An owner may add an address manually while its request is pending.
create function private.settle_staff_request()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from public.staff_requests where email = new.email;
  return null;
end
$$;
create trigger staff_members_settle_request
  after insert on public.staff_members
  for each row execute function private.settle_staff_request();

-- Sign-up is open and addresses can change their owner, so only the person who has confirmed the current
-- address of an account keeps access to it. Ends all access: sessions with their refresh tokens, mailed links,
-- codes, second factors. Which of these tables exist depends on the version of the Auth service.
create function private.end_account_access(account_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  holder text;
begin
  foreach holder in array array[
    'refresh_tokens', 'sessions', 'flow_state', 'one_time_tokens', 'mfa_factors', 'webauthn_credentials',
    'webauthn_challenges', 'oauth_authorizations', 'oauth_consents'
  ] loop
    if to_regclass('auth.' || holder) is not null then
      -- As text, because the Auth service stores the account id of refresh tokens as text.
      execute format('delete from auth.%I where user_id::text = $1', holder) using account_id::text;
    end if;
  end loop;
end
$$;

-- An account may not change its address to that of a member, because it would get the member's role. Owners
-- may change their own, for example to an address that they have added before.
create function private.refuse_staff_address(present_email text, wanted_email text)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if exists (select from public.staff_members as member where member.email = lower(wanted_email))
    and not exists (
      select from public.staff_members as member
      where member.email = lower(present_email) and member.role = 'owner'
    )
  then
    raise exception 'This address belongs to a member of staff. Sign up with it instead.'
      using errcode = 'PT403';
  end if;
end
$$;

-- A member takes the membership along to a new address: the account asks with its password, then a link is opened in
-- the old mailbox and one in the new. One row per member, until then.
create table private.address_changes (
  member_id uuid primary key references public.staff_members (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  to_email text not null,
  asked_at timestamptz not null default now(),
  constraint address_changes_to_email_form check (
    private.is_email(to_email) and to_email = lower(btrim(to_email)) and char_length(to_email) <= 254
  ),
  constraint address_changes_times_range check (private.are_times(asked_at))
);
comment on table private.address_changes is
  'To which address a member takes the membership along: two hours, until both mailboxes agree. No backup has them.';
create index address_changes_user_id_idx on private.address_changes (user_id);

-- Whether this account has signed in with its password within five minutes, apart from the session of the caller: that
-- one may be stolen. The app signs in once more, asks, and ends that session.
create function private.has_proven_password()
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  fresh uuid[] := array(
    select session.id from auth.sessions as session
    where session.user_id = auth.uid()
      and session.id::text is distinct from auth.jwt() ->> 'session_id'
      and session.created_at > now() - interval '5 minutes'
      -- The embedded backend marks what a mailed link opened (scripts/lib/local/auth-rules.ts).
      and to_jsonb(session) ->> 'tag' is distinct from 'link'
  );
begin
  if to_regclass('auth.mfa_amr_claims') is not null then
    execute $query$
      select coalesce(array_agg(claim.session_id), '{}') from auth.mfa_amr_claims as claim
      where claim.session_id = any ($1) and claim.authentication_method = 'password'
    $query$ into fresh using fresh;
  end if;
  return cardinality(fresh) > 0;
end
$$;

-- Errors: PT403 the password was not proven, PT409 a member has the address, PT422 no address.
create function public.ask_address_change(new_email text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  own constant text := private.caller_email();
  wanted constant text := lower(btrim(new_email));
begin
  if not private.is_staff() then
    raise exception 'Only staff may change their address' using errcode = '42501';
  end if;
  if not coalesce(private.is_email(wanted) and char_length(wanted) <= 254, false) then
    raise exception 'This is not an email address' using errcode = 'PT422';
  end if;
  if exists (select from public.staff_members as member where member.email = wanted) then
    raise exception 'A member has this address' using errcode = 'PT409';
  end if;
  if not private.has_proven_password() then
    raise exception 'Enter your current password' using errcode = 'PT403';
  end if;
  perform private.record_audit_event('change of address asked', own || ' to ' || wanted);
  insert into private.address_changes as change (member_id, user_id, to_email)
  select member.id, auth.uid(), wanted from public.staff_members as member where member.email = own
  on conflict (member_id) do update set
    user_id = excluded.user_id, to_email = excluded.to_email, asked_at = now();
end
$$;
comment on function public.ask_address_change(text) is
  'Lets the membership of the caller move to this address when the account does. Staff, for themselves.';
grant execute on function public.ask_address_change(text) to authenticated;

-- The address of the account is confirmed and was asked for. The member may have been removed, and another may have the
-- address by now.
create function private.move_membership(account_id uuid, address text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  moving uuid;
begin
  delete from private.address_changes as change
  where change.user_id = account_id
    and change.to_email = lower(address)
    and change.asked_at > now() - interval '2 hours'
  returning change.member_id into moving;
  update public.staff_members as member set email = lower(address)
  where member.id = moving
    and not exists (select from public.staff_members as other where other.email = lower(address));
end
$$;

-- An account may change its owner when its address is confirmed (before that, anyone could have signed up
-- with it) and when its address changes. Both end all existing access and clear the password; the reader of
-- the mailed link chooses a new one.
--
-- Auth opens a session for the reader of the last of the two links of a change. Only when that is the link to
-- the new address is the address confirmed; else this session has no rights until a link mailed to the new
-- address was opened.
--
-- The change is refused when it happens, not when it is asked for: by then Auth has sent its mails, and an
-- error would undo the time from which it counts to the next ones.
create function private.guard_account()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  is_moved constant boolean := lower(new.email) is distinct from lower(old.email);
  is_confirmed constant boolean :=
    old.email_confirmed_at is null and new.email_confirmed_at is not null;
  -- 1: one of two links was opened. The embedded Auth service mails only the old address and leaves it at 0.
  is_by_new_mailbox constant boolean := lower(old.email_change) = lower(new.email)
    and old.email_change_confirm_status = 1
    and coalesce(old.email_change_token_current, '') = ''
    and coalesce(old.email_change_token_new, '') <> '';
  -- A project may mail only the new address, against supabase/config.toml. The embedded Auth service, which has no such
  -- table, takes the link to the old address.
  is_by_old_mailbox constant boolean := old.email_change_confirm_status = 1
    or to_regclass('auth.mfa_amr_claims') is null;
begin
  if is_moved then
    perform private.refuse_staff_address(old.email, new.email);
  elsif not is_confirmed then
    return new;
  end if;

  perform private.end_account_access(new.id);
  -- Empty, not null, as the Auth service does.
  new.encrypted_password := '';
  new.confirmation_token := '';
  new.recovery_token := '';
  new.reauthentication_token := '';
  new.email_change := '';
  new.email_change_token_current := '';
  new.email_change_token_new := '';
  if is_moved then
    -- updated_at, because a session counts from the confirmation on: both by the clock of Auth.
    new.email_confirmed_at := case when is_by_new_mailbox then new.updated_at end;
    -- A phone number or a linked account of another provider would give access.
    new.phone := null;
    new.phone_confirmed_at := null;
    delete from auth.identities where user_id = new.id and provider <> 'email';
    if not is_by_old_mailbox then
      delete from private.address_changes as change where change.user_id = new.id;
    end if;
  end if;
  if new.email_confirmed_at is not null then
    perform private.move_membership(new.id, new.email);
  end if;
  return new;
end
$$;
create trigger guard_account
  before update on auth.users
  for each row execute function private.guard_account();

-- The full name of a sign-up becomes the name of the member, unless there is one or another member has it. Anyone may
-- have written it, so it counts once the address is confirmed, and gives no right.
create function private.adopt_full_name(member_email text)
returns void
language sql
security definer
set search_path = ''
as $$
  insert into public.staff_profiles (member_id, name)
  select member.id, given.name
  from public.staff_members as member
  join auth.users as account on lower(account.email) = member.email
  cross join lateral (select btrim(account.raw_user_meta_data ->> 'full_name')) as given (name)
  where member.email = lower(adopt_full_name.member_email)
    and account.email_confirmed_at is not null
    and char_length(given.name) between 2 and 50
    and private.is_person_name(given.name)
  on conflict do nothing
$$;

-- Whichever comes last: the membership or the confirmation.
create function private.adopt_full_name_of_row()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.adopt_full_name(new.email);
  return null;
end
$$;
create trigger staff_members_adopt_full_name
  after insert on public.staff_members
  for each row execute function private.adopt_full_name_of_row();
create trigger adopt_full_name
  after update on auth.users
  for each row
  when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function private.adopt_full_name_of_row();
