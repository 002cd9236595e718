-- For the health screen: facts that staff cannot read from tables.

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
revoke execute on function private.schema_version() from public;

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
revoke execute on function private.owners_without_factor() from public;

-- {"schema_version", "failed_enquiries", "bucket": {"public", "file_size_limit", "allowed_mime_types"},
-- "owners_without_factor" (null for editors), "csp_reports": see private.frequent_csp_reports}
create function public.site_health()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not private.is_staff() then
    raise exception 'Only staff may ask for the health of the site' using errcode = '42501';
  end if;
  return jsonb_build_object(
    'schema_version', private.schema_version(),
    'failed_enquiries', (
      select count(*) from public.enquiries as enquiry
      where not enquiry.is_quarantined and 'failed' in (enquiry.state, enquiry.receipt_state)
    ),
    'bucket', (
      select jsonb_build_object(
        'public', bucket.public,
        'file_size_limit', bucket.file_size_limit,
        'allowed_mime_types', to_jsonb(bucket.allowed_mime_types)
      )
      from storage.buckets as bucket where bucket.id = 'images'
    ),
    'owners_without_factor', case when private.is_owner() then private.owners_without_factor() end,
    'csp_reports', private.frequent_csp_reports()
  );
end
$$;
comment on function public.site_health() is
  'Version of the schema, limits of the bucket, enquiries whose mail failed, blocked content. Staff only.';
revoke execute on function public.site_health() from public, anon;
grant execute on function public.site_health() to authenticated;

-- Times of test mails, for their limits. No API role reads it.
create table private.test_mails (
  user_id uuid not null references auth.users (id) on delete cascade,
  sent_at timestamptz not null default now()
);
create index test_mails_user_id_sent_at_idx on private.test_mails (user_id, sent_at desc);
comment on table private.test_mails is 'Counts behind the limit on test mails, one day.';
revoke all on private.test_mails from public, anon, authenticated, service_role;

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
revoke execute on function public.claim_test_mail() from public, anon;
grant execute on function public.claim_test_mail() to authenticated;
