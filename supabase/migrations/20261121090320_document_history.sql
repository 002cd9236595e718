-- The history of documents and the deleted ones, for all kinds: the state after every save, the newest 200 of each
-- document, and the documents that staff deleted in the last 30 days.

create table public.document_revisions (
  kind text not null references private.document_kinds (kind),
  -- Without a foreign key: the history of a deleted document is kept for a restore.
  document_id uuid not null,
  version integer not null,
  snapshot jsonb not null,
  save_id uuid,
  saved_by uuid references auth.users (id) on delete set null,
  saved_by_email text,
  saved_at timestamptz not null default now(),
  restored_from integer,
  is_working_copy boolean not null default false,
  primary key (document_id, version),
  constraint document_revisions_save_id_key unique (save_id),
  constraint document_revisions_saved_by_email_length check (char_length(saved_by_email) <= 254),
  constraint document_revisions_times_range check (private.are_times(saved_at))
);
comment on table public.document_revisions is
  'Saved versions of documents. Written by a trigger and with working copies only.';
comment on column public.document_revisions.snapshot is 'The content of the document, as document_kinds says.';
comment on column public.document_revisions.save_id is
  'Made by the form for each save: the same save that is sent again is stored once.';
comment on column public.document_revisions.restored_from is
  'The version this one repeats; null for a normal save.';
comment on column public.document_revisions.is_working_copy is 'Visitors did not see this version.';

alter table public.document_revisions enable row level security;
create policy "Staff read revisions" on public.document_revisions
  for select to authenticated using ((select private.is_staff()));
grant select on public.document_revisions to authenticated;

-- Security definer: staff have no write grant.
create function private.add_revision(
  kind text,
  document_id uuid,
  version integer,
  snapshot jsonb,
  saved_by uuid,
  is_working_copy boolean
)
returns void
language sql
security definer
set search_path = ''
as $$
  insert into public.document_revisions (
    kind, document_id, version, snapshot, save_id, saved_by, saved_by_email, restored_from, is_working_copy
  )
  values (
    add_revision.kind, add_revision.document_id, add_revision.version, add_revision.snapshot,
    (private.current_save() ->> 'id')::uuid,
    add_revision.saved_by, (select email from auth.users as account where account.id = add_revision.saved_by),
    (private.current_save() ->> 'restored_from')::integer, add_revision.is_working_copy
  )
  -- A page that a backup lacks is added again, maybe beside its history.
  on conflict on constraint document_revisions_pkey do nothing;
  delete from public.document_revisions as kept
  where kept.document_id = add_revision.document_id and kept.version <= add_revision.version - 200;
$$;

-- The argument is the kind. Deferred to the end of the transaction, when the rows of the save are written too.
create function private.keep_revision()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  content constant jsonb := private.document_content(tg_argv[0], new.id);
begin
  -- Null: deleted in the same transaction.
  if content is not null then
    perform private.add_revision(tg_argv[0], new.id, new.version, content, new.updated_by, false);
  end if;
  return null;
end
$$;

-- The highest version a document ever had. Security definer: versions of deleted documents count.
create function private.last_version(document_id uuid)
returns integer
language sql
stable
security definer
set search_path = ''
as $$
  select max(kept.version) from public.document_revisions as kept
  where kept.document_id = last_version.document_id
$$;
grant execute on function private.last_version(uuid) to authenticated, service_role;

create table public.deleted_documents (
  id uuid primary key,
  kind text not null references private.document_kinds (kind),
  title text not null,
  snapshot jsonb not null,
  deleted_by uuid references auth.users (id) on delete set null,
  deleted_at timestamptz not null default now(),
  constraint deleted_documents_title_length check (char_length(title) <= 160),
  constraint deleted_documents_times_range check (private.are_times(deleted_at))
);
comment on table public.deleted_documents is
  'Deleted documents, which staff can restore for 30 days. Written by a trigger only.';
comment on column public.deleted_documents.id is 'The id the document had, and has again after a restore.';
comment on column public.deleted_documents.snapshot is
  'Its content, and as "stamp" the columns of its row that are no content.';
create index deleted_documents_kind_deleted_at_idx on public.deleted_documents (kind, deleted_at desc);

alter table public.deleted_documents enable row level security;
create policy "Staff read deleted documents" on public.deleted_documents
  for select to authenticated
  using ((select private.is_staff()) and deleted_at > now() - interval '30 days');
grant select on public.deleted_documents to authenticated;

-- The argument is the kind.
create function private.keep_deleted_document()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  content constant jsonb := private.document_content(tg_argv[0], old.id);
begin
  delete from public.deleted_documents where deleted_at < now() - interval '30 days';
  insert into public.deleted_documents (id, kind, title, snapshot, deleted_by)
  values (
    old.id,
    tg_argv[0],
    private.document_title(tg_argv[0], content),
    content || jsonb_build_object('stamp', (
      select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(old))
      where key in ('version', 'created_at', 'created_by', 'place', 'is_featured')
    )),
    auth.uid()
  );
  return old;
end
$$;

-- A create that is sent again after the document was deleted must not begin it anew: its history would be lost, and
-- the deleted one could not be restored. Security definer: also what is deleted for longer than staff can see.
create function private.refuse_deleted(document_id uuid)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  noun text;
begin
  select known.noun into noun from public.deleted_documents as deleted
  join private.document_kinds as known on known.kind = deleted.kind
  where deleted.id = document_id;
  if found then
    raise exception 'This % was deleted', noun using errcode = 'PT404';
  end if;
end
$$;
grant execute on function private.refuse_deleted(uuid) to authenticated;

-- Deletes the history when a deleted document can no longer be restored.
create function private.drop_history()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if private.document_content(old.kind, old.id) is null then
    delete from public.document_revisions as kept where kept.document_id = old.id;
    delete from public.working_copies as copy where copy.document_id = old.id;
  end if;
  return null;
end
$$;
create constraint trigger deleted_documents_drop_history
  after delete on public.deleted_documents
  deferrable initially deferred
  for each row execute function private.drop_history();

-- Restores a deleted document with the next version number, so that an open form gets a conflict instead of
-- overwriting it. If another document has its address by now, it gets a new one; if visitors may not read it, it is a
-- draft.
-- Security definer: staff have no write grant on the snapshots.
create function public.restore_deleted_document(document_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  deleted public.deleted_documents;
  known private.document_kinds;
  content jsonb;
  is_taken boolean;
begin
  if not private.is_staff() then
    raise exception 'Only staff may restore what was deleted' using errcode = '42501';
  end if;
  delete from public.deleted_documents as kept
  where kept.id = document_id and kept.deleted_at > now() - interval '30 days'
  returning * into deleted;
  if not found then
    raise exception 'Nothing with that ID was deleted' using errcode = 'PT404';
  end if;
  known := private.kind_named(deleted.kind);
  content := jsonb_set(deleted.snapshot, '{stamp}', (deleted.snapshot -> 'stamp') || jsonb_build_object(
    'version', greatest(private.last_version(document_id), (deleted.snapshot #>> '{stamp,version}')::integer) + 1,
    -- The account may have been deleted.
    'created_by', (
      select account.id from auth.users as account
      where account.id = (deleted.snapshot #>> '{stamp,created_by}')::uuid
    ),
    'updated_by', auth.uid()
  ));
  if content #> array[known.part, 'slug'] is not null then
    execute format('select exists (select from %s where slug = $1)', known.home)
      into is_taken using content #>> array[known.part, 'slug'];
  end if;
  if is_taken then
    content := jsonb_set(content, array[known.part, 'slug'], 'null');
  end if;
  begin
    perform private.write_document(deleted.kind, document_id, null, content);
    -- Now, to know whether it may be public.
    set constraints all immediate;
  exception when sqlstate 'PT409' then
    -- As a draft: a client has to approve its words. Any other conflict is raised again.
    perform private.write_document(
      deleted.kind, document_id, null, jsonb_set(content, array[known.part, 'status'], '"draft"')
    );
  end;
  set constraints all deferred;
end
$$;
comment on function public.restore_deleted_document(uuid) is
  'Restores a deleted document with its rows in other tables. Staff only.';
grant execute on function public.restore_deleted_document(uuid) to authenticated;

-- Security definer: staff have no write grant on the snapshots.
create function public.purge_deleted_document(document_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  deleted public.deleted_documents;
begin
  if not private.is_staff() then
    raise exception 'Only staff may delete for good' using errcode = '42501';
  end if;
  delete from public.deleted_documents as kept where kept.id = document_id returning * into deleted;
  if not found then
    raise exception 'Nothing with that ID was deleted' using errcode = 'PT404';
  end if;
  perform private.record_audit_event(
    (private.kind_named(deleted.kind)).noun || ' deleted for good', deleted.title
  );
end
$$;
comment on function public.purge_deleted_document(uuid) is
  'Deletes a deleted document and its history for good. Staff only.';
grant execute on function public.purge_deleted_document(uuid) to authenticated;

-- Saves the words and pictures of an old version as a new one, refusing stale versions. Address, status and time stay
-- as they are: a restore must not take a page offline. Returns the new version.
create function public.restore_document_version(
  document_id uuid,
  from_version integer,
  expected_version integer
)
returns integer
language plpgsql
security invoker
set search_path = ''
as $$
declare
  kept public.document_revisions;
  part text;
begin
  select * into kept from public.document_revisions as revision
  where revision.document_id = restore_document_version.document_id and revision.version = from_version;
  if not found then
    raise exception 'That version is no longer kept' using errcode = 'PT404';
  end if;
  part := (private.kind_named(kept.kind)).part;
  return private.save_document(
    kept.kind,
    document_id,
    -- Null would create a new document.
    coalesce(expected_version, 0),
    case when part is null then kept.snapshot
      else jsonb_set(
        kept.snapshot, array[part], (kept.snapshot -> part) - array['slug', 'status', 'published_at']
      )
    end,
    goes_live => false,
    restored_from => from_version
  ) ->> 'version';
end
$$;
comment on function public.restore_document_version(uuid, integer, integer) is
  'Saves an old version of a document as a new one, refusing stale versions. Staff only.';
grant execute on function public.restore_document_version(uuid, integer, integer) to authenticated;
