-- Who has a document open in its editor now, so that two members know of each other before one of them meets a
-- conflict. In private: callers see the others of one document, through note_editing only.

create table private.document_editors (
  document_id uuid not null,
  member_id uuid not null references public.staff_members (id) on delete cascade,
  seen_at timestamptz not null default now(),
  constraint document_editors_pkey primary key (document_id, member_id),
  constraint document_editors_times_range check (private.are_times(seen_at))
);
comment on table private.document_editors is
  'Members with an open editor, refreshed every 30 seconds. No backup has them; rows of 90 seconds are erased.';
create index document_editors_member_id_idx on private.document_editors (member_id);

-- Staff read all documents, so the id of one that exists is the only question.
create function private.document_exists(document_id uuid)
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  home regclass;
  is_there boolean := false;
begin
  for home in select known.home from private.document_kinds as known loop
    execute format('select exists (select from %s where id = $1)', home) into is_there using document_id;
    exit when is_there;
  end loop;
  return is_there;
end
$$;

-- Notes that the caller has the document open, and returns the other members who have. Nothing for a document that is
-- deleted.
create function public.note_editing(document_id uuid)
returns table (email text, name text)
language plpgsql
volatile
security definer
rows 2
set search_path = ''
as $$
#variable_conflict use_column
begin
  if not private.is_staff() then
    raise exception 'Only staff may edit' using errcode = '42501';
  end if;
  delete from private.document_editors as editing
  where editing.seen_at < now() - interval '90 seconds';
  if not private.document_exists(note_editing.document_id) then
    return;
  end if;
  insert into private.document_editors as editing (document_id, member_id)
  select note_editing.document_id, member.id from public.staff_members as member
  where member.email = private.caller_email()
  on conflict on constraint document_editors_pkey do update set seen_at = excluded.seen_at;
  return query
  select member.email, profile.name
  from private.document_editors as editing
  join public.staff_members as member on member.id = editing.member_id
  left join public.staff_profiles as profile on profile.member_id = member.id
  where editing.document_id = note_editing.document_id and member.email <> private.caller_email()
  order by member.email;
end
$$;
comment on function public.note_editing(uuid) is
  'Says that the caller edits a document, and asks who else does. Staff only.';

create function public.end_editing(document_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not private.is_staff() then
    raise exception 'Only staff may edit' using errcode = '42501';
  end if;
  delete from private.document_editors as editing
  using public.staff_members as member
  where editing.document_id = end_editing.document_id
    and member.id = editing.member_id and member.email = private.caller_email();
end
$$;
comment on function public.end_editing(uuid) is 'Says that the caller has closed a document. Staff only.';

grant execute on function public.note_editing(uuid), public.end_editing(uuid) to authenticated;
