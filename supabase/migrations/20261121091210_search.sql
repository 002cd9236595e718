-- One search over what staff write and read. Security definer with a check of the role, because under the policies of the
-- tables no index on search words is used: their operator is not marked as leakproof.

-- The place of the text where the first of the words stands, about 120 characters of it; else its start. Looks into parts
-- of double size each, because to fold a text of 20,000 characters takes a tenth of a second, then into halves.
create function private.search_snippet(body text, words tsquery)
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
  shown constant integer := 120;
  short constant text := btrim(regexp_replace(left(body, 20000), '\s+', ' ', 'g'));
  rest text := short;
  size integer := shown;
  piece text;
  half text;
begin
  loop
    piece := private.first_words(rest, size);
    exit when private.search_words(piece) @@ words;
    rest := substr(rest, length(piece) + 2);
    if rest = '' then
      return private.first_words(short, shown);
    end if;
    size := size * 2;
  end loop;
  while length(piece) > shown loop
    half := private.first_words(piece, greatest(length(piece) / 2, shown));
    exit when half = piece;
    if private.search_words(half) @@ words then
      piece := half;
    else
      piece := substr(piece, length(half) + 2);
    end if;
  end loop;
  return piece;
end
$$;

-- So many characters of the text, and the end of the word that they cut.
create function private.first_words(body text, size integer)
returns text
language sql
immutable
set search_path = ''
as $$
  select left(body, size) || substring(substr(body, size + 1) from '^\S*')
$$;

-- The text of changes that wait to be published, if one of the words is in it.
create function private.waiting_text(document_id uuid, words tsquery)
returns text
language sql
stable
set search_path = ''
as $$
  select private.text_of_content(copy.content) from public.working_copies as copy
  where copy.document_id = waiting_text.document_id and copy.search @@ words
$$;

-- Documents that hold every word of the search, or a word that begins with it, as visitors read them or as changed since;
-- of each kind up to `most`, those with the words in their title first. Members are for owners. Texts of pages are
-- searched in the browser, which has those of the code.
create function public.search_staff_area(search text, most integer default 5)
returns table (kind text, id uuid, title text, detail text, snippet text)
language plpgsql
stable
security definer
rows 30
set search_path = ''
-- Planning anew would take longer than searching. `offset 0` keeps the planner from walking through an index of times,
-- in which rare words come late.
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  every_word constant tsquery := private.search_query(search);
  any_word constant tsquery := replace(every_word::text, '&', '|')::tsquery;
  in_title constant tsquery := regexp_replace(every_word::text, '''([^'']+)'':', '''=\1'':', 'g')::tsquery;
  wanted constant integer := least(greatest(most, 1), 20);
begin
  if not private.is_staff() then
    raise exception 'Only staff may search the staff area' using errcode = '42501';
  end if;
  return query
  select
    'case-study', study.id, study.title, study.client_name,
    private.search_snippet(
      concat_ws(
        ' ', private.waiting_text(study.id, any_word), study.headline, study.subhead, study.description, study.challenge, study.solution, study.results,
        study.what_we_loved, study.client_quote, study.outcome, study.industry,
        array_to_string(study.service_tags || study.technologies, ' '),
        (
          select string_agg(metric.metric_value || ' ' || metric.metric_label, ' ')
          from public.case_study_metrics as metric where metric.case_study_id = study.id
        )
      ),
      any_word
    )
  from (
    select hit.id, min(hit.rank) as rank, max(hit.updated_at) as moment
    from (
      (
        select one.id, 1 as rank, one.updated_at from (
          select id, updated_at from public.case_studies where search @@ in_title offset 0
        ) as one
        order by one.updated_at desc limit wanted
      )
      union all
      (
        select one.id, 2, one.updated_at from (
          select id, updated_at from public.case_studies where search @@ every_word offset 0
        ) as one
        order by one.updated_at desc limit wanted
      )
      union all
      (
        select one.id, 3, one.updated_at from public.case_studies as one
        where one.id in (
          select metric.case_study_id from public.case_study_metrics as metric
          where metric.search @@ every_word limit 100
        )
        order by one.updated_at desc limit wanted
      )
      union all
      (
        select one.id, 3, one.updated_at from public.case_studies as one
        where one.id in (
          select copy.document_id from public.working_copies as copy where copy.search @@ every_word limit 100
        )
        order by one.updated_at desc limit wanted
      )
    ) as hit
    group by hit.id order by 2, 3 desc limit wanted
  ) as chosen
  join public.case_studies as study on study.id = chosen.id
  order by chosen.rank, chosen.moment desc;

  return query
  select
    'post', post.id, post.title, author.name,
    private.search_snippet(
      concat_ws(
        ' ', private.waiting_text(post.id, any_word), post.excerpt, private.text_of_html(post.content_html)
      ),
      any_word
    )
  from (
    select hit.id, min(hit.rank) as rank, max(hit.updated_at) as moment
    from (
      (
        select one.id, 1 as rank, one.updated_at from (
          select id, updated_at from public.blog_posts where search @@ in_title offset 0
        ) as one
        order by one.updated_at desc limit wanted
      )
      union all
      (
        select one.id, 2, one.updated_at from (
          select id, updated_at from public.blog_posts where search @@ every_word offset 0
        ) as one
        order by one.updated_at desc limit wanted
      )
      union all
      (
        select one.id, 3, one.updated_at from public.blog_posts as one
        where one.author_id in (
          select named.id from public.blog_authors as named where private.search_words(named.name) @@ every_word
        )
        order by one.updated_at desc limit wanted
      )
      union all
      (
        select one.id, 3, one.updated_at from public.blog_posts as one
        where one.category_id in (
          select named.id from public.blog_categories as named where private.search_words(named.name) @@ every_word
        )
        order by one.updated_at desc limit wanted
      )
      union all
      (
        select one.id, 3, one.updated_at from public.blog_posts as one
        where one.id in (
          select tagged.post_id
          from public.blog_tags as named
          join public.blog_post_tags as tagged on tagged.tag_id = named.id
          where private.search_words(named.name) @@ every_word
        )
        order by one.updated_at desc limit wanted
      )
      union all
      (
        select one.id, 3, one.updated_at from public.blog_posts as one
        where one.id in (
          select copy.document_id from public.working_copies as copy where copy.search @@ every_word limit 100
        )
        order by one.updated_at desc limit wanted
      )
    ) as hit
    group by hit.id order by 2, 3 desc limit wanted
  ) as chosen
  join public.blog_posts as post on post.id = chosen.id
  left join public.blog_authors as author on author.id = post.author_id
  order by chosen.rank, chosen.moment desc;

  return query
  select
    'enquiry', enquiry.id, enquiry.name, '#' || enquiry.number::text,
    private.search_snippet(
      concat_ws(
        ' ', enquiry.subject, enquiry.message, enquiry.email, enquiry.phone,
        (
          select string_agg(note.text, ' ') from public.enquiry_notes as note
          where note.enquiry_id = enquiry.id and note.search @@ any_word
        ),
        (
          select string_agg(message.text, ' ') from public.enquiry_messages as message
          where message.enquiry_id = enquiry.id and message.search @@ any_word
        )
      ),
      any_word
    )
  from (
    select hit.id, min(hit.rank) as rank, max(hit.created_at) as moment
    from (
      (
        select one.id, 1 as rank, one.created_at from (
          select id, created_at from public.enquiries where search @@ in_title and deleted_at is null offset 0
        ) as one
        order by one.created_at desc limit wanted
      )
      union all
      (
        select one.id, 2, one.created_at from (
          select id, created_at from public.enquiries where search @@ every_word and deleted_at is null offset 0
        ) as one
        order by one.created_at desc limit wanted
      )
      union all
      (
        select one.id, 3, one.created_at from public.enquiries as one
        where one.deleted_at is null and one.id in (
          (select note.enquiry_id from public.enquiry_notes as note where note.search @@ every_word limit 100)
          union
          (
            select message.enquiry_id from public.enquiry_messages as message
            where message.search @@ every_word limit 100
          )
        )
        order by one.created_at desc limit wanted
      )
    ) as hit
    group by hit.id order by 2, 3 desc limit wanted
  ) as chosen
  join public.enquiries as enquiry on enquiry.id = chosen.id
  order by chosen.rank, chosen.moment desc;

  return query
  select 'picture', picture.id, picture.original_name, picture.path, nullif(picture.alt_text, '')
  from public.image_records as picture
  where picture.search @@ every_word
  order by picture.created_at desc
  limit wanted;

  if private.is_owner() then
    return query
    select 'member', member.id, coalesce(profile.name, member.email), member.email, member.role
    from public.staff_members as member
    left join public.staff_profiles as profile on profile.member_id = member.id
    where private.search_words(profile.name, member.email) @@ every_word
    order by 3
    limit wanted;
  end if;
end
$$;
comment on function public.search_staff_area(text, integer) is
  'Case studies, posts, enquiries and pictures with these words, for staff; for owners members too.';
grant execute on function public.search_staff_area(text, integer) to authenticated;
