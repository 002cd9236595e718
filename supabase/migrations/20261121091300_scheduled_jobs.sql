-- Jobs of pg_cron, on projects that have it. Without it each request erases old rows, the next enquiry sends
-- the mails that are due, the next save requests the build, and the next build or visit of staff publishes the
-- changes that are due.

-- The last call of each job to an edge function; its answer is in net._http_response for some hours.
create table private.job_calls (
  job text primary key,
  request_id bigint not null,
  called_at timestamptz not null default now(),
  constraint job_calls_job_form check (job ~ '^[a-z][a-z-]{0,39}$'),
  constraint job_calls_times_range check (private.are_times(called_at))
);
comment on table private.job_calls is 'The last call of each scheduled job to an edge function.';

-- Call it again after enabling pg_cron and pg_net and storing the two secrets of the vault (project_url,
-- secret_key).
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
    perform cron.schedule(
      'erase-old-unknown-addresses', '29 3 * * *', 'select private.erase_old_unknown_addresses()'
    );
    -- Known by its name to has_publishing_schedule.
    perform cron.schedule(
      'publish-due-changes', '* * * * *', 'select public.publish_due_changes()'
    );
  end if;
  if extensions @> array['pg_cron', 'pg_net', 'supabase_vault'] then
    perform cron.schedule('send-due-mails', '* * * * *', private.function_call_job(
      'send-due-mails', 'send-contact-email/retry', 'private.has_due_mail()'
    ));
    perform cron.schedule('check-enquiries', '* * * * *', private.function_call_job(
      'check-enquiries', 'send-contact-email/check', 'private.is_enquiry_check_due()'
    ));
    perform cron.schedule('check-links', '* * * * *', private.function_call_job(
      'check-links', 'link-check', 'private.is_link_check_due()'
    ));
    -- After a pause, after a failed call, and for scheduled posts.
    perform cron.schedule('call-deploy-hook', '* * * * *', private.function_call_job(
      'call-deploy-hook', 'deploy-hook',
      'exists (select from private.published_changes where call_id is null and due_at <= now())'
    ));
  end if;
end
$$;
comment on function private.schedule_jobs() is
  'Creates or renews the scheduled jobs, where the extensions for them are enabled.';

-- The statement of a job that calls an edge function when the condition holds. The secret key goes in apikey: as a
-- Bearer token it would have to be a session.
create function private.function_call_job(job text, path text, condition text)
returns text
language sql
set search_path = ''
as $$
  select format(
    $job$
      with called as (
        select net.http_post(
          url := address.decrypted_secret || '/functions/v1/%2$s',
          headers := jsonb_build_object(
            'content-type', 'application/json', 'apikey', secret.decrypted_secret
          ),
          timeout_milliseconds := 30000
        ) as request_id
        from vault.decrypted_secrets as address, vault.decrypted_secrets as secret
        where address.name = 'project_url' and secret.name = 'secret_key'
          and %3$s
      )
      insert into private.job_calls as known (job, request_id)
      select '%1$s', called.request_id from called
      on conflict (job) do update set request_id = excluded.request_id, called_at = now()
    $job$,
    job, path, condition
  )
$$;

-- [{"name", "schedule", "ran_at", "problem", "called_at", "status"}]: per job its last run of the last day with what
-- went wrong, its last call of a function with the status of the answer. Null without pg_cron.
create function private.job_states()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  states jsonb;
begin
  if to_regclass('cron.job_run_details') is null then
    return null;
  end if;
  execute $query$
    select coalesce(jsonb_agg(jsonb_build_object(
      'name', job.jobname,
      'schedule', job.schedule,
      'ran_at', run.start_time,
      'problem', case when run.status = 'failed' then left(run.return_message, 300) end,
      'called_at', known.called_at,
      'request_id', known.request_id
    ) order by job.jobname), '[]'::jsonb)
    from cron.job as job
    left join private.job_calls as known on known.job = job.jobname
    left join lateral (
      select details.start_time, details.status, details.return_message
      from cron.job_run_details as details
      where details.jobid = job.jobid and details.start_time > now() - interval '1 day'
      order by details.start_time desc limit 1
    ) as run on true
  $query$ into states;
  if to_regclass('net._http_response') is not null then
    execute $query$
      select coalesce(jsonb_agg(state - 'request_id' || jsonb_build_object(
        'status', answer.status_code,
        'problem', coalesce(state ->> 'problem', answer.error_msg)
      ) order by state ->> 'name'), '[]'::jsonb)
      from jsonb_array_elements($1) as state
      left join net._http_response as answer on answer.id = (state ->> 'request_id')::bigint
    $query$ using states into states;
  end if;
  return states;
end
$$;

select private.schedule_jobs();
