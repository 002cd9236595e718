-- The outbox: every mail of the website but replies of staff and test mails, one row per recipient. A row says why a
-- mail is due; its text is composed when it is sent (supabase/functions/_shared/outbox), from what is stored then.

create table private.mails (
  id bigint generated always as identity primary key,
  kind text not null,
  -- What it is about. The mail is deleted with it.
  event_id bigint references public.audit_events (id) on delete cascade,
  enquiry_id uuid references public.enquiries (id) on delete cascade,
  request_id uuid references public.sign_off_requests (id) on delete cascade,
  subscriber_id uuid references public.newsletter_subscribers (id) on delete cascade,
  recipient text,
  actor_email text,
  planned_at timestamptz not null default now(),
  due_at timestamptz,
  attempts integer not null default 0,
  claimed_at timestamptz,
  last_error text,
  sent_at timestamptz,
  constraint mails_kind_known check (kind in (
    'security-notice', 'staff-added', 'staff-approved', 'staff-declined', 'staff-role-changed', 'staff-removed',
    'enquiry-arrived', 'enquiry-receipt', 'enquiry-assigned', 'enquiry-answered', 'enquiry-due',
    'sign-off-asked', 'sign-off-answered', 'sign-off-commented', 'sign-off-approved', 'sign-off-receipt',
    'newsletter-confirmation', 'newsletter-welcome'
  )),
  constraint mails_about_one check (num_nonnulls(event_id, enquiry_id, request_id, subscriber_id) = 1),
  constraint mails_recipient_length check (char_length(recipient) <= 254),
  constraint mails_actor_email_length check (char_length(actor_email) <= 254),
  constraint mails_last_error_length check (char_length(last_error) <= 300),
  constraint mails_times_range check (private.are_times(planned_at, due_at, claimed_at, sent_at))
);
comment on table private.mails is
  'The outbox. Sent mails stay 30 days; no backup has them. The kinds are those of _shared/outbox/composers.ts.';
comment on column private.mails.recipient is
  'A member or owner. Null: private.read_mail says who, from what the mail is about; no address of a client is stored here.';
comment on column private.mails.actor_email is 'Who assigned the enquiry.';
comment on column private.mails.planned_at is 'News from this time on is in the mail.';
comment on column private.mails.due_at is
  'When it is sent, or tried again. Null when it was sent or given up, or is withheld until staff send it.';
comment on column private.mails.claimed_at is
  'Since when a caller sends it. A claim of more than a minute has ended without a result.';
create index mails_due_at_idx on private.mails (due_at, id) where due_at is not null;
create index mails_sent_at_idx on private.mails (sent_at) where sent_at is not null;
create index mails_event_id_idx on private.mails (event_id);
create index mails_enquiry_id_idx on private.mails (enquiry_id);
create index mails_request_id_idx on private.mails (request_id);
create index mails_subscriber_id_idx on private.mails (subscriber_id);

-- Whether news can still be added to it: it is neither sent nor being sent.
create function private.is_waiting(mail private.mails)
returns boolean
language sql
stable
set search_path = ''
as $$
  select mail.sent_at is null and coalesce(mail.claimed_at, '-infinity') < now() - interval '1 minute'
$$;

-- Plans a mail. One that waits for the same reason takes the news, and its attempts begin anew; one that is being sent
-- does not, so the news gets a mail of its own. The budget of a recipient: the same kind of mail about the same thing at
-- most every ten minutes, so that it cannot flood a mailbox.
--
-- The caller holds a lock on what the mail is about: of two at the same time the second finds the row of the first.
--
-- problem  withholds the mail until staff send it
create function private.plan_mail(
  kind text,
  event_id bigint default null,
  enquiry_id uuid default null,
  request_id uuid default null,
  subscriber_id uuid default null,
  recipient text default null,
  actor_email text default null,
  at timestamptz default now(),
  problem text default null
)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  alike constant bigint[] := array(
    select mail.id from private.mails as mail
    where mail.kind = plan_mail.kind
      and (
        mail.event_id = plan_mail.event_id or mail.enquiry_id = plan_mail.enquiry_id
        or mail.request_id = plan_mail.request_id or mail.subscriber_id = plan_mail.subscriber_id
      )
      and mail.recipient is not distinct from plan_mail.recipient
  );
  due constant timestamptz := case when problem is null then greatest(
    at,
    (select max(coalesce(mail.sent_at, mail.claimed_at)) from private.mails as mail where mail.id = any (alike))
      + interval '10 minutes'
  ) end;
begin
  update private.mails as mail set
    planned_at = least(mail.planned_at, now()),
    actor_email = plan_mail.actor_email,
    due_at = due,
    attempts = 0,
    last_error = problem
  where mail.id = any (alike) and private.is_waiting(mail);
  if not found then
    insert into private.mails
      (kind, event_id, enquiry_id, request_id, subscriber_id, recipient, actor_email, due_at, last_error)
    values (
      plan_mail.kind, plan_mail.event_id, plan_mail.enquiry_id, plan_mail.request_id, plan_mail.subscriber_id,
      plan_mail.recipient, plan_mail.actor_email, due, problem
    );
  end if;
end
$$;

-- {"recipient", "about"}: whom a mail goes to and all that its text needs. recipient: null for the team. Null when the
-- reason of the mail is gone.
create function private.read_mail(mail private.mails)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select case
    when mail.event_id is not null then (
      select jsonb_build_object('recipient', mail.recipient, 'about', to_jsonb(event))
      from public.audit_events as event
      where event.id = mail.event_id
        and (mail.kind <> 'security-notice' or exists (
          select from public.staff_members as member
          where member.email = mail.recipient and member.role = 'owner'
        ))
    )
    when mail.enquiry_id is not null then (
      select jsonb_build_object(
        'recipient', case mail.kind
          when 'enquiry-receipt' then enquiry.email
          when 'enquiry-arrived' then null
          else enquiry.assigned_to
        end,
        'about', to_jsonb(enquiry) || jsonb_build_object(
          'service', (select service.name from public.services as service where service.id = enquiry.service),
          'actor_email', mail.actor_email,
          'last_message', (
            select message.text from public.enquiry_messages as message
            where message.enquiry_id = enquiry.id and message.direction = 'in'
            order by message.created_at desc limit 1
          )
        )
      )
      from public.enquiries as enquiry
      where enquiry.id = mail.enquiry_id and not enquiry.is_quarantined and enquiry.deleted_at is null
        and case mail.kind
          when 'enquiry-assigned' then enquiry.assigned_to = mail.recipient
          when 'enquiry-answered' then enquiry.answer_by is not null
          when 'enquiry-due' then enquiry.answer_by is not null
          else true
        end
    )
    when mail.request_id is not null then (
      select jsonb_build_object(
        'recipient', case
          when mail.kind in ('sign-off-asked', 'sign-off-answered') then request.client_email
          when mail.kind = 'sign-off-receipt' then given.email
          else asking.email
        end,
        'about', to_jsonb(request) - array['content', 'earlier_content'] || jsonb_build_object(
          'asked_by_email', asking.email,
          'asked_by_name', asking.name,
          'has_passphrase', has_passphrase,
          -- What a passphrase protects is in no mail.
          'earlier', case
            when mail.kind = 'sign-off-asked' and not has_passphrase then request.earlier_content
          end,
          'current', case
            when mail.kind = 'sign-off-asked' and not has_passphrase then request.content
          end,
          'is_again', exists (
            select from private.mails as earlier
            where earlier.request_id = request.id and earlier.kind = mail.kind and earlier.sent_at is not null
          ),
          'approval', to_jsonb(given),
          'comments', news.comments,
          'answers', replies.answers
        )
      )
      from public.sign_off_requests as request
      cross join lateral (
        select exists (
          select from private.sign_off_keys as key
          where key.request_id = request.id and key.passphrase_hash is not null
        ) as has_passphrase
      ) as protection
      left join lateral (
        select approval.name, approval.email, approval.approved_at, approval.content, approval.content_hash
        from public.sign_off_approvals as approval
        where approval.request_id = request.id order by approval.approved_at desc limit 1
      ) as given on true
      cross join lateral (
        select jsonb_agg(
          jsonb_build_object(
            'author_name', comment.author_name, 'text', comment.text, 'asks_change', comment.asks_change
          )
          order by comment.created_at, comment.id
        ) as comments
        from public.sign_off_comments as comment
        where comment.request_id = request.id and not comment.is_done and comment.created_at >= mail.planned_at
      ) as news
      cross join lateral (
        select jsonb_agg(
          jsonb_build_object('text', comment.text, 'answer', comment.answer)
          order by comment.created_at, comment.id
        ) as answers
        from public.sign_off_comments as comment
        where comment.request_id = request.id and comment.answered_at >= mail.planned_at
      ) as replies
      left join lateral (
        select member.email, profile.name
        from public.staff_members as member
        left join public.staff_profiles as profile on profile.member_id = member.id
        where member.email = request.asked_by_email
      ) as asking on true
      where request.id = mail.request_id
        and case mail.kind
          when 'sign-off-asked' then request.withdrawn_at is null and request.expires_at > now()
          when 'sign-off-answered' then replies.answers is not null and request.withdrawn_at is null
          when 'sign-off-commented' then news.comments is not null
          when 'sign-off-receipt' then given.email is not null
          else given.name is not null
        end
    )
    else (
      select jsonb_build_object('recipient', subscriber.email, 'about', jsonb_build_object('id', subscriber.id))
      from public.newsletter_subscribers as subscriber
      where subscriber.id = mail.subscriber_id
        and subscriber.state = case mail.kind when 'newsletter-confirmation' then 'pending' else 'confirmed' end
    )
  end
$$;

-- Called by the scheduler (private.schedule_jobs), or by the launcher of the local backend.
create function private.has_due_mail()
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select from private.mails as mail where mail.due_at <= now() and private.read_mail(mail) is not null
  )
$$;
comment on function private.has_due_mail() is 'Whether the outbox has a mail to send.';

-- {"id", "kind", "recipient", "about"} of the next due mail; null without one. Sets the time of the next attempt at once,
-- so that another caller continues if this one crashes. Deletes what was sent, or has had no reason, for 30 days, and the
-- address of a client whose link expired 30 days ago.
create function public.claim_mail()
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  claimed private.mails;
  told jsonb;
begin
  delete from private.mails as mail
  where mail.sent_at < now() - interval '30 days'
    or (mail.due_at < now() - interval '30 days' and private.read_mail(mail) is null);
  update public.sign_off_requests as request set client_email = null
  where request.client_email is not null and request.expires_at < now() - interval '30 days';
  with due as materialized (
    select mail.id from private.mails as mail
    where mail.due_at <= now() and private.read_mail(mail) is not null
    order by mail.due_at, mail.id
    limit 1
    for update skip locked
  )
  update private.mails as mail set
    attempts = mail.attempts + 1,
    claimed_at = now(),
    -- Minutes until the next attempt; none after the eighth.
    due_at = now() + interval '1 minute' * (array[1, 5, 25, 120, 360, 720, 1440])[mail.attempts + 1]
  from due where mail.id = due.id
  returning mail.* into claimed;
  -- A statement of its own sees the news that was added until the row was locked.
  told := private.read_mail(claimed);
  if told is not null and claimed.kind in ('sign-off-asked', 'sign-off-answered') then
    told := jsonb_set(told, '{about,token}', to_jsonb(private.issue_sign_off_token(claimed.request_id)));
  end if;
  return jsonb_build_object('id', claimed.id, 'kind', claimed.kind) || told;
end
$$;
comment on function public.claim_mail() is 'Claims the next due mail for a minute. For the functions that send mail only.';

-- error  null when the mail was sent
create function public.settle_mail(mail_id bigint, error text default null)
returns void
language sql
security definer
set search_path = ''
as $$
  with settled as (
    update private.mails as mail set
      claimed_at = null,
      due_at = case when settle_mail.error is not null then mail.due_at end,
      last_error = left(settle_mail.error, 300),
      sent_at = case when settle_mail.error is null then now() end
    where mail.id = settle_mail.mail_id and mail.sent_at is null
    returning mail.kind, mail.enquiry_id, mail.sent_at is not null as is_sent
  )
  -- Stays with the enquiry, also in a backup and when the mail is deleted.
  update public.enquiries as enquiry set
    state = case
      when settled.kind <> 'enquiry-arrived' then enquiry.state
      when settled.is_sent then 'mailed' else 'failed'
    end,
    receipt_state = case
      when settled.kind <> 'enquiry-receipt' then enquiry.receipt_state
      when settled.is_sent then 'sent' else 'failed'
    end
  from settled
  where enquiry.id = settled.enquiry_id and settled.kind in ('enquiry-arrived', 'enquiry-receipt')
$$;
comment on function public.settle_mail(bigint, text) is
  'Notes how a claimed mail went. For the functions that send mail only.';
grant execute on function public.claim_mail(), public.settle_mail(bigint, text) to service_role;

-- Makes mails due now that have failed or are withheld: those about one enquiry or subscriber, or all that have failed.
create function public.retry_mails(about uuid default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not private.is_staff() and not private.is_service() then
    raise exception 'Only staff may have a mail sent again' using errcode = '42501';
  end if;
  update private.mails as mail set attempts = 0, due_at = now(), last_error = null
  where private.is_waiting(mail)
    and case
      when about is null then mail.attempts > 0
      else about in (mail.enquiry_id, mail.subscriber_id)
        and (mail.attempts > 0 or mail.last_error is not null or mail.due_at <= now())
    end
    and private.read_mail(mail) is not null;
  if not found then
    raise exception 'No mail is waiting' using errcode = 'PT404';
  end if;
end
$$;
comment on function public.retry_mails(uuid) is
  'Sends mails again that have failed, or those of one enquiry or subscriber. Staff, and the secret key.';
grant execute on function public.retry_mails(uuid) to authenticated, service_role;

-- [{"kind", "error", "mails"}]: what failed and is not sent yet, for the health screen. Without addresses.
create function private.failed_mails()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(failed) order by failed.mails desc, failed.kind), '[]')
  from (
    select mail.kind, coalesce(mail.last_error, 'The sending broke off') as error, count(*) as mails
    from private.mails as mail
    where private.is_waiting(mail) and mail.attempts > 0 and private.read_mail(mail) is not null
    group by 1, 2
  ) as failed
$$;

-- {"error", "due_at"} of the first of these mails that is not sent; null without one.
create function private.unsent_mail(mails private.mails[])
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object('error', mail.last_error, 'due_at', mail.due_at)
  from unnest(mails) as mail
  where mail.sent_at is null and (select private.is_staff()) and private.read_mail(mail) is not null
  order by mail.last_error is null, mail.due_at
  limit 1
$$;

create function public.enquiry_mail(enquiry public.enquiries)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select private.unsent_mail(array(
    select mail from private.mails as mail
    where mail.enquiry_id = enquiry.id and mail.kind in ('enquiry-arrived', 'enquiry-receipt')
  ))
$$;
comment on function public.enquiry_mail(public.enquiries) is
  'Why the mail to the team or the receipt was not sent, and when it is tried again. For staff.';

create function public.subscriber_mail(subscriber public.newsletter_subscribers)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select private.unsent_mail(array(
    select mail from private.mails as mail where mail.subscriber_id = subscriber.id
  ))
$$;
comment on function public.subscriber_mail(public.newsletter_subscribers) is
  'Why the mail to a subscriber was not sent, and when it is tried again. For staff.';
grant execute on function
  public.enquiry_mail(public.enquiries),
  public.subscriber_mail(public.newsletter_subscribers)
to authenticated;

-- The mails of an enquiry when it has arrived, was released from the quarantine, or restored from a backup.
create function private.plan_enquiry_mails(enquiry public.enquiries, remind_at timestamptz)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if enquiry.state <> 'mailed' then
    perform private.plan_mail('enquiry-arrived', enquiry_id => enquiry.id);
  end if;
  -- Not one that has failed: it may have been given up long ago.
  if enquiry.receipt_state = 'wanted' then
    perform private.plan_mail('enquiry-receipt', enquiry_id => enquiry.id);
  end if;
  if enquiry.answer_by > now() then
    perform private.plan_mail('enquiry-due', enquiry_id => enquiry.id, at => remind_at);
  end if;
end
$$;

create function private.plan_mails_about_enquiry()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  -- Two office hours before the time for an answer ends.
  remind_at constant timestamptz := private.after_office_hours(now(), interval '6 hours');
begin
  -- Planned when it is released.
  if new.is_quarantined then
    return null;
  elsif tg_op = 'INSERT' then
    perform private.plan_enquiry_mails(new, remind_at);
    return null;
  elsif old.is_quarantined then
    perform private.plan_enquiry_mails(new, new.answer_by - interval '2 hours');
  elsif new.answer_by is distinct from old.answer_by and new.answer_by is not null then
    perform private.plan_mail('enquiry-due', enquiry_id => new.id, at => remind_at);
  end if;
  -- Assigned by a member, not by the database itself after a change of the staff list.
  if auth.uid() is not null and new.assigned_to is distinct from old.assigned_to
    and new.assigned_to <> private.caller_email()
  then
    perform private.plan_mail(
      'enquiry-assigned', enquiry_id => new.id, recipient => new.assigned_to,
      actor_email => private.caller_email()
    );
  end if;
  return null;
end
$$;
create trigger enquiries_plan_mails
  after insert or update of assigned_to, answer_by, is_quarantined on public.enquiries
  for each row execute function private.plan_mails_about_enquiry();
