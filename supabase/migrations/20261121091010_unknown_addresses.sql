-- Unknown addresses: paths that visitors asked for and that have neither a page nor a redirect. A visitor can send any path,
-- so the list is a hint for staff. Only the path is kept, without a query and without anything about the visitor.

-- Whether the path is one that staff may want to redirect: it could be a redirect, no scanner asks for it, and no part of
-- it looks like the key of a link.
create function private.is_unknown_address(path text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select private.is_redirect_source(path)
    and path !~ '/\.'
    and path !~ '\.(php[0-9]?|phtml|aspx?|ashx|jspx?|do|action|cgi|env|git|sql|bak|old|swp|log|ini|conf|cfg|ya?ml|json|xml|pem|key|sh|exe|dll|tar|t?gz|zip|rar|7z)(/|$)'
    and path !~ '/(wp-(admin|includes|json|login|config)|wp-content/(plugins|themes)|cgi-bin|phpmyadmin|pma|actuator|vendor|telescope|owa|ecp|autodiscover|solr|jenkins|boaform|hnap1|_ignition|_profiler|server-status|graphql|swagger)(/|$)'
    and path !~ '[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}'
    and path !~ '(?=[a-z]*[0-9])[a-z0-9]{20}'
$$;

create table private.unknown_addresses (
  path text primary key,
  visits integer not null default 1,
  days integer not null default 1,
  last_at timestamptz not null default now(),
  is_dismissed boolean not null default false,
  constraint unknown_addresses_path_fit check (private.is_unknown_address(path)),
  constraint unknown_addresses_times_range check (private.are_times(last_at))
);
comment on table private.unknown_addresses is
  'Paths without a page that visitors asked for: at most 300, each for 90 days after the last visit. No backup has them.';
comment on column private.unknown_addresses.days is
  'On which a visitor asked for it: a flood of one day displaces none of two days.';

create function private.erase_old_unknown_addresses()
returns void
language sql
security definer
set search_path = ''
as $$
  delete from private.unknown_addresses where last_at < now() - interval '90 days'
$$;

-- All visitors together have 60 counted visits a minute, like the events of the security log.
create function private.count_unknown_address(address text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  is_new boolean;
begin
  if not private.take_event_budget('unknown addresses', 60) then
    return;
  end if;
  insert into private.unknown_addresses as known (path) values (address)
  on conflict (path) do update set
    visits = least(known.visits + 1, 1000000),
    days = known.days
      + case when (known.last_at at time zone 'utc')::date < (now() at time zone 'utc')::date then 1 else 0 end,
    last_at = now()
  returning known.visits = 1 into is_new;
  if is_new then
    perform private.erase_old_unknown_addresses();
    delete from private.unknown_addresses as known where known.path in (
      select other.path from private.unknown_addresses as other
      where other.path <> address
      order by other.days desc, other.last_at desc
      offset 299
    );
  end if;
end
$$;

-- Where an address without a page leads; null if nowhere, which is counted.
create function public.find_redirect(source text)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  target text;
begin
  if private.has_page(source) then
    return null;
  end if;
  select known.to_path into target from public.redirects as known where known.from_path = source;
  if target is null and private.is_unknown_address(source) then
    perform private.count_unknown_address(source);
  end if;
  return target;
end
$$;
comment on function public.find_redirect(text) is
  'Where an address without a page leads, for visitors of the not-found page. Counts one that leads nowhere.';
grant execute on function public.find_redirect(text) to anon, authenticated;

-- The 50 of most days that still lead nowhere.
create function public.list_unknown_addresses()
returns table (path text, visits integer, days integer, last_at timestamptz)
language sql
stable
security definer
rows 50
set search_path = ''
as $$
  select known.path, known.visits, known.days, known.last_at
  from private.unknown_addresses as known
  where (select private.is_staff() or private.is_service())
    and not known.is_dismissed
    and known.last_at > now() - interval '90 days'
    and not exists (select from public.redirects as moved where moved.from_path = known.path)
    and not private.has_page(known.path)
  order by known.days desc, known.visits desc, known.last_at desc, known.path
  limit 50
$$;
comment on function public.list_unknown_addresses() is
  'Paths without a page or redirect that visitors asked for, those of most days first. For staff.';

create function public.dismiss_unknown_address(path text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not private.is_staff() then
    raise exception 'Only staff may dismiss an unknown address' using errcode = '42501';
  end if;
  update private.unknown_addresses as known set is_dismissed = true
  where known.path = dismiss_unknown_address.path;
end
$$;
comment on function public.dismiss_unknown_address(text) is
  'Lists an unknown address no more, until it is erased.';
grant execute on function public.list_unknown_addresses(), public.dismiss_unknown_address(text) to authenticated;
