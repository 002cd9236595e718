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

-- What a stored text may hold. supabase/functions/_shared/contracts/text.ts says the same; a test compares.
-- One line: no control character, no line separator, no mark that reverses the text around it, and neither
-- of the two code points that XML forbids.
create function private.is_line(value text, max_length integer)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select char_length(value) <= max_length
    and value !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'
$$;

-- Several lines: line feed and tab as well, and any direction of writing.
create function private.is_text(value text, max_length integer)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select char_length(value) <= max_length
    and value !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]'
$$;

-- An http(s) address with a host; contracts/url.ts asks for the same, and that a browser can read it.
create function private.is_web_address(value text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select private.is_line(value, 2048)
    and value ~* '^https?://([^\s/?#@:\\<>^|%"{}`\[\]]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?([/?#].*)?$'
$$;

-- The address of a picture of this site: an object of the bucket `images`, or one of the drawings built
-- into the site. The contract's imageReferenceSchema says the same.
create function private.is_own_picture(value text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select private.is_line(value, 2048)
    and value ~ '^(/storage/v1/object/public)?/images/[^\s\\]+$'
    and value !~* '/(\.|%2e){2}($|[/?#])'
$$;

revoke execute on function
  private.is_line(text, integer),
  private.is_text(text, integer),
  private.is_web_address(text),
  private.is_own_picture(text)
from public;
grant execute on function
  private.is_line(text, integer),
  private.is_text(text, integer),
  private.is_web_address(text),
  private.is_own_picture(text)
to authenticated, service_role;
