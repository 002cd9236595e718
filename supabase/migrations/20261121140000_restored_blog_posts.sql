-- Stores in the history of a post which version was restored, as for case studies. The restore is a save
-- through the function `blog`, because the text is rendered again: so the save names the version.
alter table public.blog_post_revisions add column restored_from integer;
comment on column public.blog_post_revisions.restored_from is
  'The version this one repeats; null when somebody wrote it.';

create or replace function private.keep_blog_post_revision()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  kept jsonb := private.blog_post_snapshot(new);
begin
  if tg_op = 'INSERT' then
    -- A restored post continues its history; a new post with a used id starts a new one.
    delete from public.blog_post_revisions as revision
    where revision.post_id = new.id and revision.version >= new.version;
  end if;
  insert into public.blog_post_revisions (
    post_id, version, snapshot, saved_by, saved_by_email, restored_from
  )
  values (
    new.id,
    new.version,
    kept || jsonb_build_object('post', (kept -> 'post') - 'content_html'),
    new.updated_by,
    (select email from auth.users where id = new.updated_by),
    nullif(current_setting('blog_posts.restored_from', true), '')::integer
  )
  on conflict (post_id, version) do nothing;
  delete from public.blog_post_revisions as revision
  where revision.post_id = new.id and revision.version <= new.version - 200;
  return null;
end
$$;

-- A post with the columns that the next migration restricts to staff. Null for other callers.
create function private.whole_blog_post(wanted uuid)
returns public.blog_posts
language sql
stable
security definer
set search_path = ''
as $$
  select post from public.blog_posts as post where post.id = wanted and private.is_staff()
$$;
revoke execute on function private.whole_blog_post(uuid) from public;
grant execute on function private.whole_blog_post(uuid) to authenticated;

-- As before (migration 20261121110100), with one more parameter:
--
-- restored_from     the earlier version that this save restores; null for a normal save
drop function public.save_blog_post(uuid, integer, jsonb, text[], text, text);
create function public.save_blog_post(
  post_id uuid,
  expected_version integer,
  fields jsonb,
  tags text[] default null,
  category text default null,
  author text default null,
  restored_from integer default null
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
  if restored_from is not null and restored_from >= coalesce(expected_version, 0) then
    raise exception 'restored_from must be an earlier version' using errcode = 'PT422';
  end if;
  perform set_config('blog_posts.restored_from', coalesce(restored_from::text, ''), true);

  begin
    if expected_version is null then
      saved := jsonb_populate_record(
        null::public.blog_posts,
        '{"excerpt": "", "content_markdown": "", "content_html": "", "status": "draft"}'::jsonb
          || (fields - stamped)
      );
    else
      perform from public.blog_posts where id = post_id for update;
      if not found then
        raise exception 'Blog post not found or you don''t have permission to change it'
          using errcode = 'PT404';
      end if;
      before := private.whole_blog_post(post_id);
      if before.version is distinct from expected_version then
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
      );
    else
      update public.blog_posts set
        slug = saved.slug, title = saved.title, excerpt = saved.excerpt,
        content_markdown = saved.content_markdown, content_html = saved.content_html,
        cover_image_url = saved.cover_image_url, cover_alt = saved.cover_alt,
        status = saved.status, author_id = saved.author_id, category_id = saved.category_id,
        published_at = saved.published_at
      where id = post_id;
    end if;

    if tags is not null then
      delete from public.blog_post_tags as tagged where tagged.post_id = save_blog_post.post_id;
      insert into public.blog_post_tags (post_id, tag_id, place)
      select save_blog_post.post_id, named.tag_id, row_number() over (order by min(named.place))
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

  return private.whole_blog_post(post_id);
end
$$;
comment on function public.save_blog_post(uuid, integer, jsonb, text[], text, text, integer) is
  'Creates or updates a post with its tags in one transaction, refusing stale versions.';
revoke execute on function
  public.save_blog_post(uuid, integer, jsonb, text[], text, text, integer)
from public, anon;
grant execute on function
  public.save_blog_post(uuid, integer, jsonb, text[], text, text, integer)
to authenticated;
