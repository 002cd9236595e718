-- Changes of published content since the last build of the site. Triggers write it, the function deploy-hook
-- reads it through the functions of the next migration.
create table private.published_changes (
  id bigint primary key generated always as identity,
  kind text not null,
  subject_id uuid not null,
  action text not null,
  -- A scheduled post changes the site at its time of publishing.
  due_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  call_id uuid,
  constraint published_changes_kind_known check (kind in ('case-study', 'post', 'redirect')),
  constraint published_changes_action_known check (action in ('published', 'changed', 'removed'))
);
comment on table private.published_changes is
  'One row per study, post or redirect and kind of change that no deploy call has covered yet.';
comment on column private.published_changes.call_id is
  'The deploy call that covers it; null while it waits for one.';
create unique index published_changes_waiting_key
  on private.published_changes (kind, subject_id, action) where call_id is null;
create index published_changes_call_id_idx on private.published_changes (call_id);
revoke all on private.published_changes from public, anon, authenticated, service_role;

create function private.note_published_change(
  kind text,
  subject_id uuid,
  action text,
  due_at timestamptz default now()
)
returns void
language sql
security definer
set search_path = ''
as $$
  insert into private.published_changes as known (kind, subject_id, action, due_at)
  values (
    note_published_change.kind, note_published_change.subject_id,
    note_published_change.action, note_published_change.due_at
  )
  on conflict (kind, subject_id, action) where call_id is null
  do update set changed_at = now(), due_at = excluded.due_at
$$;
revoke execute on function private.note_published_change(text, uuid, text, timestamptz) from public;

-- Every update of a published study counts, because the list is ordered by the last update.
create function private.note_case_study_change()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  was_live constant boolean := tg_op <> 'INSERT' and old.status = 'published';
  is_live constant boolean := tg_op <> 'DELETE' and new.status = 'published';
begin
  if is_live then
    perform private.note_published_change(
      'case-study', new.id, case when was_live then 'changed' else 'published' end
    );
  elsif was_live then
    perform private.note_published_change('case-study', old.id, 'removed');
  end if;
  return null;
end
$$;
create trigger case_studies_note_change
  after insert or update or delete on public.case_studies
  for each row execute function private.note_case_study_change();

-- For rows that are written outside of a save, which notes the study itself.
create function private.note_case_study_rows_change()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  study_id constant uuid :=
    case when tg_op = 'DELETE' then old.case_study_id else new.case_study_id end;
begin
  if private.is_published_case_study(study_id) then
    insert into private.published_changes (kind, subject_id, action)
    values ('case-study', study_id, 'changed')
    on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger case_study_metrics_note_change
  after insert or update or delete on public.case_study_metrics
  for each row execute function private.note_case_study_rows_change();
create trigger case_study_gallery_note_change
  after insert or update or delete on public.case_study_gallery
  for each row execute function private.note_case_study_rows_change();

create function private.note_blog_post_change()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  post_id constant uuid := case when tg_op = 'DELETE' then old.id else new.id end;
  was_live constant boolean :=
    tg_op <> 'INSERT' and old.status = 'published' and old.published_at <= now();
  is_published constant boolean := tg_op <> 'DELETE' and new.status = 'published';
  is_live constant boolean := is_published and new.published_at <= now();
begin
  -- The scheduled time may have changed or been removed.
  delete from private.published_changes
  where kind = 'post' and subject_id = post_id and call_id is null and due_at > now();
  if is_published and not is_live then
    perform private.note_published_change('post', post_id, 'published', new.published_at);
  end if;
  if is_live then
    perform private.note_published_change(
      'post', post_id, case when was_live then 'changed' else 'published' end
    );
  elsif was_live then
    perform private.note_published_change('post', post_id, 'removed');
  end if;
  return null;
end
$$;
create trigger blog_posts_note_change
  after insert or update or delete on public.blog_posts
  for each row execute function private.note_blog_post_change();

create function private.note_blog_post_tag_change()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  post_id constant uuid := case when tg_op = 'DELETE' then old.post_id else new.post_id end;
begin
  if private.is_live_blog_post(post_id) then
    insert into private.published_changes (kind, subject_id, action)
    values ('post', post_id, 'changed')
    on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger blog_post_tags_note_change
  after insert or update or delete on public.blog_post_tags
  for each row execute function private.note_blog_post_tag_change();

-- Notes all posts that show a changed name. Deleting a name updates its posts, which notes them.
create function private.note_blog_name_change()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.published_changes (kind, subject_id, action)
  select 'post', post.id, 'changed'
  from public.blog_posts as post
  where post.status = 'published' and post.published_at <= now()
    and case tg_table_name
      when 'blog_authors' then post.author_id = new.id
      when 'blog_categories' then post.category_id = new.id
      else exists (
        select 1 from public.blog_post_tags as tagged
        where tagged.post_id = post.id and tagged.tag_id = new.id
      )
    end
  on conflict do nothing;
  return null;
end
$$;
create trigger blog_authors_note_change
  after update of name, avatar_url on public.blog_authors
  for each row when (old.* is distinct from new.*)
  execute function private.note_blog_name_change();
create trigger blog_categories_note_change
  after update of name on public.blog_categories
  for each row when (old.name is distinct from new.name)
  execute function private.note_blog_name_change();
create trigger blog_tags_note_change
  after update of name on public.blog_tags
  for each row when (old.name is distinct from new.name)
  execute function private.note_blog_name_change();

create function private.note_redirect_change()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and (old.from_path, old.to_path) = (new.from_path, new.to_path) then
    return null;
  end if;
  perform private.note_published_change(
    'redirect',
    case when tg_op = 'DELETE' then old.id else new.id end,
    case tg_op when 'INSERT' then 'published' when 'DELETE' then 'removed' else 'changed' end
  );
  return null;
end
$$;
create trigger redirects_note_change
  after insert or update or delete on public.redirects
  for each row execute function private.note_redirect_change();

revoke execute on function
  private.note_case_study_change(),
  private.note_case_study_rows_change(),
  private.note_blog_post_change(),
  private.note_blog_post_tag_change(),
  private.note_blog_name_change(),
  private.note_redirect_change()
from public;
