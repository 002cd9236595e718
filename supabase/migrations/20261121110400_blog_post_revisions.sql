-- Revisions: the state after every save of a post, the newest 200 of each post.
create table public.blog_post_revisions (
  id uuid primary key default gen_random_uuid(),
  -- Without a foreign key: the history of a deleted post is kept for a restore.
  post_id uuid not null,
  version integer not null,
  snapshot jsonb not null,
  saved_by uuid references auth.users (id) on delete set null,
  saved_by_email text,
  saved_at timestamptz not null default now(),
  constraint blog_post_revisions_version_key unique (post_id, version)
);
comment on table public.blog_post_revisions is
  'Saved versions of posts: {"post", "tags", "category", "author"}. Written by a trigger only.';
comment on column public.blog_post_revisions.snapshot is
  'The post holds its columns but content_html, which is rendered anew when a version comes back.';

create function private.keep_blog_post_revision()
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
  insert into public.blog_post_revisions (post_id, version, snapshot, saved_by, saved_by_email)
  values (
    new.id,
    new.version,
    kept || jsonb_build_object('post', (kept -> 'post') - 'content_html'),
    new.updated_by,
    (select email from auth.users where id = new.updated_by)
  )
  on conflict (post_id, version) do nothing;
  delete from public.blog_post_revisions as revision
  where revision.post_id = new.id and revision.version <= new.version - 200;
  return null;
end
$$;
revoke execute on function private.keep_blog_post_revision() from public;
-- Deferred to the end of the transaction, when the tags of the save are written too.
create constraint trigger blog_posts_keep_revision
  after insert or update on public.blog_posts
  deferrable initially deferred
  for each row execute function private.keep_blog_post_revision();

-- Deletes the history when the deleted post can no longer be restored.
create function private.drop_blog_post_revisions()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from public.blog_post_revisions as revision
  where revision.post_id = old.id
    and not exists (select 1 from public.blog_posts as post where post.id = old.id);
  return null;
end
$$;
revoke execute on function private.drop_blog_post_revisions() from public;
create constraint trigger deleted_blog_posts_drop_revisions
  after delete on public.deleted_blog_posts
  deferrable initially deferred
  for each row execute function private.drop_blog_post_revisions();

alter table public.blog_post_revisions enable row level security;
create policy "Staff read revisions of posts" on public.blog_post_revisions
  for select to authenticated using ((select private.is_staff()));

revoke all on public.blog_post_revisions from public, anon, authenticated;
grant select on public.blog_post_revisions to authenticated;
