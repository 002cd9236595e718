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
  constraint csp_reports_path_length check (char_length(path) between 1 and 120)
);
comment on table private.csp_reports is
  'Reports of the Content-Security-Policy by kind and day: at most 200 kinds a day, 30 days.';
comment on column private.csp_reports.blocked is 'An origin, or a word such as inline; never an address.';
comment on column private.csp_reports.path is 'Of our own page, without its query.';
revoke all on private.csp_reports from public, anon, authenticated, service_role;

create table private.csp_report_senders (
  day date not null,
  sender_hash text not null,
  reports integer not null,
  primary key (day, sender_hash),
  constraint csp_report_senders_sender_hash_length check (char_length(sender_hash) between 1 and 64)
);
comment on table private.csp_report_senders is
  'Counts behind the limit of reports per sender, one day. Keyed hashes, no addresses.';
revoke all on private.csp_report_senders from public, anon, authenticated, service_role;

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
revoke execute on function public.count_csp_reports(jsonb, text)
  from public, anon, authenticated;
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
revoke execute on function private.frequent_csp_reports() from public;
