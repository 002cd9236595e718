-- The texts of the site's pages, with the history of each. A name that is missing here has the text of the code
-- (src/content/text-sources.ts), so that an empty object is the site as it was built. Visitors get the texts with the
-- pages: the build writes them into the code (scripts/lib/page-texts.ts).

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
            or exists (
              select from jsonb_array_elements(value) as item
              where item ? 'id' group by item -> 'id' having count(*) > 1
            )
          else true
        end
    )
    and coalesce(jsonb_typeof(texts -> 'services'), 'array') = 'array'
    -- The form has this one in addition (contracts/enquiry-fields.ts).
    and not coalesce(texts -> 'services' @> '[{"id": "other"}]', false);
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

-- Security definer: staff have no write grant.
create function private.write_page_texts(page_id uuid, expected_version integer, content jsonb)
returns jsonb
language sql
security definer
set search_path = ''
as $$
  -- 0: pages are not created.
  select private.write_document_row(
    'page-texts', page_id, coalesce(expected_version, 0), jsonb_build_object('texts', content -> 'texts'), null
  )
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
