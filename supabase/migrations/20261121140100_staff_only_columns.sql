-- The user columns of studies and posts and the Markdown of posts are for staff only. Other accounts have
-- the role `authenticated` too, so no API role may read these columns; staff get them through functions that
-- check the caller: the two saves, get_blog_post, and the histories.

-- As whole_blog_post: null for callers who are not staff.
create function private.whole_case_study(wanted uuid)
returns public.case_studies
language sql
stable
security definer
set search_path = ''
as $$
  select study from public.case_studies as study where study.id = wanted and private.is_staff()
$$;
revoke execute on function private.whole_case_study(uuid) from public;
grant execute on function private.whole_case_study(uuid) to authenticated;

-- The columns that a save writes: all that are neither stamped nor generated, so that a new column needs no
-- change of the functions below.
create function private.case_study_columns()
returns text
language sql
stable
set search_path = ''
as $$
  select string_agg(quote_ident(attname), ', ' order by attnum)
  from pg_catalog.pg_attribute
  where attrelid = 'public.case_studies'::regclass
    and attnum > 0 and not attisdropped and attgenerated = ''
    and attname not in ('id', 'version', 'created_at', 'created_by', 'updated_at', 'updated_by')
$$;
revoke execute on function private.case_study_columns() from public;
grant execute on function private.case_study_columns() to authenticated;

-- As before (migration 20261121090400), but reads the row through whole_case_study and takes the columns from
-- case_study_columns.
create or replace function public.save_case_study(
  study_id uuid,
  expected_version integer,
  fields jsonb,
  metrics jsonb default null,
  gallery jsonb default null
)
returns public.case_studies
language plpgsql
security invoker
set search_path = ''
as $$
declare
  stamped constant text[] :=
    array['id', 'version', 'created_at', 'created_by', 'updated_at', 'updated_by'];
  columns constant text := private.case_study_columns();
  before public.case_studies;
  saved public.case_studies;
  code text;
  reason text;
begin
  if jsonb_typeof(fields) is distinct from 'object' then
    raise exception 'fields must be an object' using errcode = 'PT422';
  end if;

  begin
    if expected_version is null then
      saved := jsonb_populate_record(
        null::public.case_studies,
        '{"status": "draft", "service_tags": [], "technologies": []}'::jsonb || (fields - stamped)
      );
      begin
        execute format(
          'insert into public.case_studies (id, %1$s) select $1, %1$s from (select ($2).*) as saved',
          columns
        ) using study_id, saved;
      exception when unique_violation then
        raise exception 'This case study was saved before' using errcode = 'PT409';
      end;
    else
      perform from public.case_studies where id = study_id for update;
      if not found then
        raise exception 'Case study not found or you don''t have permission to change it'
          using errcode = 'PT404';
      end if;
      before := private.whole_case_study(study_id);
      if before.version is distinct from expected_version then
        raise exception 'This case study has changed since you opened it' using errcode = 'PT409';
      end if;
      saved := jsonb_populate_record(before, fields - stamped);
      execute format(
        'update public.case_studies set (%1$s) = (select %1$s from (select ($2).*) as saved)
        where id = $1',
        columns
      ) using study_id, saved;
    end if;
  exception when integrity_constraint_violation or data_exception then
    -- The message contains the name of the constraint, from which the form finds the field.
    get stacked diagnostics reason = message_text;
    raise exception '%', reason using errcode = 'PT422';
  end;

  if metrics is not null then
    begin
      delete from public.case_study_metrics where case_study_id = study_id;
    exception when others then
      get stacked diagnostics code = returned_sqlstate, reason = message_text;
      raise exception 'Failed to delete existing metrics' using errcode = code, detail = reason;
    end;
    begin
      insert into public.case_study_metrics (case_study_id, metric_value, metric_label, display_order)
      select study_id, item ->> 'metric_value', item ->> 'metric_label', place
      from jsonb_array_elements(metrics) with ordinality as list (item, place);
    exception when others then
      get stacked diagnostics code = returned_sqlstate, reason = message_text;
      raise exception 'Failed to insert metrics'
        using errcode = case when left(code, 2) in ('22', '23') then 'PT422' else code end,
          detail = reason;
    end;
  end if;

  if gallery is not null then
    begin
      delete from public.case_study_gallery where case_study_id = study_id;
    exception when others then
      get stacked diagnostics code = returned_sqlstate, reason = message_text;
      raise exception 'Failed to delete existing gallery' using errcode = code, detail = reason;
    end;
    begin
      insert into public.case_study_gallery (
        case_study_id, image_url, caption, alt_text, display_order
      )
      select study_id, item ->> 'image_url', item ->> 'caption', item ->> 'alt_text', place
      from jsonb_array_elements(gallery) with ordinality as list (item, place);
    exception when others then
      get stacked diagnostics code = returned_sqlstate, reason = message_text;
      raise exception 'Failed to insert gallery'
        using errcode = case when left(code, 2) in ('22', '23') then 'PT422' else code end,
          detail = reason;
    end;
  end if;

  return private.whole_case_study(study_id);
end
$$;

-- The computed column of the staff list read the whole row, which API roles may no longer: it becomes a
-- generated column.
drop function public.search_text(public.case_studies);

-- Marked immutable, which its parts are for text, though not for every type.
create function private.case_study_search_text(title text, client_name text, service_tags text[])
returns text
language sql
immutable
set search_path = ''
as $$
  select concat_ws(' ', title, client_name, array_to_string(service_tags, ' '))
$$;
revoke execute on function private.case_study_search_text(text, text, text[]) from public;
grant execute on function private.case_study_search_text(text, text, text[])
  to authenticated, service_role;

alter table public.case_studies add column search_text text not null
  generated always as (private.case_study_search_text(title, client_name, service_tags)) stored;
comment on column public.case_studies.search_text is
  'Title, client and service tags, for the search of the staff list.';

create or replace function private.case_study_snapshot(study public.case_studies)
returns jsonb
language sql
stable
security invoker
set search_path = ''
as $$
  select jsonb_build_object(
    'study',
    to_jsonb(study) - array[
      'id', 'version', 'created_at', 'created_by', 'updated_at', 'updated_by', 'search_text'
    ],
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

-- As before (migration 20261121090500), but with a list of columns, because a generated one accepts no value.
create or replace function public.restore_case_study(study_id uuid)
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
  -- The author's account may have been deleted.
  if not exists (select 1 from auth.users where id = study.created_by) then
    study.created_by := null;
  end if;
  begin
    execute format(
      'insert into public.case_studies (
        id, version, created_by, updated_by, created_at, updated_at, %1$s
      )
      select id, version + 1, created_by, $2, created_at, now(), %1$s from (select ($1).*) as study',
      private.case_study_columns()
    ) using study, auth.uid();
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

-- Security definer, because it searches the Markdown; it checks first that the caller is staff.
alter function public.list_image_usage(text[]) security definer;
revoke execute on function private.image_uses() from authenticated;

revoke select on public.case_studies, public.blog_posts from anon, authenticated;
grant select (
  id, title, headline, subhead, description, challenge, solution, results, what_we_loved,
  client_quote, outcome, industry, meta_description, status, service_tags, technologies,
  client_name, client_url, client_logo_url, timeline, role, cta_headline, cta_text,
  hero_image_url, version, created_at, updated_at
) on public.case_studies to anon;
grant select (
  id, title, headline, subhead, description, challenge, solution, results, what_we_loved,
  client_quote, outcome, industry, meta_description, status, service_tags, technologies,
  client_name, client_url, client_logo_url, timeline, role, cta_headline, cta_text,
  hero_image_url, version, created_at, updated_at, search_text
) on public.case_studies to authenticated;
grant select (
  id, slug, title, excerpt, content_html, cover_image_url, cover_alt, status, author_id, category_id,
  reading_minutes, version, published_at, created_at, updated_at
) on public.blog_posts to anon, authenticated;
