-- Enquiries: messages of visitors from the contact form. Not writable through the Data API; the function
-- send-contact-email stores them by submit_enquiry. Staff read and process them.

-- What an enquiry can be about. No list stands here: submit_enquiry stores the services that staff have published, or
-- those of brand/services.ts, so that a new one needs no migration. One that was removed there stays as the name of older
-- enquiries.
create table public.services (
  id text primary key,
  name text not null,
  retired_at timestamptz,
  constraint services_id_format check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(id) <= 60),
  constraint services_name_length check (char_length(name) between 1 and 100),
  constraint services_times_range check (private.are_times(retired_at))
);
comment on table public.services is 'The services that enquiries name.';
comment on column public.services.retired_at is 'Since when the website no longer offers it.';

alter table public.services enable row level security;
create policy "Staff read services" on public.services
  for select to authenticated using ((select private.is_staff()));
grant select on public.services to authenticated;

-- The office whose hours count for answers, and the days on which it is closed. Both are those of brand/, stored by
-- submit_enquiry; published ones replace them.
create table private.answering_office (
  is_only boolean primary key default true,
  zone text not null default 'UTC',
  office text not null default '',
  hours text not null default '9 am to 5 pm, Monday to Friday',
  constraint answering_office_is_only check (is_only),
  constraint answering_office_office_length check (char_length(office) <= 60),
  constraint answering_office_hours_form
    check (char_length(hours) <= 120 and private.office_week(hours) is not null),
  constraint answering_office_zone_length check (char_length(zone) between 1 and 60)
);
comment on table private.answering_office is 'The office that answers enquiries, with its IANA zone and hours.';
comment on column private.answering_office.hours is 'Those of the code; published ones replace them (answering_office_texts).';
insert into private.answering_office default values;

create table private.office_holidays (
  day date primary key,
  name text not null,
  constraint office_holidays_day_range check (day between '2000-01-01' and '2099-12-31'),
  constraint office_holidays_name_length check (char_length(name) between 1 and 100)
);
comment on table private.office_holidays is
  'Closed days of the office that answers enquiries: those of the code; published ones replace them (answering_office_texts).';

-- [{"value", "label"}] of the services that staff have published with the page of services and not hidden; null without
-- any.
create function private.published_services()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_agg(
    jsonb_build_object(
      'value', service ->> 'id',
      'label', coalesce(nullif(service ->> 'label', ''), service ->> 'title')
    )
  )
  from public.page_texts as known, jsonb_array_elements(known.texts -> 'services') as service
  where known.page = 'services' and known.locale = 'en'
    and service ->> 'hidden' is distinct from 'yes'
    -- The limits of the table; a text must not make enquiries impossible.
    and service ->> 'id' ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(service ->> 'id') <= 60
    and char_length(coalesce(nullif(service ->> 'label', ''), service ->> 'title')) between 1 and 100
$$;

-- {"services": [{"value", "label"}], "zone", "office", "hours", "holidays": [[day, name]]}, as in contracts/agency.ts. Published services
-- replace those; 'other' is always one. Writes only what has changed.
create function private.store_agency(agency jsonb)
returns void
language plpgsql
set search_path = ''
as $$
declare
  offered constant jsonb := coalesce(
    private.published_services() || jsonb_path_query_array(
      agency, '$.services[*] ? (@.value == "other")'
    ),
    agency -> 'services'
  );
begin
  -- Raises for a zone that Postgres does not know: the hours of every enquiry are counted in it.
  perform now() at time zone (agency ->> 'zone');

  insert into public.services (id, name)
  select given.value, given.label
  from jsonb_to_recordset(offered) as given (value text, label text)
  on conflict (id) do update set name = excluded.name, retired_at = null
  where services.name <> excluded.name or services.retired_at is not null;

  update public.services set retired_at = now()
  where retired_at is null and not offered @> jsonb_build_array(jsonb_build_object('value', id));

  update private.answering_office as known set
    zone = agency ->> 'zone',
    office = coalesce(agency ->> 'office', known.office),
    hours = coalesce(agency ->> 'hours', known.hours)
  where (known.zone, known.office, known.hours) is distinct from (
    agency ->> 'zone', coalesce(agency ->> 'office', known.office), coalesce(agency ->> 'hours', known.hours)
  );

  delete from private.office_holidays as holiday
  where not agency -> 'holidays' @> jsonb_build_array(jsonb_build_array(holiday.day, holiday.name));
  insert into private.office_holidays (day, name)
  select (holiday ->> 0)::date, holiday ->> 1 from jsonb_array_elements(agency -> 'holidays') as holiday
  on conflict (day) do nothing;
end
$$;
comment on function private.store_agency(jsonb) is 'Stores the services, zone and holidays of brand/.';

-- What staff have published of the answering office, as {part: text}; null without it.
create function private.answering_office_texts()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select listed
  -- Not jsonb_array_elements: a restored backup may have texts of another form.
  from private.answering_office as answering, public.page_texts as known,
    jsonb_path_query(known.texts, '$.offices[*]') as listed
  where known.page = 'offices' and known.locale = 'en' and listed ->> 'id' = answering.office
  limit 1
$$;

-- The end of a period of office hours: the hours that visitors are shown of the office where enquiries are answered,
-- except its holidays.
create function private.after_office_hours(start timestamptz, period interval)
returns timestamptz
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  zone constant text := (select office.zone from private.answering_office as office);
  published constant jsonb := private.answering_office_texts();
  week constant jsonb := coalesce(
    private.office_week(published ->> 'hours'),
    (select private.office_week(office.hours) from private.answering_office as office)
  );
  closed constant date[] := coalesce(
    private.closed_days(published ->> 'holidays'), array(select holiday.day from private.office_holidays as holiday)
  );
  moment timestamp := start at time zone zone;
  remaining interval := period;
  today timestamp;
  hours jsonb;
  closing timestamp;
begin
  -- Longer than any row of holidays: an office without hours must not hold up an enquiry.
  for passed_days in 0..400 loop
    today := date_trunc('day', moment);
    hours := week -> (extract(dow from moment)::integer::text);
    closing := today + (hours ->> 1)::integer * interval '1 minute';
    if hours is not null and moment < closing and moment::date <> all (closed) then
      moment := greatest(moment, today + (hours ->> 0)::integer * interval '1 minute');
      if moment + remaining <= closing then
        return (moment + remaining) at time zone zone;
      end if;
      remaining := remaining - (closing - moment);
    end if;
    moment := today + interval '1 day';
  end loop;
  return start + period;
end
$$;
comment on function private.after_office_hours(timestamptz, interval) is
  'When this many office hours have passed.';

create table public.enquiries (
  id uuid primary key default gen_random_uuid(),
  number integer not null generated always as identity (start with 1001),
  submission_id uuid not null,
  name text not null,
  first_name text,
  last_name text,
  email text not null,
  phone text,
  subject text,
  message text not null,
  service text references public.services (id) on update cascade,
  started_page text,
  started_services text[] not null default '{}',
  started_host text,
  started_studies uuid[] not null default '{}',
  status text not null default 'new',
  assigned_to text references public.staff_members (email) on update cascade on delete set null,
  read_at timestamptz,
  answer_by timestamptz default private.after_office_hours(now(), interval '8 hours'),
  answered_at timestamptz,
  is_quarantined boolean not null default false,
  quarantine_reasons text[] not null default '{}',
  state text not null default 'received',
  receipt_state text not null default 'none',
  sender_hash text not null,
  content_hash text not null,
  created_at timestamptz not null default now(),
  erase_at timestamptz not null default now() + interval '24 months',
  deleted_at timestamptz,
  search tsvector not null generated always as (
    private.document_words(
      number::text || ' ' || name || ' ' || coalesce(subject, ''), array[email, phone, message, first_name, last_name]
    )
  ) stored,
  constraint enquiries_number_key unique (number),
  constraint enquiries_submission_id_key unique (submission_id),
  constraint enquiries_name_length check (char_length(name) between 2 and 50),
  constraint enquiries_first_name_length check (char_length(first_name) between 1 and 50),
  constraint enquiries_last_name_length check (char_length(last_name) between 1 and 50),
  constraint enquiries_email_length check (char_length(email) between 3 and 254),
  constraint enquiries_phone_length check (char_length(phone) between 1 and 40),
  constraint enquiries_names_fit check (
    private.is_person_name(name) and private.is_person_name(first_name) is not false
    and private.is_person_name(last_name) is not false
  ),
  constraint enquiries_email_form check (private.is_email(email)),
  constraint enquiries_phone_form check (private.is_phone(phone)),
  constraint enquiries_texts_harmless check (
    private.has_no_script(subject) is not false and private.is_harmless(message)
  ),
  constraint enquiries_subject_length check (char_length(subject) between 1 and 100),
  constraint enquiries_message_length check (char_length(message) between 10 and 1000),
  constraint enquiries_one_line check (concat(name, first_name, last_name, email, phone, subject) !~ '[\r\n]'),
  constraint enquiries_started_page_length check (char_length(started_page) between 1 and 200),
  constraint enquiries_started_host_form
    check (char_length(started_host) <= 253 and started_host ~ '^[a-z0-9-]+([.][a-z0-9-]+)*$'),
  constraint enquiries_started_studies_count check (cardinality(started_studies) <= 20),
  constraint enquiries_started_services_fit check (private.texts_fit(started_services, 20, 60)),
  constraint enquiries_status_known check (status in ('new', 'open', 'done')),
  constraint enquiries_quarantine_reasons_known check (
    cardinality(quarantine_reasons) <= 7
    and quarantine_reasons <@ array[
      'honeypot', 'too-fast', 'missing-ticket', 'forged-ticket', 'expired-ticket', 'used-ticket',
      'over-limit'
    ]
  ),
  constraint enquiries_state_known check (state in ('received', 'mailed', 'failed')),
  constraint enquiries_receipt_state_known check (
    receipt_state in ('none', 'wanted', 'sent', 'failed')
  ),
  constraint enquiries_sender_hash_length check (char_length(sender_hash) between 1 and 64),
  constraint enquiries_content_hash_length check (char_length(content_hash) <= 64),
  constraint enquiries_times_range
    check (private.are_times(read_at, created_at, erase_at, deleted_at, answer_by, answered_at))
);
comment on table public.enquiries is
  'Enquiries of the contact form, kept 24 months, in quarantine 30 days. Written by a function, read and sorted by staff.';
comment on column public.enquiries.number is 'Short, for clients to quote: #1042.';
comment on column public.enquiries.submission_id is 'Chosen by the browser: sent twice, an enquiry is one row.';
comment on column public.enquiries.answer_by is
  'Until when the client waits at most: one working day, 8 office hours. Null when nothing waits.';
comment on column public.enquiries.answered_at is 'Of the first answer.';
comment on column public.enquiries.deleted_at is 'Deleted by staff: restorable for 30 days, then erased.';
comment on column public.enquiries.started_host is
  'The website whose link led to started_page. Like all of started_, only if the visitor said so.';
comment on column public.enquiries.started_studies is 'The studies that the visitor had opened.';
comment on column public.enquiries.state is
  'Of the mail to the team. failed: the last attempt failed; enquiry_mail says whether another follows.';
comment on column public.enquiries.is_quarantined is
  'Probably sent by a program, or above a limit: not mailed until staff release it.';
comment on column public.enquiries.quarantine_reasons is
  'Why it may be spam. An expired ticket alone is no reason for quarantine.';
comment on column public.enquiries.sender_hash is
  'Keyed hash of the sender''s network address and the day. The address itself is never stored.';
create index enquiries_answer_by_idx on public.enquiries (answer_by) where answer_by is not null;
create index enquiries_created_at_idx on public.enquiries (created_at desc);
create index enquiries_search_idx on public.enquiries using gin (search) with (fastupdate = off);
create index enquiries_content_hash_idx on public.enquiries (content_hash, created_at desc);
create index enquiries_email_idx on public.enquiries (lower(email), created_at desc);
create index enquiries_assigned_to_idx on public.enquiries (assigned_to);
create index enquiries_erase_at_idx on public.enquiries (erase_at);

-- Staff set deleted_at, and answer_by to null when they have answered elsewhere. The times are the
-- database's, because the time of a device may be wrong.
create function private.stamp_enquiry()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.deleted_at is not null then
    new.deleted_at := coalesce(old.deleted_at, now());
  end if;
  if new.answer_by is not null and private.caller_id() is not null then
    new.answer_by := old.answer_by;
  end if;
  if new.status = 'done' then
    new.answer_by := null;
  end if;
  -- Spam is not kept for two years; what was taken out of the quarantine is.
  if new.is_quarantined and not old.is_quarantined then
    new.erase_at := now() + interval '30 days';
  elsif old.is_quarantined and not new.is_quarantined then
    new.erase_at := old.created_at + interval '24 months';
  end if;
  if new.answer_by is null and old.answer_by is not null then
    new.answered_at := coalesce(old.answered_at, now());
  end if;
  return new;
end
$$;
create trigger enquiries_stamp before update of status, answer_by, deleted_at, is_quarantined on public.enquiries
  for each row execute function private.stamp_enquiry();

-- By users, not by the database itself (old rows) or the service key.
create function private.audit_enquiry()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if auth.uid() is not null then
    perform private.record_audit_event(tg_argv[0], old.id::text);
  end if;
  return null;
end
$$;
create trigger audit_deletion after update of deleted_at on public.enquiries
  for each row when (old.deleted_at is null and new.deleted_at is not null)
  execute function private.audit_enquiry('enquiry deleted');
create trigger audit_purge after delete on public.enquiries
  for each row execute function private.audit_enquiry('enquiry deleted for good');

alter table public.enquiries enable row level security;
create policy "Staff read enquiries" on public.enquiries
  for select to authenticated using ((select private.is_staff()));
create policy "Staff sort enquiries" on public.enquiries
  for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete enquiries" on public.enquiries
  for delete to authenticated using ((select private.is_staff()));
grant select, delete on public.enquiries to authenticated, service_role;
-- Only what staff sort by: what a visitor wrote cannot be changed.
grant update (status, assigned_to, read_at, is_quarantined, answer_by, deleted_at) on public.enquiries to authenticated;
-- For the SQL editor: keep longer or shorter.
grant update (erase_at) on public.enquiries to service_role;

-- Erases enquiries 24 months after they were sent, those in quarantine after 30 days, or 30 days after staff deleted them. Runs with every new enquiry, and daily where there is a scheduler.
create function public.erase_old_enquiries()
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  erased integer;
begin
  delete from public.enquiries
  where erase_at < now() or deleted_at < now() - interval '30 days';
  get diagnostics erased = row_count;
  return erased;
end
$$;
comment on function public.erase_old_enquiries() is 'Erases enquiries past erase_at or deleted 30 days ago, and says how many.';

-- Stores an enquiry: checks limits and repeats, and inserts the row, in one transaction.
--
-- enquiry          the columns of the form, with submission_id, is_quarantined,
--                  quarantine_reasons and wants_receipt; everything else is ignored
-- sender           {"hash", "network", "is_known"}: see private.judge_form_request
-- ticket           of the form, with a valid signature; null without one
-- recipient        {"mailbox", "domain"}: keyed hashes of the receipt's address
--
-- enquiry.is_check marks the hourly check (site_health): it takes every step, is deleted in the same transaction and
-- counts nowhere.
--
-- Returns {"outcome", "id", "number", "retry_after", "reasons", "is_full", "agency_problem"}. agency_problem: why services
-- and hours could not be stored, which does not stop the enquiry. outcome: stored, with the reasons of a
-- quarantine; repeated (this submission_id is known); duplicate (the same text by the same person within a
-- day); limited (not stored, try again in retry_after seconds; is_full: the table is full).
-- Errors: PT422 a value violates a limit of the table.
create function public.submit_enquiry(
  enquiry jsonb,
  sender jsonb,
  ticket text default null,
  recipient jsonb default '{}'::jsonb,
  agency jsonb default null
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
  known record;
  verdict record;
  is_full boolean;
  is_check constant boolean := coalesce(enquiry ->> 'is_check' = 'true', false);
  agency_problem text;
  reason text;
begin
  sent := jsonb_populate_record(
    null::public.enquiries,
    '{"started_services": [], "quarantine_reasons": [], "is_quarantined": false}'::jsonb
      -- Slugs here, ids there.
      || (enquiry - 'started_studies')
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

  select id, number into known from public.enquiries where submission_id = sent.submission_id;
  if found then
    return jsonb_build_object('outcome', 'repeated', 'id', known.id, 'number', known.number);
  end if;

  if agency is not null then
    begin
      perform private.store_agency(agency);
    exception when others then
      get stacked diagnostics agency_problem = message_text;
    end;
  end if;
  -- The form may have been opened before the services changed.
  if sent.service <> '' and not exists (
    select from public.services as service
    where service.id = sent.service and service.retired_at is null
  ) then
    if agency_problem is null then
      return jsonb_build_object('outcome', 'not-offered');
    end if;
    sent.service := null;
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

  -- A quarantined enquiry does not count: the same text may be sent again correctly. Neither does a deleted one.
  select id, number into known from public.enquiries as earlier
  where earlier.content_hash = content
    and earlier.created_at > now() - interval '1 day'
    and earlier.deleted_at is null
    and (sent.is_quarantined or not earlier.is_quarantined)
  order by earlier.created_at desc limit 1;
  if found then
    perform private.note_form_request(
      'enquiry', sender_hash, network_hash, verdict.has_ticket, ticket, sent.submission_id::text
    );
    return jsonb_build_object('outcome', 'duplicate', 'id', known.id, 'number', known.number);
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

  if not is_check then
    perform private.note_form_request(
      'enquiry', sender_hash, network_hash, verdict.has_ticket, ticket, sent.submission_id::text
    );
  end if;
  insert into public.enquiries (
    submission_id, name, first_name, last_name, email, phone, subject, message, service,
    started_page, started_services, started_host, started_studies, is_quarantined, quarantine_reasons, erase_at, receipt_state,
    sender_hash, content_hash
  ) values (
    sent.submission_id, sent.name, nullif(sent.first_name, ''), nullif(sent.last_name, ''),
    sent.email, nullif(sent.phone, ''), nullif(sent.subject, ''), sent.message,
    nullif(sent.service, ''), sent.started_page,
    array(select service.id from public.services as service where service.id = any (sent.started_services)),
    sent.started_host,
    array(
      select study.id from public.case_studies as study
      where enquiry -> 'started_studies' ? study.slug and study.status = 'published'
      order by study.id limit 20
    ),
    sent.is_quarantined,
    sent.quarantine_reasons,
    now() + case when sent.is_quarantined then interval '30 days' else interval '24 months' end,
    -- A case, not an `and`, because calling take_form_mail counts.
    case
      when enquiry ->> 'wants_receipt' is distinct from 'true' then 'none'
      when private.take_form_mail('enquiry', recipient ->> 'mailbox', recipient ->> 'domain') = 'yes'
        then 'wanted'
      else 'none'
    end,
    sender_hash, content
  )
  returning id, number into known;
  if is_check then
    delete from public.enquiries where id = known.id;
    -- The next enquiry gets this number; the lock above keeps others out.
    perform setval(pg_get_serial_sequence('public.enquiries', 'number'), known.number, false);
  end if;
  return jsonb_build_object(
    'outcome', 'stored', 'id', known.id, 'number', known.number, 'agency_problem', agency_problem,
    'reasons', case
      when sent.is_quarantined then to_jsonb(sent.quarantine_reasons) else '[]'::jsonb
    end
  );
exception when integrity_constraint_violation or data_exception then
  get stacked diagnostics reason = message_text;
  raise exception '%', reason using errcode = 'PT422';
end
$$;
comment on function public.submit_enquiry(jsonb, jsonb, text, jsonb, jsonb) is
  'Stores an enquiry once, within the limits. For the function send-contact-email only.';

grant execute on function
  public.erase_old_enquiries(),
  public.submit_enquiry(jsonb, jsonb, text, jsonb, jsonb)
to service_role;
