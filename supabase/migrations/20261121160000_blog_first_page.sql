-- Reads the newest posts without search and filter, the most frequent request, through the index: the time
-- does not grow with the number of posts. Only the count still reads all index entries.

-- Runs as the caller: policies apply. page counts from 1.
create function private.newest_blog_posts(page integer, page_size integer)
returns jsonb
language sql
stable
security invoker
set search_path = ''
as $$
  select jsonb_build_object(
    'total', (
      select count(*) from public.blog_posts as post
      where post.status = 'published' and post.published_at <= now()
    ),
    'posts', coalesce(
      (
        select jsonb_agg(
          private.blog_post_summary(shown.id) order by shown.published_at desc, shown.id
        )
        from (
          select post.id, post.published_at
          from public.blog_posts as post
          where post.status = 'published' and post.published_at <= now()
          order by post.published_at desc, post.id
          limit greatest(1, least(page_size, 50))
          offset (greatest(1, page)::bigint - 1) * greatest(1, least(page_size, 50))
        ) as shown
      ),
      '[]'::jsonb
    )
  )
$$;
revoke execute on function private.newest_blog_posts(integer, integer) from public;
grant execute on function private.newest_blog_posts(integer, integer) to anon, authenticated;

-- {"total", "posts"}, newest first. category and tag are names or slugs; page counts from 1.
-- status null: what visitors can read now; 'draft', 'published' or 'all': what the caller may read.
create or replace function public.list_blog_posts(
  search text default null,
  category text default null,
  tag text default null,
  status text default null,
  page integer default 1,
  page_size integer default 10
)
returns jsonb
language plpgsql
stable
security invoker
set search_path = ''
as $$
begin
  if num_nonnulls(search, category, tag, status) = 0 then
    return private.newest_blog_posts(page, page_size);
  end if;
  return (
    with found as materialized (
      select post.id, coalesce(post.published_at, post.updated_at) as moment
      from public.blog_posts as post
      where case
          when list_blog_posts.status is null
            then post.status = 'published' and post.published_at <= now()
          else list_blog_posts.status in (post.status, 'all')
        end
        and (
          list_blog_posts.search is null
          or private.blog_search(post.title, post.excerpt, post.content_html)
            @@ private.blog_search_query(list_blog_posts.search)
        )
        and (
          list_blog_posts.category is null
          or post.category_id in (
            select named.id from public.blog_categories as named
            where named.slug in (
              lower(left(list_blog_posts.category, 200)),
              private.blog_term_slug(left(list_blog_posts.category, 200))
            )
          )
        )
        and (
          list_blog_posts.tag is null
          or post.id in (
            select tagged.post_id
            from public.blog_post_tags as tagged
            join public.blog_tags as named on named.id = tagged.tag_id
            where named.slug in (
              lower(left(list_blog_posts.tag, 200)),
              private.blog_term_slug(left(list_blog_posts.tag, 200))
            )
          )
        )
    )
    select jsonb_build_object(
      'total', (select count(*) from found),
      'posts', coalesce(
        (
          select jsonb_agg(
            private.blog_post_summary(shown.id) order by shown.moment desc, shown.id
          )
          from (
            select found.id, found.moment from found
            order by found.moment desc, found.id
            limit greatest(1, least(page_size, 50))
            offset (greatest(1, page)::bigint - 1) * greatest(1, least(page_size, 50))
          ) as shown
        ),
        '[]'::jsonb
      )
    )
  );
end
$$;
