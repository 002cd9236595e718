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

-- What a working copy and a revision hold.
create function private.page_texts_content(known public.page_texts)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select jsonb_build_object('page', known.page, 'texts', known.texts)
$$;
grant execute on function private.page_texts_content(public.page_texts) to authenticated;

-- Writes the texts. The arguments and errors are those of save_page_texts.
create function private.write_page_texts(page_id uuid, expected_version integer, texts jsonb)
returns public.page_texts
language plpgsql
set search_path = ''
as $$
declare
  saved public.page_texts;
  reason text;
begin
  select * into saved from public.page_texts as known where known.id = page_id for update;
  if not found then
    raise exception 'Page not found' using errcode = 'PT404';
  end if;
  if saved.version is distinct from expected_version then
    raise exception 'This page has changed since you opened it' using errcode = 'PT409';
  end if;
  update public.page_texts as known
  set texts = write_page_texts.texts, updated_by = private.caller_id()
  where known.id = page_id
  returning * into saved;
  return saved;
exception when integrity_constraint_violation or data_exception then
  get stacked diagnostics reason = message_text;
  raise exception '%', reason using errcode = 'PT422';
end
$$;

-- Saves the texts of a page.
--
-- expected_version  the version the editor started from
-- texts             all changed texts; those left out get the text of the code again
-- restored_from     the earlier version that this save restores; null for a normal save
-- goes_live         false keeps the texts in the working copy of the page
--
-- Errors: PT409 another save came first, PT404 no such page, PT422 a text violates a limit.
-- Security definer: staff have no write grant.
create function public.save_page_texts(
  page_id uuid,
  expected_version integer,
  texts jsonb,
  restored_from integer default null,
  goes_live boolean default false
)
returns public.page_texts
language plpgsql
security definer
set search_path = ''
as $$
declare
  live_version integer;
  copy public.working_copies;
  saved public.page_texts;
begin
  if not private.is_staff() then
    raise exception 'Only staff may save the texts of a page' using errcode = '42501';
  end if;
  if restored_from >= expected_version then
    raise exception 'restored_from must be an earlier version' using errcode = 'PT422';
  end if;
  perform set_config('documents.restored_from', coalesce(restored_from::text, ''), true);
  perform public.publish_due_changes();
  select version into live_version from public.page_texts as known where known.id = page_id for update;
  copy := private.working_copy_to_save(page_id, live_version, expected_version);
  if copy.document_id is not null then
    expected_version := live_version;
  end if;
  begin
    perform private.drop_working_copy(page_id);
    saved := private.write_page_texts(page_id, expected_version, texts);
    if not goes_live then
      raise exception 'Written only to check it' using errcode = 'WC000';
    end if;
  exception when sqlstate 'WC000' then
    -- What the block wrote is undone: visitors read what was there before.
    saved.version := private.keep_working_copy(
      'page-texts', page_id, private.page_texts_content(saved)
    );
  end;
  return saved;
end
$$;
comment on function public.save_page_texts(uuid, integer, jsonb, integer, boolean) is
  'Saves the texts of a page, refusing stale versions. Staff only.';
grant execute on function public.save_page_texts(uuid, integer, jsonb, integer, boolean) to authenticated;

-- Revisions: the texts after every save of a page, the newest 200 of each page.
create table public.page_texts_revisions (
  id uuid primary key default gen_random_uuid(),
  page_id uuid not null references public.page_texts (id) on delete cascade,
  version integer not null,
  snapshot jsonb not null,
  saved_by uuid references auth.users (id) on delete set null,
  saved_by_email text,
  saved_at timestamptz not null default now(),
  restored_from integer,
  is_working_copy boolean not null default false,
  constraint page_texts_revisions_version_key unique (page_id, version),
  constraint page_texts_revisions_snapshot_size check (octet_length(snapshot::text) <= 250000),
  constraint page_texts_revisions_saved_by_email_length check (char_length(saved_by_email) <= 254),
  constraint page_texts_revisions_times_range check (private.are_times(saved_at))
);
comment on table public.page_texts_revisions is
  'Saved versions of the texts of pages: {"page", "texts"}. Written by a trigger and with working copies only.';
comment on column public.page_texts_revisions.restored_from is
  'The version this one repeats; null for a normal save.';
comment on column public.page_texts_revisions.is_working_copy is 'Visitors did not see this version.';

alter table public.page_texts_revisions enable row level security;
create policy "Staff read revisions of the texts of pages" on public.page_texts_revisions
  for select to authenticated using ((select private.is_staff()));
grant select on public.page_texts_revisions to authenticated;

create function private.keep_page_texts_revision()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.page_texts_revisions (
    page_id, version, snapshot, saved_by, saved_by_email, restored_from
  )
  values (
    new.id,
    new.version,
    private.page_texts_content(new),
    new.updated_by,
    (select email from auth.users where id = new.updated_by),
    nullif(current_setting('documents.restored_from', true), '')::integer
  )
  on conflict (page_id, version) do nothing;
  delete from public.page_texts_revisions as revision
  where revision.page_id = new.id and revision.version <= new.version - 200;
  return null;
end
$$;
create constraint trigger page_texts_keep_revision
  after insert or update on public.page_texts
  deferrable initially deferred
  for each row execute function private.keep_page_texts_revision();

select private.add_missing_pages();
