-- Working copies: the saved text of a document that differs from what visitors read. A save of a published
-- document writes its working copy; publishing puts it in place. Each save, also of a working copy, is a revision,
-- and versions count all saves of a document.

-- Every text of a content, without tags.
create function private.text_of_content(content jsonb)
returns text
language sql
immutable
set search_path = ''
as $$
  select private.text_of_html(left(string_agg(value #>> '{}', ' '), 400000))
  from jsonb_path_query(content, 'strict $.**') as value
  where jsonb_typeof(value) = 'string'
$$;

create table public.working_copies (
  kind text not null references private.document_kinds (kind),
  document_id uuid primary key,
  base_version integer not null,
  version integer not null,
  content jsonb,
  title text,
  saved_by uuid references auth.users (id) on delete set null,
  saved_at timestamptz not null default now(),
  publish_at timestamptz,
  publish_failure text,
  search tsvector not null generated always as (
    coalesce(private.search_words(private.text_of_content(content)), '')
  ) stored,
  constraint working_copies_content_size check (octet_length(content::text) <= 2500000),
  constraint working_copies_title_length check (char_length(title) <= 160),
  constraint working_copies_times_range check (private.are_times(saved_at, publish_at)),
  constraint working_copies_publish_at_changes check (publish_at is null or content is not null),
  constraint working_copies_publish_failure_length check (char_length(publish_failure) <= 300)
);
create index working_copies_publish_at_idx on public.working_copies (publish_at)
  where publish_at is not null;
create index working_copies_search_idx on public.working_copies using gin (search) with (fastupdate = off);
comment on table public.working_copies is
  'Saved changes of published documents that visitors do not see yet. Written by the save functions only.';
comment on column public.working_copies.document_id is
  'Without a foreign key: the changes of a deleted document are kept for a restore.';
comment on column public.working_copies.base_version is
  'The version that visitors read; after publishing at a time, the saved version that was published.';
comment on column public.working_copies.version is
  'The latest version of the document. A save names it; another one is a conflict.';
comment on column public.working_copies.content is
  'As the snapshot of a revision. Null once they are discarded or published at a time.';
comment on column public.working_copies.title is 'Of the content.';
comment on column public.working_copies.publish_at is
  'When publish_due_changes publishes them: the latest saved ones. Null waits for a member to publish.';
comment on column public.working_copies.publish_failure is
  'Why they were not published at their time; until the next save or the next time.';
comment on column public.working_copies.search is 'Every word of the content, for the search of staff.';

alter table public.working_copies enable row level security;
create policy "Staff read working copies" on public.working_copies
  for select to authenticated using ((select private.is_staff()));
grant select on public.working_copies to authenticated;

-- Writes the working copy and its revision; the document is locked by the caller. Returns the version.
-- content null discards the changes. Security definer: staff have no write grant.
create function private.keep_working_copy(kind text, document_id uuid, content jsonb)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  published constant jsonb := private.document_content(kind, document_id);
  live_version constant integer := private.lock_document(kind, document_id) ->> 'version';
  next_version constant integer := greatest(live_version, private.last_version(document_id)) + 1;
  changes constant jsonb := nullif(content, published);
begin
  if not private.is_staff() then
    raise exception 'Only staff may save' using errcode = '42501';
  end if;
  if content is null then
    perform set_config('documents.save', jsonb_build_object('restored_from', live_version)::text, true);
  end if;
  insert into public.working_copies as known
    (kind, document_id, base_version, version, content, title, saved_by)
  values (
    kind, document_id, live_version, next_version, changes, private.document_title(kind, changes),
    private.caller_id()
  )
  on conflict on constraint working_copies_pkey do update set
    base_version = excluded.base_version,
    version = excluded.version,
    content = excluded.content,
    title = excluded.title,
    saved_by = excluded.saved_by,
    saved_at = now(),
    publish_at = case when excluded.content is not null then known.publish_at end,
    publish_failure = null;
  perform private.add_revision(
    kind, document_id, next_version, coalesce(content, published), private.caller_id(), true
  );
  return next_version;
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
grant execute on function private.keep_working_copy(text, uuid, jsonb), private.drop_working_copy(uuid)
to authenticated;

-- Saves a document with its rows in other tables in one transaction and returns its row, with the version of the save.
--
-- document_id       chosen by the client, so that a create that is sent twice makes one document
-- expected_version  null to create; otherwise the version the editor started from
-- changes           the content, of `part` only the columns to change, of the rest only the keys to change
-- goes_live         false keeps the changes of a document that visitors read in its working copy
-- save_ids          the id of this save, then those of earlier saves of the same form that got no answer: a stored save
--                   is answered again, and one that follows an earlier one of these starts from it
-- restored_from     the earlier version that this save restores; null for a normal save
--
-- Errors: those of write_document, and PT409 for a version that is not the latest saved one.
create function private.save_document(
  kind text,
  document_id uuid,
  expected_version integer,
  changes jsonb,
  goes_live boolean,
  save_ids uuid[] default '{}',
  restored_from integer default null
)
returns jsonb
language plpgsql
security invoker
set search_path = ''
as $$
declare
  known constant private.document_kinds := private.kind_named(kind);
  before jsonb;
  live_version integer;
  latest_version integer;
  copy public.working_copies;
  sent public.document_revisions;
  content jsonb := changes;
  saved jsonb;
begin
  -- The policies refuse as well, but with the same answer as for a document that does not exist.
  if not private.is_staff() then
    raise exception 'Only staff may save a %', known.noun using errcode = '42501';
  end if;
  if jsonb_typeof(case when known.part is null then changes else changes -> known.part end)
    is distinct from 'object'
  then
    raise exception 'fields must be an object' using errcode = 'PT422';
  end if;
  perform public.publish_due_changes();

  before := private.lock_document(kind, document_id);
  if before is not null then
    live_version := before ->> 'version';
    select * into copy from public.working_copies as waiting
    where waiting.document_id = save_document.document_id;
    latest_version := greatest(copy.version, live_version);
    select * into sent from public.document_revisions as revision
    where revision.document_id = save_document.document_id and revision.save_id = any (save_ids)
    order by revision.version desc limit 1;
    if sent.save_id = save_ids[1] then
      return before
        || case when known.part is null then sent.snapshot else sent.snapshot -> known.part end
        || jsonb_build_object('version', sent.version, 'updated_at', sent.saved_at);
    elsif sent.version = latest_version then
      expected_version := latest_version;
    end if;
    if expected_version = latest_version
      -- Discarded changes are no conflict for those who started from what visitors read, nor are published ones for
      -- those who started from them.
      or (copy.content is null and expected_version = live_version)
      or (
        copy.content is null and live_version <= copy.version and expected_version = copy.base_version
      )
    then
      expected_version := live_version;
    elsif expected_version is not null then
      raise exception '%', case when copy.content is not null and expected_version = live_version
        then 'Changes of it wait to be published' else format('This %s has changed since you opened it', known.noun)
      end using errcode = 'PT409';
    end if;
    if copy.content is not null then
      content := copy.content || changes;
      if known.part is not null then
        content := jsonb_set(
          content, array[known.part], (copy.content -> known.part) || (changes -> known.part)
        );
      end if;
    end if;
  end if;

  perform set_config(
    'documents.save', jsonb_build_object('id', save_ids[1], 'restored_from', restored_from)::text, true
  );
  begin
    perform private.drop_working_copy(document_id);
    saved := private.write_document(kind, document_id, expected_version, content);
    if private.is_public(before) and private.is_public(saved) and not goes_live then
      content := private.document_content(kind, document_id);
      raise exception 'Written only to check it and to take the content' using errcode = 'WC000';
    end if;
  exception when sqlstate 'WC000' then
    -- What the block wrote is undone: visitors read what was there before.
    saved := saved || jsonb_build_object(
      'version', private.keep_working_copy(kind, document_id, content)
    );
  end;
  return saved;
end
$$;
grant execute on function
  private.save_document(text, uuid, integer, jsonb, boolean, uuid[], integer)
to authenticated;

-- The changes of a document that wait to be published, with the document locked.
-- Errors: PT409 another save came since, PT404 no changes wait.
create function private.waiting_changes(document_id uuid, expected_version integer)
returns public.working_copies
language plpgsql
security invoker
set search_path = ''
as $$
declare
  copy public.working_copies;
begin
  perform private.lock_document(known.kind, known.document_id)
  from public.working_copies as known where known.document_id = waiting_changes.document_id;
  select * into copy from public.working_copies as known
  where known.document_id = waiting_changes.document_id and known.content is not null;
  if not found then
    raise exception 'No changes wait to be published' using errcode = 'PT404';
  end if;
  if copy.version <> expected_version then
    raise exception 'The changes were saved again since you opened them' using errcode = 'PT409';
  end if;
  return copy;
end
$$;
grant execute on function private.waiting_changes(uuid, integer) to authenticated;

-- Discards the changes that wait to be published; the history keeps them. Returns the new version.
-- Errors: PT409 another save came since, PT404 no changes wait.
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
  copy := private.waiting_changes(document_id, expected_version);
  return private.keep_working_copy(copy.kind, document_id, null);
end
$$;
comment on function public.discard_working_copy(uuid, integer) is
  'Discards the changes of a document that wait to be published. Staff only.';
grant execute on function public.discard_working_copy(uuid, integer) to authenticated;

-- Sets when the changes are published; null waits for a member to publish them. A later save keeps the time.
-- Errors: PT409 another save came since, PT404 no changes wait, PT422 not a time in the future.
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
  copy := private.waiting_changes(document_id, expected_version);
  update public.working_copies as known
  set publish_at = schedule_working_copy.publish_at, publish_failure = null
  where known.document_id = copy.document_id;
end
$$;
comment on function public.schedule_working_copy(uuid, integer, timestamptz) is
  'Sets or clears the time at which changes are published. Staff only.';
grant execute on function public.schedule_working_copy(uuid, integer, timestamptz) to authenticated;

-- Publishes a working copy in the name of who saved it; the document is locked by the caller. The row stays, so
-- that a form which was opened with these changes can go on (save_document).
create function private.publish_working_copy(copy public.working_copies)
returns void
language plpgsql
set search_path = ''
as $$
declare
  -- publish_due_changes may be a part of another save.
  outer_save constant text := coalesce(current_setting('documents.save', true), '');
  saved jsonb;
begin
  perform set_config('documents.save', jsonb_build_object('saved_by', copy.saved_by)::text, true);
  saved := private.write_document(
    copy.kind,
    copy.document_id,
    -- 0: the document is gone.
    coalesce((private.lock_document(copy.kind, copy.document_id) ->> 'version')::integer, 0),
    copy.content
  );
  -- The revision is written now, with this setting.
  set constraints all immediate;
  set constraints all deferred;
  perform set_config('documents.save', outer_save, true);
  update public.working_copies as known
  set base_version = copy.version, version = (saved ->> 'version')::integer, content = null, title = null,
    publish_at = null
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
    if private.lock_document(due.kind, due.document_id, waits => false) is null
      and private.document_content(due.kind, due.document_id) is not null
    then
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
