-- The public bucket `images`: anyone fetches a picture by its address, staff list and delete.
-- No API role has an insert or update policy: only the function secure-file-upload writes, with the
-- service key, after it has checked the caller and cleaned the picture. A write past it would keep
-- EXIF, take any name and overwrite a picture without a new version.
-- Size and types repeat the upload rules, because the service key skips policies but not these.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'images', 'images', true, 5242880,
  array['image/jpeg', 'image/png', 'image/webp', 'image/gif']
)
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create policy "Staff list images" on storage.objects
  for select to authenticated using (bucket_id = 'images' and (select private.is_staff()));
create policy "Staff delete images" on storage.objects
  for delete to authenticated using (bucket_id = 'images' and (select private.is_staff()));
