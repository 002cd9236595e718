import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { readKeys, sharedSite, signIn, signUp, type Site } from './site';

// The real REST functions: Deno, the embedded backend and the site's own origin in front.
let site: Site;
let staff: string;
let nonMember: string;

beforeAll(async () => {
  site = await sharedSite();
  staff = (await signIn(site)).token;
  nonMember = (await signUp(site, 'non-member@visitor.test')).token;
});

type Ask = { token?: string; body?: unknown; headers?: Record<string, string> };

async function ask(method: string, path: string, { token, body, headers }: Ask = {}) {
  const response = await fetch(`${site.url}/functions/v1${path}`, {
    method,
    headers: {
      apikey: readKeys(site.name).publishableKey,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    data: text === '' ? null : JSON.parse(text),
  };
}

const documentSchema = z.object({
  components: z.object({ schemas: z.object({ Error: z.record(z.string(), z.unknown()) }) }),
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        responses: z.record(
          z.string(),
          z.object({
            content: z
              .object({
                'application/json': z.object({ schema: z.record(z.string(), z.unknown()) }),
              })
              .optional(),
          }),
        ),
      }),
    ),
  ),
});

/** Every "METHOD path status" of a description with its response schema. */
async function readDescription(path: string) {
  const { components, paths } = documentSchema.parse((await ask('GET', path)).data);
  return new Map<string, Record<string, unknown> | null>(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { responses }]) =>
        Object.entries(responses).map(([status, { content }]) => {
          const schema = content?.['application/json'].schema;
          const isError = schema !== undefined && '$ref' in schema;
          return [
            `${method.toUpperCase()} ${path} ${status}`,
            isError ? components.schemas.Error : (schema ?? null),
          ] as const;
        }),
      ),
    ),
  );
}

/** Requests that produce every response in the description of a resource. */
async function everyAnswer(list: string, fields: Record<string, unknown>) {
  const create = async () =>
    (await ask('POST', list, { token: staff, body: { ...fields, title: `T ${randomUUID()}` } }))
      .data.data;
  const one = await create();
  const gone = await create();
  const at = `${list}/${one.id}`;
  const missing = `${list}/${randomUUID()}`;
  const write = (body: unknown, rest: Ask = {}) => ({ token: staff, body, ...rest });
  const tooLarge = write({ title: 'x'.repeat(300_000) });
  const notJson = write('title=A', { headers: { 'content-type': 'text/plain' } });
  const current = { 'if-none-match': (await ask('GET', at)).headers.get('etag') ?? '' };
  const currentList = { 'if-none-match': (await ask('GET', list)).headers.get('etag') ?? '' };

  const change = (
    method: string,
    body: Record<string, unknown>,
  ): [string, string, Ask, number][] => [
    [method, missing, write({ ...body, version: 1 }), 404],
    [method, at, write(body), 400],
    [method, at, { body: { ...body, version: 1 } }, 401],
    [method, at, { token: nonMember, body: { ...body, version: 1 } }, 403],
    [method, at, write({ ...body, version: 99 }), 409],
    [method, at, tooLarge, 413],
    [method, at, notJson, 415],
  ];
  const asked: [method: string, path: string, Ask, status: number][] = [
    ['GET', list, {}, 200],
    ['GET', list, { headers: currentList }, 304],
    ['GET', `${list}?limit=0`, {}, 400],
    ['GET', list, { token: 'no-session' }, 401],
    ['GET', at, {}, 200],
    ['GET', at, { token: staff }, 200],
    ['GET', at, { headers: current }, 304],
    ['GET', at, { token: 'no-session' }, 401],
    ['GET', missing, {}, 404],
    ['POST', list, write({ ...fields, title: 'Made' }), 201],
    ['POST', list, write({ title: '' }), 400],
    ['POST', list, { body: fields }, 401],
    ['POST', list, { token: nonMember, body: fields }, 403],
    ['POST', list, write({ ...fields, id: one.id, title: 'Again' }), 409],
    ['POST', list, tooLarge, 413],
    ['POST', list, notJson, 415],
    ...change('PUT', { title: 'Put' }),
    ['PUT', at, write({ title: 'Put', version: 1 }), 200],
    ['DELETE', missing, { token: staff }, 404],
    ['DELETE', at, {}, 401],
    ['DELETE', at, { token: nonMember }, 403],
    ['DELETE', at, { token: staff, headers: { 'if-match': '"99"' } }, 409],
    ['DELETE', at, { token: staff, headers: { 'if-match': 'x' } }, 400],
    ['DELETE', `${list}/${gone.id}`, { token: staff }, 200],
  ];
  if (list === '/projects') {
    asked.push(...change('PATCH', { category: 'Food' }));
    asked.push(['PATCH', at, write({ category: 'Food', version: 2 }), 200]);
  }
  return asked;
}

async function holdAgainst(
  description: Awaited<ReturnType<typeof readDescription>>,
  list: string,
  asked: [string, string, Ask, number][],
) {
  const seen = new Set<string>();
  for (const [method, path, options, status] of asked) {
    const reply = await ask(method, path, options);
    const resource = path.replace(/\?.*/, '');
    const isOne = resource.startsWith(`${list}/`);
    const answer = `${method} ${isOne ? `${list}/{id}` : resource} ${reply.status}`;
    expect(reply.status, `${method} ${path} ${JSON.stringify(reply.data)}`).toBe(status);
    expect([...description.keys()]).toContain(answer);
    const schema = description.get(answer);
    if (schema) {
      const result = z.fromJSONSchema(schema).safeParse(reply.data);
      expect(result.error, `${answer}: ${JSON.stringify(reply.data)}`).toBeUndefined();
    } else {
      expect(reply.data).toBeNull();
    }
    seen.add(answer);
  }
  expect([...description.keys()].filter((answer) => !seen.has(answer))).toEqual([]);
}

test('BLOGAPI-1..8: the blog’s responses match its description, in every status', async () => {
  const description = await readDescription('/blog/openapi.json');
  const asked = await everyAnswer('/blog/posts', {
    markdown: 'Hello **you**',
    status: 'published',
    tags: ['Tests'],
  });
  for (const path of ['/blog/categories', '/blog/tags']) {
    const etag = (await ask('GET', path)).headers.get('etag') ?? '';
    asked.unshift(
      ['GET', path, {}, 200],
      ['GET', path, { headers: { 'if-none-match': etag } }, 304],
      ['GET', path, { token: 'no-session' }, 401],
    );
  }
  await holdAgainst(description, '/blog/posts', asked);
});

test('PROJAPI-1..6: the responses of projects match their description, in every status', async () => {
  const description = await readDescription('/projects/openapi.json');
  const asked = await everyAnswer('/projects', { status: 'published', tags: ['Tests'] });
  await holdAgainst(description, '/projects', asked);
});

test('PROJAPI-1: the filters work on real rows, and special characters are plain text', async () => {
  const mark = randomUUID().slice(0, 8);
  const body = {
    title: `50% "of", (${mark})`,
    category: `Food, ${mark}`,
    tags: ['A {b}'],
    status: 'published',
  };
  expect((await ask('POST', '/projects', { token: staff, body })).status).toBe(201);
  const find = async (query: Record<string, string>) =>
    (await ask('GET', `/projects?${new URLSearchParams(query)}`)).data.data?.map(
      ({ title }: { title: string }) => title,
    );
  expect(await find({ search: `"OF", (${mark}` })).toEqual([body.title]);
  expect(await find({ search: `50%%(${mark}` })).toEqual([]);
  expect(await find({ category: body.category })).toEqual([body.title]);
  expect(await find({ tag: 'A {b}', search: mark })).toEqual([body.title]);
  expect(await find({ tag: 'Other', search: mark })).toEqual([]);
  expect(await find({ search: mark, page: '2' })).toEqual([]);
});

test('R-08: posts are sanitized before they are stored', async () => {
  const markdown =
    '# Hi\n\n<script>alert(1)</script>\n\n[x](javascript:alert(1)) ```\n\n```js\nlet a\n```';
  const body = { title: 'Cleaned', markdown, status: 'published' };
  const { data } = await ask('POST', '/blog/posts', { token: staff, body });
  expect(data.data.markdown).toBe(markdown);
  const visitor = (await ask('GET', `/blog/posts/${data.data.slug}`)).data.data;
  expect(visitor.content).toContain('<h2 id="section-hi">Hi</h2>');
  expect(visitor.content).toContain('<span class="hljs-keyword">let</span>');
  expect(visitor.content).not.toMatch(/script>|javascript:/);
  expect(visitor).not.toHaveProperty('markdown');
});

test('R-27: drafts and scheduled posts are visible to staff only', async () => {
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  for (const state of [{ status: 'draft' }, { status: 'published', publishedAt: soon }]) {
    const body = { title: `Hidden ${randomUUID()}`, ...state };
    const { id } = (await ask('POST', '/blog/posts', { token: staff, body })).data.data;
    expect((await ask('GET', `/blog/posts/${id}`)).status).toBe(404);
    expect((await ask('GET', `/blog/posts/${id}`, { token: nonMember })).status).toBe(404);
    expect((await ask('GET', `/blog/posts/${id}`, { token: staff })).status).toBe(200);
    const listed = (await ask('GET', '/blog/posts?status=all&limit=50')).data.data;
    expect(listed.map((post: { id: string }) => post.id)).not.toContain(id);
  }
});

test('a visitor whose browser sends the public key as a token is a visitor', async () => {
  const reply = await ask('GET', '/blog/posts', { token: readKeys(site.name).publishableKey });
  expect([reply.status, reply.headers.get('cache-control')]).toEqual([
    200,
    'public, max-age=0, s-maxage=10, must-revalidate',
  ]);
});

test('the seeded posts are published with their pictures on first start', async () => {
  const slugs = readdirSync('supabase/seed/articles').map((file) => file.replace(/\.md$/, ''));
  expect(slugs.length).toBeGreaterThan(0);
  for (const slug of slugs) {
    const { status, data } = await ask('GET', `/blog/posts/${slug}`);
    expect([slug, status]).toEqual([slug, 200]);
    expect(data.data.category).not.toBe('Uncategorized');
    expect(data.data.tags.length).toBeGreaterThan(0);
    expect(data.data.content.length).toBeGreaterThan(1000);
    const picture = await fetch(`${site.url}${data.data.imageUrl}`);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
  }
});
