import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { isSource, isTarget, NOTE_MAX, OWN_PAGES } from '@/features/redirects/addresses';
import { readRedirects } from '../../scripts/lib/build/redirects.ts';
import {
  anonymous,
  arrangeRows,
  asService,
  backend,
  call,
  createAudiences,
  createStudy,
  rpc,
  type Caller,
} from '../support/backend';

let people: Awaited<ReturnType<typeof createAudiences>>;
beforeAll(async () => {
  people = await createAudiences();
});

const TABLE = '/rest/v1/redirects';
const returning = { prefer: 'return=representation' };
const address = (name = 'old') => `/${name}-${randomUUID().slice(0, 8)}`;

const add = (who: Caller, from: string, to: string, more: Record<string, unknown> = {}) =>
  call(who, 'POST', TABLE, { from_path: from, to_path: to, ...more }, returning);

async function targetOf(from: string): Promise<string | undefined> {
  const path = `${TABLE}?select=to_path&from_path=eq.${encodeURIComponent(from)}`;
  return (await call(people.editor, 'GET', path)).data[0]?.to_path;
}

async function seenByVisitor(from: string) {
  const path = `/rest/v1/rpc/list_redirects?from_path=eq.${encodeURIComponent(from)}`;
  return (await call(anonymous, 'GET', path)).data;
}

test.for(['editor', 'owner'] as const)('%s adds, reads, changes and deletes', async (who) => {
  const from = address();
  const created = await add(people[who], from, '/projects', { note: 'Replaced' });
  expect(created.status, JSON.stringify(created.data)).toBe(201);
  expect(created.data[0]).toMatchObject({ created_by: people[who].userId, note: 'Replaced' });
  const row = `${TABLE}?id=eq.${created.data[0].id}`;
  expect((await call(people[who], 'PATCH', row, { to_path: '/blog' }, returning)).data).toEqual([
    expect.objectContaining({ to_path: '/blog', created_by: people[who].userId }),
  ]);
  await call(people[who], 'DELETE', row);
  expect(await targetOf(from)).toBeUndefined();
});

test('visitors read source and target of redirects, and nothing else', async () => {
  const from = address();
  await add(people.editor, from, '/contact', { note: 'Not for visitors' });
  expect(await seenByVisitor(from)).toEqual([{ from_path: from, to_path: '/contact' }]);
  expect((await call(anonymous, 'GET', `${TABLE}?select=from_path`)).status).toBe(401);
});

test('the secret key reads and may not write', async () => {
  expect((await asService('GET', `${TABLE}?select=from_path`)).status).toBe(200);
  const reply = await asService('POST', TABLE, { from_path: address(), to_path: '/blog' });
  expect(reply.status).toBeGreaterThanOrEqual(401);
});

// Database and form are tested with each of these.
test.for([
  '/blog/old-post',
  '/caf%c3%a9',
  '/a.b/c_d~e-f',
  `/${'a'.repeat(299)}`,
  `/${'a'.repeat(300)}`,
  '/',
  '',
  'old',
  '//evil.example',
  '/Old',
  '/old/',
  '/old?x=1',
  '/old#x',
  '/a b',
  '/a\\b',
  '/a:b',
  '/*',
  '/a%2fb',
  '/a%2e%2e/b',
  '/%61bout',
  '/%41bout',
  '/a%20b',
  '/about.html',
  '/index.html',
  '/404',
  '/feed.xml',
  '/sitemap-2.xml',
  '/robots.txt',
  '/images/a.webp',
  '/social/a.jpg',
  '/.well-known/security.txt',
  '/old.html',
  '/a%0ab',
  '/a%zz',
  '/../b',
  '/a/./b',
  '/a/.b',
  '/admin',
  '/admin/images',
  '/administration',
  '/rest/v1/x',
  '/projects',
  '/projects/x',
  'https://evil.example',
  ...OWN_PAGES.flatMap((path) => [path, `${path}.html`]),
])('the database and the form agree on the source %s', async (from) => {
  const { status } = await add(people.editor, from, '/contact');
  expect(status).toBe(isSource(from) ? 201 : 422);
});

test.for([
  '/',
  '/services#web-development',
  '/blog?tag=a&page=2#x',
  '/Projects/One',
  '/projects/',
  '',
  'projects',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/%2f%2fevil.example',
  '/%5cevil.example',
  '/..//evil.example',
  '/a/../../b',
  'https://evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  '/a\r\nset-cookie: x=1',
  '/a b',
  '/a%20b',
  '/%70rojects',
  '/caf%C3%A9',
  '/a%0d%0a',
  '/a?next=https://evil.example',
  '/a?b=%2f%2fevil.example',
  '/admin',
  '/admin?x',
  `/${'a'.repeat(499)}`,
  `/${'a'.repeat(500)}`,
])('the database and the form agree on the target %s', async (to) => {
  const { status } = await add(people.editor, address(), to);
  expect(status).toBe(isTarget(to) ? 201 : 422);
});

test('a note has a length limit, and the refusal names the field', async () => {
  expect((await add(people.editor, address(), '/', { note: 'n'.repeat(NOTE_MAX) })).status).toBe(
    201,
  );
  const long = await add(people.editor, address(), '/', { note: 'n'.repeat(NOTE_MAX + 1) });
  expect([long.status, long.data.message]).toEqual([422, expect.stringMatching(/^note:/)]);
});

test('an address has one redirect', async () => {
  const from = address();
  await add(people.editor, from, '/projects');
  expect((await add(people.owner, from, '/blog')).status).toBe(409);
});

test('redirects to an address that moves get its new target', async () => {
  const [first, second] = [address('first'), address('second')];
  await add(people.editor, first, `${second}#part`);
  await add(people.editor, second, '/projects#new');
  expect([await targetOf(first), await targetOf(second)]).toEqual([
    '/projects#new',
    '/projects#new',
  ]);
});

test('a new redirect points to the final target', async () => {
  const [first, second] = [address('first'), address('second')];
  await add(people.editor, second, '/contact');
  await add(people.editor, first, `${second}?x=1`);
  expect(await targetOf(first)).toBe('/contact');
});

test('a loop of one or two redirects, or by a change, is refused', async () => {
  const [a, b, c] = [address('a'), address('b'), address('c')];
  expect((await add(people.editor, a, a.toUpperCase())).status).toBe(422);
  await add(people.editor, a, b);
  const back = await add(people.editor, b, a);
  expect([back.status, back.data.message]).toEqual([422, expect.stringMatching(/circle/)]);
  await add(people.editor, b, c);
  expect(await targetOf(a)).toBe(c);
  expect((await add(people.editor, c, a)).status).toBe(422);
  const change = (from: string, to: string) =>
    call(people.editor, 'PATCH', `${TABLE}?from_path=eq.${from}`, { to_path: to });
  expect((await change(a, a)).status).toBe(422);
  // a points to c by now, so b does as well.
  expect((await change(b, a)).status).toBeLessThan(300);
  expect([await targetOf(a), await targetOf(b)]).toEqual([c, c]);
});

test('two simultaneous redirects to each other make no loop', async () => {
  const [a, b] = [address('a'), address('b')];
  const replies = await Promise.all([add(people.editor, a, b), add(people.owner, b, a)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 422]);
});

test('a redirect from a study applies only while the study is not published', async () => {
  const id = await createStudy(people.editor, { status: 'published' });
  const from = `/projects/${id}`;
  expect((await add(people.editor, from, '/projects')).status).toBe(201);
  expect(await seenByVisitor(from)).toEqual([]);
  await call(people.editor, 'DELETE', `/rest/v1/case_studies?id=eq.${id}`);
  expect(await seenByVisitor(from)).toHaveLength(1);
  await rpc(people.editor, 'restore_deleted_document', { document_id: id });
  expect(await seenByVisitor(from)).toEqual([]);
});

test('the build reads the same redirects as visitors', async () => {
  const { url, publishableKey: key } = backend;
  const from = address('built');
  await add(people.editor, from, '/services#x');
  expect(await readRedirects({ url, key }, () => {})).toContainEqual({ from, to: '/services#x' });
});

test('the number of redirects is limited to what the hosts accept', async () => {
  const batch = randomUUID().slice(0, 8);
  const { length: count } = (await call(people.editor, 'GET', `${TABLE}?select=id`)).data;
  const rows = Array.from({ length: 1500 - count }, (_, place) => ({
    from_path: `/${batch}/${place}`,
    to_path: '/projects',
  }));
  expect((await call(people.editor, 'POST', TABLE, rows)).status).toBe(201);
  const refused = await add(people.editor, address(), '/projects');
  expect([refused.status, refused.data.message]).toEqual([
    422,
    'from_path: 1,500 redirects are stored, and hosts take no more; delete one first',
  ]);
  const upsert = await call(
    people.editor,
    'POST',
    `${TABLE}?on_conflict=from_path`,
    { from_path: `/${batch}/0`, to_path: '/blog' },
    { prefer: 'resolution=merge-duplicates' },
  );
  expect(upsert.status).toBeLessThan(300);
  expect(await targetOf(`/${batch}/0`)).toBe('/blog');
  // More than a member may delete within an hour.
  await arrangeRows(`delete from public.redirects where from_path like '/${batch}/%'`);
  expect((await add(people.editor, address(), '/projects')).status).toBe(201);
});
