-- Media: the bucket `images`, the facts about its images, and where they are used.

-- The public bucket `images`: everyone can read an image by its address, staff list and delete images.
-- No API role has an insert or update policy: only the function secure-file-upload writes, with the
-- service key, after it has checked the caller and cleaned the image. Other writes could keep EXIF, use any
-- name and overwrite an image without a new version. Who deletes is said below its records, who lists at enquiry_files.
-- Size and types repeat the upload rules, because the service key skips policies but not these limits.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'images', 'images', true, 5242880,
  array['image/jpeg', 'image/png', 'image/webp', 'image/gif']
)
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- Facts about the images of the bucket `images`. Written with the upload; an image that was stored in another
-- way gets its record when staff press Rebuild, and works without one until then.
-- The limits are repeated in supabase/functions/_shared/contracts/upload.ts; a test compares them.
create table public.image_records (
  id uuid primary key default gen_random_uuid(),
  path text not null,
  sha256 text not null,
  width integer not null,
  height integer not null,
  byte_size integer not null,
  mime text not null,
  alt_text text not null default '',
  focus_x smallint not null default 50,
  focus_y smallint not null default 50,
  variants integer[] not null default '{}',
  revision integer not null default 1,
  original_name text not null,
  deleting_at timestamptz,
  search tsvector not null generated always as (private.document_words(original_name, array[alt_text, path])) stored,
  uploaded_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint image_records_path_length check (char_length(path) between 1 and 1024),
  constraint image_records_sha256_hex check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint image_records_width_range check (width between 1 and 12000),
  constraint image_records_height_range check (height between 1 and 12000),
  constraint image_records_byte_size_range check (byte_size between 1 and 5242880),
  constraint image_records_mime_known
    check (mime in ('image/jpeg', 'image/png', 'image/webp', 'image/gif')),
  constraint image_records_alt_text_length check (char_length(alt_text) <= 300),
  constraint image_records_focus_x_range check (focus_x between 0 and 100),
  constraint image_records_focus_y_range check (focus_y between 0 and 100),
  constraint image_records_variants_known check (
    variants <@ array[320, 640, 960, 1280, 1920] and cardinality(variants) <= 5
  ),
  constraint image_records_revision_positive check (revision >= 1),
  constraint image_records_original_name_length
    check (char_length(original_name) between 1 and 255),
  constraint image_records_path_key unique (path),
  constraint image_records_times_range
    check (private.are_times(deleting_at, created_at, updated_at))
);
comment on table public.image_records is 'Facts of stored pictures, one row per object. Staff only.';
comment on column public.image_records.path is 'Name of the object in the bucket.';
comment on column public.image_records.sha256 is
  'Of the file as it was sent, by which a second upload of it is noticed.';
comment on column public.image_records.width is 'As shown, after the orientation of a photo.';
comment on column public.image_records.alt_text is
  'Used wherever a page shows the picture without a text of its own.';
comment on column public.image_records.focus_x is
  'The point that every crop keeps, in percent from the left; focus_y from the top.';
comment on column public.image_records.variants is
  'Widths of the smaller WebP copies, stored below variants/<path>/.';
comment on column public.image_records.revision is
  'Rises when the picture is replaced under its name; part of its address, so that caches notice.';
comment on column public.image_records.deleting_at is
  'Set before the object is removed, which is refused otherwise: a row that still has it was interrupted.';
create index image_records_search_idx on public.image_records using gin (search) with (fastupdate = off);
create index image_records_sha256_idx on public.image_records (sha256);

-- Sets user and time from the session, never from the request.
create function private.stamp_image_record()
returns trigger
language plpgsql
security invoker
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    new.id := old.id;
    new.path := old.path;
    new.created_at := old.created_at;
    -- Deleting the account of who has uploaded it is no change.
    if old.uploaded_by is null or new.uploaded_by is not null then
      new.updated_at := now();
    end if;
  else
    new.updated_at := now();
    if current_user in ('authenticated', 'anon') then
      new.created_at := now();
      new.uploaded_by := private.caller_id();
    end if;
  end if;
  return new;
end
$$;
create trigger image_records_stamp
  before insert or update on public.image_records
  for each row execute function private.stamp_image_record();
create trigger audit_deletion after delete on public.image_records
  for each row execute function private.audit_deletion('picture', 'original_name');

-- The name of the picture of which an object is a smaller copy, or its own.
create function private.original_of_image(path text)
returns text
language sql
immutable
set search_path = ''
as $$
  select coalesce(substring(path from '^variants/(.+)/[^/]+$'), path)
$$;

create function private.is_kept_image(path text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select from public.image_records as record
    where record.path = private.original_of_image(is_kept_image.path) and record.deleting_at is null
  )
$$;
grant execute on function private.is_kept_image(text) to authenticated;

-- The mark in its record comes first, which is refused for a picture on a page that a client has approved.
create policy "Staff delete images that are marked" on storage.objects
  for delete to authenticated
  using (bucket_id = 'images' and (select private.is_staff()) and not private.is_kept_image(name));

create function private.is_stored_image(path text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select from storage.objects as object where object.bucket_id = 'images' and object.name = path
  )
$$;
grant execute on function private.is_stored_image(text) to authenticated;

alter table public.image_records enable row level security;
create policy "Staff read image records" on public.image_records
  for select to authenticated using ((select private.is_staff()));
create policy "Staff create image records" on public.image_records
  for insert to authenticated with check ((select private.is_staff()));
create policy "Staff update image records" on public.image_records
  for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
-- After its object: a record could otherwise be replaced by one with another hash, and hide that the picture was
-- exchanged after a client had approved it.
create policy "Staff delete records of deleted images" on public.image_records
  for delete to authenticated
  using ((select private.is_staff()) and not private.is_stored_image(path));
grant select, insert, update (alt_text, focus_x, focus_y, deleting_at), delete on public.image_records
to authenticated;
grant select, insert, update, delete on public.image_records to service_role;

-- Finds where the images of the bucket are used, and replaces an image in all these places.
--
-- A path here is what follows /storage/v1/object/public/images/ in an address: percent-encoded, without
-- the query that carries the version.

-- The paths of our bucket in a text, with any origin.
create function private.image_paths_in(content text)
returns setof text
language sql
immutable
rows 5
set search_path = ''
as $$
  select distinct found[1]
  from regexp_matches(
    content, '/storage/v1/object/public/images/([^\s"''()<>\[\]?#&\\]+)', 'g'
  ) as found
$$;

-- The name of the object of a percent-encoded path; a path that is no valid encoding is returned as it is.
create function private.decoded_image_path(path text)
returns text
language plpgsql
immutable
set search_path = ''
as $$
begin
  if position('%' in path) = 0 then
    return path;
  end if;
  return (
    select convert_from(
      string_agg(
        case
          when part[1] ~ '^%[0-9A-Fa-f]{2}$' then decode(substr(part[1], 2), 'hex')
          else convert_to(part[1], 'UTF8')
        end,
        ''::bytea order by place
      ),
      'UTF8'
    )
    from regexp_matches(path, '%[0-9A-Fa-f]{2}|%|[^%]+', 'g') with ordinality as parts (part, place)
  );
exception when character_not_in_repertoire or untranslatable_character then
  return path;
end
$$;

-- What the library knows about the pictures in a text of addresses: {"<path>": {"alt", "x", "y"}}, with the
-- values that differ from the defaults. Security definer: visitors cannot read image_records. Private: only
-- functions that have checked the rights on the row with these addresses call it.
create function private.picture_facts_in(addresses text)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(
    jsonb_object_agg(
      used,
      jsonb_strip_nulls(jsonb_build_object(
        'alt', nullif(record.alt_text, ''),
        'x', nullif(record.focus_x, 50),
        'y', nullif(record.focus_y, 50)
      ))
    ) filter (where record.alt_text <> '' or record.focus_x <> 50 or record.focus_y <> 50),
    '{}'::jsonb
  )
  from private.image_paths_in(addresses) as used
  join public.image_records as record on record.path = private.decoded_image_path(used)
$$;

-- A computed column of case_studies. Reads the stored row, because a caller can pass any row.
create function public.picture_facts(study public.case_studies)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select private.picture_facts_in(
    concat_ws(
      ' ', stored.hero_image_url, stored.client_logo_url,
      (
        select string_agg(picture.image_url, ' ')
        from public.case_study_gallery as picture
        where picture.case_study_id = stored.id
      )
    )
  )
  from public.case_studies as stored
  where stored.id = study.id
    and (private.is_published_case_study(stored.id) or (select private.is_staff()))
$$;
comment on function public.picture_facts(public.case_studies) is
  'Alternative texts and focal points of the pictures of a study that the caller may read.';
grant execute on function public.picture_facts(public.case_studies)
to anon, authenticated, service_role;

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

-- What a use of an image can be. src/features/media/model.ts has the same lists; a test compares.
create type private.image_use_kind as enum ('case-study', 'post', 'page-texts', 'author', 'member');
create type private.image_use_part as enum (
  'hero', 'logo', 'gallery', 'cover', 'text', 'avatar', 'portrait',
  -- In changes that wait to be published, and in a deleted document.
  'changes', 'snapshot'
);
create type private.image_use_state as enum ('draft', 'published', 'deleted');

-- All uses, also in drafts and deleted documents, but not in old versions.
create function private.image_uses()
returns table (
  path text,
  kind private.image_use_kind,
  id uuid,
  title text,
  part private.image_use_part,
  state private.image_use_state
)
language sql
stable
security invoker
set search_path = ''
as $$
  with places (kind, id, title, state, part, content) as (
    select 'case-study', study.id, study.title, study.status, place.part, place.content
    from public.case_studies as study
    cross join lateral (
      values
        ('hero', study.hero_image_url),
        ('logo', study.client_logo_url),
        ('text', concat_ws(' ', study.challenge, study.solution, study.results))
    ) as place (part, content)
    union all
    select 'case-study', study.id, study.title, study.status, 'gallery', picture.image_url
    from public.case_study_gallery as picture
    join public.case_studies as study on study.id = picture.case_study_id
    union all
    select 'post', post.id, post.title, post.status, place.part, place.content
    from public.blog_posts as post
    cross join lateral (
      values ('cover', post.cover_image_url), ('text', post.content_markdown || ' ' || post.content_html)
    ) as place (part, content)
    union all
    select 'page-texts', known.id, known.page, 'published', 'text', known.texts::text
    from public.page_texts as known
    union all
    select
      copy.kind, copy.document_id, copy.title,
      case when exists (select from public.deleted_documents as deleted where deleted.id = copy.document_id)
        then 'deleted' else 'published' end,
      'changes', copy.content::text
    from public.working_copies as copy where copy.content is not null
    union all
    select deleted.kind, deleted.id, deleted.title, 'deleted', 'snapshot', deleted.snapshot::text
    from public.deleted_documents as deleted
    where deleted.deleted_at > now() - interval '30 days'
    union all
    select 'author', author.id, author.name, 'published', 'avatar', author.avatar_url
    from public.blog_authors as author
    union all
    select 'member', profile.member_id, profile.name, 'published', 'portrait', profile.portrait_url
    from public.staff_profiles as profile
  )
  select distinct
    used, place.kind::private.image_use_kind, place.id, place.title, place.part::private.image_use_part,
    place.state::private.image_use_state
  from places as place, private.image_paths_in(place.content) as used
$$;
grant execute on function private.image_paths_in(text), private.image_uses() to authenticated;

-- [{"path", "kind", "id", "title", "part", "state"}]; paths null means every image.
-- One jsonb value, because the Data API limits the number of rows.
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
  'Where pictures are used, in drafts and deleted documents as well. Staff only.';
grant execute on function public.list_image_usage(text[]) to authenticated;

-- Replaces one image by another in all places, in one transaction, and returns the number of places.
-- new_path may contain a version (`?v=…`), so an image that was replaced under its own name gets its new
-- address in the same way. new_alt becomes the alternative text of the new image, and the places lose their own
-- texts, which describe the old one; null keeps all texts. Texts within Markdown stay. Changed documents get a new version, so that an open form gets a conflict
-- instead of restoring the old image.
-- Security definer: staff have no write grant on deleted documents.
create function public.replace_image_everywhere(
  old_path text,
  new_path text,
  new_alt text default null
)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  places integer;
  documents uuid[];
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
  lock table public.case_studies, public.case_study_gallery, public.blog_posts, public.page_texts
    in share row exclusive mode;

  select
    count(*),
    array_agg(used.id) filter (where used.state <> 'deleted' and used.part <> 'changes')
  into places, documents
  from private.image_uses() as used
  where used.path = old_path;

  update public.image_records as record
  set alt_text = btrim(new_alt)
  where new_alt is not null
    and record.path = private.decoded_image_path(split_part(new_path, '?', 1));
  update public.case_study_gallery as picture
  set
    image_url = private.with_image_replaced(picture.image_url, old_path, new_path),
    alt_text = case when new_alt is null then picture.alt_text end
  where picture.case_study_id = any (documents)
    and old_path in (select private.image_paths_in(picture.image_url));
  update public.case_studies as study
  set
    hero_image_url = private.with_image_replaced(study.hero_image_url, old_path, new_path),
    client_logo_url = private.with_image_replaced(study.client_logo_url, old_path, new_path),
    challenge = private.with_image_replaced(study.challenge, old_path, new_path),
    solution = private.with_image_replaced(study.solution, old_path, new_path),
    results = private.with_image_replaced(study.results, old_path, new_path)
  where study.id = any (documents);
  update public.blog_posts as post
  set
    cover_image_url = private.with_image_replaced(post.cover_image_url, old_path, new_path),
    cover_alt = case
      when new_alt is null
        or old_path not in (select private.image_paths_in(coalesce(post.cover_image_url, '')))
      then post.cover_alt
    end,
    content_markdown = private.with_image_replaced(post.content_markdown, old_path, new_path),
    content_html = private.with_image_replaced(post.content_html, old_path, new_path)
  where post.id = any (documents);
  update public.page_texts as known
  set texts = private.with_image_replaced(known.texts::text, old_path, new_path)::jsonb
  where known.id = any (documents);
  update public.deleted_documents as deleted
  set snapshot = private.with_image_replaced(deleted.snapshot::text, old_path, new_path)::jsonb
  where old_path in (select private.image_paths_in(deleted.snapshot::text));
  update public.working_copies as copy
  set content = private.with_image_replaced(copy.content::text, old_path, new_path)::jsonb
  where copy.document_id in (select deleted.id from public.deleted_documents as deleted);
  -- Those of the documents above too: they continue the version written here.
  perform private.keep_working_copy(
    copy.kind,
    copy.document_id,
    private.with_image_replaced(copy.content::text, old_path, new_path)::jsonb
  )
  from public.working_copies as copy
  where copy.content is not null
    and (
      copy.document_id = any (documents)
      or old_path in (select private.image_paths_in(copy.content::text))
    );
  update public.blog_authors as author
  set avatar_url = private.with_image_replaced(author.avatar_url, old_path, new_path)
  where old_path in (select private.image_paths_in(author.avatar_url));
  update public.staff_profiles as profile
  set portrait_url = private.with_image_replaced(profile.portrait_url, old_path, new_path)
  where old_path in (select private.image_paths_in(profile.portrait_url));
  return places;
exception when integrity_constraint_violation then
  get stacked diagnostics reason = message_text;
  raise exception '%', reason using errcode = 'PT422';
end
$$;
comment on function public.replace_image_everywhere(text, text, text) is
  'Puts one picture in the place of another in every document, also in deleted ones. Staff only.';
grant execute on function public.replace_image_everywhere(text, text, text) to authenticated;

-- Finds older versions that show an image, in which it would be missing after a restore. They do not count as
-- uses, because a long history would otherwise keep every image. Current and deleted documents are in
-- list_image_usage.

-- [{"kind", "id", "title", "state", "versions"}], newest version first; kind and state as in private.image_uses.
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
      select 'case-study' as kind, study.id, study.title, study.status as state, study.version
      from public.case_studies as study
      union all
      select 'post', post.id, post.title, post.status, post.version
      from public.blog_posts as post
      union all
      select 'page-texts', known.id, known.page, 'published', known.version
      from public.page_texts as known
      union all
      select
        deleted.kind, deleted.id, deleted.title, 'deleted', (deleted.snapshot #>> '{stamp,version}')::integer
      from public.deleted_documents as deleted
    ),
    listed as (
      select
        owner.kind, owner.id, owner.title, owner.state,
        array_agg(revision.version order by revision.version desc) as versions
      from public.document_revisions as revision
      join owners as owner
        on owner.id = revision.document_id and owner.version <> revision.version
      -- The first test is cheap and reduces the rows for the second.
      where position(image_path in revision.snapshot::text) > 0
        and image_path in (select private.image_paths_in(revision.snapshot::text))
      group by owner.kind, owner.id, owner.title, owner.state
    )
    select coalesce(jsonb_agg(to_jsonb(listed) order by listed.title, listed.id), '[]'::jsonb) from listed
  );
end
$$;
comment on function public.list_image_versions(text) is
  'Older versions of documents that show a picture. Staff only.';
grant execute on function public.list_image_versions(text) to authenticated;
