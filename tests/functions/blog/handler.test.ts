import { expect, test, vi } from 'vitest';
import {
  POST_AUTHOR_DEFAULT,
  postListReplySchema,
  postReplySchema,
  postTermsReplySchema,
} from '@contracts/blog';
import { handleBlog, type BlogDeps } from '../../../supabase/functions/blog/handler.ts';
import type { BlogStore, PostRow } from '../../../supabase/functions/blog/store.ts';
import { withCors } from '../../../supabase/functions/_shared/cors.ts';
import {
  DatabaseError,
  REST_METHODS,
  type Caller,
} from '../../../supabase/functions/_shared/rest.ts';

const ID = '3f0e6f0a-6c3a-4a55-9d7e-0a1b2c3d4e5f';
const visitor: Caller = { hasToken: false, isStaff: async () => false };
const nonMember: Caller = { hasToken: true, isStaff: async () => false };
const staff: Caller = { hasToken: true, isStaff: async () => true };

function row(overrides: Partial<PostRow> = {}): PostRow {
  return {
    id: ID,
    slug: 'a-post',
    title: 'A post',
    excerpt: 'In short',
    cover_image_url: '/storage/v1/object/public/images/a.webp',
    cover_alt: 'A cat',
    picture_facts: { 'a.webp': { alt: 'A tabby', x: 20 } },
    status: 'published',
    version: 3,
    reading_minutes: 2,
    published_at: '2026-01-02 03:04:05.6+00',
    updated_at: '2026-02-03T04:05:06.789012+00:00',
    author_name: 'Mara',
    author_avatar_url: null,
    category: 'Craft',
    tags: ['One', 'Two'],
    content_html: '<p>Text</p>',
    content_markdown: 'Text',
    ...overrides,
  };
}

function setup(caller: Caller, overrides: Partial<BlogStore> = {}) {
  const store = {
    list: vi.fn(async () => ({ total: 11, posts: [row()] })),
    get: vi.fn(async (): Promise<PostRow | null> => row()),
    keepRendered: vi.fn(async () => {}),
    save: vi.fn(async () => 3),
    remove: vi.fn(async () => true),
    categories: vi.fn(async () => [{ name: 'Craft', slug: 'craft', posts: 2 }]),
    tags: vi.fn(async () => []),
    ...overrides,
  };
  const logError = vi.fn();
  const deps: BlogDeps = { caller, store, newId: () => ID, logError };
  const ask = async (method: string, path: string, body?: unknown, headers: HeadersInit = {}) => {
    const all = new Headers(headers);
    if (body !== undefined && !all.has('content-type')) all.set('content-type', 'application/json');
    const reply = await handleBlog(
      new Request(`https://backend.example${path}`, {
        method,
        headers: all,
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
      deps,
    );
    const text = await reply.text();
    return {
      status: reply.status,
      headers: reply.headers,
      text,
      data: text === '' ? null : JSON.parse(text),
    };
  };
  return { ask, store, logError };
}

test('BLOGAPI-1, BLOGAPI-11, DATA-18: a list has data and pagination', async () => {
  const { ask, store } = setup(visitor);
  const { status, data } = await ask(
    'GET',
    '/blog/posts?category=craft&tag=One&search=bread&page=2&limit=5',
  );
  expect(status).toBe(200);
  expect(postListReplySchema.parse(data)).toEqual(data);
  expect(data.pagination).toEqual({ total: 11, page: 2, limit: 5, totalPages: 3 });
  expect(data.data[0]).not.toHaveProperty('content');
  expect(store.list).toHaveBeenCalledWith({
    category: 'craft',
    tag: 'One',
    search: 'bread',
    page: 2,
    limit: 5,
  });
});

test('BLOGAPI-1: an empty parameter counts as absent', async () => {
  const { ask, store } = setup(visitor);
  expect((await ask('GET', '/blog/posts?search=&category=')).status).toBe(200);
  expect(store.list).toHaveBeenCalledWith({ page: 1, limit: 10 });
});

test('a list has the texts of the posts only where they are asked for', async () => {
  const { ask, store } = setup(visitor);
  const { data } = await ask('GET', '/blog/posts?limit=100&content=true');
  expect(store.list).toHaveBeenCalledWith({ page: 1, limit: 100, content: true });
  expect(postListReplySchema.parse(data)).toEqual(data);
  expect(data.data[0]).toMatchObject({ content: '<p>Text</p>' });
  expect(data.data[0]).not.toHaveProperty('markdown');
  expect((await ask('GET', '/blog/posts')).data.data[0]).not.toHaveProperty('content');
});

test.for([
  ['limit=101', 'limit'],
  ['limit=ten', 'limit'],
  ['page=0', 'page'],
  ['status=gone', 'status'],
  ['sort=title', 'sort'],
  ['page=1&page=2', 'page'],
] as const)('a query of %s is refused with the name of the parameter', async ([query, field]) => {
  const { ask, store } = setup(visitor);
  const { status, data } = await ask('GET', `/blog/posts?${query}`);
  expect(status).toBe(400);
  expect(data.error).toMatchObject({ code: 'VALIDATION_ERROR' });
  expect(Object.keys(data.error.fields)).toEqual([field]);
  expect(store.list).not.toHaveBeenCalled();
});

test('BLOGAPI-2, DATA-30: a visitor reads a post without its source', async () => {
  const { ask } = setup(visitor);
  const { data } = await ask('GET', `/blog/posts/${ID}`);
  expect(postReplySchema.parse(data)).toEqual(data);
  expect(data.data).toMatchObject({
    content: '<p>Text</p>',
    publishedAt: '2026-01-02T03:04:05.600Z',
    updatedAt: '2026-02-03T04:05:06.789Z',
    readTime: 2,
    author: { name: 'Mara', avatar: null },
  });
  expect(data.data).not.toHaveProperty('markdown');
});

test('a signed-in user who is not a member gets no source, staff do', async () => {
  expect((await setup(nonMember).ask('GET', '/blog/posts/a-post')).data.data).not.toHaveProperty(
    'markdown',
  );
  const { data, headers } = await setup(staff).ask('GET', '/blog/posts/a-post');
  expect(data.data.markdown).toBe('Text');
  expect([headers.get('etag'), headers.get('cache-control')]).toEqual(['"3"', 'no-store']);
});

test('BLOG-9: a post without category and author has default texts', async () => {
  const bare = row({ category: null, author_name: null, published_at: null, status: 'draft' });
  const { data } = await setup(staff, { get: async () => bare }).ask('GET', '/blog/posts/a-post');
  expect(data.data).toMatchObject({
    category: 'Uncategorized',
    author: { name: POST_AUTHOR_DEFAULT, avatar: null },
    publishedAt: null,
  });
});

test('BLOGAPI-16: a missing post is NOT_FOUND by its ID', async () => {
  const { ask } = setup(staff, { get: async () => null });
  const message = 'Blog post with ID no%2Fne not found'.replace('%2F', '/');
  for (const [method, body] of [['GET'], ['PUT', { version: 1 }], ['DELETE']] as const) {
    const { status, data } = await ask(method, '/blog/posts/no%2Fne', body);
    expect([status, data]).toEqual([404, { error: { code: 'NOT_FOUND', message } }]);
  }
});

test('BLOGAPI-6, BLOGAPI-7: categories and tags come with counts', async () => {
  const { ask } = setup(visitor);
  expect((await ask('GET', '/blog/categories')).data).toEqual({
    data: [{ name: 'Craft', slug: 'craft', count: 2 }],
  });
  expect(postTermsReplySchema.parse((await ask('GET', '/blog/tags')).data)).toEqual({ data: [] });
});

test('BLOGAPI-3, BLOGAPI-8: staff write Markdown, the response is the stored post', async () => {
  const { ask, store } = setup(staff);
  const { status, data, headers } = await ask('POST', '/blog/posts', {
    title: 'A post',
    markdown: 'Hello **you** <script>alert(1)</script>',
    tags: ['One'],
    category: 'Craft',
    author: 'Mara',
    imageUrl: '',
  });
  expect(status).toBe(201);
  expect(headers.get('location')).toBe(`/functions/v1/blog/posts/${ID}`);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(postReplySchema.parse(data)).toEqual(data);
  expect(store.save).toHaveBeenCalledExactlyOnceWith({
    id: ID,
    version: null,
    fields: expect.objectContaining({
      title: 'A post',
      status: 'draft',
      cover_image_url: null,
      content_markdown: 'Hello **you** <script>alert(1)</script>',
    }),
    tags: ['One'],
    category: 'Craft',
    author: 'Mara',
    goesLive: true,
    saveIds: [],
  });
  expect(store.keepRendered).toHaveBeenCalledExactlyOnceWith(
    'Hello **you** <script>alert(1)</script>',
    '<p>Hello <strong>you</strong> alert(1)</p>',
  );
});

test('a text is rendered before it is saved, and never HTML of the caller', async () => {
  const order: string[] = [];
  const { ask } = setup(staff, {
    keepRendered: async () => void order.push('rendered'),
    save: async ({ fields }) => {
      order.push(Object.keys(fields).join());
      return 4;
    },
  });
  await ask('PUT', '/blog/posts/a-post', { version: 3, markdown: 'New' });
  expect(order).toEqual(['rendered', 'content_markdown']);
  const { status } = await ask('PUT', '/blog/posts/a-post', { version: 3, content: '<p>Mine</p>' });
  expect(status).toBe(400);
  await ask('PUT', '/blog/posts/a-post', { version: 3, title: 'Only the title' });
  expect(order).toEqual(['rendered', 'content_markdown', 'title']);
});

test('a text whose HTML is too long to be stored is refused', async () => {
  const { ask, store } = setup(staff);
  const { status, data } = await ask('PUT', '/blog/posts/a-post', {
    ...{ version: 3, markdown: '&'.repeat(90_000) },
  });
  expect([status, data.error.fields]).toEqual([400, { markdown: 'Its HTML would be too long' }]);
  expect(store.keepRendered).not.toHaveBeenCalled();
});

const slugTaken = () =>
  new DatabaseError(
    'PT422',
    'duplicate key value violates unique constraint "blog_posts_slug_key"',
    422,
  );

test('changes kept in the working copy have their version beside what visitors read', async () => {
  const { ask, store } = setup(staff, { save: vi.fn<BlogStore['save']>().mockResolvedValue(9) });
  const { status, data } = await ask('PUT', `/blog/posts/${ID}`, {
    ...{ title: 'Changed', version: 3, goesLive: false },
  });
  expect(status).toBe(200);
  expect(data.savedVersion).toBe(9);
  expect(data.data.title).not.toBe('Changed');
  expect(store.save).toHaveBeenCalledWith(expect.objectContaining({ version: 3, goesLive: false }));
});

test('a save past changes that wait says so', async () => {
  const waiting = new DatabaseError('PT409', 'Changes of it wait to be published', 409);
  const { ask } = setup(staff, { save: vi.fn().mockRejectedValue(waiting) });
  const { status, data } = await ask('PUT', `/blog/posts/${ID}`, { title: 'Past it', version: 3 });
  expect([status, data.error.message]).toEqual([
    409,
    'Changes of it wait to be published: publish or discard them first',
  ]);
});

test('a chosen address in use is a field error', async () => {
  const { ask, store } = setup(staff, { save: vi.fn().mockRejectedValue(slugTaken()) });
  const { status, data } = await ask('POST', '/blog/posts', { title: 'A', slug: 'a-post' });
  expect([status, data.error.fields]).toEqual([400, { slug: 'Another post has this address' }]);
  expect(store.save).toHaveBeenCalledOnce();
});

test('BLOGAPI-4, R-20: an update writes only the given fields', async () => {
  const { ask, store } = setup(staff);
  const { status, headers } = await ask('PUT', '/blog/posts/a-post', {
    version: 3,
    title: 'New',
    category: null,
  });
  expect([status, headers.get('etag')]).toEqual([200, '"3"']);
  expect(store.save).toHaveBeenCalledExactlyOnceWith({
    id: ID,
    version: 3,
    fields: { title: 'New' },
    tags: null,
    category: '',
    author: null,
    goesLive: true,
    saveIds: [],
  });
});

test('a save that was stored before is answered with its version', async () => {
  const saveIds = ['0b8e1d0c-3f0a-4b35-9c6e-0a1b2c3d4e5f', '1b8e1d0c-3f0a-4b35-9c6e-0a1b2c3d4e5f'];
  const { ask, store } = setup(staff, { save: vi.fn<BlogStore['save']>().mockResolvedValue(2) });
  const { data } = await ask('PUT', '/blog/posts/a-post', { version: 1, title: 'Mine', saveIds });
  expect(store.save).toHaveBeenCalledWith(expect.objectContaining({ version: 1, saveIds }));
  expect([data.savedVersion, data.data.version]).toEqual([2, 3]);
});

test('a create that is sent again after its post was deleted says so', async () => {
  const deleted = new DatabaseError('PT404', 'This post was deleted', 404);
  const { ask } = setup(staff, { save: vi.fn().mockRejectedValue(deleted) });
  const { status, data } = await ask('POST', '/blog/posts', { id: ID, title: 'A post' });
  expect([status, data.error.message]).toEqual([404, 'This post was deleted']);
});

test.for(['"3"', '3', 'W/"3"'])('R-04: the version may be given as If-Match: %s', async (tag) => {
  const { ask, store } = setup(staff);
  const { status } = await ask('PUT', '/blog/posts/a-post', { title: 'New' }, { 'if-match': tag });
  expect(status).toBe(200);
  expect(store.save).toHaveBeenCalledWith(expect.objectContaining({ version: 3 }));
});

test('R-04: an update without a version, or with two different ones, is refused', async () => {
  const { ask, store } = setup(staff);
  const none = await ask('PUT', '/blog/posts/a-post', { title: 'New' });
  const two = await ask('PUT', '/blog/posts/a-post', { version: 3 }, { 'if-match': '"4"' });
  const odd = await ask('DELETE', '/blog/posts/a-post', undefined, { 'if-match': '*' });
  for (const { status, data } of [none, two, odd]) {
    expect([status, Object.keys(data.error.fields)]).toEqual([400, ['version']]);
  }
  expect(store.save).not.toHaveBeenCalled();
  expect(store.remove).not.toHaveBeenCalled();
});

test('R-04: another version is a conflict that names the stored one', async () => {
  const { ask } = setup(staff, {
    save: vi.fn().mockRejectedValue(new DatabaseError('PT409', 'changed', 409)),
  });
  const { status, data } = await ask('PUT', '/blog/posts/a-post', { version: 2 });
  expect([status, data.error]).toEqual([
    409,
    { code: 'CONFLICT', message: 'This has changed since you opened it', version: 3 },
  ]);
  const removal = await ask('DELETE', '/blog/posts/a-post', undefined, { 'if-match': '"2"' });
  expect([removal.status, removal.data.error.version]).toEqual([409, 3]);
});

test('BLOGAPI-5: a delete returns the ID', async () => {
  const { ask, store } = setup(staff);
  expect(await ask('DELETE', '/blog/posts/a-post')).toMatchObject({
    status: 200,
    data: { data: { id: ID } },
  });
  expect(store.remove).toHaveBeenCalledWith(ID);
});

test('deleting a missing post is not found', async () => {
  const { ask } = setup(staff, { remove: async () => false });
  expect((await ask('DELETE', '/blog/posts/a-post')).status).toBe(404);
});

test.for([
  ['POST', '/blog/posts', { title: 'A' }],
  ['PUT', '/blog/posts/a-post', { version: 3 }],
  ['DELETE', '/blog/posts/a-post', undefined],
] as const)('R-01: %s is for staff', async ([method, path, body]) => {
  for (const [caller, expected, code] of [
    [visitor, 401, 'UNAUTHORIZED'],
    [nonMember, 403, 'FORBIDDEN'],
  ] as const) {
    const { ask, store } = setup(caller);
    const { status, data, headers } = await ask(method, path, body);
    expect([status, data.error.code]).toEqual([expected, code]);
    expect(headers.get('www-authenticate')).toBe(expected === 401 ? 'Bearer' : null);
    expect(store.save).not.toHaveBeenCalled();
    expect(store.remove).not.toHaveBeenCalled();
  }
});

test('a refusal of the policies is 401 without a session and 403 with one', async () => {
  const refused = vi.fn().mockRejectedValue(new DatabaseError('42501', 'policy', 403));
  expect((await setup(visitor, { list: refused }).ask('GET', '/blog/posts')).status).toBe(401);
  expect((await setup(nonMember, { list: refused }).ask('GET', '/blog/posts')).status).toBe(403);
  const expired = vi.fn().mockRejectedValue(new DatabaseError('PGRST303', 'JWT expired', 401));
  expect((await setup(staff, { list: expired }).ask('GET', '/blog/posts')).status).toBe(401);
});

test('bodies must be complete JSON within the size limit', async () => {
  const { ask } = setup(staff);
  const cases: [unknown, HeadersInit, number, string][] = [
    [
      'title=A',
      { 'content-type': 'application/x-www-form-urlencoded' },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    ['{}', { 'content-type': 'application/jsonp' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['{"title":', {}, 400, 'BAD_REQUEST'],
    [
      JSON.stringify({ title: 'A', markdown: 'x'.repeat(256 * 1024) }),
      {},
      413,
      'PAYLOAD_TOO_LARGE',
    ],
    ['[]', {}, 400, 'VALIDATION_ERROR'],
    ['null', {}, 400, 'VALIDATION_ERROR'],
    ['{"title":"A","isAdmin":true}', {}, 400, 'VALIDATION_ERROR'],
  ];
  for (const [body, headers, status, code] of cases) {
    const reply = await ask('POST', '/blog/posts', body, headers);
    expect([reply.status, reply.data.error.code]).toEqual([status, code]);
  }
});

test('every invalid field is named', async () => {
  const { data } = await setup(staff).ask('POST', '/blog/posts', {
    title: ' ',
    tags: ['ok', ''],
    imageUrl: 'javascript:alert(1)',
    content: '<p>',
  });
  expect(Object.keys(data.error.fields).sort()).toEqual(['content', 'imageUrl', 'tags.1', 'title']);
});

test.for([
  [{ markdown: '![A](https://a.example/a.png)' }, { markdown: /a\.png is on another website/ }],
  [{ imageUrl: 'https://a.example/a.png' }, { imageUrl: /addresses of other websites/ }],
])('a picture of another website is a field error: %j', async ([fields, problems]) => {
  const { ask, store } = setup(staff);
  const { status, data } = await ask('POST', '/blog/posts', { title: 'A', ...fields });
  expect(status).toBe(400);
  for (const [name, message] of Object.entries(problems ?? {})) {
    expect(data.error.fields[name]).toMatch(message);
  }
  expect(store.save).not.toHaveBeenCalled();
});

test('a text nested too deep is a field error', async () => {
  const { ask, store } = setup(staff);
  const { status, data } = await ask('POST', '/blog/posts', {
    title: 'A',
    markdown: '>'.repeat(10_000),
  });
  expect([status, data.error.fields]).toEqual([
    400,
    { markdown: 'Quotes, lists or brackets are nested too deeply' },
  ]);
  expect(store.save).not.toHaveBeenCalled();
});

test.for([
  [
    'new row for relation "blog_posts" violates check constraint "blog_posts_cover_alt_fit"',
    'imageAlt',
  ],
  [
    'new row for relation "blog_posts" violates check constraint "blog_posts_content_html_safe"',
    'markdown',
  ],
  ['new row for relation "blog_tags" violates check constraint "blog_tags_name_fit"', 'tags'],
  [
    'new row for relation "blog_categories" violates check constraint "blog_categories_slug_present"',
    'category',
  ],
] as const)('%s is a field error of %s', async ([message, field]) => {
  const save = vi.fn().mockRejectedValue(new DatabaseError('PT422', message, 422));
  const { status, data } = await setup(staff, { save }).ask('PUT', '/blog/posts/a', { version: 3 });
  expect([status, data.error.fields]).toEqual([400, { [field]: 'This cannot be stored' }]);
});

test('an unexpected failure is logged and its text is not returned', async () => {
  const failure = new Error('connection to 10.0.0.1 refused');
  const { ask, logError } = setup(visitor, { list: vi.fn().mockRejectedValue(failure) });
  const { status, text, headers } = await ask('GET', '/blog/posts');
  expect([status, headers.get('cache-control')]).toEqual([500, 'no-store']);
  expect(text).not.toContain('10.0.0.1');
  expect(logError).toHaveBeenCalledWith(failure);
});

test.for([
  ['PATCH', '/blog/posts', 'GET, HEAD, POST, OPTIONS'],
  ['POST', '/blog/posts/a', 'GET, HEAD, PUT, DELETE, OPTIONS'],
  ['DELETE', '/blog/tags', 'GET, HEAD, OPTIONS'],
] as const)('%s %s is not allowed', async ([method, path, allow]) => {
  const { status, headers, data } = await setup(staff).ask(method, path);
  expect([status, headers.get('allow'), data.error.code]).toEqual([
    405,
    allow,
    'METHOD_NOT_ALLOWED',
  ]);
});

test.for(['/blog', '/blog/', '/blog/nothing', '/blog/posts/a/b', '/blog/posts/%', '/other/posts'])(
  'there is nothing at %s',
  async (path) => {
    const { status, data } = await setup(visitor).ask('GET', path);
    expect([status, data.error.code]).toEqual([404, 'NOT_FOUND']);
  },
);

test('a trailing slash is accepted', async () => {
  expect((await setup(visitor).ask('GET', '/blog/posts/')).status).toBe(200);
});

test('responses to visitors may be cached and revalidated', async () => {
  const { ask } = setup(visitor);
  const first = await ask('GET', '/blog/posts');
  expect(first.headers.get('cache-control')).toBe(
    'public, max-age=0, s-maxage=10, must-revalidate',
  );
  expect(first.headers.get('vary')).toBe('Authorization');
  const etag = first.headers.get('etag') ?? '';
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
    const again = await ask('GET', '/blog/posts', undefined, { 'if-none-match': known });
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
  }
  const changed = await ask('GET', '/blog/posts', undefined, { 'if-none-match': '"other"' });
  expect(changed.status).toBe(200);
});

test('a missing post is not cached', async () => {
  const { headers } = await setup(visitor, { get: async () => null }).ask('GET', '/blog/posts/a');
  expect(headers.get('cache-control')).toBe('no-store');
});

test('HEAD answers as GET does, without a body', async () => {
  const { ask } = setup(visitor);
  const get = await ask('GET', '/blog/posts');
  const head = await ask('HEAD', '/blog/posts');
  expect([head.status, head.text]).toEqual([200, '']);
  expect(head.headers.get('etag')).toBe(get.headers.get('etag'));
  expect(head.headers.get('content-length')).toBe(String(get.text.length));
  expect((await ask('HEAD', '/blog/nothing')).status).toBe(404);
});

test('an allowed origin may use every method and If-Match', async () => {
  const preflight = new Request('https://backend.example/blog/posts', {
    method: 'OPTIONS',
    headers: { origin: 'https://site.example' },
  });
  const origins = new Set(['https://site.example']);
  const { headers } = await withCors(preflight, origins, vi.fn(), REST_METHODS);
  expect(headers.get('access-control-allow-methods')).toContain('PUT, PATCH, DELETE');
  expect(headers.get('access-control-allow-headers')).toContain('if-match');
});

test('an invalid token is refused before anything is read', async () => {
  const expired: Caller = {
    hasToken: true,
    isStaff: async () => {
      throw new DatabaseError('42501', 'permission denied', 401);
    },
  };
  const { ask, store } = setup(expired);
  for (const path of ['/blog/posts', '/blog/posts/a', '/blog/tags']) {
    const { status, data } = await ask('GET', path);
    expect([status, data.error.code]).toEqual([401, 'UNAUTHORIZED']);
  }
  expect(store.list).not.toHaveBeenCalled();
});
