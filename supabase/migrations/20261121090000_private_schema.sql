-- Helpers that policies call live in `private`: never exposed by the Data API, reachable by name only.
create schema if not exists private;
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;
comment on schema private is 'Helpers for policies and triggers. Not exposed by the Data API.';

-- Triggers that run as the caller ask this instead of auth.uid(): not every backend lets API roles
-- name things in schema auth.
create function private.caller_id()
returns uuid
language sql
stable
security definer
set search_path = ''
as $$
  select auth.uid()
$$;
revoke execute on function private.caller_id() from public;
grant execute on function private.caller_id() to anon, authenticated, service_role;
