-- Enquiries: messages of visitors from the contact form. Not writable through the Data API; the function
-- send-contact-email stores them by submit_enquiry (next migration). Staff read and process them.
create table public.enquiries (
  id uuid primary key default gen_random_uuid(),
  submission_id uuid not null,
  name text not null,
  first_name text,
  last_name text,
  email text not null,
  phone text,
  subject text,
  message text not null,
  service text,
  started_page text,
  started_services text[] not null default '{}',
  status text not null default 'new',
  assigned_to text references public.staff_members (email) on update cascade on delete set null,
  note text not null default '',
  read_at timestamptz,
  is_quarantined boolean not null default false,
  quarantine_reasons text[] not null default '{}',
  state text not null default 'received',
  receipt_state text not null default 'none',
  mail_attempts integer not null default 0,
  next_attempt_at timestamptz default now(),
  mail_error text,
  sender_hash text not null,
  content_hash text not null,
  created_at timestamptz not null default now(),
  erase_at timestamptz not null default now() + interval '24 months',
  constraint enquiries_submission_id_key unique (submission_id),
  constraint enquiries_name_length check (char_length(name) between 2 and 50),
  constraint enquiries_first_name_length check (char_length(first_name) between 1 and 50),
  constraint enquiries_last_name_length check (char_length(last_name) between 1 and 50),
  constraint enquiries_email_length check (char_length(email) between 3 and 254),
  constraint enquiries_phone_length check (char_length(phone) between 1 and 40),
  constraint enquiries_subject_length check (char_length(subject) between 1 and 100),
  constraint enquiries_message_length check (char_length(message) between 10 and 1000),
  constraint enquiries_one_line check (concat(name, first_name, last_name, email, phone, subject) !~ '[\r\n]'),
  constraint enquiries_service_known check (
    service in (
      'virtual-assistant', 'ai-implementation', 'web-development', 'creative-design',
      'digital-marketing', 'other'
    )
  ),
  constraint enquiries_started_page_length check (char_length(started_page) between 1 and 200),
  constraint enquiries_started_services_known check (
    cardinality(started_services) <= 6
    and started_services <@ array[
      'virtual-assistant', 'ai-implementation', 'web-development', 'creative-design',
      'digital-marketing', 'other'
    ]
  ),
  constraint enquiries_status_known check (status in ('new', 'open', 'done')),
  constraint enquiries_note_length check (char_length(note) <= 4000),
  constraint enquiries_quarantine_reasons_known check (
    quarantine_reasons <@ array[
      'honeypot', 'too-fast', 'missing-ticket', 'forged-ticket', 'expired-ticket', 'used-ticket',
      'over-limit'
    ]
  ),
  constraint enquiries_state_known check (state in ('received', 'mailed', 'failed')),
  constraint enquiries_receipt_state_known check (
    receipt_state in ('none', 'wanted', 'sent', 'failed')
  ),
  constraint enquiries_mail_error_length check (char_length(mail_error) <= 300),
  constraint enquiries_sender_hash_length check (char_length(sender_hash) between 1 and 64)
);
comment on table public.enquiries is
  'Enquiries of the contact form, kept 24 months. Written by a function, read and sorted by staff.';
comment on column public.enquiries.submission_id is 'Chosen by the browser: sent twice, an enquiry is one row.';
comment on column public.enquiries.state is
  'Of the mail to the team: failed says that the last attempt did, next_attempt_at whether another follows.';
comment on column public.enquiries.is_quarantined is
  'Looks sent by a program, or came with more than usual: not mailed until staff take it out.';
comment on column public.enquiries.quarantine_reasons is
  'What was odd about it. An expired ticket alone quarantines nothing.';
comment on column public.enquiries.sender_hash is
  'Keyed hash of the sender''s network address and the day. The address itself is never stored.';
create index enquiries_created_at_idx on public.enquiries (created_at desc);
create index enquiries_next_attempt_at_idx on public.enquiries (next_attempt_at)
  where next_attempt_at is not null and not is_quarantined;
create index enquiries_content_hash_idx on public.enquiries (content_hash, created_at desc);
create index enquiries_email_idx on public.enquiries (lower(email), created_at desc);
create index enquiries_assigned_to_idx on public.enquiries (assigned_to);
create index enquiries_erase_at_idx on public.enquiries (erase_at);

alter table public.enquiries enable row level security;
create policy "Staff read enquiries" on public.enquiries
  for select to authenticated using ((select private.is_staff()));
create policy "Staff sort enquiries" on public.enquiries
  for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete enquiries" on public.enquiries
  for delete to authenticated using ((select private.is_staff()));

revoke all on public.enquiries from public, anon, authenticated, service_role;
grant select, delete on public.enquiries to authenticated;
grant update (status, assigned_to, note, read_at, is_quarantined) on public.enquiries to authenticated;
grant select, delete on public.enquiries to service_role;
-- For the SQL editor: send again after a long outage, keep longer or shorter.
grant update (mail_attempts, next_attempt_at, erase_at) on public.enquiries to service_role;

-- Deletes enquiries after 24 months. Runs with every new enquiry, and daily where there is a scheduler.
create function public.erase_old_enquiries()
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  erased integer;
begin
  delete from public.enquiries where erase_at < now();
  get diagnostics erased = row_count;
  return erased;
end
$$;
comment on function public.erase_old_enquiries() is 'Deletes enquiries past erase_at and says how many.';
revoke execute on function public.erase_old_enquiries() from public, anon, authenticated;
grant execute on function public.erase_old_enquiries() to service_role;
