-- Mails to staff about an enquiry, after the one with which it arrived: it was assigned to a member, the client
-- has answered, or the time for an answer ends soon. Sent by the function send-contact-email.

create table private.enquiry_notices (
  enquiry_id uuid not null references public.enquiries (id) on delete cascade,
  kind text not null,
  -- Who assigned it.
  actor_email text,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  sent_at timestamptz,
  primary key (enquiry_id, kind),
  constraint enquiry_notices_kind_known check (kind in ('assigned', 'client-wrote', 'due')),
  constraint enquiry_notices_actor_email_length check (char_length(actor_email) <= 254),
  constraint enquiry_notices_times_range check (private.are_times(next_attempt_at, sent_at))
);
comment on table private.enquiry_notices is
  'Mails to staff about an enquiry. Without a time of the next attempt the mail was sent or given up.';
create index enquiry_notices_due_idx on private.enquiry_notices (next_attempt_at);

-- The same notice again waits until ten minutes after the last one, so that it cannot flood a mailbox.
create function private.plan_enquiry_notice(
  enquiry_id uuid,
  kind text,
  at timestamptz default now(),
  actor_email text default null
)
returns void
language sql
security definer
set search_path = ''
as $$
  insert into private.enquiry_notices as notice (enquiry_id, kind, next_attempt_at, actor_email)
  values (
    plan_enquiry_notice.enquiry_id, plan_enquiry_notice.kind, plan_enquiry_notice.at,
    plan_enquiry_notice.actor_email
  )
  on conflict on constraint enquiry_notices_pkey do update set
    attempts = 0,
    next_attempt_at = greatest(excluded.next_attempt_at, notice.sent_at + interval '10 minutes'),
    actor_email = excluded.actor_email
$$;

-- The enquiry may have changed since the notice was planned.
create function private.is_notice_wanted(notice private.enquiry_notices)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select from public.enquiries as enquiry
    where enquiry.id = notice.enquiry_id
      and not enquiry.is_quarantined and enquiry.deleted_at is null
      and case notice.kind
        when 'assigned' then enquiry.assigned_to <> notice.actor_email
        else enquiry.answer_by is not null
      end
  )
$$;

create function private.plan_enquiry_notices()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Two office hours before the time ends.
  if new.answer_by is not null and (tg_op = 'INSERT' or new.answer_by is distinct from old.answer_by) then
    perform private.plan_enquiry_notice(
      new.id, 'due', private.after_office_hours(now(), interval '6 hours')
    );
  end if;
  -- Assigned by a member, not by the database itself after a change of the staff list.
  if tg_op = 'UPDATE' and auth.uid() is not null
    and new.assigned_to is distinct from old.assigned_to
    and new.assigned_to <> private.caller_email()
  then
    perform private.plan_enquiry_notice(new.id, 'assigned', now(), private.caller_email());
  end if;
  return null;
end
$$;
create trigger enquiries_notices
  after insert or update of assigned_to, answer_by on public.enquiries
  for each row execute function private.plan_enquiry_notices();

-- Claims the next notice for some minutes; no row when none is due. recipient: the assigned member; null for
-- the team. message: what the client wrote last.
create function public.claim_enquiry_notice()
returns table (
  enquiry_id uuid,
  kind text,
  number integer,
  name text,
  subject text,
  message text,
  answer_by timestamptz,
  actor_email text,
  recipient text
)
language sql
security definer
rows 1
set search_path = ''
as $$
  with due as materialized (
    select notice.enquiry_id, notice.kind from private.enquiry_notices as notice
    where notice.next_attempt_at <= now() and private.is_notice_wanted(notice)
    order by notice.next_attempt_at
    limit 1
    for update skip locked
  ), claimed as (
    update private.enquiry_notices as notice set
      attempts = notice.attempts + 1,
      -- Minutes until the next attempt; none after the fifth.
      next_attempt_at = now() + interval '1 minute' * (array[5, 25, 120, 720])[notice.attempts + 1]
    from due where notice.enquiry_id = due.enquiry_id and notice.kind = due.kind
    returning notice.enquiry_id, notice.kind, notice.actor_email
  )
  select
    enquiry.id, claimed.kind, enquiry.number, enquiry.name, enquiry.subject,
    coalesce(
      (
        select message.text from public.enquiry_messages as message
        where message.enquiry_id = enquiry.id and message.direction = 'in'
        order by message.created_at desc limit 1
      ),
      enquiry.message
    ),
    enquiry.answer_by, claimed.actor_email, enquiry.assigned_to
  from claimed
  join public.enquiries as enquiry on enquiry.id = claimed.enquiry_id
$$;
comment on function public.claim_enquiry_notice() is
  'A mail to staff about an enquiry. For the function send-contact-email only.';

create function public.settle_enquiry_notice(enquiry_id uuid, kind text)
returns void
language sql
security definer
set search_path = ''
as $$
  update private.enquiry_notices as notice
  set next_attempt_at = null, sent_at = now(), attempts = 0
  where notice.enquiry_id = settle_enquiry_notice.enquiry_id
    and notice.kind = settle_enquiry_notice.kind
$$;
comment on function public.settle_enquiry_notice(uuid, text) is
  'Notes that a mail to staff was sent. For the function send-contact-email only.';
grant execute on function
  public.claim_enquiry_notice(),
  public.settle_enquiry_notice(uuid, text)
to service_role;

-- Called by the scheduler (private.schedule_jobs), or by the launcher of the local backend.
create function private.has_due_mail()
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
      select from public.enquiries
      where next_attempt_at <= now() and not is_quarantined and deleted_at is null
    )
    or exists (select from private.staff_notices where next_attempt_at <= now())
    or exists (select from private.sign_off_mails where next_attempt_at <= now())
    or exists (
      select from private.enquiry_notices as notice
      where notice.next_attempt_at <= now() and private.is_notice_wanted(notice)
    )
$$;
comment on function private.has_due_mail() is 'Whether the function send-contact-email has a mail to send.';
