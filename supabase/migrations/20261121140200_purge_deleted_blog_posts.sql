-- Purges a deleted post; its history is deleted with it (deleted_blog_posts_drop_revisions).
-- Security definer: staff have no write grant on the snapshots.
create function public.purge_deleted_blog_post(post_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  deleted_title text;
begin
  if not private.is_staff() then
    raise exception 'Only staff may delete a post for good' using errcode = '42501';
  end if;
  delete from public.deleted_blog_posts as deleted where deleted.id = post_id
  returning deleted.title into deleted_title;
  if not found then
    raise exception 'There is no deleted post with that ID' using errcode = 'PT404';
  end if;
  perform private.record_audit_event('post deleted for good', deleted_title);
end
$$;
comment on function public.purge_deleted_blog_post(uuid) is
  'Deletes a deleted post and its history for good. Staff only.';
revoke execute on function public.purge_deleted_blog_post(uuid) from public, anon;
grant execute on function public.purge_deleted_blog_post(uuid) to authenticated;
