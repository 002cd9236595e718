-- Several members may edit the note of an enquiry: a save names the version it started from.
alter table public.enquiries add column note_version integer not null default 0;
comment on column public.enquiries.note_version is
  'Rises with every saved note. A save names the version it started from; another one is a conflict.';

-- Returns the new version. Errors: PT409 another save came first, PT404 the enquiry was deleted, PT422 the
-- note is too long.
-- Security definer: no API role has a write grant on the note, so the version is always checked.
create function public.save_enquiry_note(enquiry_id uuid, expected_version integer, note text)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  saved integer;
begin
  if not private.is_staff() then
    raise exception 'Only staff may write notes' using errcode = '42501';
  end if;
  if note is null or char_length(note) > 4000 then
    raise exception 'A note may have up to 4000 characters' using errcode = 'PT422';
  end if;
  update public.enquiries as enquiry
  set note = save_enquiry_note.note, note_version = enquiry.note_version + 1
  where enquiry.id = enquiry_id and enquiry.note_version = expected_version
  returning enquiry.note_version into saved;
  if found then
    return saved;
  end if;
  if exists (select 1 from public.enquiries as enquiry where enquiry.id = enquiry_id) then
    raise exception 'A colleague has changed this note meanwhile' using errcode = 'PT409';
  end if;
  raise exception 'This enquiry has been deleted' using errcode = 'PT404';
end
$$;
comment on function public.save_enquiry_note(uuid, integer, text) is
  'Saves the note of an enquiry, refusing stale versions. Staff only.';
revoke execute on function public.save_enquiry_note(uuid, integer, text) from public, anon;
grant execute on function public.save_enquiry_note(uuid, integer, text) to authenticated;

revoke update (note) on public.enquiries from authenticated;
