-- Deploys: the changes of published content since the last build of the site, and the calls of the host's
-- deploy hook.

-- Triggers write it, the function deploy-hook reads it through the functions below.
create table private.published_changes (
  id bigint primary key generated always as identity,
  kind text not null,
  subject_id uuid not null,
  action text not null,
  -- A scheduled post changes the site at its time of publishing.
  due_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  call_id uuid,
  constraint published_changes_kind_known check (kind in ('case-study', 'post', 'redirect', 'page-texts')),
  constraint published_changes_action_known check (action in ('published', 'changed', 'removed')),
  constraint published_changes_times_range check (private.are_times(due_at, changed_at))
);
comment on table private.published_changes is
  'One row per study, post, redirect or page and kind of change that no deploy call has covered yet.';
comment on column private.published_changes.call_id is
  'The deploy call that covers it; null while it waits for one.';
create unique index published_changes_waiting_key
  on private.published_changes (kind, subject_id, action) where call_id is null;
create index published_changes_call_id_idx on private.published_changes (call_id);

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

-- For case studies and posts; the argument is the kind. Every save of a published document counts, because lists are
-- ordered by date.
create function private.note_document_change()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  document_kind constant text := tg_argv[0];
  document_id constant uuid := case when tg_op = 'DELETE' then old.id else new.id end;
  was_live constant boolean := tg_op <> 'INSERT' and coalesce(old.public_from <= now(), false);
  is_published constant boolean := tg_op <> 'DELETE' and new.public_from is not null;
  is_live constant boolean := is_published and new.public_from <= now();
begin
  -- The scheduled time may have changed or been removed.
  delete from private.published_changes as known
  where known.kind = document_kind and known.subject_id = document_id
    and known.call_id is null and known.due_at > now();
  if is_published and not is_live then
    perform private.note_published_change(document_kind, document_id, 'published', new.public_from);
  end if;
  if is_live then
    perform private.note_published_change(
      document_kind, document_id, case when was_live then 'changed' else 'published' end
    );
  elsif was_live then
    perform private.note_published_change(document_kind, document_id, 'removed');
  end if;
  return null;
end
$$;
create trigger case_studies_note_change
  after insert or delete on public.case_studies
  for each row execute function private.note_document_change('case-study');
-- Not for a deleted account.
create trigger case_studies_note_update
  after update on public.case_studies
  for each row
  when (
    (old.version, old.place, old.is_featured, old.public_from)
    is distinct from (new.version, new.place, new.is_featured, new.public_from)
  )
  execute function private.note_document_change('case-study');

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
    perform private.note_published_change('case-study', study_id, 'changed');
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

create trigger blog_posts_note_change
  after insert or delete on public.blog_posts
  for each row execute function private.note_document_change('post');
create trigger blog_posts_note_update
  after update on public.blog_posts
  for each row when ((old.version, old.public_from) is distinct from (new.version, new.public_from))
  execute function private.note_document_change('post');

create function private.note_page_texts_change()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.note_published_change('page-texts', new.id, 'changed');
  return null;
end
$$;
create trigger page_texts_note_change
  after update of texts on public.page_texts
  for each row when (old.texts is distinct from new.texts)
  execute function private.note_page_texts_change();

-- For the texts and focal points of the library, which every page that shows the picture uses.
create function private.note_picture_change()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.note_published_change(used.kind::text, used.id, 'changed')
  from (
    select distinct one.kind, one.id
    from private.image_uses() as one
    where one.part in ('hero', 'logo', 'gallery', 'cover') and one.state = 'published'
      and private.decoded_image_path(one.path) = coalesce(new.path, old.path)
  ) as used
  where private.is_published_case_study(used.id) or private.is_live_blog_post(used.id);
  return null;
end
$$;
create trigger image_records_note_change
  after insert or delete on public.image_records
  for each row execute function private.note_picture_change();
create trigger image_records_note_update
  after update on public.image_records
  for each row
  when ((old.alt_text, old.focus_x, old.focus_y) is distinct from (new.alt_text, new.focus_x, new.focus_y))
  execute function private.note_picture_change();

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
    perform private.note_published_change('post', post_id, 'changed');
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
  perform private.note_published_change('post', post.id, 'changed')
  from public.blog_posts as post
  where post.public_from <= now()
    and case tg_table_name
      when 'blog_authors' then post.author_id = new.id
      when 'blog_categories' then post.category_id = new.id
      else exists (
        select 1 from public.blog_post_tags as tagged
        where tagged.post_id = post.id and tagged.tag_id = new.id
      )
    end;
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

-- What a build compares with the last one, to read only the studies that have changed: 1,000 at a time, by id.
-- changed_at: of pictures, approvals and other rows outside of the study, which do not change its version.
create function public.list_case_study_heads(after uuid)
returns table (
  id uuid, slug text, service_tags text[], version integer, updated_at timestamptz, changed_at timestamptz
)
language sql
stable
security definer
set search_path = ''
as $$
  select study.id, study.slug, study.service_tags, study.version, study.updated_at, noted.changed_at
  from public.case_studies as study
  left join (
    select change.subject_id, max(change.changed_at) as changed_at
    from private.published_changes as change
    where change.kind = 'case-study' and change.due_at <= now()
    group by change.subject_id
  ) as noted on noted.subject_id = study.id
  where study.id > list_case_study_heads.after
    and study.public_from <= now()
  order by study.id
  limit 1000
$$;
comment on function public.list_case_study_heads(uuid) is
  'The published studies after this id, with what tells a build whether their pages have changed.';
grant execute on function public.list_case_study_heads(uuid) to anon, authenticated;

-- Calls of the host's deploy hook. The database decides when a caller may call, so that two saves at the same
-- time make one call; the function deploy-hook makes it and stores the result.
create table private.deploy_calls (
  id uuid primary key default gen_random_uuid(),
  requested_at timestamptz not null default now(),
  settled_at timestamptz,
  outcome text not null default 'running',
  reason text,
  changes integer not null,
  constraint deploy_calls_outcome_known check (outcome in ('running', 'accepted', 'failed')),
  constraint deploy_calls_reason_length check (char_length(reason) <= 300),
  constraint deploy_calls_times_range check (private.are_times(requested_at, settled_at))
);
comment on table private.deploy_calls is
  'Calls of the deploy hook, 30 days. accepted: the host took it; the result of the build is unknown.';
create index deploy_calls_requested_at_idx on private.deploy_calls (requested_at desc);

-- Changes of a failed call become pending again, unless a newer row for the same document is pending.
create function private.fail_deploy_call(call_id uuid, reason text)
returns void
language sql
security definer
set search_path = ''
as $$
  update private.deploy_calls as call
  set outcome = 'failed', reason = left(fail_deploy_call.reason, 300), settled_at = now()
  where call.id = fail_deploy_call.call_id;
  delete from private.published_changes as covered
  where covered.call_id = fail_deploy_call.call_id
    and exists (
      select 1 from private.published_changes as waiting
      where waiting.call_id is null and waiting.kind = covered.kind
        and waiting.subject_id = covered.subject_id and waiting.action = covered.action
    );
  update private.published_changes as covered set call_id = null
  where covered.call_id = fail_deploy_call.call_id;
$$;

-- {"outcome": "call", "id"}         the caller has claimed the call and must make it
-- {"outcome": "wait", "seconds"}    the last call is less than a minute old
-- {"outcome": "nothing"}            there are no pending changes
create function public.claim_deploy_call()
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  pause constant interval := interval '60 seconds';
  last_call timestamptz;
  waiting integer;
  claimed uuid;
begin
  -- One at a time, so that a second caller finds the call of the first.
  perform pg_advisory_xact_lock(hashtext('private.deploy_calls'));
  perform private.fail_deploy_call(call.id, 'The call was not finished')
  from private.deploy_calls as call
  where call.outcome = 'running' and call.requested_at <= now() - pause;

  select count(distinct (kind, subject_id)) into waiting
  from private.published_changes where call_id is null and due_at <= now();
  if waiting = 0 then
    return '{"outcome": "nothing"}';
  end if;
  select max(requested_at) into last_call from private.deploy_calls;
  if last_call > now() - pause then
    return jsonb_build_object(
      'outcome', 'wait',
      'seconds', ceil(extract(epoch from last_call + pause - now()))
    );
  end if;

  delete from private.published_changes as covered
  using private.deploy_calls as call
  where covered.call_id = call.id and call.requested_at < now() - interval '30 days';
  delete from private.deploy_calls where requested_at < now() - interval '30 days';
  insert into private.deploy_calls (changes) values (waiting) returning id into claimed;
  update private.published_changes set call_id = claimed
  where call_id is null and due_at <= now();
  return jsonb_build_object('outcome', 'call', 'id', claimed);
end
$$;
comment on function public.claim_deploy_call() is
  'Hands the next call of the deploy hook to one caller. For the function deploy-hook only.';

-- error  null when the host accepted the call
create function public.settle_deploy_call(call_id uuid, error text default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if error is not null then
    perform private.fail_deploy_call(call_id, error);
  else
    update private.deploy_calls as call set outcome = 'accepted', settled_at = now()
    where call.id = settle_deploy_call.call_id;
  end if;
end
$$;
comment on function public.settle_deploy_call(uuid, text) is
  'Notes how a call of the deploy hook went. For the function deploy-hook only.';
grant execute on function public.claim_deploy_call(), public.settle_deploy_call(uuid, text)
  to service_role;

-- {"pending", "changed_at", "last_call": {"id", "requested_at", "settled_at", "outcome", "reason"} or null}
create function public.deploy_state()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not private.is_staff() then
    raise exception 'Only staff may see what waits for a deploy' using errcode = '42501';
  end if;
  return (
    select jsonb_build_object(
      'pending', count(distinct (change.kind, change.subject_id)),
      'changed_at', max(change.changed_at),
      'last_call', (
        select jsonb_build_object(
          'id', call.id,
          'requested_at', call.requested_at,
          'settled_at', call.settled_at,
          'outcome', call.outcome,
          'reason', call.reason
        )
        from private.deploy_calls as call order by call.requested_at desc limit 1
      )
    )
    from private.published_changes as change
    where change.call_id is null and change.due_at <= now()
  );
end
$$;
comment on function public.deploy_state() is
  'How many changes wait for a deploy, and the last call of the hook. Staff only.';
grant execute on function public.deploy_state() to authenticated;
