-- Logs failed sign-ins that the Auth service reports, including those sent to its API directly. Never logs
-- input: an account is identified by its id, an unknown address by a keyed hash.

-- The key of this installation's hashes, without which a list of addresses could be matched with the log.
create table private.address_hash_key (
  id boolean primary key default true check (id),
  key text not null default gen_random_uuid()::text || gen_random_uuid()::text
);
insert into private.address_hash_key default values;
comment on table private.address_hash_key is 'Key of the hashes of unknown addresses in the security log.';
revoke all on private.address_hash_key from public, anon, authenticated, service_role;

-- account  the account; null looks it up by the address
-- address  the typed address
--
-- Each member has a budget of 10 a minute. Other accounts and unknown addresses share 30 and have severity
-- 'low', so that attempts on them do not displace those on members.
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
  failures integer;
begin
  if not private.take_event_budget(
    case when is_member then 'sign-in ' || known else 'sign-in of others' end,
    case when is_member then 10 else 30 end
  ) then
    return;
  end if;
  if known is not null then
    select count(*) + 1 into failures from public.security_events as event
    where event.user_id = known
      and event.origin = 'server'
      and event.event_type = 'failed_login'
      and event.created_at > now() - interval '15 minutes';
  end if;
  insert into public.security_events (origin, event_type, severity, description, metadata, user_id)
  values (
    'server', 'failed_login',
    case when not is_member then 'low' when failures > 5 then 'high' else 'medium' end,
    case
      when known is null then 'Sign-in to an unknown address failed'
      when failures > 1 then 'Sign-in failed ' || failures || ' times in 15 minutes'
      else 'Sign-in failed'
    end,
    case
      when known is not null then jsonb_build_object('failures', failures)
      else jsonb_build_object('address_hash', (
        select encode(sha256(convert_to(hash_key.key || typed, 'UTF8')), 'hex')
        from private.address_hash_key as hash_key
      ))
    end,
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

revoke execute on function
  private.note_failed_sign_in(uuid, text),
  private.password_verification_attempt(jsonb)
from public;

-- The database role of the Auth service; the embedded backend has none.
do $$
begin
  if exists (select 1 from pg_catalog.pg_roles where rolname = 'supabase_auth_admin') then
    grant usage on schema private to supabase_auth_admin;
    grant execute on function private.password_verification_attempt(jsonb) to supabase_auth_admin;
  end if;
end
$$;
