-- The blog: visitors read what is published and due, staff manage everything.
-- Every limit is repeated in supabase/functions/_shared/contracts/blog.ts; a test compares them.

-- The third check of a post's HTML, after the sanitising in the renderer and in the browser. It accepts only
-- the elements and attributes of _shared/markdown.ts, exactly as the renderer writes them: no other element,
-- no event handler, no style, only plain addresses.
create function private.is_rendered_post(html text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select html ~ (
    '^(?:[^<]'
    || '|</?(?:p|h[2-6]|blockquote|ul|ol|li|pre|code|span|em|strong|del|br|hr|sup|a|img|input|section'
    || '|table|thead|tbody|tr|th|td)(?:'
    || ' (?:class|id|title|alt|align|start|rel|aria-label|aria-describedby|data-footnotes'
    || '|data-footnote-ref|data-footnote-backref|loading|decoding)(?:="[^"]*")?'
    || '| href="(?:https?://|mailto:|tel:|#|/)[^"]*"'
    || '| src="(?:/storage/v1/object/public)?/images/[^"]*"'
    || '| type="checkbox"| checked| disabled'
    || ')*>)*$'
  )
$$;

-- Counts the words of a rendered post in the same way as countWords in the contract.
create function private.count_words(html text)
returns integer
language sql
immutable
set search_path = ''
as $$
  select coalesce(
    cardinality(
      regexp_split_to_array(
        nullif(btrim(regexp_replace(html, '<[^>]*>', '', 'g'), E' \t\n\r\f\v'), ''),
        E'[ \t\n\r\f\v]+'
      )
    ),
    0
  )
$$;

-- The text search parser of Postgres ignores HTML tags.
create function private.blog_search(title text, excerpt text, html text)
returns tsvector
language sql
immutable
set search_path = ''
as $$
  select to_tsvector('pg_catalog.simple'::regconfig, title || ' ' || excerpt || ' ' || html)
$$;

-- 'Design & build' becomes design-build; 'web design' and 'web-design' are one term. For a name with
-- characters that a slug cannot contain ('C++', other scripts), a few digits are added.
create function private.blog_term_slug(name text)
returns text
language sql
immutable
set search_path = ''
as $$
  select btrim(
    btrim(regexp_replace(lower(name), '[^a-z0-9]+', '-', 'g'), '-')
      || case when name ~ '[^a-zA-Z0-9 &''’.,/_-]' then '-' || left(md5(lower(name)), 6) else '' end,
    '-'
  )
$$;

revoke execute on function
  private.is_rendered_post(text),
  private.count_words(text),
  private.blog_search(text, text, text),
  private.blog_term_slug(text)
from public;
grant execute on function
  private.is_rendered_post(text),
  private.count_words(text),
  private.blog_search(text, text, text),
  private.blog_term_slug(text)
to anon, authenticated, service_role;

create table public.blog_authors (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  avatar_url text,
  constraint blog_authors_name_fit check (private.is_line(name, 80) and btrim(name) <> ''),
  constraint blog_authors_avatar_url_fit check (private.is_own_picture(avatar_url))
);
comment on table public.blog_authors is 'Whose name stands above a post. Not an account.';
create unique index blog_authors_name_key on public.blog_authors (lower(name));

create table public.blog_categories (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  slug text not null generated always as (private.blog_term_slug(name)) stored,
  constraint blog_categories_name_fit check (private.is_line(name, 60) and btrim(name) <> ''),
  constraint blog_categories_slug_present check (slug <> ''),
  constraint blog_categories_slug_key unique (slug)
);
comment on table public.blog_categories is 'One per post at most. Made on the fly when a post names one.';

create table public.blog_tags (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  slug text not null generated always as (private.blog_term_slug(name)) stored,
  constraint blog_tags_name_fit check (private.is_line(name, 40) and btrim(name) <> ''),
  constraint blog_tags_slug_present check (slug <> ''),
  constraint blog_tags_slug_key unique (slug)
);
comment on table public.blog_tags is 'Made on the fly when a post names one.';

create table public.blog_posts (
  id uuid primary key default gen_random_uuid(),
  slug text not null,
  title text not null,
  excerpt text not null default '',
  content_markdown text not null default '',
  content_html text not null default '',
  cover_image_url text,
  cover_alt text,
  status text not null default 'draft',
  author_id uuid references public.blog_authors (id) on delete set null,
  category_id uuid references public.blog_categories (id) on delete set null,
  reading_minutes integer not null generated always as (
    greatest(1, ceil(private.count_words(content_html) / 200.0))
  ) stored,
  version integer not null default 1,
  published_at timestamptz,
  created_by uuid references auth.users (id) on delete set null,
  updated_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint blog_posts_slug_length check (char_length(slug) <= 80),
  constraint blog_posts_slug_kebab check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  -- Posts are found by id or by slug: a slug must not have the form of an id.
  constraint blog_posts_slug_no_id
    check (slug !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'),
  -- Prerendered files with these names would replace the blog's index or its 404 page.
  constraint blog_posts_slug_free check (slug not in ('index', '404')),
  constraint blog_posts_title_fit check (private.is_line(title, 160) and btrim(title) <> ''),
  constraint blog_posts_excerpt_fit check (private.is_text(excerpt, 400)),
  constraint blog_posts_content_markdown_fit check (private.is_text(content_markdown, 100000)),
  constraint blog_posts_content_html_fit check (private.is_text(content_html, 400000)),
  constraint blog_posts_content_html_safe check (private.is_rendered_post(content_html)),
  constraint blog_posts_cover_image_url_fit check (private.is_own_picture(cover_image_url)),
  constraint blog_posts_cover_alt_fit check (private.is_line(cover_alt, 300)),
  constraint blog_posts_status_known check (status in ('draft', 'published')),
  constraint blog_posts_published_dated check (status = 'draft' or published_at is not null),
  -- Excludes dates that JavaScript or feeds cannot show: infinity, years of five digits, BC.
  constraint blog_posts_published_at_range
    check (published_at >= '2000-01-01 00:00Z' and published_at < '2100-01-01 00:00Z'),
  constraint blog_posts_slug_key unique (slug)
);
comment on table public.blog_posts is
  'Posts of the blog. Visitors see the published ones from published_at on.';
comment on column public.blog_posts.content_html is
  'Rendered from content_markdown by the function `blog`; never written by hand.';
comment on column public.blog_posts.version is
  'Rises with every change. A save names the version it started from; another one is a conflict.';
create index blog_posts_status_published_at_idx on public.blog_posts (status, published_at desc);
create index blog_posts_author_id_idx on public.blog_posts (author_id);
create index blog_posts_category_id_idx on public.blog_posts (category_id);
create index blog_posts_search_idx on public.blog_posts
  using gin (private.blog_search(title, excerpt, content_html));

create table public.blog_post_tags (
  post_id uuid not null references public.blog_posts (id) on delete cascade,
  tag_id uuid not null references public.blog_tags (id) on delete cascade,
  place integer not null,
  primary key (post_id, tag_id),
  constraint blog_post_tags_place_range check (place between 1 and 12),
  constraint blog_post_tags_place_key unique (post_id, place)
);
comment on table public.blog_post_tags is 'Tags of a post, in place from 1.';
create index blog_post_tags_tag_id_idx on public.blog_post_tags (tag_id);

-- Sets user and time from the session, never from the request. Seeds and restores run without a session
-- and keep their values.
create function private.stamp_blog_post()
returns trigger
language plpgsql
security invoker
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    new.id := old.id;
    new.created_at := old.created_at;
    new.version := old.version + 1;
    new.updated_at := now();
    if current_user in ('authenticated', 'anon') then
      -- Only for callers: deleting an account must be able to set these to null.
      new.created_by := old.created_by;
      new.updated_by := private.caller_id();
    end if;
  elsif current_user in ('authenticated', 'anon') then
    new.version := 1;
    new.created_at := now();
    new.updated_at := now();
    new.created_by := private.caller_id();
    new.updated_by := private.caller_id();
  end if;
  if new.status = 'published' and new.published_at is null then
    new.published_at := now();
  end if;
  return new;
end
$$;
revoke execute on function private.stamp_blog_post() from public;
create trigger blog_posts_stamp
  before insert or update on public.blog_posts
  for each row execute function private.stamp_blog_post();

-- Security definer, so that each row needs one lookup by key and does not run the policies of blog_posts
-- again.
create function private.is_live_blog_post(wanted uuid)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select 1 from public.blog_posts as post
    where post.id = wanted and post.status = 'published' and post.published_at <= now()
  )
$$;
revoke execute on function private.is_live_blog_post(uuid) from public;
grant execute on function private.is_live_blog_post(uuid) to anon, authenticated;

alter table public.blog_posts enable row level security;
create policy "Anyone reads published posts that are due" on public.blog_posts
  for select to anon, authenticated using (status = 'published' and published_at <= now());
create policy "Staff read every post" on public.blog_posts
  for select to authenticated using ((select private.is_staff()));
create policy "Staff create posts" on public.blog_posts
  for insert to authenticated with check ((select private.is_staff()));
create policy "Staff update posts" on public.blog_posts
  for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete posts" on public.blog_posts
  for delete to authenticated using ((select private.is_staff()));

alter table public.blog_post_tags enable row level security;
create policy "Anyone reads the tags of posts they may read" on public.blog_post_tags
  for select to anon, authenticated using (private.is_live_blog_post(post_id));
create policy "Staff read every tag of a post" on public.blog_post_tags
  for select to authenticated using ((select private.is_staff()));
create policy "Staff tag posts" on public.blog_post_tags
  for insert to authenticated with check ((select private.is_staff()));
create policy "Staff reorder tags" on public.blog_post_tags
  for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff untag posts" on public.blog_post_tags
  for delete to authenticated using ((select private.is_staff()));

-- Authors, categories and tags are visible with their posts: those that only drafts use are visible to staff
-- only. The lookups run under the policies of the tables they read.
alter table public.blog_authors enable row level security;
create policy "Anyone reads the authors of posts they may read" on public.blog_authors
  for select to anon, authenticated
  using (exists (select 1 from public.blog_posts as post where post.author_id = blog_authors.id));
create policy "Staff read every author" on public.blog_authors
  for select to authenticated using ((select private.is_staff()));
create policy "Staff create authors" on public.blog_authors
  for insert to authenticated with check ((select private.is_staff()));
create policy "Staff update authors" on public.blog_authors
  for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete authors" on public.blog_authors
  for delete to authenticated using ((select private.is_staff()));

alter table public.blog_categories enable row level security;
create policy "Anyone reads the categories of posts they may read" on public.blog_categories
  for select to anon, authenticated
  using (
    exists (select 1 from public.blog_posts as post where post.category_id = blog_categories.id)
  );
create policy "Staff read every category" on public.blog_categories
  for select to authenticated using ((select private.is_staff()));
create policy "Staff create categories" on public.blog_categories
  for insert to authenticated with check ((select private.is_staff()));
create policy "Staff update categories" on public.blog_categories
  for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete categories" on public.blog_categories
  for delete to authenticated using ((select private.is_staff()));

alter table public.blog_tags enable row level security;
create policy "Anyone reads the tags in use on posts they may read" on public.blog_tags
  for select to anon, authenticated
  using (exists (select 1 from public.blog_post_tags as use where use.tag_id = blog_tags.id));
create policy "Staff read every tag" on public.blog_tags
  for select to authenticated using ((select private.is_staff()));
create policy "Staff create tags" on public.blog_tags
  for insert to authenticated with check ((select private.is_staff()));
create policy "Staff update tags" on public.blog_tags
  for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete tags" on public.blog_tags
  for delete to authenticated using ((select private.is_staff()));

revoke all on
  public.blog_posts, public.blog_post_tags, public.blog_authors, public.blog_categories,
  public.blog_tags
from public, anon, authenticated;
-- Without the Markdown source, which may contain comments, and without the user columns.
grant select (
  id, slug, title, excerpt, content_html, cover_image_url, cover_alt, status, author_id, category_id,
  reading_minutes, version, published_at, created_at, updated_at
) on public.blog_posts to anon;
grant select on
  public.blog_post_tags, public.blog_authors, public.blog_categories, public.blog_tags
to anon;
grant select, insert, update, delete on
  public.blog_posts, public.blog_post_tags, public.blog_authors, public.blog_categories,
  public.blog_tags
to authenticated;
grant select on
  public.blog_posts, public.blog_post_tags, public.blog_authors, public.blog_categories,
  public.blog_tags
to service_role;
