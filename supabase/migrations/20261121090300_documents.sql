-- What case studies and posts share: what a save writes, the stamp of a row, and bringing a deleted one back.

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
    new.version := old.version + 1;
    new.updated_at := now();
    if current_user in ('authenticated', 'anon') then
      -- Only for callers: deleting an account must be able to set these to null.
      new.created_by := old.created_by;
      new.updated_by := private.caller_id();
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
      id, version + 1,
      -- The account may have been deleted.
      (select account.id from auth.users as account where account.id = kept.created_by),
      auth.uid(), created_at, now(), %2$s
    from jsonb_populate_record(null::%1$s, $1) as kept',
    target, private.saved_columns(target)
  ) using document;
end
$$;
