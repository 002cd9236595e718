-- Sign-off: a client without an account reads exactly one saved content of a document by a link, comments on it
-- and approves it. Visitors have no grant here: the three functions at the end take the token of the link.
-- What is approved is the canonical content (docs/decisions.md 27).

create table public.sign_off_requests (
  id uuid primary key default gen_random_uuid(),
  kind text not null references private.document_kinds (kind),
  document_id uuid not null,
  version integer not null,
  title text not null,
  content jsonb not null,
  earlier_content jsonb,
  client_name text not null,
  client_email text,
  asked_by uuid references auth.users (id) on delete set null,
  asked_by_email text,
  asked_at timestamptz not null default now(),
  expires_at timestamptz not null,
  withdrawn_at timestamptz,
  constraint sign_off_requests_title_length check (char_length(title) <= 200),
  constraint sign_off_requests_content_size check (octet_length(content::text) <= 2500000),
  constraint sign_off_requests_earlier_content_size check (octet_length(earlier_content::text) <= 2500000),
  constraint sign_off_requests_client_name_fit
    check (private.is_line(client_name, 80) and not private.is_blank(client_name)),
  constraint sign_off_requests_client_email_form check (private.is_email(client_email)),
  constraint sign_off_requests_asked_by_email_length check (char_length(asked_by_email) <= 254),
  constraint sign_off_requests_times_range
    check (private.are_times(asked_at, expires_at, withdrawn_at))
);
comment on table public.sign_off_requests is
  'Links for clients to one saved content of a document. Written by the functions of sign-off only.';
comment on column public.sign_off_requests.document_id is
  'Without a foreign key: the requests of a deleted document are kept for a restore.';
comment on column public.sign_off_requests.client_email is
  'Where the link and the answers of staff are mailed to. Null: staff pass the link on, or it has ended.';
comment on column public.sign_off_requests.version is 'The saved version that the client reads.';
comment on column public.sign_off_requests.content is 'Shaped like the content of a working copy.';
comment on column public.sign_off_requests.earlier_content is
  'The content that the last mail asked about; the mail of ask_sign_off_again has the words that changed since.';
create index sign_off_requests_document_id_idx on public.sign_off_requests (document_id, asked_at);

create table public.sign_off_comments (
  id uuid primary key,
  request_id uuid references public.sign_off_requests (id) on delete cascade,
  author_name text,
  document_id uuid,
  author_id uuid references public.staff_members (id) on delete set null,
  for_id uuid references public.staff_members (id) on delete set null,
  anchor text[] not null default '{}',
  anchored jsonb,
  quote text,
  text text not null,
  asks_change boolean not null default false,
  is_done boolean not null default false,
  answer text,
  answered_by_email text,
  answered_at timestamptz,
  created_at timestamptz not null default now(),
  constraint sign_off_comments_author_name_fit
    check (private.is_line(author_name, 80) and not private.is_blank(author_name)),
  -- A comment of a client belongs to what the client was asked, a note of a member to the document.
  constraint sign_off_comments_one_place check (
    case when document_id is null
      then request_id is not null and author_name is not null and num_nonnulls(author_id, for_id) = 0
      else request_id is null and author_name is null
    end
  ),
  constraint sign_off_comments_anchor_fit check (private.texts_fit(anchor, 2, 40)),
  constraint sign_off_comments_quote_fit check (private.is_text(quote, 300)),
  constraint sign_off_comments_text_fit check (private.is_text(text, 4000) and text ~ '\S'),
  constraint sign_off_comments_answer_fit check (private.is_text(answer, 4000) and answer ~ '\S'),
  constraint sign_off_comments_answered_by_email_length check (char_length(answered_by_email) <= 254),
  constraint sign_off_comments_times_range check (private.are_times(answered_at, created_at))
);
comment on table public.sign_off_comments is
  'What clients write beside a content, and notes of members for each other. Staff answer it, or mark it as done.';
comment on column public.sign_off_comments.document_id is
  'Of a note between members, which no client is shown. Without a foreign key: kept for a restore of the document.';
comment on column public.sign_off_comments.author_id is 'The member who wrote a note; null once they have left.';
comment on column public.sign_off_comments.for_id is 'The member in whose To do a note stands until it is done.';
comment on column public.sign_off_comments.id is 'Chosen by the browser, so that a comment is stored once.';
comment on column public.sign_off_comments.asks_change is
  'The client does not approve the text before this is changed.';
comment on column public.sign_off_comments.anchor is
  'Where it stands in the content, like {study,challenge} or {metrics,0}; empty for the whole.';
comment on column public.sign_off_comments.anchored is
  'The value at the anchor when it was written: with another value there the comment is outdated.';
create index sign_off_comments_document_id_idx on public.sign_off_comments (document_id)
  where document_id is not null;
create index sign_off_comments_for_id_idx on public.sign_off_comments (for_id) where for_id is not null;
create index sign_off_comments_author_id_idx on public.sign_off_comments (author_id) where author_id is not null;
create index sign_off_comments_request_id_idx on public.sign_off_comments (request_id, created_at);

create table public.sign_off_approvals (
  id uuid primary key,
  request_id uuid not null references public.sign_off_requests (id) on delete cascade,
  document_id uuid not null,
  version integer not null,
  content_hash text not null,
  content text not null,
  name text not null,
  email text,
  approved_at timestamptz not null default now(),
  constraint sign_off_approvals_once unique (request_id, content_hash),
  constraint sign_off_approvals_content_hashed
    check (content_hash = encode(sha256(convert_to(content, 'UTF8')), 'hex')),
  constraint sign_off_approvals_content_hash_length check (char_length(content_hash) = 64),
  constraint sign_off_approvals_content_size check (char_length(content) <= 2000000),
  constraint sign_off_approvals_name_fit
    check (private.is_line(name, 80) and not private.is_blank(name) and name !~ '[][<>{}/\\@:;#0-9_=*|"]'),
  constraint sign_off_approvals_email_form check (private.is_email(email)),
  constraint sign_off_approvals_times_range check (private.are_times(approved_at))
);
comment on table public.sign_off_approvals is
  'Who approved which content and when. content is the canonical text of which content_hash is the SHA-256.';
create index sign_off_approvals_document_id_idx on public.sign_off_approvals (document_id, content_hash);
create trigger audit_deletion after delete on public.sign_off_approvals
  for each row execute function private.audit_deletion('approval of a client', 'name');

create table public.sign_off_demands (
  document_id uuid primary key,
  demanded_at timestamptz not null default now(),
  content_hash text,
  public_hash text,
  constraint sign_off_demands_content_hash_length check (char_length(content_hash) = 64),
  constraint sign_off_demands_public_hash_length check (char_length(public_hash) = 64),
  constraint sign_off_demands_times_range check (private.are_times(demanded_at))
);
comment on table public.sign_off_demands is
  'Documents that only go live with the approval of a client. The document itself has the answer in is_withheld.';
comment on column public.sign_off_demands.content_hash is
  'Of what was stored when the demand was settled last; null while the document is deleted.';
comment on column public.sign_off_demands.public_hash is
  'Of the words that visitors read already when the approval was demanded: they count as approved until they change.';

-- Owners are told who has ended a demand, also a demand that was met. Not when its document is deleted for good.
create function private.audit_ended_demand()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  kind constant text := private.kind_of_document(old.document_id);
begin
  if kind is not null and auth.uid() is not null then
    perform private.record_audit_event(
      'demand for sign-off ended',
      private.document_title(kind, private.document_content(kind, old.document_id)),
      is_notice => true
    );
  end if;
  return null;
end
$$;
create trigger audit_ended_demand after delete on public.sign_off_demands
  for each row execute function private.audit_ended_demand();

-- Only hashes of the secrets. In private, because who may read a row reads all of it. The passphrase protects what
-- this database holds anyway: a salted hash and the limit of guesses are enough.
create table private.sign_off_keys (
  request_id uuid primary key references public.sign_off_requests (id) on delete cascade,
  passphrase_hash text,
  wrong_guesses integer not null default 0,
  last_guess_at timestamptz,
  constraint sign_off_keys_passphrase_hash_form check (passphrase_hash ~ '^[0-9a-f]{64}$'),
  constraint sign_off_keys_times_range check (private.are_times(last_guess_at))
);
comment on table private.sign_off_keys is 'The passphrase of the links of a request, and wrong guesses of it.';

-- A mail gets a token of its own when it is sent, because no token is stored.
create table private.sign_off_tokens (
  token_hash text primary key,
  request_id uuid not null references private.sign_off_keys (request_id) on delete cascade,
  constraint sign_off_tokens_token_hash_form check (token_hash ~ '^[0-9a-f]{64}$')
);
comment on table private.sign_off_tokens is 'Hashes of the tokens of the links of a request.';
create index sign_off_tokens_request_id_idx on private.sign_off_tokens (request_id);

alter table public.sign_off_requests enable row level security;
alter table public.sign_off_comments enable row level security;
alter table public.sign_off_approvals enable row level security;
alter table public.sign_off_demands enable row level security;
create policy "Staff read requests" on public.sign_off_requests
  for select to authenticated using ((select private.is_staff()));
create policy "Staff read comments and notes" on public.sign_off_comments
  for select to authenticated using ((select private.is_staff()));
create policy "Staff mark comments as done" on public.sign_off_comments
  for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff read approvals" on public.sign_off_approvals
  for select to authenticated using ((select private.is_staff()));
-- It is evidence: editors cannot remove it.
create policy "Owners delete approvals" on public.sign_off_approvals
  for delete to authenticated using ((select private.is_owner()));
create policy "Staff read demands" on public.sign_off_demands
  for select to authenticated using ((select private.is_staff()));
create policy "Staff demand sign-off" on public.sign_off_demands
  for insert to authenticated with check ((select private.is_staff()));
create policy "Staff end a demand" on public.sign_off_demands
  for delete to authenticated using ((select private.is_staff()));
grant select on public.sign_off_requests to authenticated;
grant select, update (is_done) on public.sign_off_comments to authenticated;
grant select, delete on public.sign_off_approvals to authenticated;
grant select, insert (document_id), delete on public.sign_off_demands to authenticated;

-- The words and addresses that visitors are shown of a content: without its address, its status, its times and what
-- its HTML was rendered from; the reading time follows from the words.
create function private.shown_content(kind text, content jsonb)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select case kind
    when 'case-study' then content || jsonb_build_object(
      'study', (content -> 'study') - array['slug', 'status', 'published_at']
    )
    when 'post' then content || jsonb_build_object(
      'post', (content -> 'post') - array[
        'slug', 'status', 'published_at', 'content_markdown', 'reading_minutes'
      ],
      'portrait', (
        select author.avatar_url from public.blog_authors as author
        where lower(author.name) = lower(content ->> 'author')
      )
    )
  end
$$;

-- What a client approves, as the text that is hashed: what visitors are shown, and of each picture in it what the
-- library knows. Without ids, and without who wrote it when: a restored backup or a deleted account voids nothing.
-- The revision stands for the smaller copies, which no upload of the same revision can exchange. A picture that is being
-- deleted is none.
create function private.canonical_content(kind text, content jsonb)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_strip_nulls(shown || jsonb_build_object('pictures', (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'path', used, 'sha256', record.sha256, 'revision', record.revision, 'alt', record.alt_text,
          'x', record.focus_x, 'y', record.focus_y
        )
        order by used
      ),
      '[]'
    )
    from private.image_paths_in(shown::text) as used
    left join public.image_records as record
      on record.path = private.original_of_image(private.decoded_image_path(used)) and record.deleting_at is null
  )))::text
  from private.shown_content(kind, content) as shown
$$;

create function private.content_hash(kind text, content jsonb)
returns text
language sql
stable
set search_path = ''
as $$
  select encode(sha256(convert_to(private.canonical_content(kind, content), 'UTF8')), 'hex')
$$;

-- The kind of a document that clients can approve; null if there is none.
create function private.kind_of_document(document_id uuid)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select case
    when exists (select from public.case_studies as study where study.id = document_id) then 'case-study'
    when exists (select from public.blog_posts as post where post.id = document_id) then 'post'
  end
$$;

-- What staff have saved last: the working copy, or the document itself. Null if it is deleted.
create function private.saved_content(kind text, document_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  stored constant jsonb := private.document_content(kind, document_id);
begin
  return case when stored is not null then coalesce(
    (
      select copy.content from public.working_copies as copy
      where copy.document_id = saved_content.document_id
    ),
    stored
  ) end;
end
$$;

create function private.is_approved(document_id uuid, content_hash text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select from public.sign_off_approvals as approval
    where approval.document_id = is_approved.document_id and approval.content_hash = is_approved.content_hash
  )
$$;

-- Compares a document with the demand on it, at the end of a transaction that wrote either: notes in is_withheld
-- whether visitors may read it, and refuses what would put words before them that the client has not approved.
--
-- is_published_now  its status has become 'published' in this transaction
--
-- A document that is scheduled, or was withheld before, may be written and stays withheld. Both rows are locked, so that
-- two transactions cannot each rely on what the other takes away.
create function private.settle_demand(document_id uuid, is_published_now boolean default false)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  kind constant text := private.kind_of_document(document_id);
  stored constant jsonb := private.lock_document(kind, document_id);
  was_withheld constant boolean := stored -> 'is_withheld';
  demand public.sign_off_demands;
  hash text;
  is_met boolean := true;
begin
  if stored is null then
    return;
  end if;
  select * into demand from public.sign_off_demands as known
  where known.document_id = settle_demand.document_id for update;
  if found then
    hash := private.content_hash(kind, private.document_content(kind, document_id));
    if demand.public_hash <> hash then
      demand.public_hash := null;
    end if;
    is_met := demand.public_hash is not null or private.is_approved(document_id, hash);
    if not is_met and stored ->> 'status' = 'published' then
      if is_published_now or (not was_withheld and hash <> demand.content_hash) then
        raise exception 'The client has not approved these words'
          using errcode = 'PT409', detail = stored ->> 'title';
      elsif private.is_public(stored) then
        raise exception 'Visitors read these words: end the demand, or set the page back to draft first'
          using errcode = 'PT409', detail = stored ->> 'title';
      end if;
    end if;
    update public.sign_off_demands as known
    set content_hash = hash, public_hash = demand.public_hash
    where known.document_id = settle_demand.document_id
      and (known.content_hash, known.public_hash) is distinct from (hash, demand.public_hash);
  end if;
  if was_withheld = is_met then
    execute format(
      'update %s set is_withheld = $1 where id = $2', (private.kind_named(kind)).home
    ) using not is_met, document_id;
  end if;
end
$$;

-- For rows of documents, of their rows in other tables, and of the tables of sign-off; the argument is the column with
-- the id of the document.
create function private.settle_written_document()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  was constant jsonb := to_jsonb(old);
  now_is constant jsonb := to_jsonb(new);
  was_id constant uuid := was ->> tg_argv[0];
  now_id constant uuid := now_is ->> tg_argv[0];
begin
  if was_id is distinct from now_id and was_id is not null then
    perform private.settle_demand(was_id);
  end if;
  if now_id is not null then
    perform private.settle_demand(
      now_id, now_is ->> 'status' = 'published' and was ->> 'status' is distinct from 'published'
    );
  end if;
  return null;
end
$$;
create constraint trigger case_studies_settle_demand_new
  after insert on public.case_studies deferrable initially deferred
  for each row execute function private.settle_written_document('id');
-- Not for arranging, a deleted account, or is_withheld itself.
create constraint trigger case_studies_settle_demand
  after update on public.case_studies deferrable initially deferred
  for each row when (new.version <> old.version)
  execute function private.settle_written_document('id');
create constraint trigger case_study_metrics_settle_demand
  after insert or update or delete on public.case_study_metrics deferrable initially deferred
  for each row execute function private.settle_written_document('case_study_id');
create constraint trigger case_study_gallery_settle_demand
  after insert or update or delete on public.case_study_gallery deferrable initially deferred
  for each row execute function private.settle_written_document('case_study_id');
create constraint trigger blog_posts_settle_demand_new
  after insert on public.blog_posts deferrable initially deferred
  for each row execute function private.settle_written_document('id');
create constraint trigger blog_posts_settle_demand
  after update on public.blog_posts deferrable initially deferred
  for each row when (new.version <> old.version)
  execute function private.settle_written_document('id');
create constraint trigger blog_post_tags_settle_demand
  after insert or update or delete on public.blog_post_tags deferrable initially deferred
  for each row execute function private.settle_written_document('post_id');
create constraint trigger sign_off_approvals_settle_demand
  after insert or delete on public.sign_off_approvals deferrable initially deferred
  for each row execute function private.settle_written_document('document_id');
create function private.begin_demand()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  kind constant text := private.kind_of_document(new.document_id);
begin
  new.content_hash := private.content_hash(kind, private.document_content(kind, new.document_id));
  if private.is_public(private.lock_document(kind, new.document_id)) then
    new.public_hash := new.content_hash;
  end if;
  return new;
end
$$;
create trigger sign_off_demands_begin
  before insert on public.sign_off_demands
  for each row execute function private.begin_demand();
create constraint trigger sign_off_demands_settle
  after insert or delete on public.sign_off_demands deferrable initially deferred
  for each row execute function private.settle_written_document('document_id');

-- Names and facts of pictures are shown by many documents: all demanded ones are compared again, of which there are
-- few. Deleted names change the rows of the documents themselves.
create function private.settle_all_demands()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.settle_demand(demand.document_id) from public.sign_off_demands as demand
  order by demand.document_id;
  return null;
end
$$;
create constraint trigger blog_authors_settle_demands
  after update on public.blog_authors deferrable initially deferred
  for each row when (old.* is distinct from new.*) execute function private.settle_all_demands();
create constraint trigger blog_categories_settle_demands
  after update on public.blog_categories deferrable initially deferred
  for each row when (old.name is distinct from new.name) execute function private.settle_all_demands();
create constraint trigger blog_tags_settle_demands
  after update on public.blog_tags deferrable initially deferred
  for each row when (old.name is distinct from new.name) execute function private.settle_all_demands();
create constraint trigger image_records_settle_demands_new
  after insert or delete on public.image_records deferrable initially deferred
  for each row execute function private.settle_all_demands();
create constraint trigger image_records_settle_demands
  after update on public.image_records deferrable initially deferred
  for each row
  when (
    (old.path, old.sha256, old.revision, old.alt_text, old.focus_x, old.focus_y, old.deleting_at is null)
    is distinct from
    (new.path, new.sha256, new.revision, new.alt_text, new.focus_x, new.focus_y, new.deleting_at is null)
  )
  execute function private.settle_all_demands();

-- 128 random bits in 22 characters of base64url. Two random UUIDs have 244.
create function private.new_sign_off_token()
returns text
language sql
volatile
set search_path = ''
as $$
  select rtrim(translate(
    encode(
      substring(
        sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')) from 1 for 16
      ),
      'base64'
    ),
    '+/', '-_'
  ), '=')
$$;

create function private.hash_of_secret(secret text, salt text default '')
returns text
language sql
immutable
set search_path = ''
as $$
  select encode(sha256(convert_to(salt || secret, 'UTF8')), 'hex')
$$;

-- A token for one more link of a request. It is not stored and cannot be read again.
create function private.issue_sign_off_token(request_id uuid)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  token constant text := private.new_sign_off_token();
begin
  insert into private.sign_off_tokens (token_hash, request_id)
  values (private.hash_of_secret(token), issue_sign_off_token.request_id);
  return token;
end
$$;

-- Raises unless the caller is staff and the document is saved as they see it. Returns its content.
create function private.content_to_ask(document_id uuid, expected_version integer)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  content constant jsonb := private.saved_content(private.kind_of_document(document_id), document_id);
begin
  if not private.is_staff() then
    raise exception 'Only staff may ask a client' using errcode = '42501';
  end if;
  if content is null then
    raise exception 'This text has been deleted' using errcode = 'PT404';
  end if;
  if private.last_version(document_id) is distinct from expected_version then
    raise exception 'It was saved again since you opened it' using errcode = 'PT409';
  end if;
  return content;
end
$$;

-- Asks a client to approve what is saved. Returns {"id", "token"}; the token is not stored and cannot be read again.
--
-- passphrase  8 to 200 characters, or null
-- client_email  gets the link by mail; null: staff pass it on
--
-- Errors: PT404 deleted, PT409 saved since, PT422 a value is out of its limits, PT429 more than 20 open links, or 30
-- asked by mail by this member within an hour.
create function public.ask_sign_off(
  document_id uuid,
  expected_version integer,
  client_name text,
  valid_days integer default 14,
  passphrase text default null,
  client_email text default null
)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  kind constant text := private.kind_of_document(document_id);
  content constant jsonb := private.content_to_ask(document_id, expected_version);
  request_id constant uuid := gen_random_uuid();
  address constant text := nullif(lower(btrim(client_email)), '');
begin
  if valid_days is null or valid_days not between 1 and 90 then
    raise exception 'A link is valid for 1 to 90 days' using errcode = 'PT422';
  end if;
  if char_length(passphrase) not between 8 and 200 then
    raise exception 'A passphrase has 8 to 200 characters' using errcode = 'PT422';
  end if;
  if (
    select count(*) from public.sign_off_requests as request
    where request.document_id = ask_sign_off.document_id
      and request.withdrawn_at is null and request.expires_at > now()
  ) >= 20 then
    raise exception 'At most 20 links to one text are open' using errcode = 'PT429';
  end if;
  if not coalesce(private.is_email(address), true) then
    raise exception 'Please check the address of the client' using errcode = 'PT422';
  end if;
  if address is not null and (
    select count(*) from public.sign_off_requests as request
    where request.asked_by = auth.uid() and request.client_email is not null
      and request.asked_at > now() - interval '1 hour'
  ) >= 30 then
    raise exception 'You have asked 30 clients by mail within an hour. Try again later' using errcode = 'PT429';
  end if;
  insert into public.sign_off_requests (
    id, kind, document_id, version, title, content, client_name, client_email, asked_by, asked_by_email,
    expires_at
  ) values (
    request_id, kind, document_id, expected_version, private.document_title(kind, content), content,
    btrim(client_name), address, auth.uid(), private.caller_email(), now() + interval '1 day' * valid_days
  );
  insert into private.sign_off_keys (request_id, passphrase_hash)
  values (request_id, private.hash_of_secret(passphrase, request_id::text));
  if address is not null then
    perform private.plan_mail('sign-off-asked', request_id => request_id);
  end if;
  return jsonb_build_object('id', request_id, 'token', private.issue_sign_off_token(request_id));
exception when check_violation or not_null_violation then
  raise exception 'The name of the client has 1 to 80 characters' using errcode = 'PT422';
end
$$;
comment on function public.ask_sign_off(uuid, integer, text, integer, text, text) is
  'Makes a link by which a client approves what is saved. Staff only.';

-- The same links with what is saved now, valid for 14 more days, and a mail to the client whose address is known. Its
-- maker stays asked_by, also when another member calls: the links are withdrawn when who knows them leaves. Errors as in
-- ask_sign_off; PT404 also for withdrawn links.
create function public.ask_sign_off_again(request_id uuid, expected_version integer)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  wanted constant uuid := (
    select request.document_id from public.sign_off_requests as request
    where request.id = request_id and request.withdrawn_at is null
  );
  now_saved constant jsonb := private.content_to_ask(wanted, expected_version);
begin
  update public.sign_off_requests as request set
    version = expected_version,
    title = private.document_title(request.kind, now_saved),
    content = now_saved,
    -- A mail that waits becomes the one that this call asks for.
    earlier_content = case
      when exists (
        select from private.mails as mail
        where mail.request_id = request.id and mail.kind = 'sign-off-asked' and private.is_waiting(mail)
      ) then request.earlier_content
      else request.content
    end,
    asked_at = now(),
    expires_at = greatest(request.expires_at, now() + interval '14 days')
  where request.id = request_id;
  perform private.plan_mail('sign-off-asked', request_id => request.id)
  from public.sign_off_requests as request
  where request.id = ask_sign_off_again.request_id and request.client_email is not null;
end
$$;
comment on function public.ask_sign_off_again(uuid, integer) is
  'Shows the client what is saved now, by the same link. Staff only.';

-- Writes a note on a document for other members; clients are shown none. Sent again it is stored once.
--
-- note  {"id", "document_id", "anchor": as of comments, "text", "for": the email of a member, or null}
--
-- Errors: PT404 deleted, PT422 a value is out of its limits, PT429 more than 200 notes on one document.
create function public.write_note(note jsonb)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  document constant uuid := note ->> 'document_id';
  content constant jsonb := private.saved_content(private.kind_of_document(document), document);
  anchor constant text[] := array(select jsonb_array_elements_text(note -> 'anchor'));
begin
  if not private.is_staff() then
    raise exception 'Only staff may write notes' using errcode = '42501';
  end if;
  if content is null then
    raise exception 'This text has been deleted' using errcode = 'PT404';
  end if;
  if (
    select count(*) from public.sign_off_comments as known where known.document_id = document
  ) >= 200 then
    raise exception 'A text has at most 200 notes' using errcode = 'PT429';
  end if;
  insert into public.sign_off_comments (id, document_id, author_id, for_id, anchor, anchored, quote, text)
  select
    (note ->> 'id')::uuid, document, author.id, named.id, anchor,
    case when cardinality(anchor) > 0 then content #> anchor end,
    case when jsonb_typeof(content #> anchor) = 'string' then nullif(left(content #>> anchor, 300), '') end,
    note ->> 'text'
  from public.staff_members as author
  left join public.staff_members as named on named.email = lower(note ->> 'for')
  where author.email = private.caller_email()
  on conflict (id) do nothing;
exception when integrity_constraint_violation or data_exception then
  raise exception 'A note has 1 to 4000 characters' using errcode = 'PT422';
end
$$;
comment on function public.write_note(jsonb) is 'Writes a note on a document for other members. Staff only.';

-- Notes for the caller that are not done, the newest first.
create function public.list_notes_for_me()
returns table (
  id uuid,
  kind text,
  document_id uuid,
  title text,
  author_email text,
  "text" text,
  created_at timestamptz
)
language plpgsql
stable
security definer
rows 10
set search_path = ''
as $$
begin
  if not private.is_staff() then
    raise exception 'Only staff may read notes' using errcode = '42501';
  end if;
  return query
  select
    note.id, kinds.kind, note.document_id,
    private.document_title(kinds.kind, private.saved_content(kinds.kind, note.document_id)),
    author.email, note.text, note.created_at
  from public.sign_off_comments as note
  join public.staff_members as named on named.id = note.for_id
  left join public.staff_members as author on author.id = note.author_id
  cross join lateral (select private.kind_of_document(note.document_id) as kind) as kinds
  where named.email = private.caller_email() and not note.is_done and kinds.kind is not null
  order by note.created_at desc
  limit 50;
end
$$;
comment on function public.list_notes_for_me() is 'Notes for the caller that are not done. Staff only.';

-- Answers a comment of a client or a note, and marks it as done. A client whose address is known gets one mail with all answers of
-- five minutes; every client reads them on the page of the link. Errors: PT404 no such comment, PT422 the answer is
-- empty or too long.
create function public.answer_sign_off(comment_id uuid, answer text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  request public.sign_off_requests;
begin
  if not private.is_staff() then
    raise exception 'Only staff may answer a client' using errcode = '42501';
  end if;
  select known.* into request
  from public.sign_off_requests as known
  where known.id = (
    select comment.request_id from public.sign_off_comments as comment where comment.id = comment_id
  )
  for update;
  update public.sign_off_comments as comment set
    answer = coalesce(answer_sign_off.answer, ''),
    answered_by_email = private.caller_email(),
    answered_at = now(),
    is_done = true
  where comment.id = comment_id;
  if not found then
    raise exception 'This comment has been deleted' using errcode = 'PT404';
  end if;
  if request.client_email is not null then
    perform private.plan_mail(
      'sign-off-answered', request_id => request.id, at => now() + interval '5 minutes'
    );
  end if;
exception when check_violation then
  raise exception 'An answer has 1 to 4000 characters' using errcode = 'PT422';
end
$$;
comment on function public.answer_sign_off(uuid, text) is 'Answers a comment of a client or a note. Staff only.';

create function public.withdraw_sign_off(request_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not private.is_staff() then
    raise exception 'Only staff may withdraw a link' using errcode = '42501';
  end if;
  update public.sign_off_requests as request set withdrawn_at = now(), client_email = null
  where request.id = request_id and request.withdrawn_at is null;
end
$$;
comment on function public.withdraw_sign_off(uuid) is 'Closes the link of a client for good. Staff only.';

-- Requests, the newest first, with what became of them; of one document, or those that wait: on the
-- client, or on staff for comments that are not done and words that are approved and not published.
create function public.list_sign_offs(of_document uuid default null)
returns table (
  id uuid,
  kind text,
  document_id uuid,
  title text,
  version integer,
  client_name text,
  client_email text,
  asked_by_email text,
  asked_at timestamptz,
  expires_at timestamptz,
  withdrawn_at timestamptz,
  is_current boolean,
  is_live boolean,
  approved_by text,
  approved_at timestamptz,
  approved_version integer,
  open_comments bigint,
  last_comment_at timestamptz,
  asks_change boolean,
  unsent_mail jsonb
)
language plpgsql
stable
security definer
rows 20
set search_path = ''
as $$
begin
  if not private.is_staff() then
    raise exception 'Only staff may read requests' using errcode = '42501';
  end if;
  return query
  select
    request.id, request.kind, request.document_id, request.title, request.version,
    request.client_name, request.client_email, request.asked_by_email, request.asked_at, request.expires_at,
    request.withdrawn_at,
    coalesce(words.shown = private.shown_content(request.kind, saved.content), false)
      -- What the library knows about the pictures may have changed since.
      and (
        approval.content_hash is null
        or approval.content_hash = private.content_hash(request.kind, request.content)
      ),
    words.shown = private.shown_content(
      request.kind, private.document_content(request.kind, request.document_id)
    )
      and (
        private.is_published_case_study(request.document_id)
        or private.is_live_blog_post(request.document_id)
      ),
    approval.name, approval.approved_at, approval.version, comments.open, comments.last_at, comments.asks_change,
    private.unsent_mail(array(
      select mail from private.mails as mail
      where mail.request_id = request.id and mail.kind in ('sign-off-asked', 'sign-off-answered')
    ))
  from public.sign_off_requests as request
  cross join lateral (
    select private.saved_content(request.kind, request.document_id) as content
  ) as saved
  cross join lateral (select private.shown_content(request.kind, request.content) as shown) as words
  left join lateral (
    select given.name, given.approved_at, given.version, given.content_hash
    from public.sign_off_approvals as given
    where given.request_id = request.id order by given.approved_at desc limit 1
  ) as approval on true
  cross join lateral (
    select
      count(*) filter (where not comment.is_done) as open,
      max(comment.created_at) as last_at,
      coalesce(bool_or(comment.asks_change and not comment.is_done), false) as asks_change
    from public.sign_off_comments as comment where comment.request_id = request.id
  ) as comments
  where case
    when of_document is not null then request.document_id = of_document
    else saved.content is not null and request.withdrawn_at is null
      and request.asked_at > now() - interval '180 days'
  end
  order by request.asked_at desc
  limit 200;
end
$$;
comment on function public.list_sign_offs(uuid) is
  'Requests to clients and their answers. Staff only.';

-- Comments and notes on a document, the oldest first, with whether the words beside them have changed since.
create function public.list_sign_off_comments(document_id uuid)
returns table (
  id uuid,
  client_name text,
  author_name text,
  anchor text[],
  quote text,
  "text" text,
  asks_change boolean,
  is_done boolean,
  answer text,
  answered_by_email text,
  answered_at timestamptz,
  created_at timestamptz,
  is_outdated boolean,
  is_note boolean,
  author_email text,
  for_email text
)
language plpgsql
stable
security definer
rows 20
set search_path = ''
as $$
declare
  now_saved constant jsonb := private.saved_content(
    private.kind_of_document(list_sign_off_comments.document_id), list_sign_off_comments.document_id
  );
begin
  if not private.is_staff() then
    raise exception 'Only staff may read comments' using errcode = '42501';
  end if;
  return query
  select
    comment.id, request.client_name, comment.author_name, comment.anchor, comment.quote, comment.text,
    comment.asks_change, comment.is_done, comment.answer, comment.answered_by_email, comment.answered_at,
    comment.created_at, private.is_outdated(comment.anchor, comment.anchored, now_saved),
    comment.document_id is not null, author.email, named.email
  from public.sign_off_comments as comment
  left join public.sign_off_requests as request on request.id = comment.request_id
  left join public.staff_members as author on author.id = comment.author_id
  left join public.staff_members as named on named.id = comment.for_id
  where list_sign_off_comments.document_id in (request.document_id, comment.document_id)
  order by comment.created_at, comment.id;
end
$$;
comment on function public.list_sign_off_comments(uuid) is 'What clients and members wrote beside a text. Staff only.';

-- A row of a list may have moved: it is outdated when no row is equal.
create function private.is_outdated(anchor text[], anchored jsonb, content jsonb)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select case
    when cardinality(anchor) = 0 then false
    when jsonb_typeof(content #> anchor[1:1]) = 'array'
      then not coalesce(content #> anchor[1:1] @> jsonb_build_array(anchored), false)
    else content #> anchor is distinct from anchored
  end
$$;

-- Who made a link knows it, and could approve in the name of the client after they have left.
create function private.withdraw_sign_offs_of_member()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.sign_off_requests as request set withdrawn_at = now(), client_email = null
  where request.asked_by_email = old.email and request.withdrawn_at is null;
  return null;
end
$$;
create trigger staff_members_withdraw_sign_offs
  after delete on public.staff_members
  for each row execute function private.withdraw_sign_offs_of_member();

-- Who made a link stays known by the new address, so that it is withdrawn when they leave.
create function private.keep_sign_offs_of_member()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.sign_off_requests as request set asked_by_email = new.email
  where request.asked_by_email = old.email;
  return null;
end
$$;
create trigger staff_members_keep_sign_offs
  after update of email on public.staff_members
  for each row when (new.email <> old.email)
  execute function private.keep_sign_offs_of_member();

-- For the client: the request of a token, the hash of what it shows now, and what is in its way. outcome: ready, or unknown, withdrawn, expired,
-- deleted, passphrase (it needs one), wrong-passphrase, locked (ten wrong ones within an hour). Nothing is raised,
-- because that would undo the count of wrong ones.
create function private.enter_sign_off(
  token text,
  passphrase text,
  out request public.sign_off_requests,
  out content_hash text,
  out outcome text
)
language plpgsql
security definer
set search_path = ''
as $$
declare
  key private.sign_off_keys;
begin
  outcome := 'unknown';
  -- Locked, so that simultaneous guesses are counted.
  select * into key from private.sign_off_keys as known
  where known.request_id = (
    select link.request_id from private.sign_off_tokens as link
    where link.token_hash = private.hash_of_secret(token)
  )
  for update;
  if not found then
    return;
  end if;
  select * into request from public.sign_off_requests as known where known.id = key.request_id;
  outcome := case
    when request.withdrawn_at is not null then 'withdrawn'
    when request.expires_at <= now() then 'expired'
    when private.kind_of_document(request.document_id) is null then 'deleted'
    when key.passphrase_hash is null then 'ready'
    when key.wrong_guesses >= 10 and key.last_guess_at > now() - interval '1 hour' then 'locked'
    when passphrase is null then 'passphrase'
    when key.passphrase_hash = private.hash_of_secret(passphrase, request.id::text) then 'ready'
    else 'wrong-passphrase'
  end;
  if outcome = 'wrong-passphrase' then
    update private.sign_off_keys as known set
      wrong_guesses = case
        when known.last_guess_at > now() - interval '1 hour' then known.wrong_guesses + 1 else 1
      end,
      last_guess_at = now()
    where known.request_id = key.request_id;
  end if;
  if outcome = 'ready' then
    content_hash := private.content_hash(request.kind, request.content);
  else
    request := null;
  end if;
end
$$;

-- {"outcome"}; when it is ready also "request", what the library knows about its pictures, its comments, and the
-- approval of these words. Opening approves nothing: programs that check mails open links.
create function public.open_sign_off(token text, passphrase text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  entered record;
  request public.sign_off_requests;
begin
  select * into entered from private.enter_sign_off(token, passphrase);
  if entered.outcome <> 'ready' then
    return jsonb_build_object('outcome', entered.outcome);
  end if;
  request := entered.request;
  return jsonb_build_object(
    'outcome', 'ready',
    'request',
    to_jsonb(request) - array[
      'client_email', 'asked_by', 'asked_by_email', 'withdrawn_at', 'document_id', 'earlier_content'
    ]
      || jsonb_build_object('content_hash', entered.content_hash),
    'is_current',
    private.shown_content(request.kind, request.content) = private.shown_content(
      request.kind, private.saved_content(request.kind, request.document_id)
    ),
    'picture_facts', private.picture_facts_in(request.content::text),
    'approval', (
      select jsonb_build_object(
        'name', given.name, 'approved_at', given.approved_at, 'is_mailed', given.email is not null
      )
      from public.sign_off_approvals as given
      where given.request_id = request.id and given.content_hash = entered.content_hash
    ),
    'comments', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', comment.id, 'author_name', comment.author_name, 'anchor', comment.anchor,
            'quote', comment.quote, 'text', comment.text, 'asks_change', comment.asks_change,
            'is_done', comment.is_done, 'answer', comment.answer, 'answered_at', comment.answered_at,
            'created_at', comment.created_at,
            'is_outdated', private.is_outdated(comment.anchor, comment.anchored, request.content)
          )
          order by comment.created_at, comment.id
        ),
        '[]'
      )
      from public.sign_off_comments as comment where comment.request_id = request.id
    )
  );
end
$$;
comment on function public.open_sign_off(text, text) is
  'What a client reads by the link of a request. For anyone with its token.';

-- {"outcome"}: stored (also when it was before), approved (these words are, so comments are closed), full (200
-- comments, or 60 within an hour), invalid, or an outcome of enter_sign_off.
--
-- comment  {"id", "author_name", "anchor", "quote", "text", "asks_change"}
create function public.comment_sign_off(token text, passphrase text, comment jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  entered record;
  request public.sign_off_requests;
  anchor text[];
begin
  select * into entered from private.enter_sign_off(token, passphrase);
  if entered.outcome <> 'ready' then
    return jsonb_build_object('outcome', entered.outcome);
  end if;
  request := entered.request;
  if exists (
    select from public.sign_off_comments as known
    where known.id = (comment ->> 'id')::uuid and known.request_id = request.id
  ) then
    return '{"outcome": "stored"}';
  end if;
  if exists (
    select from public.sign_off_approvals as given
    where given.request_id = request.id and given.content_hash = entered.content_hash
  ) then
    return '{"outcome": "approved"}';
  end if;
  anchor := array(select jsonb_array_elements_text(comment -> 'anchor'));
  if (
    select count(*) >= 200 or count(*) filter (where known.created_at > now() - interval '1 hour') >= 60
    from public.sign_off_comments as known where known.request_id = request.id
  ) then
    return '{"outcome": "full"}';
  end if;
  insert into public.sign_off_comments (id, request_id, author_name, anchor, anchored, quote, text, asks_change)
  values (
    (comment ->> 'id')::uuid, request.id, btrim(comment ->> 'author_name'), anchor,
    case when cardinality(anchor) > 0 then request.content #> anchor end,
    comment ->> 'quote', comment ->> 'text', coalesce((comment ->> 'asks_change')::boolean, false)
  );
  perform private.plan_mail('sign-off-commented', request_id => request.id);
  return '{"outcome": "stored"}';
exception when integrity_constraint_violation or data_exception then
  return '{"outcome": "invalid"}';
end
$$;
comment on function public.comment_sign_off(text, text, jsonb) is
  'Stores a comment of a client. For anyone with the token of the request.';

-- {"outcome"}: approved, with name and time of the approval (of the first one if two approve at once), changed (the
-- words are no longer those of content_hash, or staff have saved others since), invalid, or an outcome of
-- enter_sign_off.
--
-- approval  {"id", "name", "email", "content_hash"}
create function public.approve_sign_off(token text, passphrase text, approval jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  entered record;
  request public.sign_off_requests;
  given public.sign_off_approvals;
begin
  select * into entered from private.enter_sign_off(token, passphrase);
  if entered.outcome <> 'ready' then
    return jsonb_build_object('outcome', entered.outcome);
  end if;
  request := entered.request;
  if entered.content_hash is distinct from approval ->> 'content_hash'
    or entered.content_hash <> private.content_hash(
      request.kind, private.saved_content(request.kind, request.document_id)
    )
  then
    return '{"outcome": "changed"}';
  end if;
  insert into public.sign_off_approvals
    (id, request_id, document_id, version, content_hash, content, name, email)
  values (
    (approval ->> 'id')::uuid, request.id, request.document_id, request.version, entered.content_hash,
    private.canonical_content(request.kind, request.content), btrim(approval ->> 'name'),
    nullif(lower(btrim(approval ->> 'email')), '')
  )
  on conflict on constraint sign_off_approvals_once do nothing
  returning * into given;
  if given.id is not null then
    perform private.plan_mail('sign-off-approved', request_id => request.id);
    if given.email is not null then
      perform private.plan_mail('sign-off-receipt', request_id => request.id);
    end if;
    -- The figures on the page are confirmed now.
    if private.is_published_case_study(request.document_id) then
      perform private.note_published_change('case-study', request.document_id, 'changed');
    end if;
  else
    select * into given from public.sign_off_approvals as known
    where known.request_id = request.id and known.content_hash = entered.content_hash;
  end if;
  return jsonb_build_object(
    'outcome', 'approved', 'name', given.name, 'approved_at', given.approved_at
  );
exception when integrity_constraint_violation or data_exception then
  return '{"outcome": "invalid"}';
end
$$;
comment on function public.approve_sign_off(text, text, jsonb) is
  'Stores the approval of a client. For anyone with the token of the request.';

-- A computed column of case_studies: {"metrics": [{"by", "at"} or null], "quote"}, in the order of the figures; null
-- without any. A figure is confirmed while an approval holds the very same value and label.
create function public.confirmations(study public.case_studies)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  with approved as materialized (
    select approval.content::jsonb as content, approval.approved_at,
      jsonb_build_object('by', approval.name, 'at', approval.approved_at) as confirmation
    from public.sign_off_approvals as approval
    where approval.document_id = study.id
      and (private.is_published_case_study(study.id) or (select private.is_staff()))
  )
  select case when exists (select from approved) then jsonb_build_object(
    'metrics', (
      select jsonb_agg(
        (
          select approved.confirmation from approved
          where approved.content -> 'metrics' @> jsonb_build_array(jsonb_build_object(
            'metric_value', metric.metric_value, 'metric_label', metric.metric_label
          ))
          order by approved.approved_at desc limit 1
        )
        order by metric.display_order
      )
      from public.case_study_metrics as metric where metric.case_study_id = study.id
    ),
    'quote', (
      select approved.confirmation from approved
      join public.case_studies as stored on stored.id = study.id
      where approved.content #>> '{study,client_quote}' = stored.client_quote
      order by approved.approved_at desc limit 1
    )
  ) end
$$;
comment on function public.confirmations(public.case_studies) is
  'Which figures of a study that the caller may read a client has approved, who, and when.';

-- The page of a published study names the approval until the next build.
create function private.note_removed_approval()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if private.is_published_case_study(old.document_id) then
    perform private.note_published_change('case-study', old.document_id, 'changed');
  end if;
  return null;
end
$$;
create trigger sign_off_approvals_note_removal
  after delete on public.sign_off_approvals
  for each row execute function private.note_removed_approval();

-- Deletes what clients were asked when the document can no longer be restored.
create function private.drop_sign_offs()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if private.kind_of_document(old.id) is null then
    delete from public.sign_off_requests as request where request.document_id = old.id;
    delete from public.sign_off_comments as note where note.document_id = old.id;
    delete from public.sign_off_demands as demand where demand.document_id = old.id;
  end if;
  return null;
end
$$;
create constraint trigger deleted_documents_drop_sign_offs
  after delete on public.deleted_documents deferrable initially deferred
  for each row execute function private.drop_sign_offs();

grant execute on function
  public.ask_sign_off(uuid, integer, text, integer, text, text),
  public.ask_sign_off_again(uuid, integer),
  public.answer_sign_off(uuid, text),
  public.write_note(jsonb),
  public.list_notes_for_me(),
  public.withdraw_sign_off(uuid),
  public.list_sign_offs(uuid),
  public.list_sign_off_comments(uuid)
to authenticated;
grant execute on function
  public.open_sign_off(text, text),
  public.comment_sign_off(text, text, jsonb),
  public.approve_sign_off(text, text, jsonb)
to anon, authenticated;
grant execute on function public.confirmations(public.case_studies) to anon, authenticated, service_role;
