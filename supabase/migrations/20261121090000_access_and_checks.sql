-- What all other files use: default privileges, the schema `private`, and the functions of the check
-- constraints.

-- Hosted projects grant every new table, sequence and function to anon, authenticated and service_role.
-- Here no role gets anything by default: each right is a grant beside its table or function.
alter default privileges in schema public
  revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public
  revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public
  revoke all on functions from anon, authenticated, service_role;
alter default privileges revoke execute on functions from public;

create schema private;
grant usage on schema private to anon, authenticated, service_role;
comment on schema private is 'Helpers for policies and triggers. Not exposed by the Data API.';

-- For triggers that run as the caller, in place of auth.uid(): not every backend grants API roles usage of
-- the schema auth.
create function private.caller_id()
returns uuid
language sql
stable
security definer
set search_path = ''
as $$
  select auth.uid()
$$;
grant execute on function private.caller_id() to anon, authenticated, service_role;

-- Whether the caller has the secret key, for functions that staff may call too.
create function private.is_service()
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(auth.role() = 'service_role', false)
$$;

-- The rules for stored texts, the same as in supabase/functions/_shared/contracts/text.ts; a test compares.
-- One line: no control characters, line separators or bidirectional controls, and neither of the two code
-- points that XML forbids.
create function private.is_line(value text, max_length integer)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select char_length(value) <= max_length
    and value !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'
$$;

-- Several lines: also line feed, tab and bidirectional controls.
create function private.is_text(value text, max_length integer)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select char_length(value) <= max_length
    and value !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]'
$$;

-- Nothing that is seen: blanks, joiners, fillers of Korean and the like.
create function private.is_blank(value text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select value !~ (
    '[^\s\u0001-\u001f\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f'
    || '\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8'
    || '\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]'
  )
$$;

-- The rules of contracts/person.ts. Postgres has no classes of Unicode: outside the blocks named here it takes what the
-- function has judged.
-- A name has no control characters, digits, signs and invisible characters, except blank, hyphens, apostrophes, points
-- and joiners.
create function private.is_person_name(value text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select value !~ (
    '[\u0001-\u001f!-&(-,/-@\[-`{-\u00a9\u00ab-\u00b4\u00b6\u00b8\u00b9\u00bb-\u00bf\u00d7\u00f7'
    || '\u2000-\u200b\u200e\u200f\u2012\u2014-\u2017\u201a-\u206f]'
  )
$$;

-- In its stored spelling.
create function private.is_email(value text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select char_length(value) <= 254
    and value ~* (
      '^[a-z0-9_.!#$%&''*+/=?^`{|}~\u00a1-\u167f\u1681-\u1fff\u2010-\u2027\u2030-\u205e\u2070-\u2fff\u3001-\ufefe\uff00-\U0010ffff-]+'
      || '@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$'
    )
$$;

create function private.is_phone(value text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select private.is_line(value, 40)
    and regexp_replace(
      regexp_replace(value, '\s(ext\.?|extension|x)\s?[0-9]{1,6}$', '', 'i'),
      '[\s\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\ufeff()./\u2010\u2011\u2013-]', '', 'g'
    ) ~ '^\+?[1-9][0-9]{0,15}$'
$$;

-- Without markup of scripts and addresses that run (R-11, R-59).
create function private.has_no_script(value text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select value !~*
    '</?script|javascript:[^\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"''`”’»›)]'
$$;

-- Without addresses that hold data, too.
create function private.is_harmless(value text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select private.has_no_script(value) and value !~* '\ydata:[a-z0-9_.+-]+/[a-z0-9_.+-]'
$$;

-- At most max_count texts, each a line that is not blank. A check constraint cannot contain the subquery.
create function private.texts_fit(texts text[], max_count integer, max_length integer)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select cardinality(texts) <= max_count
    and not exists (
      select 1 from unnest(texts) as item
      where item is null or private.is_blank(item) or not private.is_line(btrim(item), max_length)
    )
$$;

-- Excludes times that JavaScript or feeds cannot show: infinity, years of five digits, BC.
create function private.are_times(variadic moments timestamptz[])
returns boolean
language sql
immutable
set search_path = ''
as $$
  select '2000-01-01 00:00Z'::timestamptz <= all (moments)
    and '2100-01-01 00:00Z'::timestamptz > all (moments)
$$;

-- An http(s) address with a host. contracts/url.ts checks the same, and that a browser can parse it.
create function private.is_web_address(value text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select private.is_line(value, 2048)
    and value ~* '^https?://([^\s/?#@:\\<>^|%"{}`\[\]]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?([/?#].*)?$'
$$;

-- The address of a picture of this site: an object of the bucket `images`, or a drawing built into the site.
-- Browsers shorten segments like '.': the address would not be that of the record. The same rule as
-- imageReferenceSchema in contracts/url.ts.
create function private.is_own_picture(value text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select private.is_line(value, 2048)
    and value ~ '^(/storage/v1/object/public)?/images/[^\s\\]+$'
    and value !~* '/(\.|%2e){0,2}($|[/?#])'
$$;

-- The page of a video, as parseVideo in _shared/contracts/video.ts writes it.
create function private.is_video_page(value text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select value ~ (
    '^https://(www\.youtube\.com/(watch\?v=[A-Za-z0-9_-]{11}(&t=[0-9]{1,7})?|shorts/[A-Za-z0-9_-]{11})'
    || '|vimeo\.com/[0-9]{5,12}(/[0-9a-z]{1,40})?(#t=[0-9]{1,7}s)?)$'
  )
$$;

-- A check constraint runs as the role that writes the row.
grant execute on function
  private.is_line(text, integer),
  private.is_text(text, integer),
  private.is_blank(text),
  private.is_person_name(text),
  private.is_email(text),
  private.is_phone(text),
  private.has_no_script(text),
  private.is_harmless(text),
  private.texts_fit(text[], integer, integer),
  private.are_times(timestamptz[]),
  private.is_web_address(text),
  private.is_own_picture(text),
  private.is_video_page(text)
to anon, authenticated, service_role;
