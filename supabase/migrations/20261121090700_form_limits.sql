-- Limits shared by the public forms: number of requests, single use of tickets, and number of mails to an
-- unverified address. One sender cannot block a form for all: requests above the limit of all senders
-- together are quarantined, not refused.

-- One row per accepted request, for a day. Separate from the enquiries, which staff may delete.
create table private.form_attempts (
  form text not null,
  sender_hash text not null,
  network_hash text not null,
  has_ticket boolean not null,
  at timestamptz not null default now(),
  constraint form_attempts_form_known check (form in ('enquiry', 'newsletter')),
  constraint form_attempts_hashes_length
    check (char_length(sender_hash) <= 64 and char_length(network_hash) <= 64),
  constraint form_attempts_times_range check (private.are_times(at))
);
comment on table private.form_attempts is 'Counts behind the limits of the public forms, kept one day.';
create index form_attempts_sender_hash_idx on private.form_attempts (form, sender_hash, at desc);
create index form_attempts_network_hash_idx on private.form_attempts (form, network_hash, at desc);
create index form_attempts_has_ticket_idx on private.form_attempts (form, has_ticket, at desc);
create index form_attempts_at_idx on private.form_attempts (at);

-- Kept longer than the 24 hours of a ticket: expired ones are accepted too, from forms that waited offline.
create table private.used_tickets (
  ticket_hash text primary key,
  used_for text not null,
  at timestamptz not null default now(),
  constraint used_tickets_ticket_hash_length check (char_length(ticket_hash) = 64),
  constraint used_tickets_used_for_length check (char_length(used_for) <= 64),
  constraint used_tickets_times_range check (private.are_times(at))
);
comment on table private.used_tickets is
  'Used tickets of the public forms, as hashes, kept 30 days. used_for identifies a repeated request.';
create index used_tickets_at_idx on private.used_tickets (at);

create table private.form_mails (
  form text not null,
  mailbox_hash text not null,
  domain_hash text,
  at timestamptz not null default now(),
  constraint form_mails_form_known check (form in ('enquiry', 'newsletter')),
  constraint form_mails_hashes_length
    check (char_length(mailbox_hash) <= 64 and char_length(domain_hash) <= 64),
  constraint form_mails_times_range check (private.are_times(at))
);
comment on table private.form_mails is
  'Mails to unverified addresses, as keyed hashes, kept one day. domain_hash is null for mail providers.';
create index form_mails_mailbox_hash_idx on private.form_mails (mailbox_hash, at desc);
create index form_mails_domain_hash_idx on private.form_mails (domain_hash, at desc);
create index form_mails_at_idx on private.form_mails (at);

create function private.hash_ticket(ticket text)
returns text
language sql
immutable
set search_path = ''
as $$
  select encode(sha256(convert_to(ticket, 'UTF8')), 'hex')
$$;

-- Checks a request against the limits. Call it under a lock per form, so that the counts are exact.
--
-- sender_hash      one subscriber: an IPv4 address, or an IPv6 network /64
-- network_hash     one customer of a provider: an IPv4 address, or an IPv6 network /48
-- is_sender_known  false if the address may be that of a gateway that all visitors share
-- ticket           with a valid signature; null without one
-- used_for         identifies the request; the same when it is repeated
--
-- wait       seconds until the next attempt is allowed; null when it is accepted
-- has_ticket there is a ticket, and no other request has used it
-- is_over    accept but quarantine it: above the limit of all senders
create function private.judge_form_request(
  form text,
  sender_hash text,
  network_hash text,
  is_sender_known boolean,
  ticket text,
  used_for text,
  out wait integer,
  out has_ticket boolean,
  out is_over boolean
)
language plpgsql
security definer
set search_path = ''
as $$
declare
  asked constant text := judge_form_request.form;
  sender constant text := judge_form_request.sender_hash;
  network constant text := judge_form_request.network_hash;
  by_sender numeric;
  by_all numeric;
begin
  delete from private.form_attempts where at < now() - interval '1 day';
  delete from private.form_mails where at < now() - interval '1 day';
  delete from private.used_tickets where at < now() - interval '30 days';

  has_ticket := ticket is not null and not exists (
    select 1 from private.used_tickets as used
    where used.ticket_hash = private.hash_ticket(ticket)
      and used.used_for <> judge_form_request.used_for
  );

  -- Per limit: the seconds until its oldest attempt no longer counts.
  select max(seconds) into by_sender
  from (
    (
      select extract(epoch from attempt.at + interval '10 minutes' - now()) as seconds
      from private.form_attempts as attempt
      where attempt.form = asked and attempt.sender_hash = sender
        and attempt.at > now() - interval '10 minutes'
      order by attempt.at desc offset 4 limit 1
    )
    union all
    (
      select extract(epoch from attempt.at + interval '1 day' - now())
      from private.form_attempts as attempt
      where attempt.form = asked and attempt.sender_hash = sender
      order by attempt.at desc offset 19 limit 1
    )
    union all
    (
      select extract(epoch from attempt.at + interval '10 minutes' - now())
      from private.form_attempts as attempt
      where attempt.form = asked and attempt.network_hash = network
        and attempt.at > now() - interval '10 minutes'
      order by attempt.at desc offset 19 limit 1
    )
    union all
    (
      select extract(epoch from attempt.at + interval '1 day' - now())
      from private.form_attempts as attempt
      where attempt.form = asked and attempt.network_hash = network
      order by attempt.at desc offset 59 limit 1
    )
  ) as waits;

  -- All senders together, because attackers can rent addresses: 200 an hour with a ticket, 100 without.
  select extract(epoch from attempt.at + interval '1 hour' - now()) into by_all
  from private.form_attempts as attempt
  where attempt.form = asked
    and attempt.has_ticket = judge_form_request.has_ticket
    and attempt.at > now() - interval '1 hour'
  order by attempt.at desc
  offset case when judge_form_request.has_ticket then 199 else 99 end limit 1;

  wait := greatest(
    case when is_sender_known then ceil(by_sender) end,
    case when not has_ticket then ceil(by_all) end
  );
  wait := greatest(wait, case when wait is not null then 1 end);
  is_over := by_sender is not null or by_all is not null;
end
$$;

create function private.note_form_request(
  form text,
  sender_hash text,
  network_hash text,
  has_ticket boolean,
  ticket text,
  used_for text
)
returns void
language sql
security definer
set search_path = ''
as $$
  insert into private.form_attempts (form, sender_hash, network_hash, has_ticket)
  values (
    note_form_request.form, note_form_request.sender_hash, note_form_request.network_hash,
    note_form_request.has_ticket
  );
  insert into private.used_tickets (ticket_hash, used_for)
  select private.hash_ticket(note_form_request.ticket), note_form_request.used_for
  where note_form_request.ticket is not null
  on conflict (ticket_hash) do nothing;
$$;

-- Whether a mail may be sent to an unverified address: 'yes' (and counts it), or 'mailbox' or 'domain', whose
-- limit is reached. Forms must not be usable to flood a mailbox. A domain gets 30 an hour and 100 a day; a
-- mailbox one receipt a day, and from the newsletter one in ten minutes and three a day.
create function private.take_form_mail(form text, mailbox_hash text, domain_hash text)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  asked constant text := take_form_mail.form;
  mailbox constant text := take_form_mail.mailbox_hash;
  domain constant text := take_form_mail.domain_hash;
begin
  if (
    select count(*) >= case asked when 'newsletter' then 3 else 1 end
      or count(*) filter (where mail.at > now() - interval '10 minutes') > 0
    from private.form_mails as mail
    where mail.form = asked and mail.mailbox_hash = mailbox and mail.at > now() - interval '1 day'
  ) then
    return 'mailbox';
  end if;
  if (
    select count(*) >= 100 or count(*) filter (where mail.at > now() - interval '1 hour') >= 30
    from private.form_mails as mail
    where mail.domain_hash = domain and mail.at > now() - interval '1 day'
  ) then
    return 'domain';
  end if;
  insert into private.form_mails (form, mailbox_hash, domain_hash) values (asked, mailbox, domain);
  return 'yes';
end
$$;
