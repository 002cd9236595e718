-- Protects accounts. Sign-up is open and addresses can change their owner, so access to an account is kept
-- only by the person who has confirmed its current address.

-- Ends all access to an account: sessions with their refresh tokens, mailed links, codes, second factors.
-- Which of these tables exist depends on the version of the Auth service.
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
    'oauth_authorizations', 'oauth_consents'
  ] loop
    if to_regclass('auth.' || holder) is not null then
      -- As text, because the Auth service stores the account id of refresh tokens as text.
      execute format('delete from auth.%I where user_id::text = $1', holder) using account_id::text;
    end if;
  end loop;
end
$$;
revoke execute on function private.end_account_access(uuid) from public;

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
revoke execute on function private.refuse_staff_address(text, text) from public;

-- An account may change its owner when its address is confirmed (before that, anyone could have signed up
-- with it) and when its address changes. Both end all existing access and clear the password; the reader of
-- the mailed link chooses a new one. A changed address is unconfirmed until its mailed link was opened.
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
begin
  if is_moved then
    perform private.refuse_staff_address(old.email, new.email);
  elsif new.email_change is distinct from old.email_change then
    perform private.refuse_staff_address(old.email, new.email_change);
  end if;
  if not is_moved and not is_confirmed then
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
    new.email_confirmed_at := null;
    -- A phone number or a linked account of another provider would give access.
    new.phone := null;
    new.phone_confirmed_at := null;
    delete from auth.identities where user_id = new.id and provider <> 'email';
  end if;
  return new;
end
$$;
revoke execute on function private.guard_account() from public;
create trigger guard_account
  before update on auth.users
  for each row execute function private.guard_account();
