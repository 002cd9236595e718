-- Revisions: the state after every save of a case study, the newest 200 of each study.
create table public.case_study_revisions (
  id uuid primary key default gen_random_uuid(),
  -- Without a foreign key: the history of a deleted study is kept for a restore.
  case_study_id uuid not null,
  version integer not null,
  snapshot jsonb not null,
  saved_by uuid references auth.users (id) on delete set null,
  saved_by_email text,
  saved_at timestamptz not null default now(),
  restored_from integer,
  constraint case_study_revisions_version_key unique (case_study_id, version)
);
comment on table public.case_study_revisions is
  'Saved versions of case studies: {"study", "metrics", "gallery"}. Written by a trigger only.';
comment on column public.case_study_revisions.snapshot is
  'Shaped like the arguments of save_case_study, by which a version comes back.';
comment on column public.case_study_revisions.restored_from is
  'The version this one repeats; null when somebody wrote it.';

create function private.case_study_snapshot(study public.case_studies)
returns jsonb
language sql
stable
security invoker
set search_path = ''
as $$
  select jsonb_build_object(
    'study',
    to_jsonb(study) - array['id', 'version', 'created_at', 'created_by', 'updated_at', 'updated_by'],
    'metrics',
    coalesce(
      (
        select jsonb_agg(
          jsonb_build_object(
            'metric_value', metric.metric_value, 'metric_label', metric.metric_label
          )
          order by metric.display_order
        )
        from public.case_study_metrics as metric where metric.case_study_id = study.id
      ),
      '[]'::jsonb
    ),
    'gallery',
    coalesce(
      (
        select jsonb_agg(
          jsonb_build_object(
            'image_url', picture.image_url,
            'caption', picture.caption,
            'alt_text', picture.alt_text
          )
          order by picture.display_order
        )
        from public.case_study_gallery as picture where picture.case_study_id = study.id
      ),
      '[]'::jsonb
    )
  )
$$;
revoke execute on function private.case_study_snapshot(public.case_studies) from public;

create function private.keep_case_study_revision()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    -- A restored study continues its history; a new study with a used id starts a new one.
    delete from public.case_study_revisions as revision
    where revision.case_study_id = new.id and revision.version >= new.version;
  end if;
  insert into public.case_study_revisions (
    case_study_id, version, snapshot, saved_by, saved_by_email, saved_at, restored_from
  )
  values (
    new.id,
    new.version,
    private.case_study_snapshot(new),
    new.updated_by,
    (select account.email from auth.users as account where account.id = new.updated_by),
    new.updated_at,
    nullif(current_setting('case_studies.restored_from', true), '')::integer
  );
  delete from public.case_study_revisions as revision
  where revision.case_study_id = new.id and revision.version <= new.version - 200;
  return null;
end
$$;
revoke execute on function private.keep_case_study_revision() from public;
-- Deferred to the end of the transaction, when the rows of the save are written too.
create constraint trigger case_studies_keep_revision
  after insert or update on public.case_studies
  deferrable initially deferred
  for each row execute function private.keep_case_study_revision();

-- The current state of existing studies, as their first revision.
insert into public.case_study_revisions (
  case_study_id, version, snapshot, saved_by, saved_by_email, saved_at
)
select
  study.id, study.version, private.case_study_snapshot(study), study.updated_by, account.email,
  study.updated_at
from public.case_studies as study
left join auth.users as account on account.id = study.updated_by;

-- Deletes the history when the deleted study can no longer be restored.
create function private.drop_case_study_revisions()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from public.case_study_revisions as revision
  where revision.case_study_id = old.id
    and not exists (select 1 from public.case_studies as study where study.id = old.id);
  return null;
end
$$;
revoke execute on function private.drop_case_study_revisions() from public;
create constraint trigger deleted_case_studies_drop_revisions
  after delete on public.deleted_case_studies
  deferrable initially deferred
  for each row execute function private.drop_case_study_revisions();

-- Saves an old version as a new one, through save_case_study with its version check and errors.
create function public.restore_case_study_version(
  study_id uuid,
  from_version integer,
  expected_version integer
)
returns public.case_studies
language plpgsql
security invoker
set search_path = ''
as $$
declare
  kept jsonb;
begin
  select revision.snapshot into kept
  from public.case_study_revisions as revision
  where revision.case_study_id = study_id and revision.version = from_version;
  if not found then
    raise exception 'That version is no longer kept' using errcode = 'PT404';
  end if;
  perform set_config('case_studies.restored_from', from_version::text, true);
  -- Null would create a new study.
  return public.save_case_study(
    study_id, coalesce(expected_version, 0), kept -> 'study', kept -> 'metrics', kept -> 'gallery'
  );
end
$$;
comment on function public.restore_case_study_version(uuid, integer, integer) is
  'Saves an old version of a case study as a new one, refusing stale versions. Staff only.';
revoke execute on function public.restore_case_study_version(uuid, integer, integer)
  from public, anon;
grant execute on function public.restore_case_study_version(uuid, integer, integer)
  to authenticated;

-- Security definer: staff have no write grant on the snapshots.
create function public.purge_deleted_case_study(study_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  deleted_title text;
begin
  if not private.is_staff() then
    raise exception 'Only staff may delete a case study for good' using errcode = '42501';
  end if;
  delete from public.deleted_case_studies as deleted where deleted.id = study_id
  returning deleted.title into deleted_title;
  if not found then
    raise exception 'There is no deleted case study with that ID' using errcode = 'PT404';
  end if;
  perform private.record_audit_event('case study deleted for good', deleted_title);
end
$$;
comment on function public.purge_deleted_case_study(uuid) is
  'Deletes a deleted case study and its history for good. Staff only.';
revoke execute on function public.purge_deleted_case_study(uuid) from public, anon;
grant execute on function public.purge_deleted_case_study(uuid) to authenticated;

alter table public.case_study_revisions enable row level security;
create policy "Staff read revisions of case studies" on public.case_study_revisions
  for select to authenticated using ((select private.is_staff()));

revoke all on public.case_study_revisions from public, anon, authenticated;
grant select on public.case_study_revisions to authenticated;

-- The text that the staff list searches, as a computed column of the Data API. Without a search_path, so that
-- Postgres can inline it; it runs as the caller.
create function public.search_text(study public.case_studies)
returns text
language sql
stable
security invoker
as $$
  select pg_catalog.concat_ws(
    ' ', study.title, study.client_name, pg_catalog.array_to_string(study.service_tags, ' ')
  )
$$;
comment on function public.search_text(public.case_studies) is
  'Title, client and service tags, for the search of the staff list.';
revoke execute on function public.search_text(public.case_studies) from public, anon;
grant execute on function public.search_text(public.case_studies) to authenticated;

-- For the other two orders of the staff list; the order by last change has an index already.
create index case_studies_title_idx on public.case_studies (title, id);
create index case_studies_created_at_idx on public.case_studies (created_at desc, id);
