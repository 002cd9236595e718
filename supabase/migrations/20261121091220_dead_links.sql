-- Dead links: the function link-check asks once a day for the addresses that published documents lead to. Health names
-- those that are dead, and pictures that published documents show and the bucket lacks.

create table private.links (
  url text primary key,
  checked_at timestamptz not null,
  problem text,
  failures integer not null default 0,
  constraint links_url_form check (url ~ '^https?://' and char_length(url) <= 500),
  constraint links_problem_length check (char_length(problem) <= 100),
  constraint links_times_range check (private.are_times(checked_at))
);
comment on table private.links is 'Addresses in published documents, and how they answered last. No backup has them.';
comment on column private.links.failures is
  'In a row; an answer that the page is gone counts twice. From two on the link is dead: a host may be down for a day.';

create table private.link_check (
  is_only boolean primary key default true,
  due_at timestamptz not null default now() + interval '1 hour',
  constraint link_check_is_only check (is_only),
  constraint link_check_times_range check (private.are_times(due_at))
);
comment on table private.link_check is 'When links are asked for next.';
insert into private.link_check default values;

-- The addresses beyond the site in what visitors read, the first 1,000.
create function private.published_links()
returns table (url text, kind text, id uuid, title text)
language sql
stable
security definer
rows 100
set search_path = ''
as $$
  with texts (kind, id, title, content) as (
    select 'case-study', study.id, study.title,
      -- An address in code is no link.
      regexp_replace(
        concat_ws(' ', study.client_url, study.challenge, study.solution, study.results), '`[^`]*`', '', 'g'
      )
    from public.case_studies as study where study.public_from <= now()
    union all
    select 'case-study', study.id, study.title, picture.image_url
    from public.case_study_gallery as picture
    join public.case_studies as study on study.id = picture.case_study_id
    where study.public_from <= now()
    union all
    select 'page-texts', known.id, known.page, known.texts::text from public.page_texts as known
  ),
  found as (
    -- A bracket belongs to the address if it is closed there.
    select rtrim(link[1], '.,;:!?*''') as url, texts.kind, texts.id, texts.title
    from texts
    cross join lateral regexp_matches(
      texts.content, '(https?://(?:[^\s<>()\[\]{}"`\\|^#]|\([^\s<>()\[\]{}"`\\|^#]*\))+)', 'g'
    ) as link
    union
    select replace(link[1], '&amp;', '&'), 'post', post.id, post.title
    from public.blog_posts as post
    cross join lateral regexp_matches(post.content_html, 'href="(https?://[^"#]+)', 'g') as link
    where post.public_from <= now()
  )
  select found.url, found.kind, found.id, found.title from found
  -- Pictures of the bucket are looked up in it.
  where char_length(found.url) <= 500 and found.url !~ '/storage/v1/object/public/'
  order by found.url, found.title
  limit 1000
$$;

-- Called by the scheduler (private.schedule_jobs), or by the launcher of the local backend.
create function private.is_link_check_due()
returns boolean
language sql
stable
set search_path = ''
as $$
  select due_at <= now() from private.link_check
$$;

-- The next twelve addresses that were not asked for within a day. Called twice it returns others: an address counts as
-- asked for at once.
create function public.claim_links()
returns text[]
language plpgsql
security definer
set search_path = ''
as $$
declare
  claimed text[];
begin
  update private.link_check as known set due_at = now() + interval '1 hour' where known.due_at <= now();
  if not found then
    return '{}';
  end if;
  delete from private.links as known
  where not exists (select from private.published_links() as link where link.url = known.url);
  with wanted as (
    select distinct link.url from private.published_links() as link
    where not exists (
      select from private.links as known
      where known.url = link.url and known.checked_at > now() - interval '1 day'
    )
    order by link.url
    limit 12
  ),
  noted as (
    insert into private.links as known (url, checked_at)
    select wanted.url, now() from wanted
    on conflict (url) do update set checked_at = excluded.checked_at
    returning known.url
  )
  select coalesce(array_agg(noted.url order by noted.url), '{}') into claimed from noted;
  if cardinality(claimed) = 12 then
    update private.link_check set due_at = now() + interval '1 minute' where is_only;
  end if;
  return claimed;
end
$$;
comment on function public.claim_links() is
  'The addresses to ask for next, each once a day. For the function link-check only.';

-- results  [{"url", "problem", "is_gone"}]; problem null: it answers
create function public.settle_links(results jsonb)
returns void
language sql
security definer
set search_path = ''
as $$
  update private.links as known set
    problem = left(result.problem, 100),
    failures = case
      when result.problem is null then 0
      else least(known.failures, 1000) + case when result.is_gone then 2 else 1 end
    end
  from jsonb_to_recordset(results) as result (url text, problem text, is_gone boolean)
  where known.url = result.url
$$;
comment on function public.settle_links(jsonb) is 'How addresses answered. For the function link-check only.';
grant execute on function public.claim_links(), public.settle_links(jsonb) to service_role;

-- [{"what", "problem", "kind", "id", "title"}]: dead links and missing pictures with the documents to edit, at most 30.
create function private.dead_links()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  with dead as (
    select link.url as what, known.problem, link.kind, link.id, link.title
    from private.links as known
    join private.published_links() as link on link.url = known.url
    where known.failures >= 2
    union all
    select used.path, 'is not in the library', used.kind::text, used.id, used.title
    from private.image_uses() as used
    where used.state = 'published' and used.part not in ('changes', 'snapshot')
      and used.kind in ('case-study', 'post', 'page-texts')
      and not exists (
        select from storage.objects as stored
        where stored.bucket_id = 'images' and stored.name = private.decoded_image_path(used.path)
      )
  ),
  named as (select distinct * from dead order by title, what limit 30)
  select coalesce(jsonb_agg(to_jsonb(named) order by named.title, named.what), '[]') from named
$$;
