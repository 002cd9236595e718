-- Access requests of signed-in people who are not staff; owners approve or decline them. One row per
-- account, kept for 30 days.
create table public.staff_requests (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  email text not null,
  note text,
  created_at timestamptz not null default now(),
  declined_at timestamptz,
  constraint staff_requests_user_id_key unique (user_id),
  constraint staff_requests_note_length check (char_length(note) between 1 and 300)
);
comment on table public.staff_requests is
  'Who waits for access to the staff area. Written by functions only; kept 30 days.';
create index staff_requests_created_at_idx on public.staff_requests (created_at);

alter table public.staff_requests enable row level security;
create policy "Owners read requests for access" on public.staff_requests
  for select to authenticated
  using ((select private.is_owner()) and created_at > now() - interval '30 days');
create policy "People read their own request for access" on public.staff_requests
  for select to authenticated
  using (user_id = (select private.caller_id()) and created_at > now() - interval '30 days');

revoke all on public.staff_requests from public, anon, authenticated;
grant select on public.staff_requests to authenticated;

-- A repeated request replaces the note. A declined one stays declined until its row is deleted.
create function public.request_staff_access(note text default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller_email constant text := private.caller_email();
  words constant text := nullif(btrim(request_staff_access.note), '');
begin
  if caller_email is null then
    raise exception 'Confirm your e-mail address first' using errcode = '42501';
  end if;
  if char_length(words) > 300 then
    raise exception 'The note may have up to 300 characters' using errcode = 'PT422';
  end if;
  if exists (select from public.staff_members as member where member.email = caller_email) then
    raise exception 'You are staff already' using errcode = 'PT409';
  end if;
  -- Deletes old rows with each request, so that no scheduler is needed.
  delete from public.staff_requests where created_at <= now() - interval '30 days';
  insert into public.staff_requests as request (user_id, email, note)
  values (auth.uid(), caller_email, words)
  on conflict (user_id) do update set email = excluded.email, note = excluded.note
  where request.declined_at is null;
  if not found then
    raise exception 'An owner has declined your request' using errcode = 'PT409';
  end if;
end
$$;

create function public.approve_staff_request(request_id uuid, member_role text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  member_email text;
begin
  if not private.is_owner() then
    raise exception 'Only an owner may add staff' using errcode = '42501';
  end if;
  if coalesce(member_role, '') not in ('owner', 'editor') then
    raise exception 'There is no such role' using errcode = 'PT422';
  end if;
  -- Only the address that the owner saw: after a change of address, a new request is needed.
  select lower(account.email) into member_email
  from public.staff_requests as request
  join auth.users as account on account.id = request.user_id
  where request.id = request_id
    and account.email_confirmed_at is not null
    and lower(account.email) = request.email;
  if not found then
    raise exception 'This request is not there any more' using errcode = 'PT404';
  end if;
  insert into public.staff_members (email, role, added_by)
  values (member_email, member_role, auth.uid())
  on conflict (email) do nothing;
  delete from public.staff_requests where id = request_id;
end
$$;

create function public.decline_staff_request(request_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not private.is_owner() then
    raise exception 'Only an owner may decline a request' using errcode = '42501';
  end if;
  update public.staff_requests set declined_at = now()
  where id = request_id and declined_at is null;
  if not found then
    raise exception 'This request is not there any more' using errcode = 'PT404';
  end if;
end
$$;

-- An owner may add an address manually while its request is pending.
create function private.settle_staff_request()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from public.staff_requests where email = new.email;
  return null;
end
$$;
revoke execute on function private.settle_staff_request() from public;
create trigger staff_members_settle_request
  after insert on public.staff_members
  for each row execute function private.settle_staff_request();

-- The members with facts from the Auth tables: whether they have an account, and the day of the last
-- sign-in, which is enough to find members who have left.
create function public.list_staff_members()
returns table (
  email text,
  role text,
  added_at timestamptz,
  added_by_email text,
  has_account boolean,
  last_seen_at timestamptz
)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not private.is_owner() then
    raise exception 'Only an owner may read the staff list' using errcode = '42501';
  end if;
  return query
  select
    member.email,
    member.role,
    member.added_at,
    adder.email::text,
    account.email_confirmed_at is not null,
    greatest(
      account.last_sign_in_at,
      (select max(session.updated_at) from auth.sessions as session where session.user_id = account.id)
    )
  from public.staff_members as member
  left join auth.users as account on lower(account.email) = member.email
  left join auth.users as adder on adder.id = member.added_by
  order by member.role desc, member.email;
end
$$;

revoke execute on function
  public.request_staff_access(text),
  public.approve_staff_request(uuid, text),
  public.decline_staff_request(uuid),
  public.list_staff_members()
from public, anon;
grant execute on function
  public.request_staff_access(text),
  public.approve_staff_request(uuid, text),
  public.decline_staff_request(uuid),
  public.list_staff_members()
to authenticated;
