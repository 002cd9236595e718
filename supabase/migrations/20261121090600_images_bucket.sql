-- The public bucket `images`: everyone can read an image by its address, staff list and delete images.
-- No API role has an insert or update policy: only the function secure-file-upload writes, with the
-- service key, after it has checked the caller and cleaned the image. Other writes could keep EXIF, use any
-- name and overwrite an image without a new version.
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

create policy "Staff list images" on storage.objects
  for select to authenticated using (bucket_id = 'images' and (select private.is_staff()));
create policy "Staff delete images" on storage.objects
  for delete to authenticated using (bucket_id = 'images' and (select private.is_staff()));
