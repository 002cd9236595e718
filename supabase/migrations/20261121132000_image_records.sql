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
  variants integer[] not null default '{}',
  revision integer not null default 1,
  original_name text not null,
  deleting_at timestamptz,
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
  constraint image_records_variants_known check (variants <@ array[320, 640, 960, 1280, 1920]),
  constraint image_records_revision_positive check (revision >= 1),
  constraint image_records_original_name_length
    check (char_length(original_name) between 1 and 255),
  constraint image_records_path_key unique (path)
);
comment on table public.image_records is 'Facts of stored pictures, one row per object. Staff only.';
comment on column public.image_records.path is 'Name of the object in the bucket.';
comment on column public.image_records.sha256 is
  'Of the file as it was sent, by which a second upload of it is noticed.';
comment on column public.image_records.width is 'As shown, after the orientation of a photo.';
comment on column public.image_records.variants is
  'Widths of the smaller WebP copies, stored below variants/<path>/.';
comment on column public.image_records.revision is
  'Rises when the picture is replaced under its name; part of its address, so that caches notice.';
comment on column public.image_records.deleting_at is
  'Set before the object is removed: a row that still has it was interrupted.';
create index image_records_sha256_idx on public.image_records (sha256);

-- Sets user and time from the session, never from the request.
create function private.stamp_image_record()
returns trigger
language plpgsql
security invoker
set search_path = ''
as $$
begin
  new.updated_at := now();
  if tg_op = 'UPDATE' then
    new.id := old.id;
    new.path := old.path;
    new.created_at := old.created_at;
    if current_user in ('authenticated', 'anon') then
      -- Only for callers: deleting an account must be able to set it to null.
      new.uploaded_by := old.uploaded_by;
    end if;
  elsif current_user in ('authenticated', 'anon') then
    new.created_at := now();
    new.uploaded_by := private.caller_id();
  end if;
  return new;
end
$$;
revoke execute on function private.stamp_image_record() from public;
create trigger image_records_stamp
  before insert or update on public.image_records
  for each row execute function private.stamp_image_record();

alter table public.image_records enable row level security;
create policy "Staff read image records" on public.image_records
  for select to authenticated using ((select private.is_staff()));
create policy "Staff create image records" on public.image_records
  for insert to authenticated with check ((select private.is_staff()));
create policy "Staff update image records" on public.image_records
  for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete image records" on public.image_records
  for delete to authenticated using ((select private.is_staff()));

revoke all on public.image_records from public, anon, authenticated;
grant select, insert, update, delete on public.image_records to authenticated;
