-- The mails of an enquiry: one to the team and, if requested, a receipt. The function sends them after its
-- response; failed ones are retried.

-- Claims enquiries with a due mail, each for one caller. Sets the time of the next attempt at once, so that
-- another caller continues if this one crashes.
create function public.claim_enquiry_mails(max_count integer)
returns setof public.enquiries
language sql
security definer
set search_path = ''
as $$
  with due as materialized (
    select id from public.enquiries
    where next_attempt_at <= now() and not is_quarantined
    order by next_attempt_at
    limit least(greatest(max_count, 0), 50)
    for update skip locked
  )
  update public.enquiries as enquiry set
    mail_attempts = enquiry.mail_attempts + 1,
    -- Minutes until the next attempt; none after the eighth.
    next_attempt_at = now() + interval '1 minute'
      * (array[1, 5, 25, 120, 360, 720, 1440])[enquiry.mail_attempts + 1]
  from due where enquiry.id = due.id
  returning enquiry.*
$$;
comment on function public.claim_enquiry_mails(integer) is
  'Enquiries whose mail is due, counted as attempted. For the function send-contact-email only.';

-- mail   'team' or 'receipt'
-- error  null when the mail was sent
create function public.settle_enquiry_mail(enquiry_id uuid, mail text, error text default null)
returns void
language sql
security definer
set search_path = ''
as $$
  update public.enquiries as enquiry set
    state = outcome.state,
    receipt_state = outcome.receipt_state,
    mail_error = case
      when settle_enquiry_mail.error is not null then left(settle_enquiry_mail.error, 300)
      -- The error of one mail stays when the other was sent.
      when 'failed' in (outcome.state, outcome.receipt_state) then enquiry.mail_error
    end,
    next_attempt_at = case
      when outcome.state <> 'mailed' then enquiry.next_attempt_at
      -- After three failed attempts, the address of a receipt counts as wrong.
      when outcome.receipt_state in ('wanted', 'failed') and enquiry.mail_attempts < 3
        then enquiry.next_attempt_at
    end
  from (
    select
      known.id,
      case
        when settle_enquiry_mail.mail <> 'team' then known.state
        when settle_enquiry_mail.error is null then 'mailed' else 'failed'
      end as state,
      case
        when settle_enquiry_mail.mail <> 'receipt' then known.receipt_state
        when settle_enquiry_mail.error is null then 'sent' else 'failed'
      end as receipt_state
    from public.enquiries as known where known.id = settle_enquiry_mail.enquiry_id
  ) as outcome
  where enquiry.id = outcome.id
$$;
comment on function public.settle_enquiry_mail(uuid, text, text) is
  'Notes how a mail of an enquiry went. For the function send-contact-email only.';

revoke execute on function public.claim_enquiry_mails(integer), public.settle_enquiry_mail(uuid, text, text)
  from public, anon, authenticated;
grant execute on function public.claim_enquiry_mails(integer), public.settle_enquiry_mail(uuid, text, text)
  to service_role;

-- With a scheduler, mails are retried and old enquiries erased on time; without one, each new enquiry does
-- both. Call it again after enabling pg_cron and pg_net and storing the two secrets of the vault
-- (project_url, service_role_key).
create function private.schedule_enquiry_jobs()
returns void
language plpgsql
set search_path = ''
as $$
declare
  extensions constant text[] := array(select extname::text from pg_catalog.pg_extension);
begin
  if 'pg_cron' = any (extensions) then
    perform cron.schedule(
      'erase-old-enquiries', '17 3 * * *', 'select public.erase_old_enquiries()'
    );
  end if;
  if extensions @> array['pg_cron', 'pg_net', 'supabase_vault'] then
    perform cron.schedule(
      'send-due-mails',
      '* * * * *',
      $job$
        select net.http_post(
          url := address.decrypted_secret || '/functions/v1/send-contact-email/retry',
          headers := jsonb_build_object(
            'content-type', 'application/json',
            'authorization', 'Bearer ' || secret.decrypted_secret
          )
        )
        from vault.decrypted_secrets as address, vault.decrypted_secrets as secret
        where address.name = 'project_url' and secret.name = 'service_role_key'
          and private.has_due_mail()
      $job$
    );
  end if;
end
$$;
comment on function private.schedule_enquiry_jobs() is
  'Creates or renews the jobs for enquiries where the extensions for them are enabled.';
revoke execute on function private.schedule_enquiry_jobs() from public;
select private.schedule_enquiry_jobs();
