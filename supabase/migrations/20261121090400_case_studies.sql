-- Case studies with their metrics and gallery. Visitors read what is published, staff manage everything.
-- Every limit is repeated in supabase/functions/_shared/contracts/case-study.ts; a test compares them.

-- One slug for each tag, in the order of the tags; '' for a tag from which none can be made.
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
  is_withheld boolean not null default false,
  public_from timestamptz
    generated always as (private.public_from(status, published_at, is_withheld)) stored,
  version integer not null default 1,
  created_by uuid references auth.users (id) on delete set null,
  updated_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search tsvector not null generated always as (
    private.document_words(
      title,
      array[
        headline, subhead, description, challenge, solution, results, what_we_loved, client_quote, outcome, industry,
        meta_description, client_name, client_url, timeline, project_year::text, role, cta_headline, cta_text
      ] || service_tags || technologies
    )
  ) stored,
  service_slugs text[] not null generated always as (private.slugs_from(service_tags)) stored,
  industry_slug text generated always as (private.slug_from(industry)) stored,
  constraint case_studies_slug_key unique (slug),
  constraint case_studies_slug_fit check (private.is_slug(slug)),
  constraint case_studies_title_fit check (private.is_line(title, 120) and not private.is_blank(title)),
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
comment on column public.case_studies.is_withheld is
  'A client has to approve it and has not; see sign_off_demands. Written by private.settle_demand only.';
comment on column public.case_studies.public_from is 'Visitors read it from then on; null while they may not.';
comment on column public.case_studies.version is
  'Rises with every change. A save names the version it started from; another one is a conflict.';
comment on column public.case_studies.hero_image_url is
  '/storage/v1/object/public/images/… or /images/…: only pictures of this site.';
comment on column public.case_studies.service_slugs is 'Of the service tags, for the filter of the website.';
comment on column public.case_studies.search is 'Every word of it, for the search of staff.';
create index case_studies_search_idx on public.case_studies using gin (search) with (fastupdate = off);
create index case_studies_public_place_idx on public.case_studies (place, updated_at desc)
  where public_from is not null;
create index case_studies_service_slugs_idx on public.case_studies using gin (service_slugs);
create index case_studies_industry_slug_idx on public.case_studies (industry_slug);
create index case_studies_newest_idx on public.case_studies (place, published_at desc, id)
  where public_from is not null;
create index case_studies_updated_at_idx on public.case_studies (updated_at desc);
-- For the other two orders of the staff list; the order by last change has an index already.
create index case_studies_title_idx on public.case_studies (title, id);
create index case_studies_created_at_idx on public.case_studies (created_at desc, id);

create trigger case_studies_fill_slug
  before insert or update on public.case_studies
  for each row execute function private.fill_slug('case-study');

create trigger case_studies_date
  before insert or update on public.case_studies
  for each row when (new.status = 'published' and new.published_at is null)
  execute function private.date_document();

-- A save cannot change the arrangement: it is no part of the study's history. A deleted study that is restored has its
-- place again, unless another study has it by now.
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
  elsif tg_op = 'INSERT' and new.place = any (
    select study.place from public.case_studies as study where study.id <> new.id
  ) then
    new.place := null;
  end if;
  return new;
end
$$;
create trigger case_studies_keep_place
  before insert or update on public.case_studies
  for each row execute function private.keep_case_study_place();

create trigger case_studies_keep_withheld
  before insert or update on public.case_studies
  for each row execute function private.keep_withheld();
create trigger case_studies_stamp
  before insert or update on public.case_studies
  for each row execute function private.stamp_document();
create constraint trigger case_studies_keep_first_revision
  after insert on public.case_studies
  deferrable initially deferred
  for each row execute function private.keep_revision('case-study');
create constraint trigger case_studies_keep_revision
  after update on public.case_studies
  deferrable initially deferred
  for each row when (new.version <> old.version)
  execute function private.keep_revision('case-study');
create trigger case_studies_keep_deleted
  before delete on public.case_studies
  for each row execute function private.keep_deleted_document('case-study');
create trigger audit_deletion after delete on public.case_studies
  for each row execute function private.audit_deletion('case study', 'title');

alter table public.case_studies enable row level security;
create policy "Visitors read published case studies that are due" on public.case_studies
  for select to anon using (public_from <= now());
create policy "Accounts read what visitors do, staff every case study" on public.case_studies
  for select to authenticated using ((select private.is_staff()) or public_from <= now());
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
  -- The tie-break is that of getArrangement in src/features/case-studies/staff-api.ts.
  select coalesce(array_agg(study.id order by study.place, study.updated_at desc, study.id), '{}')
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
rows 40
set search_path = ''
as $$
  with topic as (
    select 'service' as kind, tag.name, tag.slug, study.id
    from public.case_studies as study,
      unnest(study.service_tags, study.service_slugs) as tag (name, slug)
    where study.public_from <= now()
    union all
    select 'industry', study.industry, study.industry_slug, study.id
    from public.case_studies as study
    where study.public_from <= now() and study.industry is not null
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
    where study.id = study_id and study.public_from <= now()
  )
$$;
grant execute on function private.is_published_case_study(uuid) to anon, authenticated;

create table public.case_study_metrics (
  id uuid primary key default gen_random_uuid(),
  case_study_id uuid not null references public.case_studies (id) on delete cascade,
  metric_value text not null,
  metric_label text not null,
  display_order integer not null,
  search tsvector not null generated always as (private.search_words(metric_value, metric_label)) stored,
  constraint case_study_metrics_metric_value_fit
    check (private.is_line(metric_value, 40) and not private.is_blank(metric_value)),
  constraint case_study_metrics_metric_label_fit
    check (private.is_line(metric_label, 120) and not private.is_blank(metric_label)),
  constraint case_study_metrics_display_order_range check (display_order between 1 and 50),
  constraint case_study_metrics_place_key unique (case_study_id, display_order)
);
comment on table public.case_study_metrics is 'Figures of a case study, in display_order from 1.';
create index case_study_metrics_search_idx on public.case_study_metrics using gin (search) with (fastupdate = off);

alter table public.case_study_metrics enable row level security;
create policy "Visitors read metrics of published case studies" on public.case_study_metrics
  for select to anon using (private.is_published_case_study(case_study_id));
create policy "Accounts read what visitors do, staff every metric" on public.case_study_metrics
  for select to authenticated
  using ((select private.is_staff()) or private.is_published_case_study(case_study_id));
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
create policy "Visitors read the gallery of published case studies" on public.case_study_gallery
  for select to anon using (private.is_published_case_study(case_study_id));
create policy "Accounts read what visitors do, staff every gallery" on public.case_study_gallery
  for select to authenticated
  using ((select private.is_staff()) or private.is_published_case_study(case_study_id));
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

-- What is stored: {"study", "metrics", "gallery"}.
create function private.case_study_content(study_id uuid)
returns jsonb
language sql
stable
security invoker
set search_path = ''
as $$
  select jsonb_build_object(
    'study', private.saved_fields('public.case_studies', to_jsonb(study)),
    'metrics', coalesce(
      (
        select jsonb_agg(
          jsonb_build_object('metric_value', metric.metric_value, 'metric_label', metric.metric_label)
          order by metric.display_order
        )
        from public.case_study_metrics as metric where metric.case_study_id = study.id
      ),
      '[]'
    ),
    'gallery', coalesce(
      (
        select jsonb_agg(
          jsonb_build_object(
            'image_url', picture.image_url, 'caption', picture.caption, 'alt_text', picture.alt_text
          )
          order by picture.display_order
        )
        from public.case_study_gallery as picture where picture.case_study_id = study.id
      ),
      '[]'
    )
  )
  from public.case_studies as study where study.id = study_id
$$;

create function private.write_case_study(study_id uuid, expected_version integer, content jsonb)
returns jsonb
language plpgsql
security invoker
set search_path = ''
as $$
declare
  saved constant jsonb := private.write_document_row(
    'case-study', study_id, expected_version, content -> 'study', content -> 'stamp'
  );
begin
  perform private.write_case_study_rows(study_id, content -> 'metrics', content -> 'gallery');
  return saved;
end
$$;
grant execute on function
  private.case_study_content(uuid),
  private.write_case_study(uuid, integer, jsonb)
to authenticated;

insert into private.document_kinds (kind, noun, home, part, title_path, content, write)
values (
  'case-study', 'case study', 'public.case_studies', 'study', '{study,title}',
  'private.case_study_content', 'private.write_case_study'
);

-- Saves the study with its metrics and its gallery in one transaction (private.save_document).
--
-- fields    only the columns to change, by column name; unknown and stamped columns are ignored
-- metrics   [{"metric_value", "metric_label"}] in order; null keeps them
-- gallery   [{"image_url", "caption", "alt_text"}] in order; null keeps them
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
  goes_live boolean default true,
  save_ids uuid[] default '{}'
)
returns public.case_studies
language sql
security invoker
set search_path = ''
as $$
  select jsonb_populate_record(null::public.case_studies, private.save_document(
    'case-study', study_id, expected_version,
    private.given_keys(jsonb_build_object('study', fields, 'metrics', metrics, 'gallery', gallery)),
    goes_live, save_ids
  ))
$$;
comment on function
  public.save_case_study(uuid, integer, jsonb, jsonb, jsonb, boolean, uuid[])
is 'Creates or updates a case study with its rows in one transaction, refusing stale versions.';
grant execute on function
  public.save_case_study(uuid, integer, jsonb, jsonb, jsonb, boolean, uuid[])
to authenticated;
