-- Closes two ways of being taken for staff: an address that somebody else had signed up, and a stolen
-- password of a member who has a second factor.

-- Whoever typed an address first chose its password too, without proving anything. So the password
-- is forgotten the moment the address is confirmed; the session that the mailed link opens chooses a
-- new one. A changed address has proved nothing either and is confirmed like a new one.
create function private.forget_unproven_password()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if lower(new.email) is distinct from lower(old.email) then
    new.email_confirmed_at := null;
  elsif old.email_confirmed_at is null and new.email_confirmed_at is not null then
    -- Empty, not null: what the Auth service itself writes for accounts without a password.
    new.encrypted_password := '';
  end if;
  return new;
end
$$;
revoke execute on function private.forget_unproven_password() from public;
create trigger forget_unproven_password
  before update on auth.users
  for each row execute function private.forget_unproven_password();

-- A session older than the confirmation was opened by whoever had the account before. One that was
-- ended is refused at once, although its token would hold for up to an hour more.
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

-- Not every backend has auth.mfa_factors, hence the dynamic query.
create function private.staff_obstacle()
returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  has_factor boolean := false;
begin
  -- First the code: with a factor the Auth service lets nobody choose a password without it.
  if auth.jwt() ->> 'aal' is distinct from 'aal2' and to_regclass('auth.mfa_factors') is not null then
    execute
      'select exists (
         select from auth.mfa_factors as factor
         where factor.user_id = $1 and factor.status::text = ''verified''
       )'
      into has_factor using auth.uid();
  end if;
  if has_factor then
    return 'code';
  end if;
  return (
    select 'password' from auth.users as account
    where account.id = auth.uid() and coalesce(account.encrypted_password, '') = ''
  );
end
$$;
comment on function private.staff_obstacle() is
  'What a member must do before being staff: enter the code of the second factor, choose a password.';

create or replace function private.staff_role()
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select member.role
  from public.staff_members as member
  where member.email = (select private.caller_email())
    and (select private.staff_obstacle()) is null
$$;

-- Called by functions that run with the rights of their owner; nobody else needs them.
revoke execute on function private.caller_email(), private.staff_obstacle() from public;

-- The app asks once per session: a role, what stands before it ('code', 'password'), or null for
-- people who are no members. A session that is over answers 401, so that the app renews or ends it.
create or replace function public.current_staff_role()
returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  caller_email constant text := private.caller_email();
begin
  if caller_email is null then
    raise exception 'This session has ended' using errcode = 'PT401';
  end if;
  return (
    select coalesce(private.staff_obstacle(), member.role)
    from public.staff_members as member
    where member.email = caller_email
  );
end
$$;
