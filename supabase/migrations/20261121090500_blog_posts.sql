-- The blog: posts with their authors, categories and tags, and what the function `blog` asks. Visitors read what is
-- published and due, staff manage everything.
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
    || '|data-footnote-ref|data-footnote-backref|dir|lang|loading|decoding)(?:="[^"]*")?'
    || '| href="(?:https?://|mailto:|tel:|#|/)[^"]*"'
    || '| src="(?:/storage/v1/object/public)?/images/[^"]*"'
    || '| type="checkbox"| checked| disabled'
    || ')*>)*$'
  )
$$;

-- 'Design & build' becomes design-build, 'Дизајн' dizajn; 'web design' and 'web-design' are one term. For a name with
-- characters that have no Latin spelling ('C++', Han), a few digits are added.
create function private.blog_term_slug(name text)
returns text
language sql
immutable
set search_path = ''
as $$
  select btrim(
    btrim(regexp_replace(private.to_latin(name), '[^a-z0-9]+', '-', 'g'), '-')
      || case
        when private.to_latin(name) ~ '[^a-z0-9 &''’.,/_-]' then '-' || left(md5(lower(name)), 6)
        else ''
      end,
    '-'
  )
$$;
grant execute on function
  private.is_rendered_post(text),
  private.blog_term_slug(text)
to anon, authenticated, service_role;

create table public.blog_authors (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  avatar_url text,
  constraint blog_authors_name_fit check (private.is_line(name, 80) and not private.is_blank(name)),
  constraint blog_authors_avatar_url_fit check (private.is_own_picture(avatar_url))
);
comment on table public.blog_authors is 'Names shown above posts; not accounts.';
create unique index blog_authors_name_key on public.blog_authors (lower(name));

create table public.blog_categories (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  slug text not null generated always as (private.blog_term_slug(name)) stored,
  constraint blog_categories_name_fit check (private.is_line(name, 60) and not private.is_blank(name)),
  constraint blog_categories_slug_present check (slug <> ''),
  constraint blog_categories_slug_key unique (slug)
);
comment on table public.blog_categories is 'One per post at most. Created when a post names it.';

create table public.blog_tags (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  slug text not null generated always as (private.blog_term_slug(name)) stored,
  constraint blog_tags_name_fit check (private.is_line(name, 40) and not private.is_blank(name)),
  constraint blog_tags_slug_present check (slug <> ''),
  constraint blog_tags_slug_key unique (slug)
);
comment on table public.blog_tags is 'Created when a post names it.';

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
  reading_minutes integer not null default 1,
  search tsvector not null generated always as (
    private.document_words(title, array[excerpt, private.text_of_html(content_html)])
  ) stored,
  version integer not null default 1,
  published_at timestamptz,
  is_withheld boolean not null default false,
  public_from timestamptz
    generated always as (private.public_from(status, published_at, is_withheld)) stored,
  created_by uuid references auth.users (id) on delete set null,
  updated_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint blog_posts_slug_fit check (private.is_slug(slug)),
  constraint blog_posts_title_fit check (private.is_line(title, 160) and not private.is_blank(title)),
  constraint blog_posts_excerpt_fit check (private.is_text(excerpt, 400)),
  constraint blog_posts_content_markdown_fit check (private.is_text(content_markdown, 100000)),
  constraint blog_posts_content_html_fit check (private.is_text(content_html, 400000)),
  constraint blog_posts_content_html_safe check (private.is_rendered_post(content_html)),
  constraint blog_posts_reading_minutes_range check (reading_minutes between 1 and 10000),
  constraint blog_posts_cover_image_url_fit check (private.is_own_picture(cover_image_url)),
  constraint blog_posts_cover_alt_fit check (private.is_line(cover_alt, 300)),
  constraint blog_posts_status_known check (status in ('draft', 'published')),
  constraint blog_posts_published_dated check (status = 'draft' or published_at is not null),
  constraint blog_posts_published_at_range check (private.are_times(published_at)),
  constraint blog_posts_slug_key unique (slug),
  constraint blog_posts_times_range check (private.are_times(created_at, updated_at))
);
comment on table public.blog_posts is
  'Posts of the blog. Visitors see the published ones from published_at on.';
comment on column public.blog_posts.content_html is
  'Rendered from content_markdown by the function `blog`; what a caller writes here is ignored.';
comment on column public.blog_posts.reading_minutes is
  'Counted by the function `blog` with the HTML; what a caller writes here is ignored.';
comment on column public.blog_posts.search is 'Every word of it, for searches.';
comment on column public.blog_posts.is_withheld is
  'A client has to approve it and has not; see sign_off_demands. Written by private.settle_demand only.';
comment on column public.blog_posts.public_from is 'Visitors read it from then on; null while they may not.';
comment on column public.blog_posts.version is
  'Rises with every change. A save names the version it started from; another one is a conflict.';
create index blog_posts_public_from_idx on public.blog_posts (public_from desc, id);
create index blog_posts_author_id_idx on public.blog_posts (author_id);
create index blog_posts_category_id_idx on public.blog_posts (category_id);
create index blog_posts_search_idx on public.blog_posts using gin (search) with (fastupdate = off);
create trigger blog_posts_fill_slug
  before insert or update on public.blog_posts
  for each row execute function private.fill_slug('post');
create trigger blog_posts_keep_withheld
  before insert or update on public.blog_posts
  for each row execute function private.keep_withheld();
create trigger blog_posts_stamp
  before insert or update on public.blog_posts
  for each row execute function private.stamp_document();
create constraint trigger blog_posts_keep_first_revision
  after insert on public.blog_posts
  deferrable initially deferred
  for each row execute function private.keep_revision('post');
create constraint trigger blog_posts_keep_revision
  after update on public.blog_posts
  deferrable initially deferred
  for each row when (new.version <> old.version)
  execute function private.keep_revision('post');
create trigger blog_posts_keep_deleted
  before delete on public.blog_posts
  for each row execute function private.keep_deleted_document('post');
create trigger audit_deletion after delete on public.blog_posts
  for each row execute function private.audit_deletion('post', 'title');

-- What the function `blog` has rendered lately, with the service key: the one way in which HTML gets into a post. So no
-- caller can publish other HTML than that of the text which staff and clients have read.
create table private.rendered_texts (
  markdown_hash text primary key,
  html text not null,
  reading_minutes integer not null,
  rendered_at timestamptz not null default now(),
  constraint rendered_texts_markdown_hash_form check (markdown_hash ~ '^[0-9a-f]{64}$'),
  constraint rendered_texts_html_length check (char_length(html) <= 400000),
  constraint rendered_texts_reading_minutes_range check (reading_minutes between 1 and 10000),
  constraint rendered_texts_times_range check (private.are_times(rendered_at))
);
comment on table private.rendered_texts is
  'HTML and reading time by the SHA-256 of the Markdown in UTF-8; for a day.';

create function public.keep_rendered_text(markdown_hash text, html text, reading_minutes integer)
returns void
language sql
security definer
set search_path = ''
as $$
  delete from private.rendered_texts where rendered_at < now() - interval '1 day';
  insert into private.rendered_texts as known (markdown_hash, html, reading_minutes)
  values (keep_rendered_text.markdown_hash, keep_rendered_text.html, keep_rendered_text.reading_minutes)
  on conflict on constraint rendered_texts_pkey do update set
    html = excluded.html, reading_minutes = excluded.reading_minutes, rendered_at = excluded.rendered_at;
$$;
comment on function public.keep_rendered_text(text, text, integer) is
  'Takes the HTML and reading time of a text that is saved next. For the function blog only.';
grant execute on function public.keep_rendered_text(text, text, integer) to service_role;

-- Rendered lately, or with one of the saved versions of the post; no row for another text.
create function private.rendered_text(post_id uuid, markdown text)
returns table (html text, reading_minutes integer)
language sql
stable
security definer
rows 1
set search_path = ''
as $$
  select source.html, source.reading_minutes
  from (
    select known.html, known.reading_minutes, 0 as place
    from private.rendered_texts as known
    where known.markdown_hash = encode(sha256(convert_to(markdown, 'UTF8')), 'hex')
    union all
    (
      select
        kept.snapshot #>> '{post,content_html}',
        coalesce((kept.snapshot #>> '{post,reading_minutes}')::integer, 1),
        1
      from public.document_revisions as kept
      where kept.document_id = post_id and kept.snapshot #>> '{post,content_markdown}' = markdown
      order by kept.version desc limit 1
    )
    union all
    select '', 1, 2 where markdown = ''
  ) as source
  order by source.place limit 1
$$;
grant execute on function private.rendered_text(uuid, text) to authenticated;

create function private.take_rendered_text()
returns trigger
language plpgsql
security invoker
set search_path = ''
as $$
begin
  if current_user in ('authenticated', 'anon') then
    select known.html, known.reading_minutes
    into new.content_html, new.reading_minutes
    from private.rendered_text(new.id, new.content_markdown) as known;
    if new.content_html is null then
      raise exception 'content_markdown: save it by the function blog, which renders it' using errcode = 'PT422';
    end if;
  end if;
  return new;
end
$$;
create trigger blog_posts_take_rendered_text
  before insert or update of content_markdown, content_html, reading_minutes on public.blog_posts
  for each row execute function private.take_rendered_text();

create trigger blog_posts_date
  before insert or update on public.blog_posts
  for each row when (new.status = 'published' and new.published_at is null)
  execute function private.date_document();

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
create trigger blog_post_tags_guard
  before insert or update or delete on public.blog_post_tags
  for each row execute function private.guard_document_row('post_id');

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
    where post.id = wanted and post.public_from <= now()
  )
$$;
grant execute on function private.is_live_blog_post(uuid) to anon, authenticated;

alter table public.blog_posts enable row level security;
create policy "Visitors read published posts that are due" on public.blog_posts
  for select to anon using (public_from <= now());
create policy "Accounts read what visitors do, staff every post" on public.blog_posts
  for select to authenticated using ((select private.is_staff()) or public_from <= now());
create policy "Staff create posts" on public.blog_posts
  for insert to authenticated with check ((select private.is_staff()));
create policy "Staff update posts" on public.blog_posts
  for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete posts" on public.blog_posts
  for delete to authenticated using ((select private.is_staff()));

alter table public.blog_post_tags enable row level security;
create policy "Visitors read the tags of posts they may read" on public.blog_post_tags
  for select to anon using (private.is_live_blog_post(post_id));
create policy "Accounts read what visitors do, staff every tag of a post" on public.blog_post_tags
  for select to authenticated
  using ((select private.is_staff()) or private.is_live_blog_post(post_id));
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
create policy "Visitors read the authors of posts they may read" on public.blog_authors
  for select to anon
  using (exists (select 1 from public.blog_posts as post where post.author_id = blog_authors.id));
create policy "Accounts read what visitors do, staff every author" on public.blog_authors
  for select to authenticated
  using (
    (select private.is_staff())
    or exists (select 1 from public.blog_posts as post where post.author_id = blog_authors.id)
  );
create policy "Staff create authors" on public.blog_authors
  for insert to authenticated with check ((select private.is_staff()));
create policy "Staff update authors" on public.blog_authors
  for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete authors" on public.blog_authors
  for delete to authenticated using ((select private.is_staff()));

alter table public.blog_categories enable row level security;
create policy "Visitors read the categories of posts they may read" on public.blog_categories
  for select to anon
  using (
    exists (select 1 from public.blog_posts as post where post.category_id = blog_categories.id)
  );
create policy "Accounts read what visitors do, staff every category" on public.blog_categories
  for select to authenticated
  using (
    (select private.is_staff())
    or exists (select 1 from public.blog_posts as post where post.category_id = blog_categories.id)
  );
create policy "Staff create categories" on public.blog_categories
  for insert to authenticated with check ((select private.is_staff()));
create policy "Staff update categories" on public.blog_categories
  for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete categories" on public.blog_categories
  for delete to authenticated using ((select private.is_staff()));

alter table public.blog_tags enable row level security;
create policy "Visitors read the tags in use on posts they may read" on public.blog_tags
  for select to anon
  using (exists (select 1 from public.blog_post_tags as use where use.tag_id = blog_tags.id));
create policy "Accounts read what visitors do, staff every tag" on public.blog_tags
  for select to authenticated
  using (
    (select private.is_staff())
    or exists (select 1 from public.blog_post_tags as use where use.tag_id = blog_tags.id)
  );
create policy "Staff create tags" on public.blog_tags
  for insert to authenticated with check ((select private.is_staff()));
create policy "Staff update tags" on public.blog_tags
  for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete tags" on public.blog_tags
  for delete to authenticated using ((select private.is_staff()));
grant select on
  public.blog_posts, public.blog_post_tags, public.blog_authors, public.blog_categories,
  public.blog_tags
to anon, service_role;
grant select, insert, update, delete on
  public.blog_posts, public.blog_post_tags, public.blog_authors, public.blog_categories,
  public.blog_tags
to authenticated;

-- Each finds a name or creates it. Security invoker: policies apply.
create function private.blog_author_named(wanted text)
returns uuid
language sql
strict
security invoker
set search_path = ''
as $$
  insert into public.blog_authors (name) values (normalize(btrim(wanted))) on conflict do nothing;
  select id from public.blog_authors where lower(name) = lower(normalize(btrim(wanted)));
$$;

create function private.blog_category_named(wanted text)
returns uuid
language sql
strict
security invoker
set search_path = ''
as $$
  insert into public.blog_categories (name) values (btrim(wanted)) on conflict do nothing;
  select id from public.blog_categories where slug = private.blog_term_slug(btrim(wanted));
$$;

create function private.blog_tag_named(wanted text)
returns uuid
language sql
strict
security invoker
set search_path = ''
as $$
  insert into public.blog_tags (name) values (btrim(wanted)) on conflict do nothing;
  select id from public.blog_tags where slug = private.blog_term_slug(btrim(wanted));
$$;
grant execute on function
  private.blog_author_named(text),
  private.blog_category_named(text),
  private.blog_tag_named(text)
to authenticated;

-- What is stored: {"post", "tags", "category", "author"}. Names, not ids: a tag may be deleted or created again before
-- a version is restored, and a category that changes name first exists once they are published.
create function private.blog_post_content(post_id uuid)
returns jsonb
language sql
stable
security invoker
set search_path = ''
as $$
  select jsonb_build_object(
    'post',
    private.saved_fields('public.blog_posts', to_jsonb(post)) - array['author_id', 'category_id'],
    'tags', coalesce(
      (
        select jsonb_agg(tag.name order by tagged.place)
        from public.blog_post_tags as tagged
        join public.blog_tags as tag on tag.id = tagged.tag_id
        where tagged.post_id = post.id
      ),
      '[]'
    ),
    'category', (select name from public.blog_categories where id = post.category_id),
    'author', (select name from public.blog_authors where id = post.author_id)
  )
  from public.blog_posts as post where post.id = blog_post_content.post_id
$$;

-- tags: replaced if given. category, author: a name, created if it is new; null or '' removes it.
create function private.write_blog_post(post_id uuid, expected_version integer, content jsonb)
returns jsonb
language plpgsql
security invoker
set search_path = ''
as $$
declare
  fields jsonb := content -> 'post';
  saved jsonb;
begin
  -- nullif: the functions return null for null.
  if content ? 'category' then
    fields := fields || jsonb_build_object(
      'category_id', private.blog_category_named(nullif(content ->> 'category', ''))
    );
  end if;
  if content ? 'author' then
    fields := fields || jsonb_build_object(
      'author_id', private.blog_author_named(nullif(content ->> 'author', ''))
    );
  end if;
  saved := private.write_document_row('post', post_id, expected_version, fields, content -> 'stamp');
  if content ? 'tags' then
    delete from public.blog_post_tags as tagged where tagged.post_id = write_blog_post.post_id;
    insert into public.blog_post_tags (post_id, tag_id, place)
    select write_blog_post.post_id, named.tag_id, row_number() over (order by min(named.place))
    from (
      select private.blog_tag_named(item) as tag_id, place
      from jsonb_array_elements_text(content -> 'tags') with ordinality as list (item, place)
    ) as named
    group by named.tag_id;
  end if;
  return saved;
end
$$;
grant execute on function
  private.blog_post_content(uuid),
  private.write_blog_post(uuid, integer, jsonb)
to authenticated;

insert into private.document_kinds (kind, noun, home, part, title_path, content, write)
values (
  'post', 'post', 'public.blog_posts', 'post', '{post,title}',
  'private.blog_post_content', 'private.write_blog_post'
);

-- Saves the post, its tags and new names (author, category, tags) in one transaction (private.save_document).
--
-- fields            only the columns to change, by column name; unknown and stamped columns are ignored
-- tags              names in order; null keeps them, an empty list removes all
-- category, author  a name, created if it is new; null keeps it, '' removes it
--
-- Errors: PT409 another save came first (or the id is taken), PT404 deleted or not allowed, PT422 a value
-- violates a limit or the slug is taken; the message contains the name of the constraint.
create function public.save_blog_post(
  post_id uuid,
  expected_version integer,
  fields jsonb,
  tags text[] default null,
  category text default null,
  author text default null,
  goes_live boolean default true,
  save_ids uuid[] default '{}'
)
returns public.blog_posts
language sql
security invoker
set search_path = ''
as $$
  select jsonb_populate_record(null::public.blog_posts, private.save_document(
    'post', post_id, expected_version,
    private.given_keys(jsonb_build_object(
      'post', fields, 'tags', tags, 'category', category, 'author', author
    )),
    goes_live, save_ids
  ))
$$;
comment on function
  public.save_blog_post(uuid, integer, jsonb, text[], text, text, boolean, uuid[])
is 'Creates or updates a post with its tags in one transaction, refusing stale versions.';
grant execute on function
  public.save_blog_post(uuid, integer, jsonb, text[], text, text, boolean, uuid[])
to authenticated;

-- The queries of the function `blog` run as the caller: policies apply.

-- What the library knows about the cover and the portrait of the author, as in picture_facts of
-- case_studies. In plpgsql, because media creates the called function.
create function private.post_picture_facts(wanted uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select private.picture_facts_in(concat_ws(' ', post.cover_image_url, author.avatar_url))
    from public.blog_posts as post
    left join public.blog_authors as author on author.id = post.author_id
    where post.id = wanted
      and (private.is_live_blog_post(post.id) or (select private.is_staff()))
  );
end
$$;
grant execute on function private.post_picture_facts(uuid) to anon, authenticated, service_role;

-- A post without its text, with the names of author, category and tags.
create function private.blog_post_summary(wanted uuid)
returns jsonb
language sql
stable
security invoker
set search_path = ''
as $$
  select jsonb_build_object(
    'id', post.id,
    'slug', post.slug,
    'title', post.title,
    'excerpt', post.excerpt,
    'cover_image_url', post.cover_image_url,
    'cover_alt', post.cover_alt,
    'picture_facts', private.post_picture_facts(post.id),
    'status', post.status,
    'version', post.version,
    'reading_minutes', post.reading_minutes,
    'published_at', post.published_at,
    'updated_at', post.updated_at,
    'author_name', author.name,
    'author_avatar_url', author.avatar_url,
    'category', category.name,
    'tags', coalesce(
      (
        select jsonb_agg(tag.name order by tagged.place)
        from public.blog_post_tags as tagged
        join public.blog_tags as tag on tag.id = tagged.tag_id
        where tagged.post_id = post.id
      ),
      '[]'::jsonb
    )
  )
  from public.blog_posts as post
  left join public.blog_authors as author on author.id = post.author_id
  left join public.blog_categories as category on category.id = post.category_id
  where post.id = wanted
$$;

-- The text of a post, for whom may read the post.
create function private.blog_post_text(wanted uuid)
returns jsonb
language sql
stable
security invoker
set search_path = ''
as $$
  select jsonb_build_object('content_html', post.content_html, 'content_markdown', post.content_markdown)
  from public.blog_posts as post
  where post.id = wanted
$$;

-- Reads the newest posts without search and filter, the most frequent request, through the index: the time
-- does not grow with the number of posts. Only the count still reads all index entries. page counts from 1.
create function private.newest_blog_posts(page integer, page_size integer, with_text boolean)
returns jsonb
language sql
stable
security invoker
set search_path = ''
as $$
  select jsonb_build_object(
    'total', (
      select count(*) from public.blog_posts as post
      where post.public_from <= now()
    ),
    'posts', coalesce(
      (
        select jsonb_agg(
          private.blog_post_summary(shown.id)
            || case when with_text then private.blog_post_text(shown.id) else '{}' end
          order by shown.public_from desc, shown.id
        )
        from (
          select post.id, post.public_from
          from public.blog_posts as post
          where post.public_from <= now()
          order by post.public_from desc, post.id
          limit greatest(1, least(page_size, 100))
          offset (greatest(1, page)::bigint - 1) * greatest(1, least(page_size, 100))
        ) as shown
      ),
      '[]'::jsonb
    )
  )
$$;

-- {"total", "posts"}, newest first. category and tag are names or slugs; page counts from 1.
-- status null: what visitors can read now; 'draft', 'published' or 'all': what the caller may read.
create function public.list_blog_posts(
  search text default null,
  category text default null,
  tag text default null,
  status text default null,
  page integer default 1,
  page_size integer default 10,
  with_text boolean default false
)
returns jsonb
language plpgsql
stable
security invoker
set search_path = ''
as $$
begin
  if num_nonnulls(search, category, tag, status) = 0 then
    return private.newest_blog_posts(page, page_size, with_text);
  end if;
  return (
    with found as materialized (
      select post.id, coalesce(post.published_at, post.updated_at) as moment
      from public.blog_posts as post
      where case
          when list_blog_posts.status is null
            then post.public_from <= now()
          else list_blog_posts.status in (post.status, 'all')
        end
        and (
          list_blog_posts.search is null
          or post.search @@ private.search_query(list_blog_posts.search)
        )
        and (
          list_blog_posts.category is null
          or post.category_id in (
            select named.id from public.blog_categories as named
            where named.slug in (
              lower(left(list_blog_posts.category, 200)),
              private.blog_term_slug(left(list_blog_posts.category, 200))
            )
          )
        )
        and (
          list_blog_posts.tag is null
          or post.id in (
            select tagged.post_id
            from public.blog_post_tags as tagged
            join public.blog_tags as named on named.id = tagged.tag_id
            where named.slug in (
              lower(left(list_blog_posts.tag, 200)),
              private.blog_term_slug(left(list_blog_posts.tag, 200))
            )
          )
        )
    )
    select jsonb_build_object(
      'total', (select count(*) from found),
      'posts', coalesce(
        (
          select jsonb_agg(
            private.blog_post_summary(shown.id)
              || case when with_text then private.blog_post_text(shown.id) else '{}' end
            order by shown.moment desc, shown.id
          )
          from (
            select found.id, found.moment from found
            order by found.moment desc, found.id
            limit greatest(1, least(page_size, 100))
            offset (greatest(1, page)::bigint - 1) * greatest(1, least(page_size, 100))
          ) as shown
        ),
        '[]'::jsonb
      )
    )
  );
end
$$;
comment on function public.list_blog_posts(text, text, text, text, integer, integer, boolean) is
  'A page of posts, with their texts if asked for, and how many there are.';

-- By id or slug; null if no such post is visible to the caller.
create function public.get_blog_post(key text)
returns jsonb
language sql
stable
security invoker
set search_path = ''
as $$
  select private.blog_post_summary(post.id) || private.blog_post_text(post.id)
  from public.blog_posts as post
  where case
      when lower(key) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then post.id = key::uuid
      else post.slug = key
    end
$$;
comment on function public.get_blog_post(text) is 'One post with its text, by ID or slug.';

-- Names with the number of posts that visitors can read. Staff also see unused names.
create function public.list_blog_categories()
returns table (name text, slug text, posts bigint)
language sql
stable
security invoker
rows 20
set search_path = ''
as $$
  select category.name, category.slug, count(post.id)
  from public.blog_categories as category
  left join public.blog_posts as post
    on post.category_id = category.id
    and post.public_from <= now()
  group by category.id
  order by lower(category.name)
$$;
comment on function public.list_blog_categories() is 'Categories with the number of readable posts.';

create function public.list_blog_tags()
returns table (name text, slug text, posts bigint)
language sql
stable
security invoker
rows 50
set search_path = ''
as $$
  select tag.name, tag.slug, count(post.id)
  from public.blog_tags as tag
  left join public.blog_post_tags as tagged on tagged.tag_id = tag.id
  left join public.blog_posts as post
    on post.id = tagged.post_id
    and post.public_from <= now()
  group by tag.id
  order by lower(tag.name)
$$;
comment on function public.list_blog_tags() is 'Tags with the number of readable posts.';
grant execute on function
  private.blog_post_summary(uuid),
  private.blog_post_text(uuid),
    private.newest_blog_posts(integer, integer, boolean),
  public.list_blog_posts(text, text, text, text, integer, integer, boolean),
  public.get_blog_post(text),
  public.list_blog_categories(),
  public.list_blog_tags()
to anon, authenticated;
