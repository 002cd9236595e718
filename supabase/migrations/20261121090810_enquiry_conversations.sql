-- What is written about an enquiry after it has arrived: notes for colleagues, and the mails between staff
-- and the client. Deleted with the enquiry.

create table public.enquiry_notes (
  id uuid primary key default gen_random_uuid(),
  enquiry_id uuid not null references public.enquiries (id) on delete cascade,
  author_id uuid default private.caller_id() references auth.users (id) on delete set null,
  -- In addition to the id, because the account may be deleted later.
  author_email text default private.caller_email(),
  text text not null,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  search tsvector not null generated always as (private.search_words(text)) stored,
  constraint enquiry_notes_author_email_length check (char_length(author_email) <= 254),
  constraint enquiry_notes_text_fit check (private.is_text(text, 4000) and text ~ '\S'),
  constraint enquiry_notes_times_range check (private.are_times(created_at, edited_at))
);
comment on table public.enquiry_notes is
  'Notes of staff about an enquiry. Authors change their own, owners may delete any.';
create index enquiry_notes_search_idx on public.enquiry_notes using gin (search) with (fastupdate = off);
create index enquiry_notes_enquiry_id_idx on public.enquiry_notes (enquiry_id, created_at);

create function private.stamp_enquiry_note()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.edited_at := now();
  return new;
end
$$;
create trigger enquiry_notes_stamp
  before update of text on public.enquiry_notes
  for each row when (new.text <> old.text) execute function private.stamp_enquiry_note();

alter table public.enquiry_notes enable row level security;
create policy "Staff read notes" on public.enquiry_notes
  for select to authenticated using ((select private.is_staff()));
-- Author and time are the defaults: they have no grant.
create policy "Staff write notes" on public.enquiry_notes
  for insert to authenticated with check ((select private.is_staff()));
create policy "Authors change their notes" on public.enquiry_notes
  for update to authenticated
  using ((select private.is_staff()) and author_id = (select private.caller_id()))
  with check ((select private.is_staff()) and author_id = (select private.caller_id()));
create policy "Authors and owners delete notes" on public.enquiry_notes
  for delete to authenticated
  using (
    (select private.is_owner())
    or ((select private.is_staff()) and author_id = (select private.caller_id()))
  );
grant select, insert (id, enquiry_id, text), update (text), delete
  on public.enquiry_notes to authenticated;
grant select on public.enquiry_notes to service_role;
-- A default runs as the role that inserts the row.
grant execute on function private.caller_email() to authenticated;

-- Replies of staff and mails of the client. Written by functions only.
create table public.enquiry_messages (
  id uuid primary key,
  enquiry_id uuid not null references public.enquiries (id) on delete cascade,
  direction text not null,
  author_id uuid references auth.users (id) on delete set null,
  author_email text not null,
  author_name text,
  text text not null,
  -- Of attachments that are not kept; enquiry_files has the others.
  attachment_names text[] not null default '{}',
  file_count integer not null default 0,
  state text not null,
  error text,
  message_id text,
  is_automatic boolean not null default false,
  attempted_at timestamptz,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  search tsvector not null generated always as (private.search_words(text, author_name, author_email)) stored,
  constraint enquiry_messages_message_id_key unique (enquiry_id, message_id),
  constraint enquiry_messages_direction_known check (direction in ('in', 'out')),
  constraint enquiry_messages_author_fit
    check (private.is_line(author_email, 254) and private.is_line(author_name, 120)),
  constraint enquiry_messages_text_fit
    check (private.is_text(text, case direction when 'out' then 10000 else 20000 end)),
  constraint enquiry_messages_text_bounded check (char_length(text) <= 20000),
  constraint enquiry_messages_attachment_names_fit
    check (private.texts_fit(attachment_names, 20, 200)),
  constraint enquiry_messages_file_count_range check (file_count between 0 and 10),
  constraint enquiry_messages_state_known check (state in ('sending', 'sent', 'failed', 'received')),
  constraint enquiry_messages_error_length check (char_length(error) <= 300),
  constraint enquiry_messages_message_id_length check (char_length(message_id) <= 250),
  constraint enquiry_messages_times_range
    check (private.are_times(attempted_at, created_at, sent_at))
);
comment on table public.enquiry_messages is
  'Mails about an enquiry: out, a reply of staff; in, a mail of the client. Written by functions.';
comment on column public.enquiry_messages.id is 'Of a reply: chosen by the browser, so that it is sent once.';
comment on column public.enquiry_messages.author_email is
  'Of a reply, the member. Of a mail, its sender, who may not be the one of the enquiry.';
comment on column public.enquiry_messages.message_id is
  'The Message-ID of the mail. A mail that arrives twice is stored once.';
comment on column public.enquiry_messages.is_automatic is
  'Of a mail: sent by a program, such as a note of absence. Its sender does not wait.';
create index enquiry_messages_search_idx on public.enquiry_messages using gin (search) with (fastupdate = off);
create index enquiry_messages_enquiry_id_idx on public.enquiry_messages (enquiry_id, created_at);

alter table public.enquiry_messages enable row level security;
create policy "Staff read messages" on public.enquiry_messages
  for select to authenticated using ((select private.is_staff()));
grant select on public.enquiry_messages to authenticated, service_role;

-- Stores a reply and claims its sending for a minute; called by the function enquiry-replies with the rights
-- of the member.
--
-- reply_id   the same when it is sent again, which keeps the stored text
-- last_seen  the newest message on the member's screen besides this reply; null without one
-- file_count of its files, which are stored next; sent again, a reply keeps its first number
--
-- Returns {"outcome"}: sent or sending (there is nothing to do), or send, with all that the mail needs.
-- Errors: PT404 the enquiry was deleted; PT409 a message has arrived that the member has not seen; PT422 the
-- text does not fit, or the enquiry is quarantined; PT429 too many replies.
create function public.claim_enquiry_reply(
  reply_id uuid,
  enquiry_id uuid,
  reply_text text,
  last_seen uuid default null,
  file_count integer default 0
)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  enquiry public.enquiries;
  known public.enquiry_messages;
begin
  if not private.is_staff() then
    raise exception 'Only staff may reply' using errcode = '42501';
  end if;
  -- One at a time: of two simultaneous replies the second has not seen the first.
  select * into enquiry from public.enquiries as found
  where found.id = claim_enquiry_reply.enquiry_id and found.deleted_at is null
  for update;
  if not found then
    raise exception 'This enquiry has been deleted' using errcode = 'PT404';
  end if;
  if enquiry.is_quarantined then
    raise exception 'Take the enquiry out of quarantine first' using errcode = 'PT422';
  end if;
  select * into known from public.enquiry_messages as message where message.id = reply_id;
  if found then
    if known.enquiry_id <> enquiry.id or known.direction <> 'out' then
      raise exception 'There is no such reply' using errcode = 'PT404';
    end if;
    if known.state = 'sent' then
      return jsonb_build_object('outcome', 'sent');
    end if;
    if known.state = 'sending' and known.attempted_at > now() - interval '1 minute' then
      return jsonb_build_object('outcome', 'sending');
    end if;
    perform private.check_last_seen(enquiry.id, reply_id, last_seen);
    update public.enquiry_messages as message
    set state = 'sending', error = null, attempted_at = clock_timestamp() where message.id = reply_id;
  else
    perform private.check_new_reply(enquiry.id, reply_text);
    perform private.check_last_seen(enquiry.id, reply_id, last_seen);
    insert into public.enquiry_messages (
      id, enquiry_id, direction, author_id, author_email, text, file_count, state, attempted_at
    ) values (
      reply_id, enquiry.id, 'out', auth.uid(), private.caller_email(), reply_text,
      claim_enquiry_reply.file_count, 'sending', clock_timestamp()
    )
    returning * into known;
  end if;
  return jsonb_build_object(
    'outcome', 'send',
    'enquiry', jsonb_build_object(
      'id', enquiry.id, 'number', enquiry.number, 'name', enquiry.name, 'email', enquiry.email,
      'subject', enquiry.subject, 'message', enquiry.message, 'created_at', enquiry.created_at
    ),
    'text', known.text,
    'file_count', known.file_count,
    'references', (
      select coalesce(jsonb_agg(earlier.message_id order by earlier.created_at), '[]')
      from (
        select message.message_id, message.created_at from public.enquiry_messages as message
        where message.enquiry_id = enquiry.id
          and message.message_id is not null and message.id <> reply_id
        order by message.created_at desc limit 20
      ) as earlier
    )
  );
end
$$;
comment on function public.claim_enquiry_reply(uuid, uuid, text, uuid, integer) is
  'Stores a reply of staff and claims its sending. Staff only.';

create function private.check_new_reply(enquiry_id uuid, reply_text text)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if not coalesce(private.is_text(reply_text, 10000) and reply_text ~ '\S', false) then
    raise exception 'A reply has between 1 and 10000 characters' using errcode = 'PT422';
  end if;
  if (
    select count(*) from public.enquiry_messages as message
    where message.enquiry_id = check_new_reply.enquiry_id
      and message.direction = 'out' and message.created_at > now() - interval '1 day'
  ) >= 30 then
    raise exception 'An enquiry gets at most 30 replies a day' using errcode = 'PT429';
  end if;
end
$$;

create function private.check_last_seen(enquiry_id uuid, reply_id uuid, last_seen uuid)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if last_seen is distinct from (
    select message.id from public.enquiry_messages as message
    where message.enquiry_id = check_last_seen.enquiry_id and message.id <> reply_id
    order by message.created_at desc, message.id limit 1
  ) then
    raise exception 'There is a newer message' using errcode = 'PT409';
  end if;
end
$$;

-- A mail that arrived after the member had pressed 'Send' is not answered by this reply: its sender waits since then.
--
-- error  null when the mail was sent
create function public.settle_enquiry_reply(reply_id uuid, message_id text, error text default null)
returns void
language sql
security definer
set search_path = ''
as $$
  with settled as (
    update public.enquiry_messages as message set
      state = case when settle_enquiry_reply.error is null then 'sent' else 'failed' end,
      error = left(settle_enquiry_reply.error, 300),
      message_id = settle_enquiry_reply.message_id,
      sent_at = case when settle_enquiry_reply.error is null then now() end
    where message.id = reply_id and message.state = 'sending'
    returning message.enquiry_id, message.state, message.attempted_at
  ), missed as (
    select min(mail.created_at) as at from settled
    join public.enquiry_messages as mail on mail.enquiry_id = settled.enquiry_id
    where mail.direction = 'in' and not mail.is_automatic and mail.created_at > settled.attempted_at
  )
  update public.enquiries as enquiry set
    status = case enquiry.status when 'new' then 'open' else enquiry.status end,
    answer_by = (select private.after_office_hours(missed.at, interval '8 hours') from missed where missed.at is not null),
    answered_at = coalesce(enquiry.answered_at, now())
  from settled
  where enquiry.id = settled.enquiry_id and settled.state = 'sent'
$$;
comment on function public.settle_enquiry_reply(uuid, text, text) is
  'Notes how the mail of a reply went. For the function enquiry-replies only.';

-- Adds a mail of the client to the conversation; the function has verified the address it was sent to.
--
-- mail  {"sender", "sender_name", "text", "message_id", "attachment_names", "is_automatic"}
--
-- Returns {"outcome", "message_id"}: stored, repeated (it has arrived before), limited (50 a day) or unknown (the enquiry
-- was erased); the row of a stored mail.
-- An enquiry with a new mail is open and unread again, also when it was done or deleted; an automatic
-- answer changes neither.
create function public.receive_enquiry_mail(enquiry_id uuid, mail jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  is_automatic constant boolean := coalesce((mail ->> 'is_automatic')::boolean, false);
  received uuid;
begin
  perform from public.enquiries as enquiry where enquiry.id = receive_enquiry_mail.enquiry_id for update;
  if not found then
    return jsonb_build_object('outcome', 'unknown', 'message_id', null);
  end if;
  select message.id into received from public.enquiry_messages as message
  where message.enquiry_id = receive_enquiry_mail.enquiry_id
    and message.message_id = mail ->> 'message_id';
  if found then
    return jsonb_build_object('outcome', 'repeated', 'message_id', received);
  end if;
  if (
    select count(*) from public.enquiry_messages as message
    where message.enquiry_id = receive_enquiry_mail.enquiry_id
      and message.direction = 'in' and message.created_at > now() - interval '1 day'
  ) >= 50 then
    return jsonb_build_object('outcome', 'limited', 'message_id', null);
  end if;
  insert into public.enquiry_messages (
    id, enquiry_id, direction, author_email, author_name, text, attachment_names, state, message_id,
    is_automatic, created_at
  ) values (
    gen_random_uuid(), receive_enquiry_mail.enquiry_id, 'in', mail ->> 'sender',
    mail ->> 'sender_name', mail ->> 'text',
    array(select jsonb_array_elements_text(mail -> 'attachment_names')), 'received',
    mail ->> 'message_id', is_automatic,
    -- After the lock, so that it is known which came first: a reply or this mail.
    clock_timestamp()
  )
  returning id into received;
  if not is_automatic then
    update public.enquiries as enquiry set
      status = 'open', read_at = null, deleted_at = null,
      -- A client who writes twice waits since the first mail.
      answer_by = coalesce(
        enquiry.answer_by, private.after_office_hours(now(), interval '8 hours')
      )
    where enquiry.id = receive_enquiry_mail.enquiry_id;
    perform private.plan_mail('enquiry-answered', enquiry_id => receive_enquiry_mail.enquiry_id);
  end if;
  return jsonb_build_object('outcome', 'stored', 'message_id', received);
end
$$;
comment on function public.receive_enquiry_mail(uuid, jsonb) is
  'Adds a mail of the client to its conversation. For the function enquiry-replies only.';
grant execute on function public.claim_enquiry_reply(uuid, uuid, text, uuid, integer) to authenticated;
grant execute on function
  public.settle_enquiry_reply(uuid, text, text),
  public.receive_enquiry_mail(uuid, jsonb)
to service_role;
