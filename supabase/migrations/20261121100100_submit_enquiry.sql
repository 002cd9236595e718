-- The one way an enquiry comes in: limits, repeats and the row itself in one transaction.

-- One row per accepted attempt, for a day. Apart from the enquiries: staff may delete those.
create table private.enquiry_attempts (
  sender_hash text not null,
  at timestamptz not null default now()
);
comment on table private.enquiry_attempts is 'Counts behind the limits on enquiries, kept one day.';
create index enquiry_attempts_sender_hash_idx on private.enquiry_attempts (sender_hash, at desc);
create index enquiry_attempts_at_idx on private.enquiry_attempts (at desc);
revoke all on private.enquiry_attempts from public, anon, authenticated, service_role;

-- enquiry      the columns a visitor fills in, with submission_id, is_quarantined, quarantine_reasons
--              and wants_receipt; everything else is ignored
-- sender_hash  see the column
--
-- Answers {"outcome", "id", "retry_after"}: stored; repeated (this submission_id is known); duplicate
-- (the same words by the same person within a day); limited (nothing kept, try again in retry_after
-- seconds). Errors: PT422 a value breaks a limit of the table.
create function public.submit_enquiry(enquiry jsonb, sender_hash text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  sender constant text := submit_enquiry.sender_hash;
  sent public.enquiries;
  content text;
  mailbox text;
  known uuid;
  wait numeric;
  reason text;
begin
  sent := jsonb_populate_record(
    null::public.enquiries,
    '{"started_services": [], "quarantine_reasons": [], "is_quarantined": false}'::jsonb || enquiry
  );
  content := encode(
    sha256(
      convert_to(
        jsonb_build_array(
          lower(sent.email), sent.name, sent.phone, sent.subject, sent.message, sent.service
        )::text,
        'UTF8'
      )
    ),
    'hex'
  );
  -- One mailbox, whatever tag its owner writes behind a plus sign.
  mailbox := regexp_replace(lower(sent.email), '\+[^@]*@', '@');
  -- One at a time: enquiries are rare, and so every count below is exact.
  perform pg_advisory_xact_lock(hashtext('public.submit_enquiry'));

  select id into known from public.enquiries where submission_id = sent.submission_id;
  if found then
    return jsonb_build_object('outcome', 'repeated', 'id', known);
  end if;

  delete from private.enquiry_attempts where at < now() - interval '1 day';
  perform public.erase_old_enquiries();

  -- Per sender 5 in ten minutes and 20 a day; 200 an hour from everybody together, since an address
  -- can be made up. Each line: how long until the oldest attempt that counts no longer does.
  select max(seconds) into wait
  from (
    (
      select extract(epoch from attempt.at + interval '10 minutes' - now()) as seconds
      from private.enquiry_attempts as attempt
      where attempt.sender_hash = sender and attempt.at > now() - interval '10 minutes'
      order by attempt.at desc offset 4 limit 1
    )
    union all
    (
      select extract(epoch from attempt.at + interval '1 day' - now())
      from private.enquiry_attempts as attempt
      where attempt.sender_hash = sender
      order by attempt.at desc offset 19 limit 1
    )
    union all
    (
      select extract(epoch from attempt.at + interval '1 hour' - now())
      from private.enquiry_attempts as attempt
      where attempt.at > now() - interval '1 hour'
      order by attempt.at desc offset 199 limit 1
    )
  ) as waits;
  if wait is not null then
    return jsonb_build_object('outcome', 'limited', 'retry_after', greatest(ceil(wait), 1)::integer);
  end if;
  insert into private.enquiry_attempts (sender_hash) values (sender);

  -- One that was put aside must not swallow the same words sent in good order.
  select id into known from public.enquiries as earlier
  where earlier.content_hash = content
    and earlier.created_at > now() - interval '1 day'
    and (sent.is_quarantined or not earlier.is_quarantined)
  order by earlier.created_at desc limit 1;
  if found then
    return jsonb_build_object('outcome', 'duplicate', 'id', known);
  end if;

  insert into public.enquiries (
    submission_id, name, first_name, last_name, email, phone, subject, message, service,
    started_page, started_services, is_quarantined, quarantine_reasons, receipt_state,
    sender_hash, content_hash
  ) values (
    sent.submission_id, sent.name, nullif(sent.first_name, ''), nullif(sent.last_name, ''),
    sent.email, nullif(sent.phone, ''), nullif(sent.subject, ''), sent.message,
    nullif(sent.service, ''), sent.started_page, sent.started_services, sent.is_quarantined,
    sent.quarantine_reasons,
    -- One receipt a day and mailbox: the form must not be a way to fill a stranger's mailbox.
    case
      when enquiry ->> 'wants_receipt' = 'true' and not exists (
        select 1 from public.enquiries as earlier
        where regexp_replace(lower(earlier.email), '\+[^@]*@', '@') = mailbox
          and earlier.created_at > now() - interval '1 day'
          and earlier.receipt_state <> 'none'
      ) then 'wanted'
      else 'none'
    end,
    sender, content
  )
  returning id into known;
  return jsonb_build_object('outcome', 'stored', 'id', known);
exception when integrity_constraint_violation or data_exception then
  get stacked diagnostics reason = message_text;
  raise exception '%', reason using errcode = 'PT422';
end
$$;
comment on function public.submit_enquiry(jsonb, text) is
  'Stores an enquiry once, within the limits. For the function send-contact-email only.';
revoke execute on function public.submit_enquiry(jsonb, text) from public, anon, authenticated;
grant execute on function public.submit_enquiry(jsonb, text) to service_role;

-- Functions that anyone may call log by this: the cap of stamp_security_event counts by account, and
-- their callers have none.
create function public.log_function_event(
  event_type text,
  severity text,
  description text,
  metadata jsonb,
  user_agent text
)
returns void
language sql
security definer
set search_path = ''
as $$
  -- The first event of a minute sweeps. Whoever keeps at it for weeks must not fill the disk: the newest
  -- 20,000 of these events stay.
  delete from public.security_events as event
  where not exists (
      select 1 from public.security_events as earlier
      where earlier.created_at >= date_trunc('minute', now())
        and earlier.origin = 'server'
        and earlier.user_id is null
    )
    and (
      event.created_at < now() - interval '90 days'
      or (
        event.origin = 'server'
        and event.user_id is null
        and event.id <= (
          select newer.id from public.security_events as newer
          where newer.origin = 'server' and newer.user_id is null
          order by newer.id desc offset 20000 limit 1
        )
      )
    );
  insert into public.security_events (event_type, severity, description, metadata, user_agent)
  select
    log_function_event.event_type, log_function_event.severity, log_function_event.description,
    log_function_event.metadata, log_function_event.user_agent
  where (
    select count(*) from public.security_events as event
    where event.event_type = log_function_event.event_type
      and event.origin = 'server'
      and event.user_id is null
      and event.created_at > now() - interval '1 minute'
  ) < 30
$$;
comment on function public.log_function_event(text, text, text, jsonb, text) is
  'Security event of a function without a signed-in caller: at most 30 a minute of each type.';
revoke execute on function public.log_function_event(text, text, text, jsonb, text)
  from public, anon, authenticated;
grant execute on function public.log_function_event(text, text, text, jsonb, text) to service_role;
