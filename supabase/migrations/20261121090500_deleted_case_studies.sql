-- Deleted case studies with their rows, which staff can restore for 30 days.
create table public.deleted_case_studies (
  id uuid primary key,
  title text not null,
  snapshot jsonb not null,
  deleted_by uuid references auth.users (id) on delete set null,
  deleted_at timestamptz not null default now()
);
comment on table public.deleted_case_studies is
  'Snapshots of deleted case studies: {"study", "metrics", "gallery"}. Written by a trigger only.';
comment on column public.deleted_case_studies.id is 'The id the case study had, and has again after a restore.';
create index deleted_case_studies_deleted_at_idx on public.deleted_case_studies (deleted_at desc);

create function private.keep_deleted_case_study()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from public.deleted_case_studies where deleted_at < now() - interval '30 days';
  insert into public.deleted_case_studies (id, title, snapshot, deleted_by)
  values (
    old.id,
    old.title,
    jsonb_build_object(
      'study', to_jsonb(old),
      'metrics', coalesce(
        (
          select jsonb_agg(to_jsonb(metric) order by metric.display_order)
          from public.case_study_metrics as metric where metric.case_study_id = old.id
        ),
        '[]'::jsonb
      ),
      'gallery', coalesce(
        (
          select jsonb_agg(to_jsonb(picture) order by picture.display_order)
          from public.case_study_gallery as picture where picture.case_study_id = old.id
        ),
        '[]'::jsonb
      )
    ),
    auth.uid()
  )
  on conflict (id) do update set
    title = excluded.title,
    snapshot = excluded.snapshot,
    deleted_by = excluded.deleted_by,
    deleted_at = now();
  return old;
end
$$;
revoke execute on function private.keep_deleted_case_study() from public;
create trigger case_studies_keep_deleted
  before delete on public.case_studies
  for each row execute function private.keep_deleted_case_study();

-- Restores the study with the next version number, so that an open form gets a conflict instead of
-- overwriting it. Security definer: staff have no write grant on the snapshots.
create function public.restore_case_study(study_id uuid)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  kept jsonb;
  study public.case_studies;
begin
  if not private.is_staff() then
    raise exception 'Only staff may restore a case study' using errcode = '42501';
  end if;
  delete from public.deleted_case_studies
  where id = study_id and deleted_at > now() - interval '30 days'
  returning snapshot into kept;
  if not found then
    raise exception 'There is no deleted case study with that ID' using errcode = 'PT404';
  end if;

  study := jsonb_populate_record(null::public.case_studies, kept -> 'study');
  study.version := study.version + 1;
  study.updated_at := now();
  study.updated_by := auth.uid();
  -- The author's account may have been deleted.
  if not exists (select 1 from auth.users where id = study.created_by) then
    study.created_by := null;
  end if;
  begin
    insert into public.case_studies select (study).*;
  exception when unique_violation then
    raise exception 'A case study with that ID exists' using errcode = 'PT409';
  end;
  insert into public.case_study_metrics
  select (jsonb_populate_record(null::public.case_study_metrics, item)).*
  from jsonb_array_elements(kept -> 'metrics') as item;
  insert into public.case_study_gallery
  select (jsonb_populate_record(null::public.case_study_gallery, item)).*
  from jsonb_array_elements(kept -> 'gallery') as item;
  return study_id;
end
$$;
comment on function public.restore_case_study(uuid) is 'Brings a deleted case study back with its rows. Staff only.';
revoke execute on function public.restore_case_study(uuid) from public, anon;
grant execute on function public.restore_case_study(uuid) to authenticated;

alter table public.deleted_case_studies enable row level security;
create policy "Staff read deleted case studies" on public.deleted_case_studies
  for select to authenticated
  using ((select private.is_staff()) and deleted_at > now() - interval '30 days');

revoke all on public.deleted_case_studies from public, anon, authenticated;
grant select on public.deleted_case_studies to authenticated;
