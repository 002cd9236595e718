-- Stores an enquiry: checks limits and repeats, and inserts the row, in one transaction.

-- enquiry          the columns of the form, with submission_id, is_quarantined,
--                  quarantine_reasons and wants_receipt; everything else is ignored
-- sender           {"hash", "network", "is_known"}: see private.judge_form_request
-- ticket           of the form, with a valid signature; null without one
-- recipient        {"mailbox", "domain"}: keyed hashes of the receipt's address
--
-- Returns {"outcome", "id", "retry_after", "reasons", "is_full"}. outcome: stored, with the reasons of a
-- quarantine; repeated (this submission_id is known); duplicate (the same text by the same person within a
-- day); limited (not stored, try again in retry_after seconds; is_full: the table is full).
-- Errors: PT422 a value violates a limit of the table.
create function public.submit_enquiry(
  enquiry jsonb,
  sender jsonb,
  ticket text default null,
  recipient jsonb default '{}'::jsonb
)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  sender_hash constant text := sender ->> 'hash';
  network_hash constant text := coalesce(sender ->> 'network', sender_hash);
  sent public.enquiries;
  content text;
  known uuid;
  verdict record;
  is_full boolean;
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
  -- One at a time, so that every count below is exact; enquiries are rare.
  perform pg_advisory_xact_lock(hashtext('public.submit_enquiry'));

  select id into known from public.enquiries where submission_id = sent.submission_id;
  if found then
    return jsonb_build_object('outcome', 'repeated', 'id', known);
  end if;

  perform public.erase_old_enquiries();
  select * into verdict from private.judge_form_request(
    'enquiry', sender_hash, network_hash, coalesce((sender ->> 'is_known')::boolean, true), ticket,
    sent.submission_id::text
  );
  if verdict.wait is not null then
    return jsonb_build_object('outcome', 'limited', 'retry_after', verdict.wait);
  end if;
  if ticket is not null and not verdict.has_ticket then
    sent.quarantine_reasons := sent.quarantine_reasons || 'used-ticket'::text;
    sent.is_quarantined := true;
  end if;
  if verdict.is_over then
    sent.quarantine_reasons := sent.quarantine_reasons || 'over-limit'::text;
    sent.is_quarantined := true;
  end if;

  -- A quarantined enquiry does not count: the same text may be sent again correctly.
  select id into known from public.enquiries as earlier
  where earlier.content_hash = content
    and earlier.created_at > now() - interval '1 day'
    and (sent.is_quarantined or not earlier.is_quarantined)
  order by earlier.created_at desc limit 1;
  if found then
    perform private.note_form_request(
      'enquiry', sender_hash, network_hash, verdict.has_ticket, ticket, sent.submission_id::text
    );
    return jsonb_build_object('outcome', 'duplicate', 'id', known);
  end if;

  -- Limits of the table: 20,000 enquiries, 4,000 of them in quarantine, 1,000 of those without a ticket. Above
  -- a limit, enquiries of that group are refused until some are deleted or expire.
  select
    count(*) >= 20000
    or (sent.is_quarantined and count(*) filter (where kept.is_quarantined) >= 4000)
    or (
      not verdict.has_ticket
      and count(*) filter (
        where kept.is_quarantined
          and kept.quarantine_reasons
            && array['missing-ticket', 'forged-ticket', 'too-fast', 'used-ticket']
      ) >= 1000
    )
  into is_full
  from public.enquiries as kept;
  if is_full then
    return jsonb_build_object('outcome', 'limited', 'retry_after', 3600, 'is_full', true);
  end if;

  perform private.note_form_request(
    'enquiry', sender_hash, network_hash, verdict.has_ticket, ticket, sent.submission_id::text
  );
  insert into public.enquiries (
    submission_id, name, first_name, last_name, email, phone, subject, message, service,
    started_page, started_services, is_quarantined, quarantine_reasons, receipt_state,
    sender_hash, content_hash
  ) values (
    sent.submission_id, sent.name, nullif(sent.first_name, ''), nullif(sent.last_name, ''),
    sent.email, nullif(sent.phone, ''), nullif(sent.subject, ''), sent.message,
    nullif(sent.service, ''), sent.started_page, sent.started_services, sent.is_quarantined,
    sent.quarantine_reasons,
    -- A case, not an `and`, because calling take_form_mail counts.
    case
      when enquiry ->> 'wants_receipt' is distinct from 'true' then 'none'
      when private.take_form_mail('enquiry', recipient ->> 'mailbox', recipient ->> 'domain') = 'yes'
        then 'wanted'
      else 'none'
    end,
    sender_hash, content
  )
  returning id into known;
  return jsonb_build_object(
    'outcome', 'stored', 'id', known,
    'reasons', case
      when sent.is_quarantined then to_jsonb(sent.quarantine_reasons) else '[]'::jsonb
    end
  );
exception when integrity_constraint_violation or data_exception then
  get stacked diagnostics reason = message_text;
  raise exception '%', reason using errcode = 'PT422';
end
$$;
comment on function public.submit_enquiry(jsonb, jsonb, text, jsonb) is
  'Stores an enquiry once, within the limits. For the function send-contact-email only.';
revoke execute on function public.submit_enquiry(jsonb, jsonb, text, jsonb)
  from public, anon, authenticated;
grant execute on function public.submit_enquiry(jsonb, jsonb, text, jsonb) to service_role;

-- Logs events of public functions: the cap of stamp_security_event is per account, and their callers have
-- none.
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
  insert into public.security_events (event_type, severity, description, metadata, user_agent)
  select
    log_function_event.event_type, log_function_event.severity, log_function_event.description,
    log_function_event.metadata, log_function_event.user_agent
  where (
    select count(*) from public.security_events as event
    where event.event_type = log_function_event.event_type
      and event.severity = log_function_event.severity
      and event.origin = 'server'
      and event.user_id is null
      and event.created_at > now() - interval '1 minute'
  ) < 30
$$;
comment on function public.log_function_event(text, text, text, jsonb, text) is
  'Security event of a function without a signed-in caller: at most 30 a minute of each type and severity.';
revoke execute on function public.log_function_event(text, text, text, jsonb, text)
  from public, anon, authenticated;
grant execute on function public.log_function_event(text, text, text, jsonb, text) to service_role;
