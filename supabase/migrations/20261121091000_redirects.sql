-- Redirects of old addresses. Staff manage them; visitors ask find_redirect and the build list_redirects, which leave out the notes. The
-- rules are repeated in src/features/redirects/addresses.ts; a test compares.

-- Lower case, no query, no trailing slash. Only characters without a meaning in the redirect files of hosts.
-- Escapes only for a space and beyond ASCII: hosts compare decoded addresses, so `/%61bout` would match
-- `/about`.
create function private.is_redirect_source(path text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select char_length(path) between 2 and 300
    and path ~ '^(/([a-z0-9._~-]|%(20|[89a-f][0-9a-f]))+)+$'
    and path !~ '(^|/)\.{1,2}(/|$)'
    -- Not addresses of the backend, the staff area or the site's files.
    and path !~ '^/(admin|auth|rest|storage|functions|assets|images|scenes|social|\.well-known)(/|$)'
    and path !~ '^/(_headers|_redirects|(feed|build|vercel)\.json|(feed|sitemap(-[0-9]+)?)\.xml)$'
    and path !~ '^/(robots\.txt|site\.webmanifest|favicon\.(ico|svg)|(apple-touch-icon|icon-[0-9]+)\.png)$'
    -- Not the fixed pages of the site, with or without `.html`.
    and path !~ '^/(index|app|404|about|services|projects|blog|contact|privacy|terms|cookie|sign-off)(\.html)?$'
    and path !~ '^/newsletter/(confirm|unsubscribe)(\.html)?$'
$$;

-- A path of this site: no scheme, no host, nothing that browsers could parse as one.
create function private.is_redirect_target(path text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select char_length(path) between 1 and 500
    and path ~ (
      '^(/|(/([A-Za-z0-9._~-]|%(20|[89A-Fa-f][0-9A-Fa-f]))+)+)'
      || '(\?([A-Za-z0-9._~=&+-]|%(?!7[Ff]|[01])[0-9A-Fa-f]{2})*)?'
      || '(#([A-Za-z0-9._~-]|%(?!7[Ff]|[01])[0-9A-Fa-f]{2})*)?$'
    )
    and split_part(split_part(path, '#', 1), '?', 1) !~ '(^|/)\.{1,2}(/|$)'
    and path !~* '^/(admin|auth|rest|storage|functions|assets)([/?#]|$)'
$$;

-- The path of a target, normalised like a source.
create function private.redirect_target_path(target text)
returns text
language sql
immutable
set search_path = ''
as $$
  select lower(split_part(split_part(target, '#', 1), '?', 1))
$$;
grant execute on function
  private.is_redirect_source(text),
  private.is_redirect_target(text),
  private.redirect_target_path(text)
to authenticated, service_role;

create table public.redirects (
  id uuid primary key default gen_random_uuid(),
  from_path text not null,
  to_path text not null,
  note text not null default '',
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint redirects_from_path_key unique (from_path),
  constraint redirects_from_path_fit check (private.is_redirect_source(from_path)),
  constraint redirects_to_path_fit check (private.is_redirect_target(to_path)),
  constraint redirects_note_fit check (private.is_line(note, 300)),
  constraint redirects_times_range check (private.are_times(created_at))
);
comment on table public.redirects is
  'Old addresses and their targets. A target has no redirect itself, unless a document holds its address.';
create index redirects_target_idx on public.redirects (private.redirect_target_path(to_path));
create index redirects_created_at_idx on public.redirects (created_at desc);

-- Whether the path has a page: its redirect is then ignored, because hosts apply redirects before they look
-- for a page. Security definer: one lookup by key for every caller.
create function private.has_page(path text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select case
    when path ~ '^/projects/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      then private.is_published_case_study(substr(path, 11)::uuid)
    when path like '/projects/%' then exists (
      select 1 from public.case_studies as study
      where study.slug = substr(path, 11) and study.public_from <= now()
    )
    when path like '/blog/%' then exists (
      select 1 from public.blog_posts as post
      where post.slug = substr(path, 7) and post.public_from <= now()
    )
    else false
  end
$$;

-- The last address at which visitors found a document, also while it is a draft or deleted.
create table public.public_addresses (
  document_id uuid primary key,
  path text not null,
  constraint public_addresses_path_key unique (path),
  constraint public_addresses_path_length check (char_length(path) <= 200)
);
comment on table public.public_addresses is
  'Last public address per study and post. It belongs to the last document that visitors found there.';
alter table public.public_addresses enable row level security;
create policy "Staff read public addresses" on public.public_addresses
  for select to authenticated using ((select private.is_staff()));
grant select on public.public_addresses to authenticated;

-- Whether a document has this address, had it last, or will have it at its time: a redirect from there is hidden, or will
-- be. It must not take part in replacing targets, or links to this document would lead elsewhere for good.
create function private.is_held_address(address text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select private.has_page(address)
    or exists (select from public.public_addresses as known where known.path = address)
    or exists (
      select from public.case_studies as study
      where address like '/projects/%' and study.slug = substr(address, 11) and study.status = 'published'
    )
    or exists (
      select from public.blog_posts as post
      where address like '/blog/%' and post.slug = substr(address, 7) and post.status = 'published'
    )
$$;

-- Reports an invalid value with its column, because a violated check is a bare 500 on one of our backends.
-- A target that is redirected itself is replaced by its final target, so that visitors are sent on once only.
create function private.check_redirect()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  further text;
begin
  -- When two members redirect two addresses to each other at the same time, only one must succeed.
  perform pg_advisory_xact_lock(hashtext('public.redirects'));
  if tg_op = 'UPDATE' then
    new.id := old.id;
    new.created_by := case when new.created_by is null then null else old.created_by end;
    new.created_at := old.created_at;
  else
    new.created_by := auth.uid();
    new.created_at := now();
  end if;
  if private.is_redirect_source(new.from_path) is not true then
    raise exception 'from_path: not an address that can be sent elsewhere' using errcode = 'PT422';
  end if;
  if private.is_redirect_target(new.to_path) is not true then
    raise exception 'to_path: not an address of this site' using errcode = 'PT422';
  end if;
  if not private.is_line(new.note, 300) then
    raise exception 'note: one line of at most 300 characters' using errcode = 'PT422';
  end if;
  -- Hosts accept about 2,000 rules, and pages need some of them. An upsert of a known address adds none.
  if tg_op = 'INSERT'
    and (select count(*) from public.redirects) >= 1500
    and not exists (select 1 from public.redirects where from_path = new.from_path)
  then
    raise exception 'from_path: 1,500 redirects are stored, and hosts take no more; delete one first'
      using errcode = 'PT422';
  end if;
  select known.to_path into further
  from public.redirects as known
  where known.from_path = private.redirect_target_path(new.to_path) and known.id <> new.id
    and not private.is_held_address(known.from_path);
  new.to_path := coalesce(further, new.to_path);
  if exists (
    with recursive walk (path) as (
      select private.redirect_target_path(new.to_path)
      union
      select private.redirect_target_path(known.to_path)
      from walk join public.redirects as known on known.from_path = walk.path and known.id <> new.id
    )
    select from walk where walk.path = new.from_path
  ) then
    raise exception 'to_path: this would lead in a circle' using errcode = 'PT422';
  end if;
  return new;
end
$$;
create trigger redirects_check
  before insert or update on public.redirects
  for each row execute function private.check_redirect();

-- Updates redirects that lead to the new source. After the insert, so that a refused row changes nothing.
create function private.flatten_redirects()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.redirects as known set to_path = new.to_path
  where private.redirect_target_path(known.to_path) = new.from_path and known.id <> new.id
    and not private.is_held_address(new.from_path);
  return null;
end
$$;
create trigger redirects_flatten
  after insert or update on public.redirects
  for each row execute function private.flatten_redirects();
create trigger audit_deletion after delete on public.redirects
  for each row execute function private.audit_deletion('redirect', 'from_path');

alter table public.redirects enable row level security;
create policy "Staff read every redirect" on public.redirects
  for select to authenticated using ((select private.is_staff()));
create policy "Staff create redirects" on public.redirects
  for insert to authenticated with check ((select private.is_staff()));
create policy "Staff update redirects" on public.redirects
  for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete redirects" on public.redirects
  for delete to authenticated using ((select private.is_staff()));
grant select, insert, update, delete on public.redirects to authenticated;
grant select on public.redirects to service_role;

-- Source and target of the redirects without a page, by source; up to 1,000, which is where the Data API
-- ends a page too.
--
-- after  only the sources after this one, for the next page
create function public.list_redirects(after text default '')
returns table (from_path text, to_path text)
language sql
stable
security definer
set search_path = ''
as $$
  select known.from_path, known.to_path
  from public.redirects as known
  where known.from_path > after
    and not private.has_page(known.from_path)
  order by known.from_path
  limit 1000
$$;
comment on function public.list_redirects(text) is
  'Where addresses without a page lead, for the build.';
grant execute on function public.list_redirects(text) to anon, authenticated;

-- The last public address leads to the new one, even if the document was a draft in between, unless another document
-- has it by now.
create function private.redirect_last_address()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  next_path constant text := tg_argv[0] || new.slug;
  last_paths constant text[] := array(
    select known.path from public.public_addresses as known where known.document_id = new.id
    union
    -- It may have become public by its time, without a save.
    select tg_argv[0] || old.slug where old.public_from <= now()
  );
begin
  delete from public.public_addresses as known
  where known.path = next_path and known.document_id <> new.id;
  insert into public.public_addresses as known (document_id, path) values (new.id, next_path)
  on conflict (document_id) do update set path = excluded.path;
  if next_path = all (last_paths) and last_paths <> '{}' then
    return null;
  end if;
  delete from public.redirects where from_path = next_path;
  insert into public.redirects (from_path, to_path, note)
  select last_path, next_path, 'The page was renamed'
  from unnest(last_paths) as last_path
  where last_path <> next_path and not private.is_held_address(last_path)
  on conflict (from_path) do update set to_path = excluded.to_path, note = excluded.note;
  return null;
end
$$;
create trigger case_studies_redirect_last_address
  after insert or update on public.case_studies
  for each row when (new.public_from <= now())
  execute function private.redirect_last_address('/projects/');
create trigger blog_posts_redirect_last_address
  after insert or update on public.blog_posts
  for each row when (new.public_from <= now())
  execute function private.redirect_last_address('/blog/');

-- An address is free when its document can no longer be restored.
create function private.drop_public_address()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from public.public_addresses as known
  where known.document_id = old.id and private.document_content(old.kind, old.id) is null;
  return null;
end
$$;
create constraint trigger deleted_documents_drop_address
  after delete on public.deleted_documents deferrable initially deferred
  for each row execute function private.drop_public_address();
