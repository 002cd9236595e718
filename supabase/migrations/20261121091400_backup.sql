-- For npm run export and npm run restore, which use the service key without rights on the tables. Reading is
-- paged in the order of the primary key; writing is allowed only during a restore. A restore can begin in an
-- empty project, or after the owner of the database has allowed it: the service key alone cannot replace data.

-- The current restore; the row stays after an interrupted one.
create table private.restore (
  is_only boolean primary key default true,
  backup text,
  valid_until timestamptz not null,
  constraint restore_is_only check (is_only),
  constraint restore_backup_length check (char_length(backup) <= 64),
  constraint restore_times_range check (private.are_times(valid_until))
);
comment on table private.restore is 'The restore that may write now. Without a row there is none.';
comment on column private.restore.backup is
  'Which backup, by the SHA-256 of its manifest; null when any may begin.';

-- For the SQL editor: "select private.open_restore();" allows npm run restore -- --replace.
create function private.open_restore()
returns void
language sql
set search_path = ''
as $$
  insert into private.restore (valid_until) values (now() + interval '1 hour')
  on conflict (is_only) do update set backup = null, valid_until = excluded.valid_until
$$;
comment on function private.open_restore() is
  'Allows one restore to replace everything, if it begins within an hour. For the owner of the database.';

-- Accounts belong to the Auth service and are not part of a backup: account_columns refer to them, and a row
-- without its required_account cannot be restored.
create function private.backup_shape()
returns table (
  name text,
  stored_columns text[],
  computed_columns text[],
  key_columns text[],
  account_columns text[],
  required_account text,
  identity_column text,
  parents text[]
)
language sql
stable
rows 40
set search_path = ''
as $$
  select
    class.relname::text,
    array_agg(field.attname::text order by field.attnum) filter (where field.attgenerated = ''),
    coalesce(array_agg(field.attname::text) filter (where field.attgenerated <> ''), '{}'),
    array_agg(field.attname::text order by array_position(primary_key.conkey, field.attnum))
      filter (where field.attnum = any (primary_key.conkey)),
    coalesce(array_agg(field.attname::text) filter (where account.conkey is not null), '{}'),
    min(field.attname::text) filter (where account.conkey is not null and field.attnotnull),
    min(field.attname::text) filter (where field.attidentity <> ''),
    array(
      select distinct parent.relname::text
      from pg_catalog.pg_constraint as reference
      join pg_catalog.pg_class as parent on parent.oid = reference.confrelid
      where reference.contype = 'f' and reference.conrelid = class.oid
        and parent.relnamespace = class.relnamespace and parent.oid <> class.oid
    )
  from pg_catalog.pg_class as class
  join pg_catalog.pg_attribute as field
    on field.attrelid = class.oid and field.attnum > 0 and not field.attisdropped
  join pg_catalog.pg_constraint as primary_key
    on primary_key.conrelid = class.oid and primary_key.contype = 'p'
  left join pg_catalog.pg_constraint as account
    on account.conrelid = class.oid and account.contype = 'f'
    and account.confrelid = to_regclass('auth.users') and account.conkey = array[field.attnum]
  where class.relkind = 'r' and class.relnamespace = to_regnamespace('public')
    and class.relname not in (
      -- The list of migrations of the embedded backend.
      'supabase_migrations.schema_migrations',
      -- Append-only: a restore must not replace the events of this installation.
      'audit_events',
      -- What visitors and clients sent is erased with the enquiry; a copy elsewhere would outlive that.
      'enquiry_files'
    )
  group by class.oid, class.relname, class.relnamespace, primary_key.conkey
$$;

-- {"schema_version", "tables": [{"name", "rows", "fingerprint", "parents", "needs_account"}]}, of one snapshot.
-- Tables with the same fingerprint have the same content, except for the account columns.
create function public.backup_state()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
-- Times are formatted in the time zone of the session.
set timezone = 'UTC'
as $$
declare
  shape record;
  facts jsonb;
  tables jsonb := '[]';
begin
  for shape in select * from private.backup_shape() order by name loop
    execute format(
      $query$
        select jsonb_build_object(
          'name', %1$L,
          'rows', count(*),
          'fingerprint',
          md5(coalesce(string_agg(md5((to_jsonb(entry) - $1)::text), '' order by %2$s), '')),
          'parents', $2,
          'needs_account', $3
        )
        from public.%1$I as entry
      $query$,
      shape.name,
      (select string_agg(format('entry.%I', key), ', ') from unnest(shape.key_columns) as key)
    ) into facts using
      shape.computed_columns || shape.account_columns,
      to_jsonb(shape.parents),
      shape.required_account is not null;
    tables := tables || facts;
  end loop;
  return jsonb_build_object('schema_version', private.schema_version(), 'tables', tables);
end
$$;
comment on function public.backup_state() is
  'Every table with its number of rows and a fingerprint of them. For npm run export and restore only.';

-- {"lines", "next"}: up to 500 rows and about a megabyte, each row as the text of a JSON object, because
-- numbers of the database may have more digits than JavaScript numbers. next: "after" of the next page.
create function public.export_rows(table_name text, after jsonb default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
set timezone = 'UTC'
as $$
declare
  shape record;
  page jsonb;
begin
  select * into shape from private.backup_shape() as known where known.name = table_name;
  if not found then
    raise exception 'There is no table of that name' using errcode = 'PT404';
  end if;
  -- Once per backup, not for each page.
  if not exists (
    select from public.audit_events as event
    where event.action = 'backup' and event.happened_at > now() - interval '10 minutes'
  ) then
    perform private.record_audit_event('backup', 'all tables, with the service key');
  end if;
  execute format(
    $query$
      with page as (
        select to_jsonb(entry) - $2 as line, row_number() over (order by %2$s) as place
        from (
          select * from public.%1$I as entry
          where $1 is null
            or (%2$s) > (select %2$s from jsonb_populate_record(null::public.%1$I, $1) as entry)
          order by %2$s
          limit 500
        ) as entry
      ),
      measured as (
        select line, place, sum(octet_length(line::text)) over (order by place) as bytes from page
      ),
      taken as (
        select line, place from measured where place = 1 or bytes <= 1000000
      )
      select jsonb_build_object(
        'lines', coalesce(jsonb_agg(line::text order by place), '[]'),
        'next', case when count(*) = 500 or count(*) < (select count(*) from page) then (
          select jsonb_object_agg(part.key, part.value)
          from taken as last
          cross join lateral jsonb_each(last.line) as part
          where last.place = (select max(place) from taken) and part.key = any ($3)
        ) end
      )
      from taken
    $query$,
    shape.name,
    (select string_agg(format('entry.%I', key), ', ') from unnest(shape.key_columns) as key)
  ) into page using after, shape.computed_columns, shape.key_columns;
  return page;
end
$$;
comment on function public.export_rows(text, jsonb) is
  'A page of a table as lines of JSON. For npm run export only.';

-- Empties every table, so that an interrupted restore starts again. The security log does not count as
-- content, because it fills by itself. PT409: the project has content, and replacing it was not allowed or not
-- requested.
create function public.begin_restore(backup text, replaces boolean default false)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  shape record;
  held bigint;
  holds text[] := '{}';
  -- Mails about audit events, which stay.
  notices private.mails[];
begin
  perform pg_advisory_xact_lock(hashtext('public.begin_restore'));
  if not exists (
    select from private.restore as allowed
    where allowed.valid_until > now()
      and (
        allowed.backup = begin_restore.backup
        or (allowed.backup is null and begin_restore.replaces)
      )
  ) then
    for shape in
      select name, format('select count(*) from public.%I', name) as query
      from private.backup_shape()
      where name not in ('security_events', 'page_texts', 'document_revisions')
      union all
      -- Every project has a row for each page.
      select 'page_texts', 'select count(*) from public.page_texts where version > 1'
      union all
      select 'images', 'select count(*) from storage.objects where bucket_id = ''images'''
      order by name
    loop
      execute shape.query into held;
      if held > 0 then
        holds := holds || format('%s %s', held, shape.name);
      end if;
    end loop;
    if holds <> '{}' then
      raise exception 'This project is not empty: %', array_to_string(holds, ', ')
        using errcode = 'PT409';
    end if;
  end if;
  perform private.record_audit_event('restore', 'all tables, with the service key', is_notice => true);
  insert into private.restore as allowed (backup, valid_until)
  values (begin_restore.backup, now() + interval '1 day')
  on conflict (is_only)
    do update set backup = excluded.backup, valid_until = excluded.valid_until;
  -- Their rows refer to tables that could not be emptied without them.
  notices := array(select mail from private.mails as mail where mail.event_id is not null);
  execute (
    select 'truncate private.mails, private.document_editors, private.address_changes, private.sign_off_tokens, '
      || 'private.sign_off_keys, public.enquiry_files, '
      || string_agg(format('public.%I', name), ', ')
    from private.backup_shape()
  );
  insert into private.mails overriding system value select notice.* from unnest(notices) as notice;
end
$$;
comment on function public.begin_restore(text, boolean) is
  'Empties the tables for a restore, in a project that may be replaced. For npm run restore only.';

create function private.check_restore(backup text)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if not exists (
    select from private.restore as allowed
    where allowed.backup = check_restore.backup and allowed.valid_until > now()
  ) then
    raise exception 'No restore of this backup is under way' using errcode = 'PT409';
  end if;
end
$$;

-- Inserts rows unchanged and returns their number; sent twice, they are inserted once. Triggers are disabled,
-- because none may stamp, refuse or record restored rows.
create function public.restore_rows(backup text, table_name text, lines jsonb)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  shape record;
  restored integer;
begin
  perform private.check_restore(backup);
  select * into shape from private.backup_shape() as known where known.name = table_name;
  if not found then
    raise exception 'There is no table of that name' using errcode = 'PT404';
  end if;
  execute format('alter table public.%I disable trigger user', shape.name);
  execute format(
    $query$
      insert into public.%1$I (%2$s) overriding system value
      select %3$s
      from jsonb_array_elements_text($1) as line
      cross join lateral jsonb_populate_record(null::public.%1$I, line::jsonb) as entry
      where %4$s
      on conflict do nothing
    $query$,
    shape.name,
    (select string_agg(format('%I', field), ', ') from unnest(shape.stored_columns) as field),
    (
      select string_agg(
        case when field = any (shape.account_columns)
          then format('(select account.id from auth.users as account where account.id = entry.%I)', field)
          else format('entry.%I', field)
        end,
        ', '
      )
      from unnest(shape.stored_columns) as field
    ),
    case when shape.required_account is null then 'true' else format(
      'exists (select from auth.users as account where account.id = entry.%I)',
      shape.required_account
    ) end
  ) using lines;
  get diagnostics restored = row_count;
  execute format('alter table public.%I enable trigger user', shape.name);
  return restored;
end
$$;
comment on function public.restore_rows(text, text, jsonb) is
  'Puts exported rows back, while a restore is under way. For npm run restore only.';

create function public.finish_restore(backup text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  shape record;
begin
  perform private.check_restore(backup);
  for shape in select * from private.backup_shape() where identity_column is not null loop
    execute format(
      $query$
        select setval(known.sequence, greatest(coalesce(max(entry.%3$I), 0) + 1, known.start), false)
        from (
          select seqrelid::regclass as sequence, seqstart as start
          from pg_catalog.pg_sequence
          where seqrelid = pg_get_serial_sequence(%1$L, %2$L)::regclass
        ) as known
        left join public.%4$I as entry on true
        group by known.sequence, known.start
      $query$,
      format('public.%I', shape.name), shape.identity_column, shape.identity_column, shape.name
    );
  end loop;
  perform private.add_missing_pages();
  -- The last build was made of other rows: the next one must read all pages anew.
  perform private.note_published_change(known.kind, known.id, 'changed')
  from (
    select 'case-study' as kind, study.id from public.case_studies as study where study.public_from <= now()
    union all
    select 'post', post.id from public.blog_posts as post where post.public_from <= now()
    union all
    select 'page-texts', page.id from public.page_texts as page
  ) as known;
  -- The outbox is no part of a backup: what an enquiry still needs is planned again, reminders two hours before its
  -- time, in or out of office hours.
  perform private.plan_enquiry_mails(enquiry, enquiry.answer_by - interval '2 hours')
  from public.enquiries as enquiry
  where not enquiry.is_quarantined;
  -- Those that are owners now hear of it too.
  perform private.plan_mail(
    'security-notice', recipient => member.email,
    event_id => (select max(event.id) from public.audit_events as event where event.action = 'restore')
  )
  from public.staff_members as member
  where member.role = 'owner';
  -- Their tokens are no part of a backup either.
  update public.sign_off_requests as request set withdrawn_at = now()
  where request.withdrawn_at is null
    and not exists (select from private.sign_off_keys as key where key.request_id = request.id);
  delete from private.restore where is_only;
end
$$;
comment on function public.finish_restore(text) is
  'Ends a restore: new rows are numbered after the restored ones, mails of enquiries are planned, links of clients withdrawn. For npm run restore only.';
grant execute on function
  public.backup_state(),
  public.export_rows(text, jsonb),
  public.begin_restore(text, boolean),
  public.restore_rows(text, text, jsonb),
  public.finish_restore(text)
to service_role;
