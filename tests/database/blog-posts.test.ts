import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import {
  POST_AUTHOR_MAX,
  POST_CATEGORY_MAX,
  POST_LIMITS,
  POST_STATUSES,
  POST_TAGS_MAX,
  POST_TAG_MAX,
} from '@contracts/blog';
import { countWords, readingMinutes } from '@contracts/words/reading-time';
import { renderMarkdown } from '../../supabase/functions/_shared/markdown.ts';
import { asService, call, createAudiences, rpc, type Caller } from '../support/backend';
import { savePost } from '../support/document-kinds';

let anonymous: Caller;
let nonMember: Caller;
let editor: Caller;
let owner: Caller;

beforeAll(async () => {
  ({ anonymous, nonMember, editor, owner } = await createAudiences());
});

type Save = {
  post_id?: string;
  expected_version?: number | null;
  fields?: unknown;
  tags?: string[] | null;
  category?: string | null;
  author?: string | null;
};

async function save(caller: Caller, { fields, ...args }: Save = {}) {
  const id = args.post_id ?? randomUUID();
  const isNew = (args.expected_version ?? null) === null;
  const basics = isNew ? { slug: `post-${id.slice(0, 18)}`, title: 'A post' } : {};
  const reply = await savePost(caller, {
    post_id: id,
    expected_version: null,
    ...args,
    fields:
      typeof fields === 'object' && fields !== null ? { ...basics, ...fields } : (fields ?? basics),
  });
  return { ...reply, id };
}

const live = { status: 'published', published_at: '2026-01-02T03:04:05Z' };
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const get = async (caller: Caller, key: string) =>
  (await rpc(caller, 'get_blog_post', { key })).data;
const list = async (caller: Caller, args: Record<string, unknown> = {}) =>
  (await rpc(caller, 'list_blog_posts', { page_size: 50, ...args })).data;
const ids = (page: { posts: { id: string }[] }) => page.posts.map(({ id }) => id);

test('R-27: visitors and signed-in non-members read published posts that are due, staff read all', async () => {
  const due = (await save(editor, { fields: live, tags: ['Due'] })).id;
  const draft = (
    await save(editor, { tags: ['Secret draft'], category: 'Secret', author: 'Nobody' })
  ).id;
  const later = (
    await save(editor, { fields: { ...live, published_at: inAnHour() }, tags: ['Later'] })
  ).id;
  for (const caller of [anonymous, nonMember]) {
    const rows = await call(
      caller,
      'GET',
      `/rest/v1/blog_posts?select=id&id=in.(${due},${draft},${later})`,
    );
    expect(rows.data, caller.name).toEqual([{ id: due }]);
    const tags = await call(
      caller,
      'GET',
      `/rest/v1/blog_post_tags?select=post_id&post_id=in.(${due},${draft},${later})`,
    );
    expect(tags.data).toEqual([{ post_id: due }]);
    const names = await call(
      caller,
      'GET',
      '/rest/v1/blog_tags?select=name&name=in.(Due,Later,"Secret draft")',
    );
    expect(names.data).toEqual([{ name: 'Due' }]);
    expect((await call(caller, 'GET', '/rest/v1/blog_categories?name=eq.Secret')).data).toEqual([]);
    expect((await call(caller, 'GET', '/rest/v1/blog_authors?name=eq.Nobody')).data).toEqual([]);
    expect(await get(caller, due)).toMatchObject({ id: due, tags: ['Due'] });
    expect(await get(caller, draft)).toBeNull();
    expect(await get(caller, later)).toBeNull();
  }
  for (const caller of [editor, owner]) {
    const rows = await call(
      caller,
      'GET',
      `/rest/v1/blog_posts?select=id&id=in.(${due},${draft},${later})`,
    );
    expect(rows.data).toHaveLength(3);
    expect(await get(caller, draft)).toMatchObject({
      tags: ['Secret draft'],
      category: 'Secret',
      author_name: 'Nobody',
    });
  }
});

test('R-04: a save sends its base version and records user and time', async () => {
  const { id, data } = await save(editor, { fields: { version: 9, created_by: owner.userId } });
  expect(data).toMatchObject({ version: 1, created_by: editor.userId, status: 'draft' });
  const second = await save(owner, { post_id: id, expected_version: 1, fields: { title: 'B' } });
  expect(second).toMatchObject({
    status: 200,
    data: { version: 2, title: 'B', created_by: editor.userId, updated_by: owner.userId },
  });
  const stale = await save(editor, {
    post_id: id,
    expected_version: 1,
    fields: { title: 'C' },
    tags: ['x'],
  });
  expect(stale).toMatchObject({ status: 409, data: { code: 'PT409' } });
  expect(await get(editor, id)).toMatchObject({ title: 'B', tags: [], version: 2 });
});

test('a create sent twice is one post, an unknown post is not found', async () => {
  const { id } = await save(editor);
  expect(await save(editor, { post_id: id, fields: { slug: 'elsewhere' } })).toMatchObject({
    status: 409,
  });
  expect(await save(editor, { expected_version: 1, fields: {} })).toMatchObject({ status: 404 });
});

test('R-20: fields that are not sent stay; an empty list or name removes', async () => {
  const first = await save(editor, {
    fields: { excerpt: 'E', content_markdown: 'M', content_html: '<p>M</p>', cover_alt: 'A' },
    tags: ['One', 'Two', 'one'],
    category: 'Craft',
    author: 'Mara',
  });
  const id = first.id;
  const step = (expected_version: number, rest: Save) =>
    save(editor, { post_id: id, expected_version, ...rest });
  expect((await step(1, { fields: { title: 'New' } })).status).toBe(200);
  expect(await get(editor, id)).toMatchObject({
    title: 'New',
    excerpt: 'E',
    content_html: '<p>M</p>',
    tags: ['One', 'Two'],
    category: 'Craft',
    author_name: 'Mara',
  });
  expect((await step(2, { fields: {}, tags: [], category: '', author: '' })).status).toBe(200);
  expect(await get(editor, id)).toMatchObject({ tags: [], category: null, author_name: null });
});

test('new names match existing ones case-insensitively', async () => {
  const a = await save(editor, {
    fields: live,
    tags: ['Web Design', 'C++', 'C'],
    category: 'Field Notes',
    author: 'Ana',
  });
  const b = await save(owner, {
    fields: live,
    tags: ['web-design', 'c++'],
    category: 'field notes',
    author: 'ANA',
  });
  expect((await get(anonymous, a.id)).tags).toEqual(['Web Design', 'C++', 'C']);
  expect(await get(anonymous, b.id)).toMatchObject({
    tags: ['Web Design', 'C++'],
    category: 'Field Notes',
    author_name: 'Ana',
  });
  const { data } = await rpc(anonymous, 'list_blog_tags');
  const tags = Object.fromEntries(
    data.map((row: { name: string; posts: number }) => [row.name, row.posts]),
  );
  expect(tags).toMatchObject({ 'Web Design': 2, 'C++': 2, C: 1 });
  const categories = (await rpc(anonymous, 'list_blog_categories')).data;
  expect(categories).toContainEqual({ name: 'Field Notes', slug: 'field-notes', posts: 2 });
});

test('a failed save leaves no new tag', async () => {
  const reply = await save(editor, {
    fields: { cover_alt: 'x'.repeat(POST_LIMITS.cover_alt + 1) },
    tags: ['Orphan of a failure'],
  });
  expect(reply.status).toBe(422);
  const { data } = await asService('GET', '/rest/v1/blog_tags?name=eq.Orphan%20of%20a%20failure');
  expect(data).toEqual([]);
});

function textOf(column: string, length: number): string {
  if (column === 'slug') return 'a'.repeat(length);
  if (column.endsWith('_url')) return `/images/${'😀'.repeat(length - 8)}`;
  return '😀'.repeat(length);
}

const { content_html: HTML_MAX, ...COLUMN_LIMITS } = POST_LIMITS;

test.for(Object.entries(COLUMN_LIMITS))('%s has at most %i characters', async ([column, limit]) => {
  const fits = await save(editor, { fields: { [column]: textOf(column, limit) } });
  expect(fits.status, JSON.stringify(fits.data).slice(0, 300)).toBe(200);
  const above = await save(editor, { fields: { [column]: textOf(column, limit + 1) } });
  expect(above.status).toBe(422);
});

test(`the HTML of a post has at most ${HTML_MAX} characters`, async () => {
  const fits = await save(editor, { fields: { content_html: '😀'.repeat(HTML_MAX) } });
  expect(fits.status).toBe(200);
  await expect(
    save(editor, { fields: { content_html: '😀'.repeat(HTML_MAX + 1) } }),
  ).rejects.toThrow('rendered_texts_html_length');
});

test('names have their limits', async () => {
  const tags = (count: number, length: number) =>
    Array.from({ length: count }, (_, n) => `${n} `.padEnd(length, 'x'));
  expect((await save(editor, { tags: tags(POST_TAGS_MAX, POST_TAG_MAX) })).status).toBe(200);
  expect((await save(editor, { tags: tags(POST_TAGS_MAX + 1, 5) })).status).toBe(422);
  expect((await save(editor, { tags: tags(1, POST_TAG_MAX + 1) })).status).toBe(422);
  expect((await save(editor, { tags: ['  '] })).status).toBe(422);
  for (const [argument, limit] of [
    ['category', POST_CATEGORY_MAX],
    ['author', POST_AUTHOR_MAX],
  ] as const) {
    expect((await save(editor, { [argument]: 'n'.repeat(limit) })).status).toBe(200);
    expect((await save(editor, { [argument]: 'n'.repeat(limit + 1) })).status).toBe(422);
  }
});

test.for(POST_STATUSES)('status %s is accepted', async (status) => {
  expect((await save(editor, { fields: { status } })).data.status).toBe(status);
});

test.for([
  { status: 'archived' },
  { slug: 'Upper' },
  { slug: 'two--hyphens' },
  { slug: '-edge' },
  { slug: '' },
  { slug: '123e4567-e89b-12d3-a456-426614174000' },
  { title: '  ' },
  { cover_image_url: 'javascript:alert(1)' },
  { cover_image_url: 'https://a.example/x.png' },
  { cover_image_url: '/etc/passwd' },
  { published_at: 'soon' },
])('%j is refused', async (fields) => {
  expect((await save(editor, { fields })).status).toBe(422);
});

test.for([null, [], 'text', 5])('fields that are %s are refused', async (fields) => {
  const args = { post_id: randomUUID(), expected_version: null, fields };
  expect([400, 422]).toContain((await rpc(editor, 'save_blog_post', args)).status);
});

test('a slug is unique', async () => {
  const slug = `taken-${randomUUID().slice(0, 8)}`;
  expect((await save(editor, { fields: { slug } })).status).toBe(200);
  const again = await save(editor, { fields: { slug } });
  expect(again.status).toBe(422);
  expect(again.data.message).toContain('blog_posts_slug_key');
});

test.for([
  '<script>alert(1)</script>',
  '<p onclick="alert(1)">a</p>',
  '<img src="/images/x.png" onerror="alert(1)">',
  '<img/onerror=alert(1)>',
  '<a href="javascript:alert(1)">a</a>',
  '<a href="&#106;avascript:alert(1)">a</a>',
  '<img src="data:image/svg+xml,x">',
  '<img src="https://a.example/x.png">',
  '<img src="//a.example/images/x.png">',
  '<p style="color:red">a</p>',
  '<iframe src="https://evil.example"></iframe>',
  '<form action="/x"></form>',
  '<svg></svg>',
  '<!-- -->',
  '<p',
  '<h1>a</h1>',
])('R-08: the database itself refuses the HTML %s', async (content_html) => {
  const reply = await save(editor, { fields: { content_html } });
  expect(reply.status).toBe(422);
  expect(reply.data.message).toContain('blog_posts_content_html_safe');
});

test('R-08: the database accepts the output of the renderer', async () => {
  const content_markdown = [
    '# A & "b" <i>c</i>',
    '1. x\n   - [x] y',
    '| a | b |\n|:-:|-|\n| `<script>` | [m](mailto:a@b.example) |',
    '```ts\nconst onclick = "javascript:alert(1)"; // <b>\n```',
    '![pic "x" > y](/images/x.png?a=1&b=%22 "t <i>")',
    '[Grüß Gott]{lang=de}',
    'Said[^1] ~~so~~ [l](https://a.example/?q=a"b).  \nNext\n\n---\n\n> q\n\n[^1]: `onload=` *n*',
  ].join('\n\n');
  const content_html = renderMarkdown(content_markdown);
  const reply = await save(editor, { fields: { content_markdown, content_html } });
  expect(reply.status, JSON.stringify(reply.data).slice(0, 400)).toBe(200);
  expect(reply.data.content_html).toBe(content_html);
});

test('BLOG-10, BLOG-11: reading time is words by 200, rounded up, and cannot be sent', async () => {
  for (const [words, minutes] of [
    [0, 1],
    [1, 1],
    [200, 1],
    [201, 2],
    [400, 2],
    [401, 3],
  ] as const) {
    const content_html = words ? `<p>${'word '.repeat(words)}</p>` : '';
    const reply = await save(editor, { fields: { content_html, reading_minutes: 99 } });
    expect([words, reply.data.reading_minutes]).toEqual([words, minutes]);
  }
  const content_html = renderMarkdown(
    `${'a *b* c\n\n- d '.repeat(150)}\n\n![x > y](/images/b.png)`,
  );
  const reply = await save(editor, { fields: { content_html } });
  expect(reply.data.reading_minutes).toBe(readingMinutes(countWords(content_html)));
  const path = `/rest/v1/blog_posts?id=eq.${reply.data.id}`;
  await call(editor, 'PATCH', path, { reading_minutes: 99 });
  expect((await call(editor, 'GET', path)).data[0].reading_minutes).toBe(
    reply.data.reading_minutes,
  );
});

test('publishing without a date sets the current time, and keeps it', async () => {
  const { id, data } = await save(editor, { fields: { status: 'published' } });
  expect(Date.now() - Date.parse(data.published_at)).toBeLessThan(60_000);
  const back = await save(editor, {
    post_id: id,
    expected_version: 1,
    fields: { status: 'draft' },
  });
  expect(back.data.published_at).toBe(data.published_at);
});

test('BLOGAPI-1: the list filters by search, category, tag and status', async () => {
  const mark = `m${randomUUID().slice(0, 8)}`;
  const write = (title: string, rest: Save = {}) =>
    save(editor, { ...rest, fields: { title: `${mark} ${title}`, ...(rest.fields ?? live) } });
  const bees = (await write('Bees', { tags: [`Honey ${mark}`], category: `Garden ${mark}` })).id;
  const bread = (
    await write('Bread', {
      fields: {
        ...live,
        published_at: '2026-01-01T00:00:00Z',
        content_html: '<p class="hljs-x">sourdough &#x26; Ёлка</p>',
      },
    })
  ).id;
  const draft = (await write('Draft', { fields: { status: 'draft' } })).id;

  expect(ids(await list(anonymous, { search: mark }))).toEqual([bees, bread]);
  expect(ids(await list(editor, { search: mark }))).toEqual([bees, bread]);
  expect(ids(await list(editor, { search: mark, status: 'draft' }))).toEqual([draft]);
  expect((await list(editor, { search: mark, status: 'all' })).total).toBe(3);
  expect(ids(await list(anonymous, { search: mark, status: 'all' }))).toEqual([bees, bread]);
  expect(ids(await list(anonymous, { search: `${mark} sourd` }))).toEqual([bread]);
  expect(ids(await list(anonymous, { search: `${mark} ёлк` }))).toEqual([bread]);
  expect(ids(await list(anonymous, { search: `${mark} hljs` })), 'classes are no text').toEqual([]);
  for (const tag of [`Honey ${mark}`, `honey-${mark}`, `HONEY ${mark}`]) {
    expect(ids(await list(anonymous, { tag }))).toEqual([bees]);
  }
  expect(ids(await list(anonymous, { category: `garden-${mark}` }))).toEqual([bees]);
  expect(await list(anonymous, { category: 'no such' })).toEqual({ total: 0, posts: [] });
  for (const search of ["'", '\\', 'a:* | b', '!', '& & &', '<->', '%']) {
    expect((await rpc(anonymous, 'list_blog_posts', { search })).status, search).toBe(200);
  }
});

test('DATA-18: pages have no gaps, and after the last one the list is empty', async () => {
  const mark = `p${randomUUID().slice(0, 8)}`;
  for (const n of [1, 2, 3, 4, 5])
    await save(editor, { fields: { ...live, title: `${mark} ${n}` } });
  const pages = await Promise.all(
    [1, 2, 3, 4].map((page) => list(anonymous, { search: mark, page, page_size: 2 })),
  );
  expect(pages.map(({ total, posts }) => [total, posts.length])).toEqual([
    [5, 2],
    [5, 2],
    [5, 1],
    [5, 0],
  ]);
  expect(new Set(pages.flatMap(ids)).size).toBe(5);
  expect((await list(anonymous, { page: 2_147_483_647, page_size: 1000 })).posts).toEqual([]);
  expect((await list(anonymous, { page: -1, page_size: -1, search: mark })).posts).toHaveLength(1);
});
