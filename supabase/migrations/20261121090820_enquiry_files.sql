-- Files with enquiries, replies and mails of clients: a private bucket, and one row for each of its objects. Functions
-- write both after they have checked the content. The rows are deleted with the enquiry, the objects by the next call of
-- list_unused_enquiry_files.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'enquiry-files', 'enquiry-files', false, 5242880,
  array['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'application/pdf', 'text/plain']
)
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create table public.enquiry_files (
  id uuid primary key,
  enquiry_id uuid not null references public.enquiries (id) on delete cascade,
  message_id uuid references public.enquiry_messages (id) on delete cascade,
  name text not null,
  type text not null,
  byte_size integer not null,
  created_at timestamptz not null default now(),
  constraint enquiry_files_name_fit check (private.is_line(name, 200) and name <> ''),
  constraint enquiry_files_type_known check (
    type in ('image/jpeg', 'image/png', 'image/webp', 'image/gif', 'application/pdf', 'text/plain')
  ),
  constraint enquiry_files_byte_size_range check (byte_size between 1 and 5242880),
  constraint enquiry_files_times_range check (private.are_times(created_at))
);
comment on table public.enquiry_files is
  'Files with enquiries, replies and mails of clients. Staff read, functions write; not part of a backup.';
comment on column public.enquiry_files.id is 'The name of the object in the bucket enquiry-files.';
comment on column public.enquiry_files.message_id is 'The reply or mail it came with; null for the enquiry itself.';
create index enquiry_files_enquiry_id_idx on public.enquiry_files (enquiry_id, created_at);
create index enquiry_files_message_id_idx on public.enquiry_files (message_id);

alter table public.enquiry_files enable row level security;
create policy "Staff read files of enquiries" on public.enquiry_files
  for select to authenticated using ((select private.is_staff()));
grant select on public.enquiry_files to authenticated, service_role;

-- Lists of images, and signed links to files, which expire. A file whose row is gone is unused, and is not given out any
-- more.
create policy "Staff read objects" on storage.objects
  for select to authenticated using (
    (select private.is_staff())
    and (
      bucket_id = 'images'
      or (
        bucket_id = 'enquiry-files'
        and exists (select from public.enquiry_files as file where file.id::text = objects.name)
      )
    )
  );

-- The enquiry that a visitor has just sent, if it takes one more file: three within an hour. Null for any other.
create function public.find_enquiry_for_file(submission_id uuid)
returns uuid
language sql
stable
security definer
set search_path = ''
as $$
  select enquiry.id from public.enquiries as enquiry
  where enquiry.submission_id = find_enquiry_for_file.submission_id
    and enquiry.created_at > now() - interval '1 hour'
    and (
      select count(*) from public.enquiry_files as file
      where file.enquiry_id = enquiry.id and file.message_id is null
    ) < 3
$$;
comment on function public.find_enquiry_for_file(uuid) is
  'The enquiry of a submission that takes one more file. For the function send-contact-email only.';

-- Adds the row of a stored object.
--
-- file  {"id", "name", "type", "byte_size"}
--
-- Returns stored, repeated (it is there), unknown (the enquiry or its message was erased) or full: three files of a
-- visitor, 100 MB of one conversation, 500 MB of enquiries in quarantine, 5 GB of all.
create function public.add_enquiry_file(enquiry_id uuid, file jsonb, message_id uuid default null)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  added constant public.enquiry_files := jsonb_populate_record(null::public.enquiry_files, file);
  is_held boolean;
  is_full boolean;
begin
  -- One at a time, so that the sums are exact.
  perform pg_advisory_xact_lock(hashtext('public.add_enquiry_file'));
  select enquiry.is_quarantined into is_held from public.enquiries as enquiry
  where enquiry.id = add_enquiry_file.enquiry_id for key share;
  if not found or (
    add_enquiry_file.message_id is not null
    and not exists (
      select from public.enquiry_messages as message
      where message.id = add_enquiry_file.message_id and message.enquiry_id = add_enquiry_file.enquiry_id
    )
  ) then
    return 'unknown';
  end if;
  if exists (select from public.enquiry_files as known where known.id = added.id) then
    return 'repeated';
  end if;
  select
    coalesce(sum(known.byte_size), 0) + added.byte_size > 5368709120
    or coalesce(sum(known.byte_size) filter (where known.enquiry_id = add_enquiry_file.enquiry_id), 0)
      + added.byte_size > 104857600
    or (
      is_held
      and coalesce(sum(known.byte_size) filter (where enquiry.is_quarantined), 0) + added.byte_size > 524288000
    )
    or (
      add_enquiry_file.message_id is null
      and count(*) filter (where known.enquiry_id = add_enquiry_file.enquiry_id and known.message_id is null) >= 3
    )
  into is_full
  from public.enquiry_files as known
  join public.enquiries as enquiry on enquiry.id = known.enquiry_id;
  if is_full then
    return 'full';
  end if;
  insert into public.enquiry_files (id, enquiry_id, message_id, name, type, byte_size)
  values (
    added.id, add_enquiry_file.enquiry_id, add_enquiry_file.message_id, added.name, added.type, added.byte_size
  );
  return 'stored';
end
$$;
comment on function public.add_enquiry_file(uuid, jsonb, uuid) is
  'Adds the row of a stored object, within the limits. For functions only.';

-- Objects without a row: the enquiry was erased, or storing stopped half-way. An hour of grace for those that are being
-- stored now.
create function public.list_unused_enquiry_files()
returns setof text
language sql
stable
rows 100
security definer
set search_path = ''
as $$
  select object.name from storage.objects as object
  where object.bucket_id = 'enquiry-files'
    and object.created_at < now() - interval '1 hour'
    and not exists (select from public.enquiry_files as file where file.id::text = object.name)
  limit 100
$$;
comment on function public.list_unused_enquiry_files() is
  'Up to 100 objects to remove from the bucket enquiry-files. For functions only.';

grant execute on function
  public.find_enquiry_for_file(uuid),
  public.add_enquiry_file(uuid, jsonb, uuid),
  public.list_unused_enquiry_files()
to service_role;
