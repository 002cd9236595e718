-- What is written about an enquiry after it has arrived: notes for colleagues. Deleted with the enquiry.

create table public.enquiry_notes (
  id uuid primary key default gen_random_uuid(),
  enquiry_id uuid not null references public.enquiries (id) on delete cascade,
  author_id uuid default private.caller_id() references auth.users (id) on delete set null,
  -- In addition to the id, because the account may be deleted later.
  author_email text default private.caller_email(),
  text text not null,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  constraint enquiry_notes_author_email_length check (char_length(author_email) <= 254),
  constraint enquiry_notes_text_fit check (private.is_text(text, 4000) and text ~ '\S'),
  constraint enquiry_notes_times_range check (private.are_times(created_at, edited_at))
);
comment on table public.enquiry_notes is
  'Notes of staff about an enquiry. Authors change their own, owners may delete any.';
create index enquiry_notes_enquiry_id_idx on public.enquiry_notes (enquiry_id, created_at);

create function private.stamp_enquiry_note()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.edited_at := now();
  return new;
end
$$;
create trigger enquiry_notes_stamp
  before update of text on public.enquiry_notes
  for each row when (new.text <> old.text) execute function private.stamp_enquiry_note();

alter table public.enquiry_notes enable row level security;
create policy "Staff read notes" on public.enquiry_notes
  for select to authenticated using ((select private.is_staff()));
-- Author and time are the defaults: they have no grant.
create policy "Staff write notes" on public.enquiry_notes
  for insert to authenticated with check ((select private.is_staff()));
create policy "Authors change their notes" on public.enquiry_notes
  for update to authenticated
  using ((select private.is_staff()) and author_id = (select private.caller_id()))
  with check ((select private.is_staff()) and author_id = (select private.caller_id()));
create policy "Authors and owners delete notes" on public.enquiry_notes
  for delete to authenticated
  using (
    (select private.is_owner())
    or ((select private.is_staff()) and author_id = (select private.caller_id()))
  );
grant select, insert (id, enquiry_id, text), update (text), delete
  on public.enquiry_notes to authenticated;
grant select on public.enquiry_notes to service_role;
-- A default runs as the role that inserts the row.
grant execute on function private.caller_email() to authenticated;
