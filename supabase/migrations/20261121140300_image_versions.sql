-- Finds older versions that show an image, in which it would be missing after a restore. They do not count as
-- uses, because a long history would otherwise keep every image. Current and deleted documents are in
-- list_image_usage.

-- [{"kind", "id", "title", "state", "versions"}], newest version first. kind: case_study, post;
-- state: draft, published, deleted.
create function public.list_image_versions(image_path text)
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
    with owners as (
      select 'case_study' as kind, study.id, study.title, study.status as state, study.version
      from public.case_studies as study
      union all
      select
        'case_study', deleted.id, deleted.title, 'deleted',
        (deleted.snapshot -> 'study' ->> 'version')::integer
      from public.deleted_case_studies as deleted
      union all
      select 'post', post.id, post.title, post.status, post.version
      from public.blog_posts as post
      union all
      select
        'post', deleted.id, deleted.title, 'deleted',
        (deleted.snapshot -> 'post' ->> 'version')::integer
      from public.deleted_blog_posts as deleted
    ),
    revisions as (
      select 'case_study' as kind, kept.case_study_id as id, kept.version, kept.snapshot::text as content
      from public.case_study_revisions as kept
      union all
      select 'post', kept.post_id, kept.version, kept.snapshot::text
      from public.blog_post_revisions as kept
    ),
    listed as (
      select
        owner.kind, owner.id, owner.title, owner.state,
        array_agg(revision.version order by revision.version desc) as versions
      from revisions as revision
      join owners as owner
        on owner.kind = revision.kind and owner.id = revision.id and owner.version <> revision.version
      -- The first test is cheap and reduces the rows for the second.
      where position(image_path in revision.content) > 0
        and image_path in (select private.image_paths_in(revision.content))
      group by owner.kind, owner.id, owner.title, owner.state
    )
    select coalesce(jsonb_agg(to_jsonb(listed) order by listed.title, listed.id), '[]'::jsonb) from listed
  );
end
$$;
comment on function public.list_image_versions(text) is
  'Older versions of studies and posts that show a picture. Staff only.';
revoke execute on function public.list_image_versions(text) from public, anon;
grant execute on function public.list_image_versions(text) to authenticated;
