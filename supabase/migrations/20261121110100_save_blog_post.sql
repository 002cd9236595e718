-- Saves the post, its tags and new names (author, category, tags) in one transaction.
--
-- post_id           chosen by the client, so that a create that is sent twice makes one post
-- expected_version  null to create; otherwise the version the editor started from
-- fields            only the columns to change, by column name; unknown and stamped columns are ignored
-- tags              names in order; null keeps them, an empty list removes all
-- category, author  a name, created if it is new; null keeps it, '' removes it
--
-- Errors: PT409 another save came first (or the id is taken), PT404 deleted or not allowed, PT422 a value
-- violates a limit or the slug is taken; the message contains the name of the constraint.

-- Each finds a name or creates it. Security invoker: policies apply.
create function private.blog_author_named(wanted text)
returns uuid
language plpgsql
strict
security invoker
set search_path = ''
as $$
declare
  found_id uuid;
begin
  insert into public.blog_authors (name) values (btrim(wanted)) on conflict do nothing;
  select id into found_id from public.blog_authors where lower(name) = lower(btrim(wanted));
  return found_id;
end
$$;

create function private.blog_category_named(wanted text)
returns uuid
language plpgsql
strict
security invoker
set search_path = ''
as $$
declare
  found_id uuid;
begin
  insert into public.blog_categories (name) values (btrim(wanted)) on conflict do nothing;
  select id into found_id from public.blog_categories
  where slug = private.blog_term_slug(btrim(wanted));
  return found_id;
end
$$;

create function private.blog_tag_named(wanted text)
returns uuid
language plpgsql
strict
security invoker
set search_path = ''
as $$
declare
  found_id uuid;
begin
  insert into public.blog_tags (name) values (btrim(wanted)) on conflict do nothing;
  select id into found_id from public.blog_tags where slug = private.blog_term_slug(btrim(wanted));
  return found_id;
end
$$;

revoke execute on function
  private.blog_author_named(text),
  private.blog_category_named(text),
  private.blog_tag_named(text)
from public;
grant execute on function
  private.blog_author_named(text),
  private.blog_category_named(text),
  private.blog_tag_named(text)
to authenticated;

create function public.save_blog_post(
  post_id uuid,
  expected_version integer,
  fields jsonb,
  tags text[] default null,
  category text default null,
  author text default null
)
returns public.blog_posts
language plpgsql
security invoker
set search_path = ''
as $$
declare
  stamped constant text[] := array[
    'id', 'version', 'reading_minutes', 'created_at', 'created_by', 'updated_at', 'updated_by'
  ];
  before public.blog_posts;
  saved public.blog_posts;
  reason text;
  broken text;
begin
  if jsonb_typeof(fields) is distinct from 'object' then
    raise exception 'fields must be an object' using errcode = 'PT422';
  end if;

  begin
    if expected_version is null then
      saved := jsonb_populate_record(
        null::public.blog_posts,
        '{"excerpt": "", "content_markdown": "", "content_html": "", "status": "draft"}'::jsonb
          || (fields - stamped)
      );
    else
      select * into before from public.blog_posts where id = post_id for update;
      if not found then
        raise exception 'Blog post not found or you don''t have permission to change it'
          using errcode = 'PT404';
      end if;
      if before.version <> expected_version then
        raise exception 'This post has changed since you opened it' using errcode = 'PT409';
      end if;
      saved := jsonb_populate_record(before, fields - stamped);
    end if;

    if category = '' then
      saved.category_id := null;
    elsif category is not null then
      saved.category_id := private.blog_category_named(category);
    end if;
    if author = '' then
      saved.author_id := null;
    elsif author is not null then
      saved.author_id := private.blog_author_named(author);
    end if;

    if expected_version is null then
      insert into public.blog_posts (
        id, slug, title, excerpt, content_markdown, content_html, cover_image_url, cover_alt, status,
        author_id, category_id, published_at
      ) values (
        post_id, saved.slug, saved.title, saved.excerpt, saved.content_markdown,
        saved.content_html, saved.cover_image_url, saved.cover_alt, saved.status,
        saved.author_id, saved.category_id, saved.published_at
      )
      returning * into saved;
    else
      update public.blog_posts set
        slug = saved.slug, title = saved.title, excerpt = saved.excerpt,
        content_markdown = saved.content_markdown, content_html = saved.content_html,
        cover_image_url = saved.cover_image_url, cover_alt = saved.cover_alt,
        status = saved.status, author_id = saved.author_id, category_id = saved.category_id,
        published_at = saved.published_at
      where id = post_id
      returning * into saved;
    end if;

    if tags is not null then
      delete from public.blog_post_tags as tagged where tagged.post_id = saved.id;
      insert into public.blog_post_tags (post_id, tag_id, place)
      select saved.id, named.tag_id, row_number() over (order by min(named.place))
      from (
        select private.blog_tag_named(item) as tag_id, place
        from unnest(tags) with ordinality as list (item, place)
      ) as named
      group by named.tag_id;
    end if;
  exception
    when unique_violation then
      get stacked diagnostics broken = constraint_name, reason = message_text;
      if broken = 'blog_posts_pkey' then
        raise exception 'This post was saved before' using errcode = 'PT409';
      end if;
      raise exception '%', reason using errcode = 'PT422';
    when integrity_constraint_violation or data_exception then
      get stacked diagnostics reason = message_text;
      raise exception '%', reason using errcode = 'PT422';
  end;

  return saved;
end
$$;
comment on function public.save_blog_post(uuid, integer, jsonb, text[], text, text) is
  'Creates or updates a post with its tags in one transaction, refusing stale versions.';
revoke execute on function public.save_blog_post(uuid, integer, jsonb, text[], text, text)
  from public, anon;
grant execute on function public.save_blog_post(uuid, integer, jsonb, text[], text, text)
  to authenticated;
