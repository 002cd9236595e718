-- Working copies: the saved text of a document that differs from what visitors read. A save of a published
-- document writes its working copy; publishing puts it in place. Each save, also of a working copy, is a revision,
-- and versions count all saves of a document.

create table public.working_copies (
  kind text not null,
  document_id uuid primary key,
  base_version integer not null,
  version integer not null,
  content jsonb,
  title text generated always as (
    coalesce(content #>> '{study,title}', content #>> '{post,title}', content ->> 'page')
  ) stored,
  saved_by uuid references auth.users (id) on delete set null,
  saved_at timestamptz not null default now(),
  publish_at timestamptz,
  publish_failure text,
  constraint working_copies_kind_known check (kind in ('case-study', 'post', 'page-texts')),
  constraint working_copies_content_size check (octet_length(content::text) <= 2000000),
  constraint working_copies_times_range check (private.are_times(saved_at, publish_at)),
  constraint working_copies_publish_at_changes check (publish_at is null or content is not null),
  constraint working_copies_publish_failure_length check (char_length(publish_failure) <= 300)
);
create index working_copies_publish_at_idx on public.working_copies (publish_at)
  where publish_at is not null;
comment on table public.working_copies is
  'Saved changes of published documents that visitors do not see yet. Written by the save functions only.';
comment on column public.working_copies.document_id is
  'Without a foreign key: the changes of a deleted document are kept for a restore.';
comment on column public.working_copies.base_version is
  'The version that visitors read; after publishing at a time, the saved version that was published.';
comment on column public.working_copies.version is
  'The latest version of the document. A save names it; another one is a conflict.';
comment on column public.working_copies.content is
  'As the snapshot of a revision, with content_html. Null once they are discarded or published at a time.';
comment on column public.working_copies.publish_at is
  'When publish_due_changes publishes them: the latest saved ones. Null waits for a member to publish.';
comment on column public.working_copies.publish_failure is
  'Why they were not published at their time; until the next save or the next time.';

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
    (select version from public.page_texts as page where page.id = document_id),
    (select version from public.working_copies as copy where copy.document_id = last_version.document_id),
    (select max(version) from public.case_study_revisions as kept where kept.case_study_id = document_id),
    (select max(version) from public.blog_post_revisions as kept where kept.post_id = document_id),
    (select max(version) from public.page_texts_revisions as kept where kept.page_id = document_id)
  );
end
$$;
grant execute on function private.last_version(uuid) to authenticated, service_role;

-- The version of the stored document; null if there is none.
create function private.live_version(document_id uuid)
returns integer
language plpgsql
stable
set search_path = ''
as $$
begin
  return coalesce(
    (select version from public.case_studies as study where study.id = document_id),
    (select version from public.blog_posts as post where post.id = document_id),
    (select version from public.page_texts as page where page.id = document_id)
  );
end
$$;

-- Locks the stored document until the end of the transaction.
create function private.lock_document(document_id uuid)
returns void
language plpgsql
set search_path = ''
as $$
begin
  perform from public.case_studies as study where study.id = document_id for update;
  perform from public.blog_posts as post where post.id = document_id for update;
  perform private.lock_page_texts(document_id);
end
$$;

-- Security definer: staff have no write grant, which locking needs.
create function private.lock_page_texts(page_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform from public.page_texts as page where page.id = page_id for update;
end
$$;
grant execute on function private.lock_document(uuid), private.lock_page_texts(uuid) to authenticated;

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
  elsif kind = 'page-texts' then
    return (
      select private.page_texts_content(known) from public.page_texts as known where known.id = document_id
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
  live_version constant integer := private.live_version(document_id);
begin
  if not private.is_staff() then
    raise exception 'Only staff may save' using errcode = '42501';
  end if;
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
    saved_at = now(),
    publish_at = case when excluded.content is not null then known.publish_at end,
    publish_failure = null;
  if kind = 'case-study' then
    insert into public.case_study_revisions
      (case_study_id, version, snapshot, saved_by, saved_by_email, restored_from, is_working_copy)
    values (
      document_id, next_version, coalesce(content, published), author, author_email, restored_from, true
    );
  elsif kind = 'page-texts' then
    insert into public.page_texts_revisions
      (page_id, version, snapshot, saved_by, saved_by_email, restored_from, is_working_copy)
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
    -- Discarded changes are no conflict for those who started from what visitors read, nor are published ones for
    -- those who started from them.
    or (copy.content is null and expected_version = live_version)
    or (
      copy.content is null and live_version <= copy.version and expected_version = copy.base_version
    )
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
  perform private.lock_document(document_id);
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

-- Sets when the changes are published; null waits for a member to publish them. A later save keeps the time.
-- Errors: PT409 saved since by someone else, PT404 no changes wait, PT422 not a time in the future.
-- Security definer: staff have no write grant.
create function public.schedule_working_copy(
  document_id uuid,
  expected_version integer,
  publish_at timestamptz
)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  copy public.working_copies;
begin
  if not private.is_staff() then
    raise exception 'Only staff may choose when changes are published' using errcode = '42501';
  end if;
  if publish_at <= now() or not private.are_times(publish_at) then
    raise exception 'Choose a time in the future' using errcode = 'PT422';
  end if;
  perform private.lock_document(document_id);
  select * into copy from public.working_copies as known
  where known.document_id = schedule_working_copy.document_id and known.content is not null;
  if not found then
    raise exception 'No changes wait to be published' using errcode = 'PT404';
  end if;
  if copy.version <> expected_version then
    raise exception 'The changes were saved again since you opened them' using errcode = 'PT409';
  end if;
  update public.working_copies as known
  set publish_at = schedule_working_copy.publish_at, publish_failure = null
  where known.document_id = copy.document_id;
end
$$;
comment on function public.schedule_working_copy(uuid, integer, timestamptz) is
  'Sets or clears the time at which changes are published. Staff only.';
grant execute on function public.schedule_working_copy(uuid, integer, timestamptz) to authenticated;

-- Publishes a working copy in the name of who saved it; the document is locked by the caller. The row stays, so
-- that a form which was opened with these changes can go on (working_copy_to_save).
create function private.publish_working_copy(copy public.working_copies)
returns void
language plpgsql
set search_path = ''
as $$
declare
  restored_from constant text := coalesce(current_setting('documents.restored_from', true), '');
  content constant jsonb := copy.content;
  live_version integer;
begin
  perform
    set_config('documents.restored_from', '', true),
    set_config('documents.saved_by', coalesce(copy.saved_by::text, 'deleted account'), true);
  -- 0: the document is gone.
  live_version := coalesce(private.live_version(copy.document_id), 0);
  if copy.kind = 'case-study' then
    select version into live_version from private.write_case_study(
      copy.document_id, live_version, content -> 'study', content -> 'metrics', content -> 'gallery'
    );
  elsif copy.kind = 'page-texts' then
    select version into live_version from private.write_page_texts(
      copy.document_id, live_version, content -> 'texts'
    );
  else
    select version into live_version from private.write_blog_post(
      copy.document_id,
      live_version,
      content -> 'post',
      array(select jsonb_array_elements_text(content -> 'tags')),
      coalesce(content ->> 'category', ''),
      coalesce(content ->> 'author', '')
    );
  end if;
  -- The revision is written now, with these settings.
  set constraints all immediate;
  set constraints all deferred;
  perform
    set_config('documents.restored_from', restored_from, true),
    set_config('documents.saved_by', '', true);
  update public.working_copies as known
  set base_version = copy.version, version = live_version, content = null, publish_at = null
  where known.document_id = copy.document_id;
end
$$;

-- Publishes the changes whose time has come and returns how many. Every caller may do it, because staff have decided
-- what and when: pg_cron, the build, the staff area and each save. Changes that are refused are not tried again: the
-- published text stays as it is, and publish_failure says why.
create function public.publish_due_changes()
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  due record;
  copy public.working_copies;
  published integer := 0;
  reason text;
begin
  for due in
    select known.document_id, known.kind from public.working_copies as known
    where known.publish_at <= now()
    order by known.publish_at
  loop
    -- The document before its working copy, like a save. If it is locked, another caller or a save is at it.
    if due.kind = 'case-study' then
      perform from public.case_studies as study
      where study.id = due.document_id for update skip locked;
    elsif due.kind = 'page-texts' then
      perform from public.page_texts as page
      where page.id = due.document_id for update skip locked;
    else
      perform from public.blog_posts as post
      where post.id = due.document_id for update skip locked;
    end if;
    if not found and private.live_version(due.document_id) is not null then
      continue;
    end if;
    select * into copy from public.working_copies as known
    where known.document_id = due.document_id and known.publish_at <= now();
    continue when not found;
    begin
      perform private.publish_working_copy(copy);
      published := published + 1;
    exception
      when deadlock_detected or serialization_failure or lock_not_available then
        -- The next caller tries again.
        null;
      when others then
        get stacked diagnostics reason = message_text;
        update public.working_copies as known
        set publish_at = null,
          publish_failure = case
            when reason like '%\_slug\_key"' then 'Another page has its address by now'
            when reason like '%not found%' then 'It was deleted at that time'
            else left(reason, 300)
          end
        where known.document_id = due.document_id;
    end;
  end loop;
  return published;
end
$$;
comment on function public.publish_due_changes() is
  'Publishes the changes whose time has come, and returns how many.';
grant execute on function public.publish_due_changes() to anon, authenticated, service_role;

-- Whether pg_cron calls publish_due_changes every minute: then changes are published within a minute.
create function public.has_publishing_schedule(copy public.working_copies)
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  answer boolean := false;
begin
  if to_regclass('cron.job') is not null then
    execute $query$
      select exists (select from cron.job where jobname = 'publish-due-changes' and active)
    $query$ into answer;
  end if;
  return answer;
end
$$;
comment on function public.has_publishing_schedule(public.working_copies) is
  'Computed column: whether changes are published within a minute of their time.';
grant execute on function public.has_publishing_schedule(public.working_copies) to authenticated;
