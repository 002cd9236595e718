-- Staff. Sign-up is open to everyone, so a session alone gives no rights: an account is staff when its
-- *confirmed* email is a member here. Every staff policy calls private.is_staff().
create table public.staff_members (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  role text not null default 'editor',
  added_by uuid references auth.users (id) on delete set null,
  added_at timestamptz not null default now(),
  constraint staff_members_email_lower_case check (email = lower(btrim(email))),
  constraint staff_members_email_length check (char_length(email) between 3 and 254),
  constraint staff_members_role_known check (role in ('owner', 'editor')),
  constraint staff_members_email_key unique (email)
);
comment on table public.staff_members is
  'Staff by e-mail. Owners manage this list, editors write and publish; nobody edits it directly.';

-- Refuses the token of an ended session at once, although it would be valid for up to an hour more.
create function private.caller_email()
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select lower(account.email)
  from auth.users as account
  join auth.sessions as session on session.user_id = account.id
  where account.id = (select auth.uid())
    and session.id = (select nullif(auth.jwt() ->> 'session_id', '')::uuid)
    and session.created_at >= account.email_confirmed_at
$$;
comment on function private.caller_email() is
  'Confirmed address of the caller, or null when it is not confirmed or the session is over.';

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
  'Role of the caller or what stands before it: code, password, enrol. Null for callers who are no members.';

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

-- Called only by security definer functions; no API role needs them.
revoke execute on function private.caller_email(), private.staff_standing() from public;
revoke execute on function private.staff_role(), private.is_staff(), private.is_owner() from public;
grant execute on function private.staff_role(), private.is_staff(), private.is_owner() to authenticated;

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
revoke execute on function public.current_staff_role() from public, anon;
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
revoke execute on function private.keep_an_owner() from public;
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

revoke execute on function
  public.add_staff_member(text, text),
  public.set_staff_role(text, text),
  public.remove_staff_member(text)
from public, anon;
grant execute on function
  public.add_staff_member(text, text),
  public.set_staff_role(text, text),
  public.remove_staff_member(text)
to authenticated;

alter table public.staff_members enable row level security;
create policy "Owners read the staff list" on public.staff_members
  for select to authenticated using ((select private.is_owner()));

revoke all on public.staff_members from public, anon, authenticated;
grant select on public.staff_members to authenticated;
-- For npm run staff:add, which adds the first owner of an installation with the secret key.
grant select, insert, update on public.staff_members to service_role;
