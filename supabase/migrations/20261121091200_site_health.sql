-- For the health screen: reports of the Content-Security-Policy, test mails, reviews of legal texts, and facts
-- that staff cannot read from tables.

-- Browsers' reports of Content-Security-Policy violations on our pages. Everyone can send reports, also false
-- ones, so their number is limited: a row counts the reports of one kind and day.
create table private.csp_reports (
  day date not null,
  directive text not null,
  blocked text not null,
  path text not null,
  reports integer not null default 1,
  primary key (day, directive, blocked, path),
  constraint csp_reports_directive_form check (directive ~ '^[a-z][a-z-]{0,39}$'),
  constraint csp_reports_blocked_length check (char_length(blocked) between 1 and 100),
  constraint csp_reports_path_length check (char_length(path) between 1 and 120),
  constraint csp_reports_day_range check (day between '2000-01-01' and '2099-12-31')
);
comment on table private.csp_reports is
  'Reports of the Content-Security-Policy by kind and day: at most 200 kinds a day, 30 days.';
comment on column private.csp_reports.blocked is 'An origin, or a word such as inline; never an address.';
comment on column private.csp_reports.path is 'Of our own page, without its query.';

create table private.csp_report_senders (
  day date not null,
  sender_hash text not null,
  reports integer not null,
  primary key (day, sender_hash),
  constraint csp_report_senders_sender_hash_length check (char_length(sender_hash) between 1 and 64),
  constraint csp_report_senders_day_range check (day between '2000-01-01' and '2099-12-31')
);
comment on table private.csp_report_senders is
  'Counts behind the limit of reports per sender, one day. Keyed hashes, no addresses.';

-- reports      [{"directive", "blocked", "path"}], at most 20
-- sender_hash  keyed hash of the sender's network and the day
--
-- Returns false when this sender has sent its 20 reports of the day, or when there are 1,000 other senders: so
-- one network cannot use up the kinds of a day, and many cannot fill the table of senders.
create function public.count_csp_reports(reports jsonb, sender_hash text)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  today constant date := (now() at time zone 'utc')::date;
  sender constant text := count_csp_reports.sender_hash;
  used integer;
  report record;
begin
  -- One at a time, so that the counts below are exact.
  perform pg_advisory_xact_lock(hashtext('public.count_csp_reports'));
  delete from private.csp_report_senders where day < today;
  delete from private.csp_reports where day <= today - 30;

  select known.reports into used from private.csp_report_senders as known
  where known.day = today and known.sender_hash = sender;
  if used >= 20
    or (used is null and (select count(*) from private.csp_report_senders) >= 1000)
  then
    return false;
  end if;

  for report in
    select given.directive, given.blocked, given.path
    from jsonb_to_recordset(count_csp_reports.reports)
      as given (directive text, blocked text, path text)
    limit 20 - coalesce(used, 0)
  loop
    insert into private.csp_report_senders as known (day, sender_hash, reports)
    values (today, sender, 1)
    on conflict (day, sender_hash) do update set reports = known.reports + 1;

    update private.csp_reports as known set reports = known.reports + 1
    where known.day = today and known.directive = report.directive
      and known.blocked = report.blocked and known.path = report.path;
    if not found and (select count(*) from private.csp_reports where day = today) < 200 then
      insert into private.csp_reports (day, directive, blocked, path)
      values (today, report.directive, report.blocked, report.path);
    end if;
  end loop;
  return true;
end
$$;
comment on function public.count_csp_reports(jsonb, text) is
  'Counts what a browser reports as blocked. For the function csp-reports only.';
grant execute on function public.count_csp_reports(jsonb, text) to service_role;

-- [{"directive", "blocked", "path", "reports"}]: the five most frequent of the last 7 days, each with its most
-- frequent page.
create function private.frequent_csp_reports()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(kind) order by kind.reports desc), '[]'::jsonb)
  from (
    select
      directive,
      blocked,
      (array_agg(path order by reports desc, path))[1] as path,
      sum(reports) as reports
    from private.csp_reports
    where day > (now() at time zone 'utc')::date - 7
    group by directive, blocked
    order by sum(reports) desc, directive, blocked
    limit 5
  ) as kind
$$;

-- The tool that applies the migrations lists them; the embedded backend has no such schema of its own.
create function private.schema_version()
returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  list constant regclass := coalesce(
    to_regclass('supabase_migrations.schema_migrations'),
    to_regclass('public."supabase_migrations.schema_migrations"')
  );
  newest text;
begin
  if list is not null then
    execute format('select max(version::text) from %s', list) into newest;
  end if;
  return newest;
end
$$;

-- Emails of owners without a second factor; empty if the Auth service does not support it.
create function private.owners_without_factor()
returns text[]
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  addresses text[] := '{}';
begin
  if to_regclass('auth.mfa_factors') is not null then
    execute $query$
      select coalesce(array_agg(member.email order by member.email), '{}')
      from public.staff_members as member
      where member.role = 'owner' and not exists (
        select from auth.users as account
        join auth.mfa_factors as factor on factor.user_id = account.id
        where lower(account.email) = member.email and factor.status::text = 'verified'
      )
    $query$ into addresses;
  end if;
  return addresses;
end
$$;

-- Which version of each legal text counsel has reviewed. The texts are in the site (src/content/legal-*.ts).
create table private.legal_reviews (
  document text primary key,
  updated date not null,
  reviewed_by text not null,
  reviewed_at timestamptz not null default now(),
  constraint legal_reviews_document_known check (document in ('privacy', 'terms', 'cookie')),
  constraint legal_reviews_updated_range check (updated between '2000-01-01' and '2099-12-31'),
  constraint legal_reviews_reviewed_by_length check (char_length(reviewed_by) between 3 and 320),
  constraint legal_reviews_times_range check (private.are_times(reviewed_at))
);
comment on table private.legal_reviews is 'Legal texts that counsel has reviewed, one row per text.';
comment on column private.legal_reviews.updated is
  'The date of the reviewed text: a later text has to be reviewed again.';
comment on column private.legal_reviews.reviewed_by is 'Email of the owner who confirmed it.';

create function public.confirm_legal_review(document text, updated date)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not private.is_owner() then
    raise exception 'Only an owner may confirm that a legal text was reviewed' using errcode = '42501';
  end if;
  insert into private.legal_reviews as known (document, updated, reviewed_by)
  select confirm_legal_review.document, confirm_legal_review.updated, lower(account.email)
  from auth.users as account where account.id = auth.uid()
  on conflict on constraint legal_reviews_pkey do update set
    updated = excluded.updated, reviewed_by = excluded.reviewed_by, reviewed_at = now();
  -- The page no longer says that it is a template.
  perform private.note_published_change('page-texts', page.id, 'changed')
  from public.page_texts as page where page.page = confirm_legal_review.document;
end
$$;
comment on function public.confirm_legal_review(text, date) is
  'Records that counsel has reviewed a legal text, named by its date. Owners only.';
grant execute on function public.confirm_legal_review(text, date) to authenticated;

create function public.reviewed_legal_texts()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(review.document, review.updated), '{}'::jsonb)
  from private.legal_reviews as review
$$;
comment on function public.reviewed_legal_texts() is
  'The date of each legal text that counsel has reviewed. For the build of the site.';
grant execute on function public.reviewed_legal_texts() to anon, authenticated;

-- The check of enquiries: every hour the function send-contact-email takes one of its own, as if a visitor had sent it.
create table private.enquiry_check (
  is_only boolean primary key default true,
  due_at timestamptz not null default now() + interval '1 hour',
  checked_at timestamptz,
  problem text,
  told_at timestamptz,
  constraint enquiry_check_is_only check (is_only),
  constraint enquiry_check_problem_length check (char_length(problem) between 1 and 300),
  constraint enquiry_check_times_range check (private.are_times(due_at, checked_at, told_at))
);
comment on table private.enquiry_check is 'When the check of enquiries ran last, and why it failed.';
comment on column private.enquiry_check.told_at is 'When owners got a mail about the problem: one a day.';
insert into private.enquiry_check default values;

-- Called by the scheduler (private.schedule_jobs), or by the launcher of the local backend.
create function private.is_enquiry_check_due()
returns boolean
language sql
stable
set search_path = ''
as $$
  select due_at <= now() from private.enquiry_check
$$;

-- problem  null when the enquiry was taken
create function public.settle_enquiry_check(problem text default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  reason constant text := left(nullif(btrim(settle_enquiry_check.problem), ''), 300);
  is_news boolean;
begin
  update private.enquiry_check as known set
    due_at = now() + interval '1 hour',
    checked_at = now(),
    problem = reason,
    told_at = case
      when reason is null then null
      when known.told_at > now() - interval '1 day' then known.told_at
      else now()
    end
  -- Hosted projects refuse an update without a condition (safeupdate).
  where known.is_only
  returning told_at = now() into is_news;
  if is_news then
    perform private.record_audit_event('enquiry check failed', reason, is_notice => true);
  end if;
end
$$;
comment on function public.settle_enquiry_check(text) is
  'Notes how the hourly check of enquiries went, and tells owners of a problem. For the function send-contact-email only.';
grant execute on function public.settle_enquiry_check(text) to service_role;

-- Auth counts its mails where SQL cannot read them. It keeps the time of the last mail of each kind with the account, and
-- empties these times with each new password, so they are noted here. A change of address, which is mailed to two
-- addresses, counts once.
create table private.account_mails (
  sent_at timestamptz not null,
  constraint account_mails_times_range check (private.are_times(sent_at))
);
comment on table private.account_mails is 'When Auth mailed an account, kept for an hour or until the next mail.';
create index account_mails_sent_at_idx on private.account_mails (sent_at);

create function private.note_account_mails()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Without waiting: Auth has its transaction open while it hands over a mail.
  delete from private.account_mails where ctid = any (array(
    select known.ctid from private.account_mails as known
    where known.sent_at < now() - interval '1 hour' for update skip locked
  ));
  insert into private.account_mails (sent_at)
  select mail.sent_at
  from (values
    (new.confirmation_sent_at, old.confirmation_sent_at),
    (new.recovery_sent_at, old.recovery_sent_at),
    (new.email_change_sent_at, old.email_change_sent_at),
    (new.reauthentication_sent_at, old.reauthentication_sent_at)
  ) as mail (sent_at, known_at)
  where mail.sent_at is not null and mail.sent_at is distinct from mail.known_at;
  return null;
end
$$;
create trigger note_account_mails
  after insert or update of confirmation_sent_at, recovery_sent_at, email_change_sent_at, reauthentication_sent_at
  on auth.users
  for each row execute function private.note_account_mails();

-- {"schema_version", "failed_mails": see private.failed_mails, "enquiry_check": {"checked_at", "problem"}, "bucket": {"public", "file_size_limit", "allowed_mime_types"},
-- "owners_without_factor" (null for editors), "csp_reports": see private.frequent_csp_reports,
-- "legal_reviews": [{"document", "updated"}], "jobs": see private.job_states, "dead_links": see private.dead_links,
-- "links_checked_at", "unknown_addresses": how many were asked for on three days or more}
create function private.account_mails_of_hour()
returns bigint
language sql
stable
security definer
set search_path = ''
as $$
  select count(*) from private.account_mails where sent_at > now() - interval '1 hour'
$$;

create function public.site_health()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not private.is_staff() and not private.is_service() then
    raise exception 'Only staff may ask for the health of the site' using errcode = '42501';
  end if;
  return jsonb_build_object(
    'schema_version', private.schema_version(),
    'failed_mails', private.failed_mails(),
    'account_mails', private.account_mails_of_hour(),
    'enquiry_check', (
      select jsonb_build_object('checked_at', known.checked_at, 'problem', known.problem)
      from private.enquiry_check as known
    ),
    'bucket', (
      select jsonb_build_object(
        'public', bucket.public,
        'file_size_limit', bucket.file_size_limit,
        'allowed_mime_types', to_jsonb(bucket.allowed_mime_types)
      )
      from storage.buckets as bucket where bucket.id = 'images'
    ),
    'owners_without_factor', case
      when private.is_owner() or private.is_service() then private.owners_without_factor()
    end,
    'csp_reports', private.frequent_csp_reports(),
    'jobs', private.job_states(),
    'dead_links', private.dead_links(),
    'links_checked_at', (select max(link.checked_at) from private.links as link),
    'unknown_addresses', (select count(*) from public.list_unknown_addresses() as unknown where unknown.days >= 3),
    'legal_reviews', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'document', review.document, 'updated', review.updated
      )), '[]'::jsonb)
      from private.legal_reviews as review
    )
  );
end
$$;
comment on function public.site_health() is
  'Schema version, limits of the bucket, failed mails, the check of enquiries, blocked content, jobs, dead links, unknown addresses, reviewed legal texts. Staff, and the secret key.';
grant execute on function public.site_health() to authenticated, service_role;

-- Times of test mails, for their limits. No API role reads it.
create table private.test_mails (
  user_id uuid not null references auth.users (id) on delete cascade,
  sent_at timestamptz not null default now(),
  constraint test_mails_times_range check (private.are_times(sent_at))
);
comment on table private.test_mails is 'Counts behind the limit on test mails, one day.';
create index test_mails_user_id_sent_at_idx on private.test_mails (user_id, sent_at desc);

-- Returns the address of the calling owner and counts a test mail. PT429: one a minute, ten a day.
create function public.claim_test_mail()
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  address text;
begin
  if not private.is_owner() then
    raise exception 'Only an owner may send a test mail' using errcode = '42501';
  end if;
  perform pg_advisory_xact_lock(hashtext('private.test_mails'), hashtext(auth.uid()::text));
  delete from private.test_mails where sent_at < now() - interval '1 day';
  if exists (
      select 1 from private.test_mails
      where user_id = auth.uid() and sent_at > now() - interval '1 minute'
    )
    or (select count(*) from private.test_mails where user_id = auth.uid()) >= 10
  then
    raise exception 'A test mail went out just now. Please wait a minute; ten go out a day.'
      using errcode = 'PT429';
  end if;
  insert into private.test_mails (user_id) values (auth.uid());
  select account.email into address from auth.users as account where account.id = auth.uid();
  return address;
end
$$;
comment on function public.claim_test_mail() is
  'Own address of an owner who may have a test mail sent now. For the function send-contact-email.';
grant execute on function public.claim_test_mail() to authenticated;
