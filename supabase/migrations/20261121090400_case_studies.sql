-- Case studies with their metrics and gallery, their history and the deleted ones. Visitors read what is
-- published, staff manage everything.
-- Every limit is repeated in supabase/functions/_shared/contracts/case-study.ts; a test compares them.

-- The text that the staff list searches. Marked immutable, which its parts are for text, though not for
-- every type.
create function private.case_study_search_text(title text, client_name text, service_tags text[])
returns text
language sql
immutable
set search_path = ''
as $$
  select concat_ws(' ', title, client_name, array_to_string(service_tags, ' '))
$$;
grant execute on function private.case_study_search_text(text, text, text[])
  to authenticated, service_role;

-- One slug for each tag, in the order of the tags; '' for a tag without a letter or digit of ASCII.
create function private.slugs_from(names text[])
returns text[]
language sql
immutable
set search_path = ''
as $$
  select coalesce(array_agg(private.slug_from(name) order by place), '{}')
  from unnest(names) with ordinality as list (name, place)
$$;
grant execute on function private.slugs_from(text[]) to authenticated, service_role;

create table public.case_studies (
  id uuid primary key default gen_random_uuid(),
  slug text not null,
  title text not null,
  headline text,
  subhead text,
  description text,
  challenge text,
  solution text,
  results text,
  what_we_loved text,
  client_quote text,
  outcome text,
  industry text,
  meta_description text,
  status text not null default 'draft',
  published_at timestamptz,
  service_tags text[] not null default '{}',
  technologies text[] not null default '{}',
  client_name text,
  client_url text,
  client_logo_url text,
  timeline text,
  project_year integer,
  role text,
  cta_headline text,
  cta_text text,
  hero_image_url text,
  place integer,
  is_featured boolean not null default false,
  version integer not null default 1,
  created_by uuid references auth.users (id) on delete set null,
  updated_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null
    generated always as (private.case_study_search_text(title, client_name, service_tags)) stored,
  service_slugs text[] not null generated always as (private.slugs_from(service_tags)) stored,
  industry_slug text generated always as (private.slug_from(industry)) stored,
  constraint case_studies_slug_key unique (slug),
  constraint case_studies_slug_fit check (private.is_slug(slug)),
  constraint case_studies_title_fit check (private.is_line(title, 120) and btrim(title) <> ''),
  constraint case_studies_headline_fit check (private.is_line(headline, 200)),
  constraint case_studies_subhead_fit check (private.is_line(subhead, 300)),
  constraint case_studies_description_fit check (private.is_text(description, 1000)),
  constraint case_studies_challenge_fit check (private.is_text(challenge, 20000)),
  constraint case_studies_solution_fit check (private.is_text(solution, 20000)),
  constraint case_studies_results_fit check (private.is_text(results, 20000)),
  constraint case_studies_what_we_loved_fit check (private.is_text(what_we_loved, 20000)),
  constraint case_studies_client_quote_fit check (private.is_text(client_quote, 2000)),
  constraint case_studies_outcome_fit check (private.is_line(outcome, 300)),
  constraint case_studies_industry_fit check (private.is_line(industry, 80)),
  constraint case_studies_meta_description_fit check (private.is_text(meta_description, 320)),
  constraint case_studies_status_known check (status in ('draft', 'published')),
  constraint case_studies_published_dated check (status = 'draft' or published_at is not null),
  constraint case_studies_published_at_range check (private.are_times(published_at)),
  constraint case_studies_service_tags_fit check (private.texts_fit(service_tags, 20, 60)),
  constraint case_studies_technologies_fit check (private.texts_fit(technologies, 40, 60)),
  constraint case_studies_client_name_fit check (private.is_line(client_name, 120)),
  constraint case_studies_client_url_fit check (private.is_web_address(client_url)),
  constraint case_studies_client_logo_url_fit check (private.is_own_picture(client_logo_url)),
  constraint case_studies_timeline_fit check (private.is_line(timeline, 120)),
  constraint case_studies_project_year_fit check (project_year between 1900 and 2099),
  constraint case_studies_role_fit check (private.is_line(role, 200)),
  constraint case_studies_cta_headline_fit check (private.is_line(cta_headline, 160)),
  constraint case_studies_cta_text_fit check (private.is_text(cta_text, 500)),
  constraint case_studies_hero_image_url_fit check (private.is_own_picture(hero_image_url)),
  constraint case_studies_place_range check (place between 1 and 1000),
  constraint case_studies_times_range check (private.are_times(created_at, updated_at))
);
comment on table public.case_studies is
  'Portfolio entries. Visitors see the published ones from published_at on.';
comment on column public.case_studies.slug is
  'Last part of the address. Null on insert or update makes one from the title.';
comment on column public.case_studies.project_year is 'Null shows the year of creation.';
comment on column public.case_studies.place is
  'Place on the website, from 1; those without one follow by updated_at. Written by arrange_case_studies only.';
comment on column public.case_studies.is_featured is
  'Comes first on the home page. Written by arrange_case_studies only.';
comment on column public.case_studies.version is
  'Rises with every change. A save names the version it started from; another one is a conflict.';
comment on column public.case_studies.hero_image_url is
  '/storage/v1/object/public/images/… or /images/…: only pictures of this site.';
comment on column public.case_studies.service_slugs is 'Of the service tags, for the filter of the website.';
comment on column public.case_studies.search_text is
  'Title, client and service tags, for the search of the staff list.';
create index case_studies_status_place_idx on public.case_studies (status, place, updated_at desc);
create index case_studies_service_slugs_idx on public.case_studies using gin (service_slugs);
create index case_studies_industry_slug_idx on public.case_studies (industry_slug);
create index case_studies_newest_idx
  on public.case_studies (status, place, published_at desc, id);
create index case_studies_updated_at_idx on public.case_studies (updated_at desc);
-- For the other two orders of the staff list; the order by last change has an index already.
create index case_studies_title_idx on public.case_studies (title, id);
create index case_studies_created_at_idx on public.case_studies (created_at desc, id);

-- The address from the title where none is given; with the start of the id if it is taken.
create function private.fill_case_study_slug()
returns trigger
language plpgsql
security invoker
set search_path = ''
as $$
begin
  if new.slug is null then
    new.slug := coalesce(nullif(private.slug_from(new.title), ''), 'case-study');
    if not private.is_slug(new.slug)
      or exists (
        select 1 from public.case_studies as other where other.slug = new.slug and other.id <> new.id
      )
    then
      new.slug := rtrim(left(new.slug, 71), '-') || '-' || left(new.id::text, 8);
    end if;
  end if;
  return new;
end
$$;
create trigger case_studies_fill_slug
  before insert or update on public.case_studies
  for each row execute function private.fill_case_study_slug();

create trigger case_studies_date
  before insert or update on public.case_studies
  for each row when (new.status = 'published' and new.published_at is null)
  execute function private.date_document();

-- A save cannot change the arrangement: it is no part of the study's history.
create function private.keep_case_study_place()
returns trigger
language plpgsql
security invoker
set search_path = ''
as $$
begin
  if current_user in ('authenticated', 'anon') then
    new.place := case when tg_op = 'UPDATE' then old.place end;
    new.is_featured := tg_op = 'UPDATE' and old.is_featured;
  end if;
  return new;
end
$$;
create trigger case_studies_keep_place
  before insert or update on public.case_studies
  for each row execute function private.keep_case_study_place();

create trigger case_studies_stamp_new
  before insert on public.case_studies
  for each row execute function private.stamp_document();
-- Arranging is no new version.
create trigger case_studies_stamp
  before update on public.case_studies
  for each row
  when (new.place is not distinct from old.place and new.is_featured = old.is_featured)
  execute function private.stamp_document();
create trigger audit_deletion after delete on public.case_studies
  for each row execute function private.audit_deletion('case study', 'title');

alter table public.case_studies enable row level security;
create policy "Anyone reads published case studies that are due" on public.case_studies
  for select to anon, authenticated using (status = 'published' and published_at <= now());
create policy "Staff read every case study" on public.case_studies
  for select to authenticated using ((select private.is_staff()));
create policy "Staff create case studies" on public.case_studies
  for insert to authenticated with check ((select private.is_staff()));
create policy "Staff update case studies" on public.case_studies
  for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete case studies" on public.case_studies
  for delete to authenticated using ((select private.is_staff()));
grant select on public.case_studies to anon, service_role;
grant select, insert, update, delete on public.case_studies to authenticated;

-- The ids of the arranged studies, in order.
create function private.arranged_case_studies()
returns uuid[]
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(array_agg(study.id order by study.place), '{}')
  from public.case_studies as study where study.place is not null
$$;

-- So that a refused arrangement can name who came first: their own other tab, or another member.
create table private.case_study_arranger (
  id boolean primary key default true check (id),
  user_id uuid not null
);
comment on table private.case_study_arranger is 'The account that has arranged the case studies last.';

-- Sets the order on the website and the studies that come first on the home page. Changes no version and no
-- updated_at.
--
-- arranged  ids in order; studies that are not in it follow by updated_at. Unknown ids are ignored
-- featured  ids
-- before    `arranged` as the caller read it
--
-- Errors: 42501 not staff, PT409 they were arranged since (its detail is the account), PT422 more than 1,000
-- or an id twice.
create function public.arrange_case_studies(arranged uuid[], featured uuid[], before uuid[])
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not private.is_staff() then
    raise exception 'Only staff may arrange case studies' using errcode = '42501';
  end if;
  if cardinality(arranged) > 1000 or cardinality(featured) > 1000
    or cardinality(arranged) <> (select count(distinct id) from unnest(arranged) as id)
  then
    raise exception 'At most 1,000 case studies, each of them once' using errcode = 'PT422';
  end if;
  perform pg_advisory_xact_lock(hashtext('public.arrange_case_studies'));
  if before is distinct from private.arranged_case_studies() then
    raise exception 'The order has changed meanwhile'
      using errcode = 'PT409', detail = coalesce((select user_id::text from private.case_study_arranger), '');
  end if;
  insert into private.case_study_arranger (user_id) values (auth.uid())
  on conflict (id) do update set user_id = excluded.user_id;
  update public.case_studies as study
  set place = wanted.place, is_featured = wanted.is_featured
  from (
    select
      one.id,
      array_position(arranged, one.id) as place,
      one.id = any (featured) as is_featured
    from public.case_studies as one
  ) as wanted
  where wanted.id = study.id
    and (study.place, study.is_featured) is distinct from (wanted.place, wanted.is_featured);
end
$$;
comment on function public.arrange_case_studies(uuid[], uuid[], uuid[]) is
  'Sets the order of the case studies on the website. Staff only.';
grant execute on function public.arrange_case_studies(uuid[], uuid[], uuid[]) to authenticated;

-- The services and industries of the published studies, those with the most studies first. Names that differ
-- in case or signs only are one.
create function public.list_case_study_topics()
returns table (kind text, name text, slug text, studies bigint)
language sql
stable
security invoker
set search_path = ''
as $$
  with topic as (
    select 'service' as kind, tag.name, tag.slug, study.id
    from public.case_studies as study,
      unnest(study.service_tags, study.service_slugs) as tag (name, slug)
    where study.status = 'published' and study.published_at <= now()
    union all
    select 'industry', study.industry, study.industry_slug, study.id
    from public.case_studies as study
    where study.status = 'published' and study.published_at <= now() and study.industry is not null
  )
  select topic.kind, min(topic.name), topic.slug, count(distinct topic.id) as studies
  from topic
  where topic.slug <> ''
  group by topic.kind, topic.slug
  order by studies desc, topic.slug
$$;
comment on function public.list_case_study_topics() is
  'Services and industries of the published case studies, for filters.';
grant execute on function public.list_case_study_topics() to anon, authenticated;

-- For the policies of child rows. Security definer, so that each row needs one lookup by key and does not
-- run the policies of case_studies again.
create function private.is_published_case_study(study_id uuid)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select 1 from public.case_studies as study
    where study.id = study_id and study.status = 'published' and study.published_at <= now()
  )
$$;
grant execute on function private.is_published_case_study(uuid) to anon, authenticated;

create table public.case_study_metrics (
  id uuid primary key default gen_random_uuid(),
  case_study_id uuid not null references public.case_studies (id) on delete cascade,
  metric_value text not null,
  metric_label text not null,
  display_order integer not null,
  constraint case_study_metrics_metric_value_fit
    check (private.is_line(metric_value, 40) and btrim(metric_value) <> ''),
  constraint case_study_metrics_metric_label_fit
    check (private.is_line(metric_label, 120) and btrim(metric_label) <> ''),
  constraint case_study_metrics_display_order_range check (display_order between 1 and 50),
  constraint case_study_metrics_place_key unique (case_study_id, display_order)
);
comment on table public.case_study_metrics is 'Figures of a case study, in display_order from 1.';

alter table public.case_study_metrics enable row level security;
create policy "Anyone reads metrics of published case studies" on public.case_study_metrics
  for select to anon, authenticated using (private.is_published_case_study(case_study_id));
create policy "Staff read every metric" on public.case_study_metrics
  for select to authenticated using ((select private.is_staff()));
create policy "Staff create metrics" on public.case_study_metrics
  for insert to authenticated with check ((select private.is_staff()));
create policy "Staff update metrics" on public.case_study_metrics
  for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete metrics" on public.case_study_metrics
  for delete to authenticated using ((select private.is_staff()));
grant select on public.case_study_metrics to anon, service_role;
grant select, insert, update, delete on public.case_study_metrics to authenticated;
create trigger case_study_metrics_guard
  before insert or update or delete on public.case_study_metrics
  for each row execute function private.guard_document_row('case_study_id');

create table public.case_study_gallery (
  id uuid primary key default gen_random_uuid(),
  case_study_id uuid not null references public.case_studies (id) on delete cascade,
  image_url text not null,
  caption text,
  alt_text text,
  display_order integer not null,
  constraint case_study_gallery_image_url_fit
    check (private.is_own_picture(image_url) or private.is_video_page(image_url)),
  constraint case_study_gallery_caption_fit check (private.is_line(caption, 300)),
  constraint case_study_gallery_alt_text_fit check (private.is_line(alt_text, 300)),
  constraint case_study_gallery_display_order_range check (display_order between 1 and 200),
  constraint case_study_gallery_place_key unique (case_study_id, display_order)
);
comment on table public.case_study_gallery is 'Pictures and videos of a case study, in display_order from 1.';

alter table public.case_study_gallery enable row level security;
create policy "Anyone reads the gallery of published case studies" on public.case_study_gallery
  for select to anon, authenticated using (private.is_published_case_study(case_study_id));
create policy "Staff read every gallery" on public.case_study_gallery
  for select to authenticated using ((select private.is_staff()));
create policy "Staff create gallery rows" on public.case_study_gallery
  for insert to authenticated with check ((select private.is_staff()));
create policy "Staff update gallery rows" on public.case_study_gallery
  for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete gallery rows" on public.case_study_gallery
  for delete to authenticated using ((select private.is_staff()));
grant select on public.case_study_gallery to anon, service_role;
grant select, insert, update, delete on public.case_study_gallery to authenticated;
create trigger case_study_gallery_guard
  before insert or update or delete on public.case_study_gallery
  for each row execute function private.guard_document_row('case_study_id');

-- Replaces the metrics and the gallery of a study; null keeps them. An error names the step, with the message
-- of the database as detail.
create function private.write_case_study_rows(study_id uuid, metrics jsonb, gallery jsonb)
returns void
language plpgsql
security invoker
set search_path = ''
as $$
declare
  step text;
  code text;
  reason text;
begin
  if metrics is not null then
    step := 'Failed to delete existing metrics';
    delete from public.case_study_metrics where case_study_id = study_id;
    step := 'Failed to insert metrics';
    insert into public.case_study_metrics (case_study_id, metric_value, metric_label, display_order)
    select study_id, item ->> 'metric_value', item ->> 'metric_label', place
    from jsonb_array_elements(metrics) with ordinality as list (item, place);
  end if;
  if gallery is not null then
    step := 'Failed to delete existing gallery';
    delete from public.case_study_gallery where case_study_id = study_id;
    step := 'Failed to insert gallery';
    insert into public.case_study_gallery (case_study_id, image_url, caption, alt_text, display_order)
    select study_id, item ->> 'image_url', item ->> 'caption', item ->> 'alt_text', place
    from jsonb_array_elements(gallery) with ordinality as list (item, place);
  end if;
exception when others then
  get stacked diagnostics code = returned_sqlstate, reason = message_text;
  raise exception '%', step
    using errcode = case when left(code, 2) in ('22', '23') then 'PT422' else code end,
      detail = reason;
end
$$;
grant execute on function private.write_case_study_rows(uuid, jsonb, jsonb) to authenticated;

-- Writes the row, its metrics and its gallery. The arguments and errors are those of save_case_study.
create function private.write_case_study(
  study_id uuid,
  expected_version integer,
  fields jsonb,
  metrics jsonb,
  gallery jsonb
)
returns public.case_studies
language plpgsql
security invoker
set search_path = ''
as $$
declare
  columns constant text := private.saved_columns('public.case_studies');
  saved public.case_studies;
  reason text;
  broken text;
begin
  begin
    if expected_version is null then
      saved := jsonb_populate_record(
        null::public.case_studies,
        '{"status": "draft", "service_tags": [], "technologies": [], "is_featured": false}'::jsonb
          || fields
      );
      execute format(
        'insert into public.case_studies (id, %1$s) select $1, %1$s from (select ($2).*) as saved
        returning *',
        columns
      ) into saved using study_id, saved;
    else
      select * into saved from public.case_studies where id = study_id for update;
      if not found then
        raise exception 'Case study not found or you don''t have permission to change it'
          using errcode = 'PT404';
      end if;
      if saved.version <> expected_version then
        raise exception 'This case study has changed since you opened it' using errcode = 'PT409';
      end if;
      saved := jsonb_populate_record(saved, fields);
      execute format(
        'update public.case_studies set (%1$s) = (select %1$s from (select ($2).*) as saved)
        where id = $1 returning *',
        columns
      ) into saved using study_id, saved;
    end if;
  exception
    when unique_violation then
      get stacked diagnostics broken = constraint_name, reason = message_text;
      if broken = 'case_studies_pkey' then
        raise exception 'This case study was saved before' using errcode = 'PT409';
      end if;
      raise exception '%', reason using errcode = 'PT422';
    when integrity_constraint_violation or data_exception then
      -- The message contains the name of the constraint, from which the form finds the field.
      get stacked diagnostics reason = message_text;
      raise exception '%', reason using errcode = 'PT422';
  end;

  perform private.write_case_study_rows(study_id, metrics, gallery);
  return saved;
end
$$;
grant execute on function private.write_case_study(uuid, integer, jsonb, jsonb, jsonb) to authenticated;

-- Saves the study with its metrics and its gallery in one transaction.
--
-- study_id          chosen by the client, so that a create that is sent twice makes one study
-- expected_version  null to create; otherwise the version the editor started from
-- fields            only the columns to change, by column name; unknown and stamped columns are ignored
-- metrics           [{"metric_value", "metric_label"}] in order; null keeps them
-- gallery           [{"image_url", "caption", "alt_text"}] in order; null keeps them
-- goes_live         false keeps the changes of a published study in its working copy
--
-- Errors: PT409 another save came first (or the id is taken), PT404 deleted or not allowed, PT422 a value
-- violates a limit or the slug is taken; for the rows the messages of write_case_study_rows. PT codes become
-- the HTTP status, which bare constraint violations do not on every backend.
create function public.save_case_study(
  study_id uuid,
  expected_version integer,
  fields jsonb,
  metrics jsonb default null,
  gallery jsonb default null,
  goes_live boolean default true
)
returns public.case_studies
language plpgsql
security invoker
set search_path = ''
as $$
declare
  was_live constant boolean := private.is_published_case_study(study_id);
  live_version integer;
  copy public.working_copies;
  saved public.case_studies;
  content jsonb;
begin
  -- The policies refuse as well, but with the same answer as for a study that does not exist.
  if not private.is_staff() then
    raise exception 'Only staff may save a case study' using errcode = '42501';
  end if;
  if jsonb_typeof(fields) is distinct from 'object' then
    raise exception 'fields must be an object' using errcode = 'PT422';
  end if;
  perform public.publish_due_changes();
  select version into live_version from public.case_studies where id = study_id for update;
  copy := private.working_copy_to_save(study_id, live_version, expected_version);
  if copy.document_id is not null then
    expected_version := live_version;
  end if;
  if copy.content is not null then
    fields := (copy.content -> 'study') || fields;
    metrics := coalesce(metrics, copy.content -> 'metrics');
    gallery := coalesce(gallery, copy.content -> 'gallery');
  end if;
  begin
    perform private.drop_working_copy(study_id);
    saved := private.write_case_study(study_id, expected_version, fields, metrics, gallery);
    if was_live and saved.status = 'published' and saved.published_at <= now() and not goes_live then
      content := private.case_study_snapshot(saved);
      raise exception 'Written only to check it and to take the snapshot' using errcode = 'WC000';
    end if;
  exception when sqlstate 'WC000' then
    -- What the block wrote is undone: visitors read what was there before.
    saved.version := private.keep_working_copy('case-study', study_id, content);
  end;
  return saved;
end
$$;
comment on function public.save_case_study(uuid, integer, jsonb, jsonb, jsonb, boolean) is
  'Creates or updates a case study with its rows in one transaction, refusing stale versions.';
grant execute on function public.save_case_study(uuid, integer, jsonb, jsonb, jsonb, boolean) to authenticated;

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
  is_working_copy boolean not null default false,
  constraint case_study_revisions_version_key unique (case_study_id, version),
  constraint case_study_revisions_saved_by_email_length check (char_length(saved_by_email) <= 254),
  constraint case_study_revisions_times_range check (private.are_times(saved_at))
);
comment on table public.case_study_revisions is
  'Saved versions of case studies: {"study", "metrics", "gallery"}. Written by a trigger only.';
comment on column public.case_study_revisions.snapshot is
  'Shaped like the arguments of save_case_study, which restores a version.';
comment on column public.case_study_revisions.restored_from is
  'The version this one repeats; null for a normal save.';
comment on column public.case_study_revisions.is_working_copy is 'Visitors did not see this version.';

alter table public.case_study_revisions enable row level security;
create policy "Staff read revisions of case studies" on public.case_study_revisions
  for select to authenticated using ((select private.is_staff()));
grant select on public.case_study_revisions to authenticated;

create function private.case_study_snapshot(study public.case_studies)
returns jsonb
language sql
stable
security invoker
set search_path = ''
as $$
  select jsonb_build_object(
    'study',
    to_jsonb(study) - array[
      'id', 'version', 'created_at', 'created_by', 'updated_at', 'updated_by', 'search_text', 'place',
      'is_featured', 'service_slugs', 'industry_slug'
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

grant execute on function private.case_study_snapshot(public.case_studies) to authenticated;

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
    delete from public.working_copies as copy
    where copy.document_id = new.id and copy.version >= new.version;
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
    nullif(current_setting('documents.restored_from', true), '')::integer
  );
  delete from public.case_study_revisions as revision
  where revision.case_study_id = new.id and revision.version <= new.version - 200;
  return null;
end
$$;

-- Deferred to the end of the transaction, when the rows of the save are written too.
create constraint trigger case_studies_keep_first_revision
  after insert on public.case_studies
  deferrable initially deferred
  for each row execute function private.keep_case_study_revision();
create constraint trigger case_studies_keep_revision
  after update on public.case_studies
  deferrable initially deferred
  for each row when (new.version <> old.version)
  execute function private.keep_case_study_revision();

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
  perform set_config('documents.restored_from', from_version::text, true);
  -- Null would create a new study.
  return public.save_case_study(
    study_id, coalesce(expected_version, 0), kept -> 'study', kept -> 'metrics', kept -> 'gallery',
    goes_live => false
  );
end
$$;
comment on function public.restore_case_study_version(uuid, integer, integer) is
  'Saves an old version of a case study as a new one, refusing stale versions. Staff only.';
grant execute on function public.restore_case_study_version(uuid, integer, integer) to authenticated;

-- Deleted case studies with their rows, which staff can restore for 30 days.
create table public.deleted_case_studies (
  id uuid primary key,
  title text not null,
  snapshot jsonb not null,
  deleted_by uuid references auth.users (id) on delete set null,
  deleted_at timestamptz not null default now(),
  constraint deleted_case_studies_title_length check (char_length(title) <= 120),
  constraint deleted_case_studies_times_range check (private.are_times(deleted_at))
);
comment on table public.deleted_case_studies is
  'Snapshots of deleted case studies: {"study", "metrics", "gallery"}. Written by a trigger only.';
comment on column public.deleted_case_studies.id is 'The id the case study had, and has again after a restore.';
create index deleted_case_studies_deleted_at_idx on public.deleted_case_studies (deleted_at desc);

alter table public.deleted_case_studies enable row level security;
create policy "Staff read deleted case studies" on public.deleted_case_studies
  for select to authenticated
  using ((select private.is_staff()) and deleted_at > now() - interval '30 days');
grant select on public.deleted_case_studies to authenticated;

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
    private.case_study_snapshot(old) || jsonb_build_object('study', to_jsonb(old)),
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
  -- Another study may have its address by now: it then gets a new one.
  if exists (select 1 from public.case_studies as other where other.slug = kept -> 'study' ->> 'slug') then
    kept := jsonb_set(kept, '{study,slug}', 'null');
  end if;
  begin
    perform private.restore_document('public.case_studies', kept -> 'study');
  exception when unique_violation then
    raise exception 'A case study with that ID exists' using errcode = 'PT409';
  end;
  perform private.write_case_study_rows(study_id, kept -> 'metrics', kept -> 'gallery');
  return study_id;
end
$$;
comment on function public.restore_case_study(uuid) is
  'Restores a deleted case study with its rows. Staff only.';
grant execute on function public.restore_case_study(uuid) to authenticated;

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
  delete from public.working_copies as copy
  where copy.document_id = old.id
    and not exists (select 1 from public.case_studies as study where study.id = old.id);
  return null;
end
$$;
create constraint trigger deleted_case_studies_drop_revisions
  after delete on public.deleted_case_studies
  deferrable initially deferred
  for each row execute function private.drop_case_study_revisions();

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
grant execute on function public.purge_deleted_case_study(uuid) to authenticated;
