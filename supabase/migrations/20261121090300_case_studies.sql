-- Case studies with their metrics and gallery: visitors read what is published, staff manage everything.
-- Every limit is repeated in supabase/functions/_shared/contracts/case-study.ts; a test compares them.

-- A function, because a check constraint cannot contain the subquery that an array needs.
create function private.texts_fit(texts text[], max_count integer, max_length integer)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select cardinality(texts) <= max_count
    and not exists (
      select 1 from unnest(texts) as item
      where item is null or btrim(item) = '' or not private.is_line(btrim(item), max_length)
    )
$$;
revoke execute on function private.texts_fit(text[], integer, integer) from public;
grant execute on function private.texts_fit(text[], integer, integer) to authenticated, service_role;

create table public.case_studies (
  id uuid primary key default gen_random_uuid(),
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
  service_tags text[] not null default '{}',
  technologies text[] not null default '{}',
  client_name text,
  client_url text,
  client_logo_url text,
  timeline text,
  role text,
  cta_headline text,
  cta_text text,
  hero_image_url text,
  version integer not null default 1,
  created_by uuid references auth.users (id) on delete set null,
  updated_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
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
  constraint case_studies_service_tags_fit check (private.texts_fit(service_tags, 20, 60)),
  constraint case_studies_technologies_fit check (private.texts_fit(technologies, 40, 60)),
  constraint case_studies_client_name_fit check (private.is_line(client_name, 120)),
  constraint case_studies_client_url_fit check (private.is_web_address(client_url)),
  constraint case_studies_client_logo_url_fit check (private.is_own_picture(client_logo_url)),
  constraint case_studies_timeline_fit check (private.is_line(timeline, 120)),
  constraint case_studies_role_fit check (private.is_line(role, 200)),
  constraint case_studies_cta_headline_fit check (private.is_line(cta_headline, 160)),
  constraint case_studies_cta_text_fit check (private.is_text(cta_text, 500)),
  constraint case_studies_hero_image_url_fit check (private.is_own_picture(hero_image_url))
);
comment on table public.case_studies is 'Portfolio entries. Visitors see the published ones.';
comment on column public.case_studies.version is
  'Rises with every change. A save names the version it started from; another one is a conflict.';
comment on column public.case_studies.hero_image_url is
  '/storage/v1/object/public/images/… or /images/…: only pictures of this site.';
create index case_studies_status_updated_at_idx on public.case_studies (status, updated_at desc);
create index case_studies_updated_at_idx on public.case_studies (updated_at desc);

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

create table public.case_study_gallery (
  id uuid primary key default gen_random_uuid(),
  case_study_id uuid not null references public.case_studies (id) on delete cascade,
  image_url text not null,
  caption text,
  alt_text text,
  display_order integer not null,
  constraint case_study_gallery_image_url_fit check (private.is_own_picture(image_url)),
  constraint case_study_gallery_caption_fit check (private.is_line(caption, 300)),
  constraint case_study_gallery_alt_text_fit check (private.is_line(alt_text, 300)),
  constraint case_study_gallery_display_order_range check (display_order between 1 and 200),
  constraint case_study_gallery_place_key unique (case_study_id, display_order)
);
comment on table public.case_study_gallery is 'Pictures of a case study, in display_order from 1.';

-- Sets user and time from the session, never from the request. Seeds and restores run without a session
-- and keep their values.
create function private.stamp_case_study()
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
revoke execute on function private.stamp_case_study() from public;
create trigger case_studies_stamp
  before insert or update on public.case_studies
  for each row execute function private.stamp_case_study();

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
    where study.id = study_id and study.status = 'published'
  )
$$;
revoke execute on function private.is_published_case_study(uuid) from public;
grant execute on function private.is_published_case_study(uuid) to anon, authenticated;

alter table public.case_studies enable row level security;
create policy "Anyone reads published case studies" on public.case_studies
  for select to anon, authenticated using (status = 'published');
create policy "Staff read every case study" on public.case_studies
  for select to authenticated using ((select private.is_staff()));
create policy "Staff create case studies" on public.case_studies
  for insert to authenticated with check ((select private.is_staff()));
create policy "Staff update case studies" on public.case_studies
  for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete case studies" on public.case_studies
  for delete to authenticated using ((select private.is_staff()));

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

revoke all on public.case_studies, public.case_study_metrics, public.case_study_gallery
  from public, anon, authenticated;
grant select on public.case_studies, public.case_study_metrics, public.case_study_gallery to anon;
grant select, insert, update, delete
  on public.case_studies, public.case_study_metrics, public.case_study_gallery to authenticated;
grant select on public.case_studies, public.case_study_metrics, public.case_study_gallery
  to service_role;
