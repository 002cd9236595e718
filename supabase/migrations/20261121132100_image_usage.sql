-- Finds where the images of the bucket are used, and replaces an image in all these places.
--
-- A path here is what follows /storage/v1/object/public/images/ in an address: percent-encoded, without
-- the query that carries the version.

-- The paths of our bucket in a text, with any origin.
create function private.image_paths_in(content text)
returns setof text
language sql
immutable
set search_path = ''
as $$
  select distinct found[1]
  from regexp_matches(
    content, '/storage/v1/object/public/images/([^\s"''()<>\[\]?#&\\]+)', 'g'
  ) as found
$$;

-- Removes the version of the old image with its path; \ and " end a path inside jsonb.
create function private.with_image_replaced(content text, old_path text, new_path text)
returns text
language sql
immutable
set search_path = ''
as $$
  select regexp_replace(
    content,
    '(/storage/v1/object/public/images/)' || replace(old_path, '.', '\.')
      || '(\?v=[0-9x_.-]*)?(?![^\s"''()<>\[\]?#&\\])',
    '\1' || new_path,
    'g'
  )
$$;

-- All uses, also in drafts and deleted documents, but not in old versions.
create function private.image_uses()
returns table (path text, kind text, id uuid, title text, part text, state text)
language sql
stable
security invoker
set search_path = ''
as $$
  select used, 'case_study', study.id, study.title, 'hero', study.status
  from public.case_studies as study, private.image_paths_in(study.hero_image_url) as used
  union
  select used, 'case_study', study.id, study.title, 'logo', study.status
  from public.case_studies as study, private.image_paths_in(study.client_logo_url) as used
  union
  select used, 'case_study', study.id, study.title, 'gallery', study.status
  from public.case_study_gallery as picture
  join public.case_studies as study on study.id = picture.case_study_id,
    private.image_paths_in(picture.image_url) as used
  union
  select used, 'case_study', deleted.id, deleted.title, 'snapshot', 'deleted'
  from public.deleted_case_studies as deleted,
    private.image_paths_in(deleted.snapshot::text) as used
  where deleted.deleted_at > now() - interval '30 days'
  union
  select used, 'post', post.id, post.title, 'cover', post.status
  from public.blog_posts as post, private.image_paths_in(post.cover_image_url) as used
  union
  select used, 'post', post.id, post.title, 'text', post.status
  from public.blog_posts as post,
    private.image_paths_in(post.content_markdown || ' ' || post.content_html) as used
  union
  select used, 'post', deleted.id, deleted.title, 'snapshot', 'deleted'
  from public.deleted_blog_posts as deleted,
    private.image_paths_in(deleted.snapshot::text) as used
  where deleted.deleted_at > now() - interval '30 days'
  union
  select used, 'author', author.id, author.name, 'avatar', 'published'
  from public.blog_authors as author, private.image_paths_in(author.avatar_url) as used
$$;

revoke execute on function
  private.image_paths_in(text),
  private.with_image_replaced(text, text, text),
  private.image_uses()
from public;
grant execute on function private.image_paths_in(text), private.image_uses() to authenticated;

-- [{"path", "kind", "id", "title", "part", "state"}]; paths null means every image.
-- kind: case_study, post, author. part: hero, logo, gallery, cover, text, avatar, snapshot.
-- state: draft, published, deleted. One jsonb value, because the Data API limits the number of rows.
create function public.list_image_usage(paths text[] default null)
returns jsonb
language plpgsql
stable
security invoker
set search_path = ''
as $$
begin
  if not private.is_staff() then
    raise exception 'Only staff may see where pictures are used' using errcode = '42501';
  end if;
  return (
    select coalesce(jsonb_agg(to_jsonb(used) order by used.title, used.id, used.part), '[]'::jsonb)
    from private.image_uses() as used
    where paths is null or used.path = any (paths)
  );
end
$$;
comment on function public.list_image_usage(text[]) is
  'Where pictures are used, drafts and trash included. Staff only.';

-- Replaces one image by another in all places, in one transaction, and returns the number of places.
-- new_path may contain a version (`?v=…`), so an image that was replaced under its own name gets its new
-- address in the same way. Changed documents get a new version, so that an open form gets a conflict
-- instead of restoring the old image.
-- Security definer: staff have no write grant on deleted documents.
create function public.replace_image_everywhere(old_path text, new_path text)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  places integer;
  studies uuid[];
  posts uuid[];
  reason text;
begin
  if not private.is_staff() then
    raise exception 'Only staff may replace pictures' using errcode = '42501';
  end if;
  if coalesce(old_path, '') !~ '^[A-Za-z0-9._~%/-]+$'
    or coalesce(new_path, '') !~ '^[A-Za-z0-9._~%/-]+(\?v=[0-9x_.-]+)?$'
  then
    raise exception 'That is not the path of a picture' using errcode = 'PT422';
  end if;

  -- Blocks saves until the end of the transaction, so that none restores the old image meanwhile.
  lock table public.case_studies, public.case_study_gallery, public.blog_posts
    in share row exclusive mode;

  select
    count(*),
    array_agg(used.id) filter (where used.kind = 'case_study' and used.state <> 'deleted'),
    array_agg(used.id) filter (where used.kind = 'post' and used.state <> 'deleted')
  into places, studies, posts
  from private.image_uses() as used
  where used.path = old_path;

  update public.case_study_gallery as picture
  set image_url = private.with_image_replaced(picture.image_url, old_path, new_path)
  where picture.case_study_id = any (studies);
  update public.case_studies as study
  set
    hero_image_url = private.with_image_replaced(study.hero_image_url, old_path, new_path),
    client_logo_url = private.with_image_replaced(study.client_logo_url, old_path, new_path),
    updated_by = private.caller_id()
  where study.id = any (studies);
  update public.blog_posts as post
  set
    cover_image_url = private.with_image_replaced(post.cover_image_url, old_path, new_path),
    content_markdown = private.with_image_replaced(post.content_markdown, old_path, new_path),
    content_html = private.with_image_replaced(post.content_html, old_path, new_path),
    updated_by = private.caller_id()
  where post.id = any (posts);
  update public.blog_authors as author
  set avatar_url = private.with_image_replaced(author.avatar_url, old_path, new_path)
  where old_path in (select private.image_paths_in(author.avatar_url));
  update public.deleted_case_studies as deleted
  set snapshot = private.with_image_replaced(deleted.snapshot::text, old_path, new_path)::jsonb
  where old_path in (select private.image_paths_in(deleted.snapshot::text));
  update public.deleted_blog_posts as deleted
  set snapshot = private.with_image_replaced(deleted.snapshot::text, old_path, new_path)::jsonb
  where old_path in (select private.image_paths_in(deleted.snapshot::text));
  return places;
exception when integrity_constraint_violation then
  get stacked diagnostics reason = message_text;
  raise exception '%', reason using errcode = 'PT422';
end
$$;
comment on function public.replace_image_everywhere(text, text) is
  'Puts one picture in the place of another in every case study, post and snapshot. Staff only.';

revoke execute on function
  public.list_image_usage(text[]),
  public.replace_image_everywhere(text, text)
from public, anon;
grant execute on function
  public.list_image_usage(text[]),
  public.replace_image_everywhere(text, text)
to authenticated;
