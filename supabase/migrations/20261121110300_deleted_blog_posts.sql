-- Deleted posts with their tags, which staff can restore for 30 days.
create table public.deleted_blog_posts (
  id uuid primary key,
  title text not null,
  snapshot jsonb not null,
  deleted_by uuid references auth.users (id) on delete set null,
  deleted_at timestamptz not null default now()
);
comment on table public.deleted_blog_posts is
  'Snapshots of deleted posts: {"post", "tags", "category", "author"}. Written by a trigger only.';
comment on column public.deleted_blog_posts.id is 'The id the post had, and has again after a restore.';
create index deleted_blog_posts_deleted_at_idx on public.deleted_blog_posts (deleted_at desc);

-- Names, not ids: a tag may be deleted or created again before the post is restored.
create function private.blog_post_snapshot(post public.blog_posts)
returns jsonb
language sql
stable
security invoker
set search_path = ''
as $$
  select jsonb_build_object(
    'post', to_jsonb(post),
    'tags', coalesce(
      (
        select jsonb_agg(tag.name order by tagged.place)
        from public.blog_post_tags as tagged
        join public.blog_tags as tag on tag.id = tagged.tag_id
        where tagged.post_id = post.id
      ),
      '[]'::jsonb
    ),
    'category', (select name from public.blog_categories where id = post.category_id),
    'author', (select name from public.blog_authors where id = post.author_id)
  )
$$;
revoke execute on function private.blog_post_snapshot(public.blog_posts) from public;

create function private.keep_deleted_blog_post()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from public.deleted_blog_posts where deleted_at < now() - interval '30 days';
  insert into public.deleted_blog_posts (id, title, snapshot, deleted_by)
  values (old.id, old.title, private.blog_post_snapshot(old), auth.uid())
  on conflict (id) do update set
    title = excluded.title,
    snapshot = excluded.snapshot,
    deleted_by = excluded.deleted_by,
    deleted_at = now();
  return old;
end
$$;
revoke execute on function private.keep_deleted_blog_post() from public;
create trigger blog_posts_keep_deleted
  before delete on public.blog_posts
  for each row execute function private.keep_deleted_blog_post();

-- Restores the post with the next version number, so that an open form gets a conflict instead of
-- overwriting it. Security definer: staff have no write grant on the snapshots.
create function public.restore_blog_post(post_id uuid)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  kept jsonb;
  post public.blog_posts;
  broken text;
begin
  if not private.is_staff() then
    raise exception 'Only staff may restore a post' using errcode = '42501';
  end if;
  delete from public.deleted_blog_posts
  where id = post_id and deleted_at > now() - interval '30 days'
  returning snapshot into kept;
  if not found then
    raise exception 'There is no deleted post with that ID' using errcode = 'PT404';
  end if;

  post := jsonb_populate_record(null::public.blog_posts, kept -> 'post');
  -- The author's account may have been deleted.
  if not exists (select 1 from auth.users where id = post.created_by) then
    post.created_by := null;
  end if;
  begin
    insert into public.blog_posts (
      id, slug, title, excerpt, content_markdown, content_html, cover_image_url, cover_alt, status,
      author_id, category_id, version, published_at, created_by, updated_by, created_at, updated_at
    ) values (
      post.id, post.slug, post.title, post.excerpt, post.content_markdown, post.content_html,
      post.cover_image_url, post.cover_alt, post.status,
      private.blog_author_named(kept ->> 'author'), private.blog_category_named(kept ->> 'category'),
      post.version + 1, post.published_at, post.created_by, auth.uid(), post.created_at, now()
    );
  exception when unique_violation then
    get stacked diagnostics broken = constraint_name;
    if broken = 'blog_posts_slug_key' then
      raise exception 'Another post has taken the address of this one' using errcode = 'PT409';
    end if;
    raise exception 'A post with that ID exists' using errcode = 'PT409';
  end;
  insert into public.blog_post_tags (post_id, tag_id, place)
  select post.id, private.blog_tag_named(item), place
  from jsonb_array_elements_text(kept -> 'tags') with ordinality as list (item, place);
  return post.id;
end
$$;
comment on function public.restore_blog_post(uuid) is 'Brings a deleted post back with its tags. Staff only.';
revoke execute on function public.restore_blog_post(uuid) from public, anon;
grant execute on function public.restore_blog_post(uuid) to authenticated;

alter table public.deleted_blog_posts enable row level security;
create policy "Staff read deleted posts" on public.deleted_blog_posts
  for select to authenticated
  using ((select private.is_staff()) and deleted_at > now() - interval '30 days');

revoke all on public.deleted_blog_posts from public, anon, authenticated;
grant select on public.deleted_blog_posts to authenticated;
