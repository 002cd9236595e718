-- The life of an account. Sign-up is open and addresses can change hands, so what an account holds counts
-- only for the person who proved its present address.

-- Ends every way into an account: sessions with their refresh tokens, mailed links, codes, second factors.
-- Which of these tables there are depends on the version of the Auth service.
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
      -- As text: the Auth service stores the id of a refresh token's account so.
      execute format('delete from auth.%I where user_id::text = $1', holder) using account_id::text;
    end if;
  end loop;
end
$$;
revoke execute on function private.end_account_access(uuid) from public;

-- An account may not take the address of a member: it would wait there for the role. Owners may move
-- their own account, for example to an address that they listed before.
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

-- Two moments at which an account may come into other hands: its address is confirmed (until then
-- anyone may have signed up with it), and its address changes. Both end all access that existed
-- before and empty the password; the reader of the mailed link chooses a new one. A changed address
-- counts as unconfirmed until a link mailed to it was opened.
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
  -- Empty, not null: what the Auth service itself writes.
  new.encrypted_password := '';
  new.confirmation_token := '';
  new.recovery_token := '';
  new.reauthentication_token := '';
  new.email_change := '';
  new.email_change_token_current := '';
  new.email_change_token_new := '';
  if is_moved then
    new.email_confirmed_at := null;
    -- A phone or an account elsewhere would let its owner in.
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
