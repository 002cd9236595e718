-- Working copies: the saved text of a document that differs from what visitors read. A save of a published
-- document writes its working copy; publishing puts it in place. Each save, also of a working copy, is a revision,
-- and versions count all saves of a document.

create table public.working_copies (
  kind text not null,
  document_id uuid primary key,
  base_version integer not null,
  version integer not null,
  content jsonb,
  title text generated always as (coalesce(content #>> '{study,title}', content #>> '{post,title}')) stored,
  saved_by uuid references auth.users (id) on delete set null,
  saved_at timestamptz not null default now(),
  constraint working_copies_kind_known check (kind in ('case-study', 'post')),
  constraint working_copies_content_size check (octet_length(content::text) <= 2000000),
  constraint working_copies_times_range check (private.are_times(saved_at))
);
comment on table public.working_copies is
  'Saved changes of published documents that visitors do not see yet. Written by the save functions only.';
comment on column public.working_copies.document_id is
  'Without a foreign key: the changes of a deleted document are kept for a restore.';
comment on column public.working_copies.base_version is 'The version that visitors read.';
comment on column public.working_copies.version is
  'The latest version of the document. A save names it; another one is a conflict.';
comment on column public.working_copies.content is
  'Shaped like the snapshot of a revision, with content_html. Null after the changes were discarded.';

alter table public.working_copies enable row level security;
create policy "Staff read working copies" on public.working_copies
  for select to authenticated using ((select private.is_staff()));
grant select on public.working_copies to authenticated;

-- The highest version a document ever had. Security definer: versions of deleted documents count.
create function private.last_version(document_id uuid)
returns integer
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return greatest(
    (select version from public.case_studies as study where study.id = document_id),
    (select version from public.blog_posts as post where post.id = document_id),
    (select version from public.working_copies as copy where copy.document_id = last_version.document_id),
    (select max(version) from public.case_study_revisions as kept where kept.case_study_id = document_id),
    (select max(version) from public.blog_post_revisions as kept where kept.post_id = document_id)
  );
end
$$;
grant execute on function private.last_version(uuid) to authenticated, service_role;

-- What visitors read, shaped like `content`.
create function private.published_content(kind text, document_id uuid)
returns jsonb
language plpgsql
stable
security invoker
set search_path = ''
as $$
begin
  if kind = 'case-study' then
    return (
      select private.case_study_snapshot(study)
      from public.case_studies as study where study.id = document_id
    );
  end if;
  return (
    select private.blog_post_content(post) from public.blog_posts as post where post.id = document_id
  );
end
$$;

-- Writes the working copy and its revision; the document is locked by the caller. Returns the version.
-- content null discards the changes. Security definer: staff have no write grant.
create function private.keep_working_copy(kind text, document_id uuid, content jsonb)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  published constant jsonb := private.published_content(kind, document_id);
  next_version constant integer := private.last_version(document_id) + 1;
  author constant uuid := private.caller_id();
  author_email constant text := (select email from auth.users as account where account.id = author);
  restored_from integer := nullif(current_setting('documents.restored_from', true), '')::integer;
  live_version integer;
begin
  if not private.is_staff() then
    raise exception 'Only staff may save' using errcode = '42501';
  end if;
  live_version := coalesce(
    (select version from public.case_studies as study where study.id = document_id),
    (select version from public.blog_posts as post where post.id = document_id)
  );
  if content is null then
    restored_from := live_version;
  end if;
  insert into public.working_copies as known
    (kind, document_id, base_version, version, content, saved_by)
  values (kind, document_id, live_version, next_version, nullif(content, published), author)
  on conflict on constraint working_copies_pkey do update set
    base_version = excluded.base_version,
    version = excluded.version,
    content = excluded.content,
    saved_by = excluded.saved_by,
    saved_at = now();
  if kind = 'case-study' then
    insert into public.case_study_revisions
      (case_study_id, version, snapshot, saved_by, saved_by_email, restored_from, is_working_copy)
    values (
      document_id, next_version, coalesce(content, published), author, author_email, restored_from, true
    );
  else
    insert into public.blog_post_revisions
      (post_id, version, snapshot, saved_by, saved_by_email, restored_from, is_working_copy)
    values (
      document_id, next_version, coalesce(content, published) #- '{post,content_html}',
      author, author_email, restored_from, true
    );
  end if;
  return next_version;
end
$$;

-- The working copy that a save with this version continues; all null if there is none. Raises PT409 if another save
-- came first. live_version null: the document does not exist.
create function private.working_copy_to_save(
  document_id uuid,
  live_version integer,
  expected_version integer
)
returns public.working_copies
language plpgsql
stable
security invoker
set search_path = ''
as $$
declare
  copy public.working_copies;
begin
  if live_version is null or expected_version is null then
    return null;
  end if;
  select * into copy from public.working_copies as known
  where known.document_id = working_copy_to_save.document_id;
  if not found then
    return null;
  end if;
  if expected_version = greatest(copy.version, live_version)
    -- Discarded changes are no conflict for those who started from what visitors read.
    or (copy.content is null and expected_version = live_version)
  then
    return copy;
  end if;
  raise exception '%', case when expected_version = live_version
    then 'Changes of it wait to be published' else 'It has changed since you opened it' end
    using errcode = 'PT409';
end
$$;

-- Security definer: staff have no write grant.
create function private.drop_working_copy(document_id uuid)
returns void
language sql
security definer
set search_path = ''
as $$
  delete from public.working_copies as copy
  where copy.document_id = drop_working_copy.document_id and private.is_staff()
$$;
grant execute on function
  private.working_copy_to_save(uuid, integer, integer),
  private.keep_working_copy(text, uuid, jsonb),
  private.drop_working_copy(uuid)
to authenticated;

-- Discards the changes that wait to be published; the history keeps them. Returns the new version.
-- Errors: PT409 saved since by someone else, PT404 no changes wait.
create function public.discard_working_copy(document_id uuid, expected_version integer)
returns integer
language plpgsql
security invoker
set search_path = ''
as $$
declare
  copy public.working_copies;
begin
  if not private.is_staff() then
    raise exception 'Only staff may discard changes' using errcode = '42501';
  end if;
  perform from public.case_studies as study where study.id = document_id for update;
  perform from public.blog_posts as post where post.id = document_id for update;
  select * into copy from public.working_copies as known
  where known.document_id = discard_working_copy.document_id and known.content is not null;
  if not found then
    raise exception 'No changes wait to be published' using errcode = 'PT404';
  end if;
  if copy.version <> expected_version then
    raise exception 'The changes were saved again since you opened them' using errcode = 'PT409';
  end if;
  return private.keep_working_copy(copy.kind, document_id, null);
end
$$;
comment on function public.discard_working_copy(uuid, integer) is
  'Discards the changes of a document that wait to be published. Staff only.';
grant execute on function public.discard_working_copy(uuid, integer) to authenticated;
