-- Calls of the host's deploy hook. The database decides when a caller may call, so that two saves at the same
-- time make one call; the function deploy-hook makes it and stores the result.
create table private.deploy_calls (
  id uuid primary key default gen_random_uuid(),
  requested_at timestamptz not null default now(),
  settled_at timestamptz,
  outcome text not null default 'running',
  reason text,
  changes integer not null,
  constraint deploy_calls_outcome_known check (outcome in ('running', 'accepted', 'failed')),
  constraint deploy_calls_reason_length check (char_length(reason) <= 300)
);
comment on table private.deploy_calls is
  'Calls of the deploy hook, 30 days. accepted: the host took it; what it built is not told.';
create index deploy_calls_requested_at_idx on private.deploy_calls (requested_at desc);
revoke all on private.deploy_calls from public, anon, authenticated, service_role;

-- Changes of a failed call become pending again, unless a newer row for the same document is pending.
create function private.fail_deploy_call(call_id uuid, reason text)
returns void
language sql
security definer
set search_path = ''
as $$
  update private.deploy_calls as call
  set outcome = 'failed', reason = left(fail_deploy_call.reason, 300), settled_at = now()
  where call.id = fail_deploy_call.call_id;
  delete from private.published_changes as covered
  where covered.call_id = fail_deploy_call.call_id
    and exists (
      select 1 from private.published_changes as waiting
      where waiting.call_id is null and waiting.kind = covered.kind
        and waiting.subject_id = covered.subject_id and waiting.action = covered.action
    );
  update private.published_changes as covered set call_id = null
  where covered.call_id = fail_deploy_call.call_id;
$$;
revoke execute on function private.fail_deploy_call(uuid, text) from public;

-- {"outcome": "call", "id"}         the caller has claimed the call and must make it
-- {"outcome": "wait", "seconds"}    the last call is less than a minute old
-- {"outcome": "nothing"}            there are no pending changes
create function public.claim_deploy_call()
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  pause constant interval := interval '60 seconds';
  last_call timestamptz;
  waiting integer;
  claimed uuid;
begin
  -- One at a time, so that a second caller finds the call of the first.
  perform pg_advisory_xact_lock(hashtext('private.deploy_calls'));
  perform private.fail_deploy_call(call.id, 'The call was not finished')
  from private.deploy_calls as call
  where call.outcome = 'running' and call.requested_at <= now() - pause;

  select count(distinct (kind, subject_id)) into waiting
  from private.published_changes where call_id is null and due_at <= now();
  if waiting = 0 then
    return '{"outcome": "nothing"}';
  end if;
  select max(requested_at) into last_call from private.deploy_calls;
  if last_call > now() - pause then
    return jsonb_build_object(
      'outcome', 'wait',
      'seconds', ceil(extract(epoch from last_call + pause - now()))
    );
  end if;

  delete from private.published_changes as covered
  using private.deploy_calls as call
  where covered.call_id = call.id and call.requested_at < now() - interval '30 days';
  delete from private.deploy_calls where requested_at < now() - interval '30 days';
  insert into private.deploy_calls (changes) values (waiting) returning id into claimed;
  update private.published_changes set call_id = claimed
  where call_id is null and due_at <= now();
  return jsonb_build_object('outcome', 'call', 'id', claimed);
end
$$;
comment on function public.claim_deploy_call() is
  'Hands the next call of the deploy hook to one caller. For the function deploy-hook only.';

-- error  null when the host accepted the call
create function public.settle_deploy_call(call_id uuid, error text default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if error is not null then
    perform private.fail_deploy_call(call_id, error);
  else
    update private.deploy_calls as call set outcome = 'accepted', settled_at = now()
    where call.id = settle_deploy_call.call_id;
  end if;
end
$$;
comment on function public.settle_deploy_call(uuid, text) is
  'Notes how a call of the deploy hook went. For the function deploy-hook only.';

revoke execute on function public.claim_deploy_call(), public.settle_deploy_call(uuid, text)
  from public, anon, authenticated;
grant execute on function public.claim_deploy_call(), public.settle_deploy_call(uuid, text)
  to service_role;

-- {"pending", "changed_at", "last_call": {"requested_at", "settled_at", "outcome", "reason"} or null}
create function public.deploy_state()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not private.is_staff() then
    raise exception 'Only staff may see what waits for a deploy' using errcode = '42501';
  end if;
  return (
    select jsonb_build_object(
      'pending', count(distinct (change.kind, change.subject_id)),
      'changed_at', max(change.changed_at),
      'last_call', (
        select jsonb_build_object(
          'requested_at', call.requested_at,
          'settled_at', call.settled_at,
          'outcome', call.outcome,
          'reason', call.reason
        )
        from private.deploy_calls as call order by call.requested_at desc limit 1
      )
    )
    from private.published_changes as change
    where change.call_id is null and change.due_at <= now()
  );
end
$$;
comment on function public.deploy_state() is
  'How many changes wait for a deploy, and the last call of the hook. Staff only.';
revoke execute on function public.deploy_state() from public, anon;
grant execute on function public.deploy_state() to authenticated;

-- Like private.schedule_enquiry_jobs. With pg_cron, pg_net and the two secrets of the vault (project_url,
-- service_role_key), pending calls are made within a minute without another save: after a pause, after a
-- failed call, and for scheduled posts.
create function private.schedule_deploy_calls()
returns void
language plpgsql
set search_path = ''
as $$
declare
  extensions constant text[] := array(select extname::text from pg_catalog.pg_extension);
begin
  if extensions @> array['pg_cron', 'pg_net', 'supabase_vault'] then
    perform cron.schedule(
      'call-deploy-hook',
      '* * * * *',
      $job$
        select net.http_post(
          url := address.decrypted_secret || '/functions/v1/deploy-hook',
          headers := jsonb_build_object(
            'content-type', 'application/json',
            'authorization', 'Bearer ' || secret.decrypted_secret
          )
        )
        from vault.decrypted_secrets as address, vault.decrypted_secrets as secret
        where address.name = 'project_url' and secret.name = 'service_role_key'
          and exists (
            select 1 from private.published_changes where call_id is null and due_at <= now()
          )
      $job$
    );
  end if;
end
$$;
comment on function private.schedule_deploy_calls() is
  'Creates or renews the job that calls the deploy hook, where the extensions for it are enabled.';
revoke execute on function private.schedule_deploy_calls() from public;
select private.schedule_deploy_calls();
