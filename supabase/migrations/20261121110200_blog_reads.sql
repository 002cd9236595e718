-- Queries of the function `blog`. They run as the caller: policies apply.

-- A post without its text, with the names of author, category and tags.
create function private.blog_post_summary(wanted uuid)
returns jsonb
language sql
stable
security invoker
set search_path = ''
as $$
  select jsonb_build_object(
    'id', post.id,
    'slug', post.slug,
    'title', post.title,
    'excerpt', post.excerpt,
    'cover_image_url', post.cover_image_url,
    'cover_alt', post.cover_alt,
    'status', post.status,
    'version', post.version,
    'reading_minutes', post.reading_minutes,
    'published_at', post.published_at,
    'updated_at', post.updated_at,
    'author_name', author.name,
    'author_avatar_url', author.avatar_url,
    'category', category.name,
    'tags', coalesce(
      (
        select jsonb_agg(tag.name order by tagged.place)
        from public.blog_post_tags as tagged
        join public.blog_tags as tag on tag.id = tagged.tag_id
        where tagged.post_id = post.id
      ),
      '[]'::jsonb
    )
  )
  from public.blog_posts as post
  left join public.blog_authors as author on author.id = post.author_id
  left join public.blog_categories as category on category.id = post.category_id
  where post.id = wanted
$$;
revoke execute on function private.blog_post_summary(uuid) from public;
grant execute on function private.blog_post_summary(uuid) to anon, authenticated;

-- Every search word must be the beginning of a word in the post. Words are split as in the index. The
-- length is limited, because every visitor may search.
create function private.blog_search_query(search text)
returns tsquery
language sql
immutable
set search_path = ''
as $$
  select coalesce(
    string_agg(
      '''' || replace(replace(lexeme, '\', '\\'), '''', '''''') || ''':*', ' & '
    ),
    ''
  )::tsquery
  from unnest(to_tsvector('pg_catalog.simple'::regconfig, left(search, 200)))
$$;
revoke execute on function private.blog_search_query(text) from public;
grant execute on function private.blog_search_query(text) to anon, authenticated;

-- {"total", "posts"}, newest first. category and tag are names or slugs; page counts from 1.
-- status null: what visitors can read now; 'draft', 'published' or 'all': what the caller may read.
create function public.list_blog_posts(
  search text default null,
  category text default null,
  tag text default null,
  status text default null,
  page integer default 1,
  page_size integer default 10
)
returns jsonb
language sql
stable
security invoker
set search_path = ''
as $$
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
        select jsonb_agg(private.blog_post_summary(shown.id) order by shown.moment desc, shown.id)
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
$$;
comment on function public.list_blog_posts(text, text, text, text, integer, integer) is
  'A page of posts without their texts, and how many there are.';

-- The Markdown, for staff; null for other callers. Security definer: visitors have no grant on it.
create function private.blog_post_source(wanted uuid)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select post.content_markdown from public.blog_posts as post
  where post.id = wanted and private.is_staff()
$$;
revoke execute on function private.blog_post_source(uuid) from public;
grant execute on function private.blog_post_source(uuid) to anon, authenticated;

-- By id or slug; null if no such post is visible to the caller. content_markdown is for staff only.
create function public.get_blog_post(key text)
returns jsonb
language sql
stable
security invoker
set search_path = ''
as $$
  select private.blog_post_summary(post.id) || jsonb_build_object(
    'content_html', post.content_html,
    'content_markdown', private.blog_post_source(post.id)
  )
  from public.blog_posts as post
  where case
      when lower(key) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then post.id = key::uuid
      else post.slug = key
    end
$$;
comment on function public.get_blog_post(text) is 'One post with its text, by ID or slug.';

-- Names with the number of posts that visitors can read. Staff also see unused names.
create function public.list_blog_categories()
returns table (name text, slug text, posts bigint)
language sql
stable
security invoker
set search_path = ''
as $$
  select category.name, category.slug, count(post.id)
  from public.blog_categories as category
  left join public.blog_posts as post
    on post.category_id = category.id
    and post.status = 'published' and post.published_at <= now()
  group by category.id
  order by lower(category.name)
$$;
comment on function public.list_blog_categories() is 'Categories with the number of readable posts.';

create function public.list_blog_tags()
returns table (name text, slug text, posts bigint)
language sql
stable
security invoker
set search_path = ''
as $$
  select tag.name, tag.slug, count(post.id)
  from public.blog_tags as tag
  left join public.blog_post_tags as tagged on tagged.tag_id = tag.id
  left join public.blog_posts as post
    on post.id = tagged.post_id
    and post.status = 'published' and post.published_at <= now()
  group by tag.id
  order by lower(tag.name)
$$;
comment on function public.list_blog_tags() is 'Tags with the number of readable posts.';

revoke execute on function
  public.list_blog_posts(text, text, text, text, integer, integer),
  public.get_blog_post(text),
  public.list_blog_categories(),
  public.list_blog_tags()
from public;
grant execute on function
  public.list_blog_posts(text, text, text, text, integer, integer),
  public.get_blog_post(text),
  public.list_blog_categories(),
  public.list_blog_tags()
to anon, authenticated;
