import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { slugSchema } from '@contracts/slug';
import { slugFromTitle } from '@contracts/words/latin';
import {
  asService,
  call,
  createAudiences,
  createStudy,
  rpc,
  type Caller,
} from '../support/backend';
import { restoreDeleted } from '../support/document-kinds';

let people: Awaited<ReturnType<typeof createAudiences>>;
beforeAll(async () => {
  people = await createAudiences();
});

const read = async (id: string) =>
  (await asService('GET', `/rest/v1/case_studies?id=eq.${id}`)).data[0];

async function save(id: string, fields: Record<string, unknown>, caller: Caller = people.editor) {
  const { version } = await read(id);
  return rpc(caller, 'save_case_study', { study_id: id, expected_version: version, fields });
}

const targetOf = async (path: string) =>
  (await rpc(people.anonymous, 'find_redirect', { source: path })).data ?? undefined;

const named = (name: string) => `${name} ${randomUUID().slice(0, 8)}`;

test.for([
  'A greengrocer that delivers by bicycle',
  'Crème brûlée & Co.',
  "L'été à la plage’s end",
  '  --Odd__spaces--  ',
  'Über 3.000 m²',
  `${'word '.repeat(40)}`,
  'Пржилница',
  '404',
])('the address of "%s" is the same in the database as in the form', async (title) => {
  const text = title.trim() === '404' ? title : `${title.trim()} ${randomUUID().slice(0, 4)}`;
  const { slug } = await read(await createStudy(people.editor, { title: text.slice(0, 120) }));
  const made = slugFromTitle(text.slice(0, 120));
  expect(slugSchema.safeParse(slug).success, slug).toBe(true);
  expect(slug.startsWith(made.slice(0, 60))).toBe(true);
  if (slugSchema.safeParse(made).success && made.length < 60) expect(slug).toBe(made);
});

test.for([
  '',
  '404',
  'index',
  'services',
  'Upper',
  'a--b',
  '-a',
  'a_b',
  'x'.repeat(81),
  randomUUID(),
])('the form and the database refuse the address "%s"', async (slug) => {
  const id = await createStudy(people.editor);
  expect(slugSchema.safeParse(slug).success).toBe(false);
  expect((await save(id, { slug })).status).toBe(422);
});

test('an address from a title that is taken gets the start of the id', async () => {
  const title = named('Twice');
  const first = await read(await createStudy(people.editor, { title }));
  const second = await read(await createStudy(people.editor, { title }));
  expect(second.slug).toBe(`${first.slug}-${second.id.slice(0, 8)}`);
});

test('a typed address that is taken is refused, and nothing is changed', async () => {
  const { slug } = await read(await createStudy(people.editor, { title: named('First') }));
  const id = await createStudy(people.editor, { title: named('Second') });
  const refused = await save(id, { slug, headline: 'Not stored' });
  expect([refused.status, refused.data.message]).toEqual([
    422,
    expect.stringContaining('"case_studies_slug_key"'),
  ]);
  expect(await read(id)).toMatchObject({ headline: null, version: 1 });
});

test('a renamed page is found at its old address, also when it is renamed back and forth', async () => {
  const id = await createStudy(people.editor, { title: named('Named'), status: 'published' });
  const { slug: a } = await read(id);
  const [b, c] = [`${a}-b`, `${a}-c`];
  await save(id, { slug: b });
  expect(await targetOf(`/projects/${a}`)).toBe(`/projects/${b}`);
  await save(id, { slug: c });
  expect(await targetOf(`/projects/${a}`)).toBe(`/projects/${c}`);
  expect(await targetOf(`/projects/${b}`)).toBe(`/projects/${c}`);
  await save(id, { slug: a });
  expect(await targetOf(`/projects/${a}`)).toBeUndefined();
  expect(await targetOf(`/projects/${b}`)).toBe(`/projects/${a}`);
  expect(await targetOf(`/projects/${c}`)).toBe(`/projects/${a}`);
});

test('a draft that is renamed leaves no redirect', async () => {
  const id = await createStudy(people.editor, { title: named('Draft') });
  const { slug } = await read(id);
  await save(id, { slug: `${slug}-b` });
  expect(await targetOf(`/projects/${slug}`)).toBeUndefined();
});

test('a page that was renamed as a draft is found at its last public address', async () => {
  const id = await createStudy(people.editor, { title: named('Back'), status: 'published' });
  const { slug } = await read(id);
  await save(id, { status: 'draft' });
  await save(id, { slug: `${slug}-b` });
  expect(await targetOf(`/projects/${slug}`)).toBeUndefined();
  await save(id, { status: 'published' });
  expect(await targetOf(`/projects/${slug}`)).toBe(`/projects/${slug}-b`);
  // As an old version of the history does: a draft at the first address, then published at the last one.
  await save(id, { status: 'draft', slug });
  await save(id, { status: 'published', slug: `${slug}-b` });
  expect(await targetOf(`/projects/${slug}`)).toBe(`/projects/${slug}-b`);
  expect(await targetOf(`/projects/${slug}-b`)).toBeUndefined();
});

test('a renamed post leaves a redirect, a scheduled one does not', async () => {
  const create = async (published_at: string) => {
    const post_id = randomUUID();
    const slug = `post-${post_id.slice(0, 8)}`;
    const { status, data } = await rpc(people.editor, 'save_blog_post', {
      post_id,
      expected_version: null,
      fields: { title: 'A post', slug, status: 'published', published_at },
    });
    expect(status, JSON.stringify(data)).toBe(200);
    await rpc(people.editor, 'save_blog_post', {
      post_id,
      expected_version: 1,
      fields: { slug: `${slug}-b` },
    });
    return `/blog/${slug}`;
  };
  const published = await create('2026-01-01T00:00:00Z');
  expect(await targetOf(published)).toBe(`${published}-b`);
  expect(await targetOf(await create('2099-01-01T00:00:00Z'))).toBeUndefined();
});

const publishedAt = async (slug: string) =>
  createStudy(people.editor, { title: named('Held'), status: 'published', slug });
const remove = (id: string) => call(people.editor, 'DELETE', `/rest/v1/case_studies?id=eq.${id}`);

test('links to a page lead there, also after the document that was there before comes back', async () => {
  const [a, b] = [randomUUID().slice(0, 8), randomUUID().slice(0, 8)].map((name) => `held-${name}`);
  const [first, second] = [await publishedAt(`${a}`), await publishedAt(`${b}`)];
  await remove(first);
  expect((await save(second, { slug: a })).status).toBe(200);
  expect(await targetOf(`/projects/${b}`)).toBe(`/projects/${a}`);
  expect((await restoreDeleted(people.editor, first)).status).toBe(204);
  expect((await read(first)).slug).not.toBe(a);
  expect(await targetOf(`/projects/${b}`)).toBe(`/projects/${a}`);
  expect(await targetOf(`/projects/${a}`)).toBeUndefined();
});

test.each([
  ['a page that was taken back', { status: 'draft' }],
  ['a page that is public again at its time', { published_at: '2099-01-01T00:00:00Z' }],
])('links to %s lead nowhere else for good', async (_, change) => {
  const [a, b] = [randomUUID().slice(0, 8), randomUUID().slice(0, 8)].map((name) => `kept-${name}`);
  const id = await publishedAt(`${a}`);
  await save(id, { slug: b });
  await save(id, change);
  const path = { from_path: `/projects/${b}`, to_path: '/about' };
  expect((await call(people.editor, 'POST', '/rest/v1/redirects', path)).status).toBe(201);
  expect(await targetOf(`/projects/${a}`)).toBe(`/projects/${b}`);
  await save(id, { status: 'published', published_at: '2026-01-02T03:04:05Z' });
  expect(await targetOf(`/projects/${a}`)).toBe(`/projects/${b}`);
});

test('the last public address of a draft is part of a backup', async () => {
  const slug = `once-${randomUUID().slice(0, 8)}`;
  const id = await publishedAt(slug);
  await save(id, { status: 'draft' });
  const { data } = await asService('POST', '/rest/v1/rpc/export_rows', {
    table_name: 'public_addresses',
  });
  expect(JSON.stringify(data.lines)).toContain(`/projects/${slug}`);
});

test('a study restored after another took its address gets a new one', async () => {
  const title = named('Reused');
  const id = await createStudy(people.editor, { title });
  const { slug } = await read(id);
  await call(people.editor, 'DELETE', `/rest/v1/case_studies?id=eq.${id}`);
  await createStudy(people.editor, { title });
  expect((await restoreDeleted(people.editor, id)).status).toBe(204);
  expect((await read(id)).slug).toBe(`${slug}-${id.slice(0, 8)}`);
});

test.for([
  ['1899', 422],
  ['1900', 200],
  ['2099', 200],
  ['2100', 422],
  ['soon', 422],
] as const)('the project year %s gets %i', async ([project_year, status]) => {
  const id = await createStudy(people.editor);
  expect((await save(id, { project_year })).status).toBe(status);
});
