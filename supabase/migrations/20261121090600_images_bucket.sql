-- The public bucket `images`: anyone fetches a picture by its address, only staff list and change.
-- Size and types repeat the upload rules, for callers who go around the upload function.
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
create policy "Staff upload images" on storage.objects
  for insert to authenticated with check (bucket_id = 'images' and (select private.is_staff()));
create policy "Staff replace images" on storage.objects
  for update to authenticated
  using (bucket_id = 'images' and (select private.is_staff()))
  with check (bucket_id = 'images' and (select private.is_staff()));
create policy "Staff delete images" on storage.objects
  for delete to authenticated using (bucket_id = 'images' and (select private.is_staff()));
