import { beforeAll, beforeEach, expect, test } from 'vitest';
import { anonymous, backend, call, createAudiences, createStudy, rpc } from '../support/backend';

let people: Awaited<ReturnType<typeof createAudiences>>;
beforeAll(async () => {
  people = await createAudiences();
});
beforeEach(() =>
  backend.sql.exec(
    'delete from private.unknown_addresses; delete from private.security_event_minutes; delete from public.redirects;',
  ),
);

const visit = async (path: string, who = anonymous) =>
  (await rpc(who, 'find_redirect', { source: path })).data;
const listed = async () => (await rpc(people.editor, 'list_unknown_addresses')).data;
const paths = async () => (await listed()).map(({ path }: { path: string }) => path);
const stored = async () =>
  (await backend.sql.query('select path from private.unknown_addresses order by path')).rows.map(
    ({ path }) => path,
  );
const unknownOfHealth = async () =>
  (await rpc(people.editor, 'site_health')).data.unknown_addresses;
const redirect = (from_path: string) =>
  call(people.editor, 'POST', '/rest/v1/redirects', { from_path, to_path: '/projects' });

test('what leads nowhere is counted by path and day, and staff list it', async () => {
  expect(await visit('/old-name')).toBeNull();
  expect(await visit('/old-name')).toBeNull();
  expect(await visit('/once')).toBeNull();
  expect(await listed()).toMatchObject([
    { path: '/old-name', visits: 2, days: 1 },
    { path: '/once', visits: 1, days: 1 },
  ]);
  expect(await unknownOfHealth()).toBe(0);
  for (const day of [2, 3]) {
    await backend.sql.exec(
      "update private.unknown_addresses set last_at = last_at - interval '1 day'",
    );
    await visit('/once');
    expect((await listed())[0]).toMatchObject({ path: '/once', visits: day, days: day });
  }
  expect(await unknownOfHealth()).toBe(1);
});

test('an address with a redirect or a page is neither counted nor listed', async () => {
  await visit('/moved');
  await visit('/projects/a-page-that-comes-later');
  expect(await paths()).toHaveLength(2);
  await redirect('/moved');
  const id = await createStudy(people.editor, { title: 'Later', status: 'published' });
  const slug = 'a-page-that-comes-later';
  await backend.sql.query('update public.case_studies set slug = $1 where id = $2', [slug, id]);
  expect(await paths()).toEqual([]);
  expect(await visit('/moved')).toBe('/projects');
  expect(await visit(`/projects/${slug}`)).toBeNull();
  const { rows } = await backend.sql.query(
    'select max(visits) as visits from private.unknown_addresses',
  );
  expect(rows).toEqual([{ visits: 1 }]);
  await backend.sql.query('delete from public.case_studies where id = $1', [id]);
});

test.for([
  ...[
    '',
    '/',
    'no-slash',
    '//other.example',
    '/a\u0000b',
    '/a\nb',
    '/a%0ab',
    '/a b',
    '/<b>',
    '/a?b=c',
  ],
  ...['/a#b', '/UPPER', '/me@visitor.example', '/me%40visitor.example', `/${'a'.repeat(300)}`],
  ...['/wp-login.php', '/blog/xmlrpc.php', '/.env', '/a/.git/config', '/wp-admin', '/cgi-bin/x'],
  ...[
    '/backup.zip',
    '/wp-content/plugins/a',
    '/api/v1/swagger',
    '/admin/x',
    '/about',
    '/robots.txt',
  ],
  ...['/reset/3f9a8d7c6b5a4f3e2d1c', '/x/7d1c2a52-3f6a-4f4e-9d0c-0d5b5e3b6a01'],
])('%j is not stored', async (path) => {
  await visit(path);
  expect(await stored()).toEqual([]);
});

test.for([
  '/team/jane',
  '/blog/2019/05/our-office.html',
  '/wp-content/uploads/2020/brochure.pdf',
  '/%c3%bcber',
])('%s is stored', async (path) => {
  await visit(path);
  expect(await stored()).toEqual([path]);
});

test('the table refuses what the function would not store', async () => {
  for (const path of ['/a\nb', 'x', '/wp-login.php']) {
    await expect(
      backend.sql.query('insert into private.unknown_addresses (path) values ($1)', [path]),
    ).rejects.toThrow('unknown_addresses_path_fit');
  }
});

test('all visitors together have 60 counted visits a minute, and redirects are found beyond', async () => {
  await redirect('/moved');
  for (let turn = 0; turn < 65; turn += 1) await visit('/flood');
  // Two minutes, if one ends meanwhile.
  expect((await listed())[0].visits).toBeGreaterThanOrEqual(60);
  expect((await listed())[0].visits).toBeLessThan(65);
  expect(await visit('/moved')).toBe('/projects');
});

test('a flood of invented addresses stays within 300 rows and displaces none of two days', async () => {
  await visit('/real');
  await backend.sql.exec(`
    update private.unknown_addresses set last_at = now() - interval '20 days', days = 2;
    insert into private.unknown_addresses (path, visits, last_at)
    select '/invented-' || number, 1000, now() - number * interval '1 second'
    from generate_series(1, 299) as number;
  `);
  await visit('/one-more');
  const kept = await stored();
  expect(kept).toHaveLength(300);
  expect(kept).toEqual(expect.arrayContaining(['/real', '/one-more', '/invented-298']));
  expect(kept).not.toContain('/invented-299');
  expect(await paths()).toHaveLength(50);
  expect((await paths())[0]).toBe('/real');
});

test('a dismissed address is listed no more, also after another visit', async () => {
  await visit('/mistyped');
  await rpc(people.editor, 'dismiss_unknown_address', { path: '/mistyped' });
  await visit('/mistyped');
  expect(await paths()).toEqual([]);
  expect(await stored()).toEqual(['/mistyped']);
});

test('an address is erased 90 days after its last visit', async () => {
  await visit('/forgotten');
  await backend.sql.exec(
    "update private.unknown_addresses set last_at = now() - interval '91 days'",
  );
  expect(await paths()).toEqual([]);
  await visit('/new');
  expect(await stored()).toEqual(['/new']);
  await backend.sql.exec(
    "update private.unknown_addresses set last_at = now() - interval '91 days'; select private.erase_old_unknown_addresses();",
  );
  expect(await stored()).toEqual([]);
});
