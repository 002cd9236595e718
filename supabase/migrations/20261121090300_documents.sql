-- What case studies and posts share: addresses, what a save writes, the stamp of a row, and bringing a deleted one
-- back.

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

-- A slug from a title, like slugFromTitle in the contract; '' if no character of it is allowed.
create function private.slug_from(title text)
returns text
language sql
immutable
set search_path = ''
as $$
  select trim(both '-' from left(
    regexp_replace(
      regexp_replace(
        lower(regexp_replace(normalize(title, nfkd), '[\u0300-\u036f]', '', 'g')), '[''’]', '', 'g'
      ),
      '[^a-z0-9]+', '-', 'g'
    ),
    80
  ))
$$;
grant execute on function private.slug_from(text) to authenticated, service_role;

-- The columns that a save writes, in the order of the table: all that are neither generated nor set by the
-- stamp triggers. So a new column needs no change of the functions that save and restore.
create function private.saved_columns(target regclass)
returns text
language sql
stable
set search_path = ''
as $$
  select string_agg(quote_ident(attname), ', ' order by attnum)
  from pg_catalog.pg_attribute
  where attrelid = target
    and attnum > 0 and not attisdropped and attgenerated = ''
    and attname not in ('id', 'version', 'created_at', 'created_by', 'updated_at', 'updated_by')
$$;
grant execute on function private.saved_columns(regclass) to authenticated;

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
begin
  if tg_op = 'UPDATE' then
    new.id := old.id;
    new.created_at := old.created_at;
    new.version := private.last_version(old.id) + 1;
    new.updated_at := now();
    if current_user in ('authenticated', 'anon') then
      perform private.refuse_while_changes_wait(old.id);
      -- Only for callers: deleting an account must be able to set these to null.
      new.created_by := old.created_by;
      new.updated_by := private.caller_id();
    elsif current_setting('documents.saved_by', true) <> '' then
      -- Scheduled changes: their author has saved them, not the caller of publish_due_changes.
      new.updated_by := nullif(current_setting('documents.saved_by'), 'deleted account')::uuid;
    end if;
  elsif current_user in ('authenticated', 'anon') then
    new.version := 1;
    new.created_at := now();
    new.updated_at := now();
    new.created_by := private.caller_id();
    new.updated_by := private.caller_id();
  end if;
  return new;
end
$$;

-- Inserts a deleted document again, from its row as JSON, with the next version number.
create function private.restore_document(target regclass, document jsonb)
returns void
language plpgsql
set search_path = ''
as $$
begin
  execute format(
    'insert into %1$s (id, version, created_by, updated_by, created_at, updated_at, %2$s)
    select
      id, greatest(version, private.last_version(id)) + 1,
      -- The account may have been deleted.
      (select account.id from auth.users as account where account.id = kept.created_by),
      auth.uid(), created_at, now(), %2$s
    from jsonb_populate_record(null::%1$s, $1) as kept',
    target, private.saved_columns(target)
  ) using document;
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
