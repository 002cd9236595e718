-- Jobs of pg_cron, on projects that have it. Without it each request erases old rows, the next enquiry sends
-- the mails that are due, the next save requests the build, and the next build or visit of staff publishes the
-- changes that are due.

-- Call it again after enabling pg_cron and pg_net and storing the two secrets of the vault (project_url,
-- service_role_key).
create function private.schedule_jobs()
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
    perform cron.schedule(
      'erase-old-newsletter-subscribers', '23 3 * * *',
      'select public.erase_old_newsletter_subscribers()'
    );
    -- Known by its name to has_publishing_schedule.
    perform cron.schedule(
      'publish-due-changes', '* * * * *', 'select public.publish_due_changes()'
    );
  end if;
  if extensions @> array['pg_cron', 'pg_net', 'supabase_vault'] then
    perform cron.schedule('send-due-mails', '* * * * *', private.function_call_job(
      'send-contact-email/retry', 'private.has_due_mail()'
    ));
    -- After a pause, after a failed call, and for scheduled posts.
    perform cron.schedule('call-deploy-hook', '* * * * *', private.function_call_job(
      'deploy-hook',
      'exists (select from private.published_changes where call_id is null and due_at <= now())'
    ));
  end if;
end
$$;
comment on function private.schedule_jobs() is
  'Creates or renews the scheduled jobs, where the extensions for them are enabled.';

-- The statement of a job that calls an edge function when the condition holds.
create function private.function_call_job(path text, condition text)
returns text
language sql
set search_path = ''
as $$
  select format(
    $job$
      select net.http_post(
        url := address.decrypted_secret || '/functions/v1/%s',
        headers := jsonb_build_object(
          'content-type', 'application/json',
          'authorization', 'Bearer ' || secret.decrypted_secret
        )
      )
      from vault.decrypted_secrets as address, vault.decrypted_secrets as secret
      where address.name = 'project_url' and secret.name = 'service_role_key'
        and %s
    $job$,
    path, condition
  )
$$;

select private.schedule_jobs();
