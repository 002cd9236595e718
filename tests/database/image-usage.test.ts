import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { IMAGE_USE_KINDS, IMAGE_USE_PARTS, IMAGE_USE_STATES } from '@/features/media/model';
import {
  asService,
  backend,
  call,
  createAudiences,
  createStudy,
  rpc,
  type Caller,
} from '../support/backend';
import { createPost as newPost, savePost } from '../support/document-kinds';

const BUCKET = '/storage/v1/object/public/images/';

let people: Awaited<ReturnType<typeof createAudiences>>;
let editor: Caller;
beforeAll(async () => {
  people = await createAudiences();
  editor = people.editor;
});

const newPath = (extension = 'jpg') => `${randomUUID()}.${extension}`;
const usesOf = async (...paths: string[]) =>
  (await rpc(editor, 'list_image_usage', { paths })).data;
const replace = (who: Caller, oldPath: string, path: string) =>
  rpc(who, 'replace_image_everywhere', { old_path: oldPath, new_path: path });
const studyRow = async (id: string) =>
  (
    await call(
      editor,
      'GET',
      `/rest/v1/case_studies?select=hero_image_url,client_logo_url,version,case_study_gallery(image_url)&case_study_gallery.order=display_order&id=eq.${id}`,
    )
  ).data[0];

const createPost = (fields: Record<string, unknown>) => newPost(editor, fields);

const picture = (image_url: string) => ({ image_url, caption: null, alt_text: null });

test.for([
  ['kind', IMAGE_USE_KINDS],
  ['part', IMAGE_USE_PARTS],
  ['state', IMAGE_USE_STATES],
] as const)('the screens know every %s of a use', async ([name, known]) => {
  const { rows } = await backend.sql.query(
    `select enum_range(null::private.image_use_${name})::text[] as values`,
  );
  expect(rows[0]?.values).toEqual(known);
});

test('every kind of document can be a place', async () => {
  const { rows } = await backend.sql.query('select kind from private.document_kinds');
  expect(IMAGE_USE_KINDS).toEqual(expect.arrayContaining(rows.map(({ kind }) => kind)));
});

test('the places of a picture in a study are listed, drafts marked', async () => {
  const [path, other] = [newPath(), newPath()];
  const url = `${BUCKET}${path}?v=1600x900_320-640.1`;
  const id = await createStudy(
    editor,
    { title: 'Larder Lane', hero_image_url: url, client_logo_url: BUCKET + path },
    [],
    [picture(url), picture(BUCKET + other)],
  );
  const base = { path, kind: 'case-study', id, title: 'Larder Lane', state: 'draft' };
  expect(await usesOf(path)).toEqual([
    { ...base, part: 'hero' },
    { ...base, part: 'logo' },
    { ...base, part: 'gallery' },
  ]);
  expect(await usesOf(other)).toMatchObject([{ id, part: 'gallery' }]);
});

test.for(['challenge', 'solution', 'results'])(
  'a picture in the %s of a study is a place, and is replaced there',
  async (column) => {
    const [path, next] = [newPath(), newPath('webp')];
    const text = `Before\n\n![Pears](${BUCKET}${path}?v=10x10.1 "Pears")`;
    const id = await createStudy(editor, { title: 'Larder Lane', [column]: text });
    expect(await usesOf(path)).toMatchObject([{ kind: 'case-study', id, part: 'text' }]);
    expect((await replace(editor, path, next)).data).toBe(1);
    const read = `/rest/v1/case_studies?select=${column}&id=eq.${id}`;
    expect((await call(editor, 'GET', read)).data).toEqual([
      { [column]: `Before\n\n![Pears](${BUCKET}${next} "Pears")` },
    ]);
  },
);

test('the places of a picture in a post are listed: cover, text, and the author’s portrait', async () => {
  const [cover, inText, inHtml, portrait] = [newPath(), newPath(), newPath(), newPath()];
  const id = await createPost({
    title: 'Alt text',
    status: 'published',
    cover_image_url: BUCKET + cover,
    content_markdown: `![Pears](https://site.example${BUCKET}${inText}?v=10x10.1 "Pears")`,
    content_html: `<p><img src="${BUCKET}${inHtml}?v=10x10.1" alt="Pears"></p>`,
  });
  const author = { id: randomUUID(), name: `Author ${portrait}`, avatar_url: BUCKET + portrait };
  await call(editor, 'POST', '/rest/v1/blog_authors', author);

  expect(await usesOf(cover)).toEqual([
    { path: cover, kind: 'post', id, title: 'Alt text', part: 'cover', state: 'published' },
  ]);
  expect(await usesOf(inText, inHtml)).toMatchObject([
    { id, part: 'text' },
    { id, part: 'text' },
  ]);
  expect(await usesOf(portrait)).toMatchObject([{ kind: 'author', id: author.id, part: 'avatar' }]);
});

test('a longer name, or a picture outside the bucket, does not match', async () => {
  const path = newPath();
  await createStudy(
    editor,
    { hero_image_url: `${BUCKET}${path}.png` },
    [],
    [picture(`/images/${path}`)],
  );
  expect(await usesOf(path)).toEqual([]);
});

test('a deleted document counts as a place until it is purged', async () => {
  const path = newPath();
  const study = await createStudy(editor, { hero_image_url: BUCKET + path });
  const post = await createPost({ content_markdown: `![x](${BUCKET}${path})` });
  await call(editor, 'DELETE', `/rest/v1/case_studies?id=eq.${study}`);
  await call(editor, 'DELETE', `/rest/v1/blog_posts?id=eq.${post}`);
  expect(await usesOf(path)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: study, part: 'snapshot', state: 'deleted' }),
      expect.objectContaining({ id: post, part: 'snapshot', state: 'deleted' }),
    ]),
  );
  await rpc(editor, 'purge_deleted_document', { document_id: study });
  expect(await usesOf(path)).toHaveLength(1);
});

const versionsOf = async (path: string) =>
  (await rpc(editor, 'list_image_versions', { image_path: path })).data;
const saveStudy = (id: string, version: number, fields: Record<string, unknown>) =>
  rpc(editor, 'save_case_study', { study_id: id, expected_version: version, fields });
const changePost = (id: string, version: number, fields: Record<string, unknown>) =>
  savePost(editor, { post_id: id, expected_version: version, fields });

test('a picture used only in older versions is unused, and they are listed', async () => {
  const [path, next] = [newPath(), newPath()];
  const id = await createStudy(editor, { title: 'Larder Lane', hero_image_url: BUCKET + path });
  await saveStudy(id, 1, { headline: 'New' });
  await saveStudy(id, 2, { hero_image_url: BUCKET + next });
  const post = await createPost({
    title: 'Old news',
    content_markdown: `![x](${BUCKET}${path})\n`,
  });
  await changePost(post, 1, { content_markdown: 'Without' });
  expect(await usesOf(path)).toEqual([]);
  expect(await versionsOf(path)).toEqual([
    { kind: 'case-study', id, title: 'Larder Lane', state: 'draft', versions: [2, 1] },
    { kind: 'post', id: post, title: 'Old news', state: 'draft', versions: [1] },
  ]);
});

test('a document that uses it now is a place, not an older version, also when deleted', async () => {
  const path = newPath();
  const id = await createStudy(editor, { title: 'Kept', hero_image_url: BUCKET + path });
  expect(await versionsOf(path)).toEqual([]);
  await saveStudy(id, 1, { headline: 'Again' });
  const first = { kind: 'case-study', id, title: 'Kept', versions: [1] };
  expect(await versionsOf(path)).toEqual([{ ...first, state: 'draft' }]);
  await call(editor, 'DELETE', `/rest/v1/case_studies?id=eq.${id}`);
  expect(await usesOf(path)).toMatchObject([{ id, state: 'deleted' }]);
  expect(await versionsOf(path)).toEqual([{ ...first, state: 'deleted' }]);
  await rpc(editor, 'purge_deleted_document', { document_id: id });
  expect(await versionsOf(path)).toEqual([]);
});

test('a longer name does not match in older versions either', async () => {
  const path = newPath();
  const id = await createStudy(editor, { hero_image_url: `${BUCKET}${path}.png` });
  await saveStudy(id, 1, { hero_image_url: null });
  expect(await versionsOf(path)).toEqual([]);
  expect(await versionsOf(`${path}.png`)).toMatchObject([{ id, versions: [1] }]);
});

test('without paths every use is listed', async () => {
  const path = newPath();
  const id = await createStudy(editor, { hero_image_url: BUCKET + path });
  const all = (await rpc(editor, 'list_image_usage')).data;
  expect(all).toContainEqual(expect.objectContaining({ path, id, part: 'hero' }));
  expect((await rpc(editor, 'list_image_usage', { paths: [] })).data).toEqual([]);
});

test('replacing changes every place of a study at once, and saving an open form is a conflict', async () => {
  const [path, other] = [newPath(), newPath()];
  const next = `${newPath('webp')}?v=1600x900_320-640.1`;
  const id = await createStudy(
    editor,
    { hero_image_url: `${BUCKET}${path}?v=800x600.1`, client_logo_url: BUCKET + other },
    [],
    [picture(BUCKET + path), picture(`${BUCKET}${path}x.png`)],
  );
  const { version } = await studyRow(id);
  expect((await replace(editor, path, next)).data).toBe(2);
  const after = await studyRow(id);
  expect(after).toMatchObject({
    hero_image_url: BUCKET + next,
    client_logo_url: BUCKET + other,
    case_study_gallery: [{ image_url: BUCKET + next }, { image_url: `${BUCKET}${path}x.png` }],
  });
  expect(after.version).toBeGreaterThan(version);
  const stale = await rpc(editor, 'save_case_study', {
    study_id: id,
    expected_version: version,
    fields: { title: 'Stale' },
  });
  expect(stale.status).toBe(409);
});

test('replacing only a gallery picture increments the version too', async () => {
  const path = newPath();
  const id = await createStudy(editor, {}, [], [picture(BUCKET + path)]);
  const { version } = await studyRow(id);
  expect((await replace(editor, path, newPath())).data).toBe(1);
  expect((await studyRow(id)).version).toBeGreaterThan(version);
});

test('replacing changes posts in Markdown and HTML, and increments their version', async () => {
  const path = newPath();
  const next = `${newPath('webp')}?v=20x20.1`;
  const id = await createPost({
    status: 'published',
    cover_image_url: BUCKET + path,
    content_markdown: `![a](${BUCKET}${path}?v=10x10.1)\n\n[b](${BUCKET}${path})`,
    content_html: `<p><img src="${BUCKET}${path}?v=10x10.1" alt="a"></p>`,
  });
  expect((await replace(editor, path, next)).data).toBe(2);
  const { data } = await asService(
    'GET',
    `/rest/v1/blog_posts?select=cover_image_url,content_markdown,content_html,version&id=eq.${id}`,
  );
  expect(data[0]).toEqual({
    cover_image_url: BUCKET + next,
    content_markdown: `![a](${BUCKET}${next})\n\n[b](${BUCKET}${next})`,
    content_html: `<p><img src="${BUCKET}${next}" alt="a"></p>`,
    version: 2,
  });
});

test('replacing changes the texts of pages and what waits of them', async () => {
  const [path, next] = [newPath(), newPath('webp')];
  const page = async () => (await call(editor, 'GET', '/rest/v1/page_texts?page=eq.about')).data[0];
  const save = async (texts: object, more: object) =>
    rpc(editor, 'save_page_texts', { page_id: (await page()).id, texts, ...more });
  const live = await save(
    { picture_picture: `${BUCKET}${path}` },
    { expected_version: (await page()).version, goes_live: true },
  );
  await save(
    { picture_picture: `${BUCKET}${path}`, hero_lead: 'New' },
    { expected_version: live.data.version },
  );
  const place = { kind: 'page-texts', id: live.data.id, title: 'about', state: 'published' };
  expect(await usesOf(path)).toMatchObject([
    { ...place, part: 'text' },
    { ...place, part: 'changes' },
  ]);
  expect((await replace(editor, path, next)).data).toBe(2);
  expect((await page()).texts).toEqual({ picture_picture: `${BUCKET}${next}` });
  const { data } = await call(
    editor,
    'GET',
    `/rest/v1/working_copies?document_id=eq.${live.data.id}`,
  );
  expect(data[0].content.texts).toEqual({ picture_picture: `${BUCKET}${next}`, hero_lead: 'New' });
  expect(await usesOf(path)).toEqual([]);
  await save({}, { expected_version: data[0].version, goes_live: true });
});

test('a deleted study is restored with the new picture', async () => {
  const path = newPath();
  const next = newPath('webp');
  const id = await createStudy(editor, {
    hero_image_url: BUCKET + path,
    headline: 'A "quoted" \\ one',
  });
  await call(editor, 'DELETE', `/rest/v1/case_studies?id=eq.${id}`);
  expect((await replace(editor, path, next)).data).toBe(1);
  await rpc(editor, 'restore_deleted_document', { document_id: id });
  const { data } = await call(
    editor,
    'GET',
    `/rest/v1/case_studies?select=hero_image_url,headline&id=eq.${id}`,
  );
  expect(data[0]).toEqual({ hero_image_url: BUCKET + next, headline: 'A "quoted" \\ one' });
});

test('R-15: a picture replaced under its own name gets the new version everywhere', async () => {
  const path = `office-${randomUUID().slice(0, 8)}.jpg`;
  const id = await createStudy(editor, { hero_image_url: `${BUCKET}${path}?v=800x600.1` });
  await replace(editor, path, `${path}?v=900x600.2`);
  expect((await studyRow(id)).hero_image_url).toBe(`${BUCKET}${path}?v=900x600.2`);
});

test('a replacement is atomic', async () => {
  const path = newPath();
  const url = BUCKET + path;
  const study = await createStudy(editor, { hero_image_url: url });
  // The longer URL would exceed the limit of the Markdown, so nothing may change.
  const markdown = `![x](${url})`.padEnd(100_000, '.');
  await createPost({ content_markdown: markdown });
  const reply = await replace(editor, path, `${'long-'.repeat(20)}${path}`);
  expect(reply.status).toBe(422);
  expect((await studyRow(study)).hero_image_url).toBe(url);
});

test.for([
  ['', 'a.jpg'],
  ['a.jpg', ''],
  ['a.jpg', 'b".jpg'],
  ['a.jpg', 'b.jpg?x=1'],
  ['a(.jpg', 'b.jpg'],
  ['a.jpg', 'b\\1.jpg'],
])('%j by %j is refused: invalid paths', async ([oldPath = '', path = '']) => {
  expect((await replace(editor, oldPath, path)).status).toBe(422);
});

test('the secret key may not: only staff may', async () => {
  const reply = await asService('POST', '/rest/v1/rpc/replace_image_everywhere', {
    old_path: 'a.jpg',
    new_path: 'b.jpg',
  });
  expect(reply.status).toBeGreaterThan(400);
});
