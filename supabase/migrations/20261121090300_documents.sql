-- What all documents share: their addresses, which kinds there are, how they are read and written, and the stamp of a
-- row.

-- The last part of a page's address. Repeated in supabase/functions/_shared/contracts/slug.ts; a test compares.
create function private.is_slug(slug text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select char_length(slug) <= 80
    and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'
    -- Pages are found by id or by slug: a slug must not have the form of an id.
    and slug !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    -- Prerendered files with these names would replace a list or the page for unknown addresses; the lists of
    -- services are in /projects/services.
    and slug not in ('index', '404', 'services')
$$;
grant execute on function private.is_slug(text) to authenticated, service_role;

-- A slug from a title, like slugFromTitle in src/lib/words; '' without a letter of the alphabets that private.spell
-- knows and without a digit.
create function private.slug_from(title text)
returns text
language sql
immutable
set search_path = ''
as $$
  select trim(both '-' from left(
    regexp_replace(
      regexp_replace(private.to_latin(title), '[''’`]', '', 'g'),
      '[^a-z0-9]+', '-', 'g'
    ),
    80
  ))
$$;
grant execute on function private.slug_from(text) to authenticated, service_role;

-- The address from the title where none is given; with the start of the id if it is taken. The argument is the address
-- of a title from which none can be made.
create function private.fill_slug()
returns trigger
language plpgsql
security invoker
set search_path = ''
as $$
declare
  is_taken boolean;
begin
  if new.slug is null then
    new.slug := coalesce(nullif(private.slug_from(new.title), ''), tg_argv[0]);
    execute format('select exists (select from %s where slug = $1 and id <> $2)', tg_relid::regclass)
      into is_taken using new.slug, new.id;
    if is_taken or not private.is_slug(new.slug) then
      new.slug := rtrim(left(new.slug, 71), '-') || '-' || left(new.id::text, 8);
    end if;
  end if;
  return new;
end
$$;

-- The kinds of documents. All that follows takes the kind: a new one is its table, two functions and a row here.
create table private.document_kinds (
  kind text primary key,
  noun text not null,
  home regclass not null,
  part text,
  title_path text[] not null,
  content text not null,
  write text not null,
  constraint document_kinds_home_key unique (home),
  constraint document_kinds_kind_length check (char_length(kind) <= 40),
  constraint document_kinds_noun_length check (char_length(noun) <= 40),
  constraint document_kinds_part_length check (char_length(part) <= 40),
  constraint document_kinds_title_path_length check (cardinality(title_path) <= 4),
  constraint document_kinds_content_length check (char_length(content) <= 80),
  constraint document_kinds_content_exists check (to_regprocedure(content || '(uuid)') is not null),
  constraint document_kinds_write_length check (char_length(write) <= 80),
  constraint document_kinds_write_exists
    check (to_regprocedure(write || '(uuid, integer, jsonb)') is not null)
);
comment on table private.document_kinds is 'Where the documents of a kind are, and how they are read and written.';
comment on column private.document_kinds.noun is 'As messages name one document.';
comment on column private.document_kinds.home is
  'Its table. With the column public_from, visitors read a document from then on; without it, always.';
comment on column private.document_kinds.part is
  'The key of the content that holds columns of the table: a save sends those that change. Null: always all of it.';
comment on column private.document_kinds.title_path is 'Where the title is in the content.';
-- By name, because a project with a column of type regproc cannot be upgraded to another version of PostgreSQL.
comment on column private.document_kinds.content is
  'A function (document_id uuid) returns jsonb: what is stored, with its rows in other tables, names in place of ids.';
comment on column private.document_kinds.write is
  'A function (document_id uuid, expected_version integer, content jsonb) returns jsonb: stores such a content and returns the row.';

-- Security definer: no API role has a right on a table of this schema.
create function private.kind_named(kind text)
returns private.document_kinds
language sql
stable
security definer
set search_path = ''
as $$
  select known from private.document_kinds as known where known.kind = kind_named.kind
$$;

-- The columns that a save writes: all that are neither generated nor set by triggers and functions of their own.
-- So a new column needs no change of the functions that save and restore.
create function private.saved_columns(target regclass)
returns text[]
language sql
stable
set search_path = ''
as $$
  select array_agg(attname::text order by attnum)
  from pg_catalog.pg_attribute
  where attrelid = target
    and attnum > 0 and not attisdropped and attgenerated = ''
    and attname not in (
      'id', 'version', 'created_at', 'created_by', 'updated_at', 'updated_by', 'place', 'is_featured',
      'is_withheld'
    )
$$;

-- These columns of a row.
create function private.saved_fields(target regclass, stored jsonb)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_object_agg(name, stored -> name) from unnest(private.saved_columns(target)) as name
$$;

-- From when visitors may read a document; null while they may not. The one rule, which is stored in the column
-- public_from: policies, lists, the build and jobs compare that column with now().
create function private.public_from(status text, published_at timestamptz, is_withheld boolean)
returns timestamptz
language sql
immutable
set search_path = ''
as $$
  select case when status = 'published' and not is_withheld then published_at end
$$;

-- Whether visitors read the document of this row.
create function private.is_public(stored jsonb)
returns boolean
language sql
stable
set search_path = ''
as $$
  select case
    when stored ? 'public_from' then coalesce((stored ->> 'public_from')::timestamptz <= now(), false)
    else stored is not null
  end
$$;

-- The keys that have a value.
create function private.given_keys(content jsonb)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(content) where value <> 'null'
$$;

create function private.document_title(kind text, content jsonb)
returns text
language sql
stable
set search_path = ''
as $$
  select content #>> (private.kind_named(kind)).title_path
$$;

-- What is stored; null if there is no such document.
create function private.document_content(kind text, document_id uuid)
returns jsonb
language plpgsql
stable
strict
security invoker
set search_path = ''
as $$
declare
  content jsonb;
begin
  execute format('select %s($1)', (private.kind_named(kind)).content) into content using document_id;
  return content;
end
$$;

-- Locks the stored document until the end of the transaction and returns its row; null if there is none, or if
-- another transaction has it and `waits` is false. Security definer: staff have no write grant on every kind, which
-- locking needs.
create function private.lock_document(kind text, document_id uuid, waits boolean default true)
returns jsonb
language plpgsql
strict
security definer
set search_path = ''
as $$
declare
  stored jsonb;
begin
  execute format(
    'select to_jsonb(document) from %s as document where id = $1 for update %s',
    (private.kind_named(kind)).home, case when not waits then 'skip locked' end
  ) into stored using document_id;
  return stored;
end
$$;

-- Writes the row of a document and returns it, for the `write` function of a kind.
--
-- expected_version  null to create
-- fields            only the columns to change, by column name; others than saved_columns are ignored
-- stamp             columns beside these of a restored document
create function private.write_document_row(
  kind text,
  document_id uuid,
  expected_version integer,
  fields jsonb,
  stamp jsonb
)
returns jsonb
language plpgsql
security invoker
set search_path = ''
as $$
declare
  known constant private.document_kinds := private.kind_named(kind);
  columns constant text := (
    select string_agg(quote_ident(name), ', ') from (
      select name from unnest(private.saved_columns(known.home)) as name where fields ? name
      union all
      select jsonb_object_keys(stamp)
    ) as given (name)
  );
  stored_version integer;
  saved jsonb;
begin
  if expected_version is null then
    execute format(
      'insert into %1$s as document (id%2$s) select $1%2$s from jsonb_populate_record(null::%1$s, $2)
      returning to_jsonb(document)',
      known.home, ', ' || columns
    ) into saved using document_id, fields || coalesce(stamp, '{}');
    return saved;
  end if;
  execute format('select version from %s where id = $1 for update', known.home)
    into stored_version using document_id;
  if stored_version is null then
    raise exception '% not found or you don''t have permission to change it',
      upper(left(known.noun, 1)) || substr(known.noun, 2) using errcode = 'PT404';
  end if;
  if stored_version <> expected_version then
    raise exception 'This % has changed since you opened it', known.noun using errcode = 'PT409';
  end if;
  execute format(
    'update %1$s as document set (%2$s) = (select %2$s from jsonb_populate_record(null::%1$s, $2))
    where id = $1 returning to_jsonb(document)',
    -- Without a change of the row itself: it gets the next version.
    known.home, coalesce(columns, 'id')
  ) into saved using document_id, fields || jsonb_build_object('id', document_id);
  return saved;
end
$$;

-- Writes a document with its rows in other tables and returns its row.
--
-- Errors: PT409 another version is stored, or a new id is taken; PT404 deleted or not allowed; PT422 a value violates
-- a limit or the address is taken, with the name of the constraint in the message.
create function private.write_document(
  kind text,
  document_id uuid,
  expected_version integer,
  content jsonb
)
returns jsonb
language plpgsql
security invoker
set search_path = ''
as $$
declare
  known constant private.document_kinds := private.kind_named(kind);
  saved jsonb;
  reason text;
  broken text;
begin
  execute format('select %s($1, $2, $3)', known.write)
    into saved using document_id, expected_version, content;
  return saved;
exception when integrity_constraint_violation or data_exception then
  get stacked diagnostics broken = constraint_name, reason = message_text;
  if broken = (
    select conname from pg_catalog.pg_constraint where conrelid = known.home and contype = 'p'
  ) then
    raise exception 'This % was saved before', known.noun using errcode = 'PT409';
  end if;
  raise exception '%', reason using errcode = 'PT422';
end
$$;
grant execute on function private.public_from(text, timestamptz, boolean) to service_role;
grant execute on function
  private.kind_named(text),
  private.saved_columns(regclass),
  private.saved_fields(regclass, jsonb),
  private.public_from(text, timestamptz, boolean),
  private.is_public(jsonb),
  private.given_keys(jsonb),
  private.document_title(text, jsonb),
  private.document_content(text, uuid),
  private.lock_document(text, uuid, boolean),
  private.write_document_row(text, uuid, integer, jsonb, jsonb),
  private.write_document(text, uuid, integer, jsonb)
to authenticated;

-- The save that the transaction makes, for the triggers at its end: {"id", "restored_from", "saved_by"}.
create function private.current_save()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(nullif(current_setting('documents.save', true), '')::jsonb, '{}')
$$;
grant execute on function private.current_save() to authenticated;

-- While changes of a document wait, only publishing them (which removes the working copy first) writes it.
create function private.refuse_while_changes_wait(variadic documents uuid[])
returns void
language plpgsql
stable
security invoker
set search_path = ''
as $$
begin
  if exists (
    select from public.working_copies as copy
    where copy.document_id = any (documents) and copy.content is not null
  ) then
    raise exception 'Changes of it wait to be published' using errcode = 'PT409';
  end if;
end
$$;
grant execute on function private.refuse_while_changes_wait(uuid[]) to anon, authenticated;

-- For the rows of a document that callers may write directly; the argument is the column with its id.
create function private.guard_document_row()
returns trigger
language plpgsql
security invoker
set search_path = ''
as $$
begin
  if current_user in ('authenticated', 'anon') then
    perform private.refuse_while_changes_wait(
      (to_jsonb(old) ->> tg_argv[0])::uuid, (to_jsonb(new) ->> tg_argv[0])::uuid
    );
  end if;
  return coalesce(new, old);
end
$$;

-- Sets version, user and time from the session, never from the request. Seeds and restores run without a
-- session and keep their values.
create function private.stamp_document()
returns trigger
language plpgsql
security invoker
set search_path = ''
as $$
declare
  is_caller constant boolean := current_user in ('authenticated', 'anon');
  was jsonb;
  now_is jsonb;
begin
  if tg_op = 'INSERT' then
    if is_caller then
      perform private.refuse_deleted(new.id);
      new.version := 1;
      new.created_at := now();
      new.updated_at := now();
      new.created_by := private.caller_id();
      new.updated_by := private.caller_id();
    end if;
    return new;
  end if;
  new.id := old.id;
  new.created_at := old.created_at;
  if is_caller then
    perform private.refuse_while_changes_wait(old.id);
    new.created_by := old.created_by;
  else
    was := to_jsonb(old);
    now_is := to_jsonb(new);
    -- Arranging studies, settling a demand and deleting an account are no new version.
    if private.saved_fields(tg_relid, was) = private.saved_fields(tg_relid, now_is)
      and (
        (was -> 'place', was -> 'is_featured', was -> 'is_withheld')
        is distinct from (now_is -> 'place', now_is -> 'is_featured', now_is -> 'is_withheld')
        or (old.created_by is not null and new.created_by is null)
        or (old.updated_by is not null and new.updated_by is null)
      )
    then
      return new;
    end if;
  end if;
  -- The revision of this version is written at the end of the transaction.
  new.version := greatest(old.version, private.last_version(old.id)) + 1;
  new.updated_at := now();
  new.updated_by := case
    -- Scheduled changes: their author has saved them, not the caller of publish_due_changes.
    when private.current_save() ? 'saved_by' then (private.current_save() ->> 'saved_by')::uuid
    else coalesce(private.caller_id(), new.updated_by)
  end;
  return new;
end
$$;

-- A caller cannot choose is_withheld.
create function private.keep_withheld()
returns trigger
language plpgsql
security invoker
set search_path = ''
as $$
begin
  if current_user in ('authenticated', 'anon') then
    new.is_withheld := tg_op = 'UPDATE' and old.is_withheld;
  end if;
  return new;
end
$$;

-- A document that is published without a time is published now; one of the seed, when it was created.
create function private.date_document()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.published_at := case when tg_op = 'INSERT' then new.created_at else now() end;
  return new;
end
$$;
