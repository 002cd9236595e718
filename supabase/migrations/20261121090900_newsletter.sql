-- Subscribers of the newsletter, with double opt-in. Not writable through the Data API; the function
-- newsletter writes them by the functions below. Staff read, export and delete them.
create table public.newsletter_subscribers (
  id uuid primary key default gen_random_uuid(),
  email text,
  state text not null default 'pending',
  consent_text text not null,
  requested_at timestamptz not null default now(),
  confirmed_at timestamptz,
  unsubscribed_at timestamptz,
  erase_at timestamptz default now() + interval '7 days',
  constraint newsletter_subscribers_email_key unique (email),
  constraint newsletter_subscribers_email_length check (char_length(email) between 3 and 254),
  constraint newsletter_subscribers_email_form check (email = lower(email) and private.is_email(email)),
  constraint newsletter_subscribers_state_known check (
    state in ('pending', 'confirmed', 'unsubscribed')
  ),
  constraint newsletter_subscribers_consent_text_length check (
    char_length(consent_text) between 1 and 500
  ),
  -- Unsubscribing erases the address at once; only the time remains.
  constraint newsletter_subscribers_state_fits check (
    case state
      when 'unsubscribed' then email is null and unsubscribed_at is not null and erase_at is not null
      when 'confirmed' then email is not null and confirmed_at is not null and erase_at is null
      else email is not null and erase_at is not null
    end
  ),
  constraint newsletter_subscribers_times_range check (
    private.are_times(requested_at, confirmed_at, unsubscribed_at, erase_at)
  )
);
comment on table public.newsletter_subscribers is
  'Newsletter list with double opt-in. Written by a function; staff read and delete.';
comment on column public.newsletter_subscribers.email is
  'Lower case. Null once unsubscribed.';
comment on column public.newsletter_subscribers.consent_text is 'What the form said when it was sent.';
comment on column public.newsletter_subscribers.erase_at is
  'Unconfirmed after 7 days, unsubscribed after 30. Null while confirmed.';
create index newsletter_subscribers_requested_at_idx
  on public.newsletter_subscribers (requested_at desc);
create index newsletter_subscribers_erase_at_idx on public.newsletter_subscribers (erase_at);
create trigger audit_deletion after delete on public.newsletter_subscribers
  for each row execute function private.audit_deletion('newsletter subscriber');

alter table public.newsletter_subscribers enable row level security;
create policy "Staff read newsletter subscribers" on public.newsletter_subscribers
  for select to authenticated using ((select private.is_staff()));
create policy "Staff delete newsletter subscribers" on public.newsletter_subscribers
  for delete to authenticated using ((select private.is_staff()));
grant select, delete on public.newsletter_subscribers to authenticated, service_role;
-- For the SQL editor: keep longer or shorter.
grant update (erase_at) on public.newsletter_subscribers to service_role;

-- Runs with every request, and daily where there is a scheduler.
create function public.erase_old_newsletter_subscribers()
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  erased integer;
begin
  delete from public.newsletter_subscribers where erase_at < now();
  get diagnostics erased = row_count;
  return erased;
end
$$;
comment on function public.erase_old_newsletter_subscribers() is
  'Deletes subscribers past erase_at and says how many.';

-- sender     {"hash", "network", "is_known"}: see private.judge_form_request
-- ticket     of the form; the function has checked its signature
-- recipient  {"mailbox", "domain"}: keyed hashes, so that no address is stored for counting
--
-- Returns {"outcome", "retry_after", "is_full"}. outcome: accepted (also for a known address, and when no mail
-- is sent); limited (not stored, try again in retry_after seconds; is_full: the table is full);
-- ticket-refused (it was used for another address). Errors: PT422 a value violates a limit of the table.
create function public.request_newsletter(
  email text,
  consent_text text,
  sender jsonb,
  ticket text,
  recipient jsonb
)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  wanted constant text := request_newsletter.email;
  mailbox constant text := recipient ->> 'mailbox';
  sender_hash constant text := sender ->> 'hash';
  network_hash constant text := coalesce(sender ->> 'network', sender_hash);
  verdict record;
  may_mail text;
  stored public.newsletter_subscribers;
  reason text;
begin
  -- One at a time, so that every count below is exact; requests are rare.
  perform pg_advisory_xact_lock(hashtext('public.request_newsletter'));
  perform public.erase_old_newsletter_subscribers();
  select * into verdict from private.judge_form_request(
    'newsletter', sender_hash, network_hash, coalesce((sender ->> 'is_known')::boolean, true), ticket,
    mailbox
  );
  if verdict.wait is not null then
    return jsonb_build_object('outcome', 'limited', 'retry_after', verdict.wait);
  end if;
  if not verdict.has_ticket then
    return jsonb_build_object('outcome', 'ticket-refused');
  end if;
  -- Limits of the table: 2,000 unconfirmed subscribers, which expire, and 50,000 in all.
  if (
    select count(*) filter (where known.state = 'pending') >= 2000 or count(*) >= 50000
    from public.newsletter_subscribers as known
  ) and not exists (
    select 1 from public.newsletter_subscribers as known where known.email = wanted
  ) then
    return jsonb_build_object('outcome', 'limited', 'retry_after', 3600, 'is_full', true);
  end if;
  perform private.note_form_request(
    'newsletter', sender_hash, network_hash, verdict.has_ticket, ticket, mailbox
  );

  insert into public.newsletter_subscribers as known (email, consent_text)
  values (wanted, request_newsletter.consent_text)
  on conflict (email) do update set
    requested_at = now(), consent_text = excluded.consent_text, erase_at = excluded.erase_at
  where known.state = 'pending';
  select * into stored from public.newsletter_subscribers as known where known.email = wanted;
  -- Not part of the response, which would reveal known addresses.
  may_mail := case
    when verdict.is_over then 'over'
    else private.take_form_mail('newsletter', mailbox, recipient ->> 'domain')
  end;
  if may_mail = 'yes' then
    -- Confirmed subscribers are told by mail that they are subscribed, and only by mail.
    perform private.plan_mail(
      case stored.state when 'pending' then 'newsletter-confirmation' else 'newsletter-welcome' end,
      subscriber_id => stored.id
    );
  elsif may_mail in ('over', 'domain') and stored.state = 'pending' and not exists (
    select from private.mails as mail where mail.subscriber_id = stored.id and mail.due_at is not null
  ) then
    -- Above a limit of requests or of mails to one domain: stored, and the mail is held until staff send it.
    perform private.plan_mail(
      'newsletter-confirmation', subscriber_id => stored.id,
      problem => 'Held back, because many requests came in at once'
    );
  end if;
  return jsonb_build_object('outcome', 'accepted');
exception when integrity_constraint_violation or data_exception then
  get stacked diagnostics reason = message_text;
  raise exception '%', reason using errcode = 'PT422';
end
$$;
comment on function public.request_newsletter(text, text, jsonb, text, jsonb) is
  'Stores a request for the newsletter, within the limits. For the function newsletter only.';

-- True if the subscriber is confirmed now, also by an earlier call. False if it is unknown, expired or
-- unsubscribed: an old mail cannot subscribe again.
create function public.confirm_newsletter(subscriber_id uuid)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.newsletter_subscribers set state = 'confirmed', confirmed_at = now(), erase_at = null
  where id = subscriber_id and state = 'pending' and erase_at > now();
  if found then
    perform private.plan_mail('newsletter-welcome', subscriber_id => confirm_newsletter.subscriber_id);
  end if;
  return exists (
    select 1 from public.newsletter_subscribers
    where id = subscriber_id and state = 'confirmed'
  );
end
$$;
comment on function public.confirm_newsletter(uuid) is
  'Puts a subscriber on the list. For the function newsletter only.';

create function public.unsubscribe_newsletter(subscriber_id uuid)
returns void
language sql
security definer
set search_path = ''
as $$
  update public.newsletter_subscribers set
    state = 'unsubscribed', email = null, unsubscribed_at = now(),
    erase_at = now() + interval '30 days'
  where id = subscriber_id and state <> 'unsubscribed'
$$;
comment on function public.unsubscribe_newsletter(uuid) is
  'Unsubscribes and erases the email. For the function newsletter only.';

grant execute on function
  public.erase_old_newsletter_subscribers(),
  public.request_newsletter(text, text, jsonb, text, jsonb),
  public.confirm_newsletter(uuid),
  public.unsubscribe_newsletter(uuid)
to service_role;

create function public.count_newsletter_subscribers()
returns table (state text, subscribers bigint)
language sql
stable
security invoker
rows 5
set search_path = ''
as $$
  select subscriber.state, count(*)
  from public.newsletter_subscribers as subscriber
  group by subscriber.state
$$;
comment on function public.count_newsletter_subscribers() is
  'How many subscribers each state has, as far as the caller may read them.';
grant execute on function public.count_newsletter_subscribers() to authenticated;
