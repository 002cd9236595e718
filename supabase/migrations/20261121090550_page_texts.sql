-- The texts of the site's pages, with the history of each. A name that is missing here has the text of the code
-- (src/content/text-sources.ts), so that an empty object is the site as it was built. Visitors get the texts with the
-- pages: the build writes them into the code (scripts/lib/build/page-texts.ts).

-- {name: text}, or for a list {name: [{part: text}]}.
create function private.are_page_texts(texts jsonb)
returns boolean
language plpgsql
immutable
set search_path = ''
as $$
begin
  return jsonb_typeof(texts) = 'object'
    and octet_length(texts::text) <= 200000
    and not exists (
      select from jsonb_each(texts) as entry (name, value)
      where name !~ '^[A-Za-z0-9_]{1,80}$'
        or case jsonb_typeof(value)
          when 'string' then not private.is_text(value #>> '{}', 20000)
            or (name like '%\_picture' and value <> '""' and not private.is_own_picture(value #>> '{}'))
          when 'array' then jsonb_array_length(value) > 60
            or exists (
              select from jsonb_array_elements(value) as item where not private.is_page_text_row(item)
            )
          else true
        end
    )
    and coalesce(jsonb_typeof(texts -> 'services'), 'array') = 'array';
end
$$;

create function private.is_page_text_row(item jsonb)
returns boolean
language plpgsql
immutable
set search_path = ''
as $$
begin
  return jsonb_typeof(item) = 'object'
    and (select count(*) from jsonb_object_keys(item)) <= 20
    and not exists (
      select from jsonb_each(item) as part (name, value)
      where name !~ '^[A-Za-z0-9_]{1,80}$'
        or jsonb_typeof(value) <> 'string'
        or not private.is_text(value #>> '{}', 5000)
        -- Parts that become addresses in the page.
        or (name = 'href' and not private.is_web_address(value #>> '{}'))
        or (name = 'picture' and value <> '""' and not private.is_own_picture(value #>> '{}'))
    );
end
$$;

create table public.page_texts (
  id uuid primary key,
  page text not null,
  locale text not null default 'en',
  texts jsonb not null default '{}',
  version integer not null default 1,
  created_by uuid references auth.users (id) on delete set null,
  updated_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint page_texts_page_format check (page ~ '^[a-z]+(-[a-z]+)*$' and char_length(page) <= 40),
  constraint page_texts_locale_format check (locale ~ '^[a-z]{2}(-[A-Z]{2})?$' and char_length(locale) <= 5),
  constraint page_texts_texts_fit check (private.are_page_texts(texts)),
  constraint page_texts_key unique (page, locale),
  constraint page_texts_times_range check (private.are_times(created_at, updated_at))
);
comment on table public.page_texts is
  'What staff have changed of the texts of a page, by name. Written by save_page_texts only.';
comment on column public.page_texts.version is
  'Rises with every change. A save names the version it started from; another one is a conflict.';
create trigger page_texts_stamp
  before update on public.page_texts
  for each row execute function private.stamp_document();

alter table public.page_texts enable row level security;
create policy "Anyone reads the texts of pages" on public.page_texts
  for select to anon, authenticated using (true);
grant select on public.page_texts to anon, authenticated, service_role;

-- One row for each page of the code; at the end of this file, and after the restore of a backup that lacks some. The id
-- follows from page and locale, so that a backup fits every project.
create function private.add_missing_pages()
returns void
language sql
set search_path = ''
as $$
  insert into public.page_texts (id, page)
  select md5('page_texts/en/' || page)::uuid, page
  from unnest(array[
    'site', 'home', 'about', 'services', 'projects', 'blog', 'contact', 'people', 'offices', 'not-found',
    'privacy', 'terms', 'cookie'
  ]) as page
  on conflict do nothing
$$;

-- What the website can show of each page: the names, required parts and limits of the built-in texts.
create table private.page_text_schemas (
  page text primary key,
  schema jsonb not null,
  constraint page_text_schemas_page_length check (char_length(page) <= 40),
  constraint page_text_schemas_schema_size check (octet_length(schema::text) <= 100000)
);
comment on table private.page_text_schemas is
  'A JSON Schema for the texts of each page. Written by migrations that npm run brand makes.';

-- Opening hours as visitors read them: {day of the week, 0 is Sunday: [opens, closes]} in minutes since midnight; null for
-- a text that has not this form. The same as parseOfficeHours in supabase/functions/_shared/contracts/office-hours.ts; a
-- test compares.
create function private.office_week(hours text)
returns jsonb
language plpgsql
immutable
strict
set search_path = ''
as $$
declare
  names constant text[] := array['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
  week jsonb := '{}';
  part text;
  found text[];
  given text[];
  days integer[];
  opens integer;
  closes integer;
begin
  foreach part in array string_to_array(btrim(hours, E' \n\t'), '; ') loop
    found := regexp_match(
      part,
      '^(1[0-2]|[1-9])(:[0-5][0-9])? ([aApP])[mM] to (1[0-2]|[1-9])(:[0-5][0-9])? ([aApP])[mM], (.+)$'
    );
    if found is null then
      return null;
    end if;
    opens := (found[1]::integer % 12 + case lower(found[3]) when 'p' then 12 else 0 end) * 60
      + coalesce(substr(found[2], 2)::integer, 0);
    closes := (found[4]::integer % 12 + case lower(found[6]) when 'p' then 12 else 0 end) * 60
      + coalesce(substr(found[5], 2)::integer, 0);
    closes := case closes when 0 then 1440 else closes end;
    given := regexp_split_to_array(found[7], case when found[7] like '% to %' then ' to ' else ', | and ' end);
    days := array(
      select array_position(names, name) - 1 from unnest(given) with ordinality as listed (name, place) order by place
    );
    if found[7] like '% to %' then
      if cardinality(days) <> 2 then
        return null;
      end if;
      days := array(
        select (days[1] + later) % 7 from generate_series(0, (days[2] - days[1] + 7) % 7) as later
      );
    end if;
    if closes <= opens or cardinality(days) = 0 or array_position(days, null) is not null
      or cardinality(days) <> (select count(distinct day) from unnest(days) as day)
      or exists (select from unnest(days) as day where week ? day::text)
    then
      return null;
    end if;
    week := week || (
      select jsonb_object_agg(day::text, jsonb_build_array(opens, closes)) from unnest(days) as day
    );
  end loop;
  return nullif(week, '{}');
end
$$;

-- The days on which an office is closed, one per line: '2026-12-24 Winter break'; null for a text that has not this form.
-- The same as closedDaysProblem in supabase/functions/_shared/contracts/office-hours.ts; a test compares.
create function private.closed_days(lines text)
returns date[]
language plpgsql
stable
strict
set search_path = ''
as $$
declare
  line text;
  days date[] := '{}';
begin
  foreach line in array string_to_array(lines, E'\n') loop
    if line !~ '^20\d\d-\d\d-\d\d \S.{0,99}$' or left(line, 10)::date = any (days) then
      return null;
    end if;
    days := days || left(line, 10)::date;
  end loop;
  return days;
exception when data_exception then
  return null;
end
$$;

-- Whether a text has a format of JSON Schema, as far as the schemas name one.
create function private.has_format(value text, format text)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  case format
    when 'line' then
      return private.is_line(value, 20000);
    when 'date' then
      return value ~ '^20\d\d-\d\d-\d\d$' and value::date is not null;
    when 'web-address' then
      return private.is_web_address(value);
    when 'own-picture' then
      return value = '' or private.is_own_picture(value);
    when 'time-zone' then
      -- The form of an IANA name, because Postgres takes others that browsers do not know.
      return value ~ '^([A-Za-z_]+(/[A-Za-z0-9_+-]+)+|UTC|EST|PST|CET)$'
        and now() at time zone value is not null;
    when 'office-hours' then
      return private.office_week(value) is not null;
    when 'closed-days' then
      return private.closed_days(value) is not null;
    else
      return false;
  end case;
exception when data_exception then
  return false;
end
$$;

-- The first place at which a value breaks a JSON Schema, for example 'services.2.title is missing'; null if it keeps
-- to it. The keywords are those of src/features/page-texts/json-schema.ts.
create function private.schema_problem(schema jsonb, value jsonb, place text default null)
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
  kind constant text := jsonb_typeof(value);
  content constant text := value #>> '{}';
  name text;
  item jsonb;
  number bigint;
  problem text;
begin
  if kind <> schema ->> 'type' then
    return concat_ws(' ', place, 'is not of the type', schema ->> 'type');
  end if;
  if kind = 'string' then
    return place || case
      when char_length(content) > (schema ->> 'maxLength')::integer then ' is too long'
      when char_length(content) < (schema ->> 'minLength')::integer then ' is empty'
      when content !~ (schema ->> 'pattern') then ' is empty or has a form that is not allowed'
      when not schema -> 'enum' ? content then ' is not one of those allowed'
      when case when schema ? 'format' then not private.has_format(content, schema ->> 'format') end
        then ' is not valid as ' || (schema ->> 'format')
    end;
  elsif kind = 'array' then
    if jsonb_array_length(value) not between (schema ->> 'minItems')::integer and (schema ->> 'maxItems')::integer then
      return concat_ws(' ', place, 'has too few or too many rows');
    end if;
    if exists (
      select from jsonb_array_elements(value) as listed
      group by listed -> (schema ->> 'uniqueBy') having count(*) > 1 and schema ? 'uniqueBy'
    ) then
      return concat_ws(' ', place, 'has two rows with the same', schema ->> 'uniqueBy');
    end if;
    for item, number in select * from jsonb_array_elements(value) with ordinality loop
      problem := private.schema_problem(schema -> 'items', item, concat_ws('.', place, number));
      if problem is not null then
        return problem;
      end if;
    end loop;
  elsif kind = 'object' then
    for name in select jsonb_array_elements_text(schema -> 'required') loop
      if not value ? name then
        return concat_ws('.', place, name) || ' is missing';
      end if;
    end loop;
    for name, item in select * from jsonb_each(value) loop
      if schema -> 'properties' ? name then
        problem := private.schema_problem(schema #> array['properties', name], item, concat_ws('.', place, name));
      elsif schema -> 'additionalProperties' = 'false' then
        problem := concat_ws('.', place, name) || ' is not a text of this page';
      end if;
      if problem is not null then
        return problem;
      end if;
    end loop;
  end if;
  if schema ? 'anyOf' then
    for item in select * from jsonb_array_elements(schema -> 'anyOf') loop
      problem := private.schema_problem(item, value, place);
      if problem is null then
        return null;
      end if;
    end loop;
  end if;
  return problem;
end
$$;

-- What is stored: {"page", "texts"}.
create function private.page_texts_content(page_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('page', known.page, 'texts', known.texts)
  from public.page_texts as known where known.id = page_id
$$;

-- Here and not as a constraint: a backup of an older version of the website can be restored. The build checks again
-- (scripts/lib/brand/page-text-schemas.ts). Security definer: staff have no write grant.
create function private.write_page_texts(page_id uuid, expected_version integer, content jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  problem text;
begin
  -- A page without a schema has no texts.
  select private.schema_problem(
    coalesce(known.schema, '{"additionalProperties": false}'), content -> 'texts'
  ) into problem
  from public.page_texts as page
  left join private.page_text_schemas as known on known.page = page.page
  where page.id = page_id;
  if problem is not null then
    raise exception '%', problem using errcode = 'check_violation';
  end if;
  -- 0: pages are not created.
  return private.write_document_row(
    'page-texts', page_id, coalesce(expected_version, 0), jsonb_build_object('texts', content -> 'texts'), null
  );
end
$$;
grant execute on function
  private.page_texts_content(uuid),
  private.write_page_texts(uuid, integer, jsonb)
to authenticated;

insert into private.document_kinds (kind, noun, home, part, title_path, content, write)
values (
  'page-texts', 'page', 'public.page_texts', null, '{page}',
  'private.page_texts_content', 'private.write_page_texts'
);

-- Saves the texts of a page (private.save_document).
--
-- texts  all changed texts; those left out get the text of the code again
--
-- Errors: PT409 another save came first, PT404 no such page, PT422 a text violates a limit.
create function public.save_page_texts(
  page_id uuid,
  expected_version integer,
  texts jsonb,
  goes_live boolean default false,
  save_ids uuid[] default '{}'
)
returns public.page_texts
language sql
security invoker
set search_path = ''
as $$
  select jsonb_populate_record(null::public.page_texts, private.save_document(
    'page-texts', page_id, coalesce(expected_version, 0), jsonb_build_object('texts', texts), goes_live, save_ids
  ))
$$;
comment on function public.save_page_texts(uuid, integer, jsonb, boolean, uuid[]) is
  'Saves the texts of a page, refusing stale versions. Staff only.';
grant execute on function public.save_page_texts(uuid, integer, jsonb, boolean, uuid[]) to authenticated;

create constraint trigger page_texts_keep_first_revision
  after insert on public.page_texts
  deferrable initially deferred
  for each row execute function private.keep_revision('page-texts');
create constraint trigger page_texts_keep_revision
  after update on public.page_texts
  deferrable initially deferred
  for each row when (new.version <> old.version)
  execute function private.keep_revision('page-texts');

select private.add_missing_pages();
