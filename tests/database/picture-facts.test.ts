import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { call, createAudiences, createStudy, rpc, type Caller } from '../support/backend';

const BUCKET = '/storage/v1/object/public/images/';

let people: Awaited<ReturnType<typeof createAudiences>>;
let editor: Caller;
beforeAll(async () => {
  people = await createAudiences();
  editor = people.editor;
});

/** A picture of the library; returns its path. */
async function stored(facts: Record<string, unknown>, path = `${randomUUID()}.jpg`) {
  const { status, data } = await call(editor, 'POST', '/rest/v1/image_records', {
    ...{ path, sha256: 'a'.repeat(64), width: 1600, height: 900, byte_size: 2048 },
    ...{ mime: 'image/jpeg', original_name: 'private-name.jpg', ...facts },
  });
  if (status !== 201) throw new Error(JSON.stringify(data));
  return path;
}

const factsFor = async (who: Caller, id: string) =>
  (await call(who, 'GET', `/rest/v1/case_studies?select=picture_facts&id=eq.${id}`)).data;

async function createPost(fields: Record<string, unknown>) {
  const id = randomUUID();
  const reply = await rpc(editor, 'save_blog_post', {
    post_id: id,
    expected_version: null,
    fields: { slug: `facts-${id.slice(0, 18)}`, title: 'Facts', ...fields },
  });
  if (reply.status !== 200) throw new Error(`post: ${JSON.stringify(reply.data)}`);
  return id;
}

test('visitors get text and focal point of the pictures of a published study, and nothing else', async () => {
  const hero = await stored({ alt_text: 'A harbour', focus_x: 20, focus_y: 80 });
  const logo = await stored({ alt_text: 'A boat' });
  const plain = await stored({});
  const inGallery = await stored({ focus_y: 10 });
  await stored({ alt_text: 'Used nowhere' });
  const id = await createStudy(
    editor,
    {
      title: 'Facts',
      status: 'published',
      hero_image_url: `${BUCKET}${hero}?v=1600x900.1`,
      client_logo_url: BUCKET + logo,
    },
    [],
    [plain, inGallery].map((path) => ({
      image_url: BUCKET + path,
      caption: null,
      alt_text: 'Its own',
    })),
  );
  const facts = {
    [hero]: { alt: 'A harbour', x: 20, y: 80 },
    [logo]: { alt: 'A boat' },
    [inGallery]: { y: 10 },
  };
  for (const who of [people.anonymous, people.nonMember, editor]) {
    expect(await factsFor(who, id)).toEqual([{ picture_facts: facts }]);
  }
});

test('a row that a caller makes up shows no facts of other pictures', async () => {
  const hero = await stored({ alt_text: 'Secret until published' });
  const draft = await createStudy(editor, { title: 'Draft', hero_image_url: BUCKET + hero });
  expect(await factsFor(people.anonymous, draft)).toEqual([]);
  for (const study of [{ id: draft }, { id: randomUUID(), hero_image_url: BUCKET + hero }]) {
    const row = { ...study, status: 'published', title: 'Mine' };
    const reply = await call(people.anonymous, 'POST', '/rest/v1/rpc/picture_facts', {
      study: row,
    });
    expect(JSON.stringify(reply.data ?? null)).not.toContain('Secret');
  }
  expect(await factsFor(editor, draft)).toEqual([
    { picture_facts: { [hero]: { alt: 'Secret until published' } } },
  ]);
});

test('a path with percent-encoded letters finds its record, and one that cannot be decoded finds none', async () => {
  const name = `${randomUUID()} Леб (1).jpg`;
  await stored({ alt_text: 'Bread' }, name);
  const encoded = encodeURIComponent(name).replace('(', '%28').replace(')', '%29');
  const id = await createStudy(
    editor,
    { title: 'Encoded', status: 'published', hero_image_url: BUCKET + encoded },
    [],
    ['%E0%A4%A', '%FF.jpg'].map((path) => ({
      image_url: BUCKET + path,
      caption: null,
      alt_text: null,
    })),
  );
  expect(await factsFor(people.anonymous, id)).toEqual([
    { picture_facts: { [encoded]: { alt: 'Bread' } } },
  ]);
});

test('posts have the facts of their cover, in lists and alone', async () => {
  const cover = await stored({ alt_text: 'Crates', focus_x: 0 });
  const id = await createPost({
    status: 'published',
    // On the first page of the list, whatever other tests have published.
    published_at: new Date().toISOString(),
    cover_image_url: BUCKET + cover,
  });
  const facts = { [cover]: { alt: 'Crates', x: 0 } };
  const alone = await rpc(people.anonymous, 'get_blog_post', { key: id });
  expect(alone.data).toMatchObject({ picture_facts: facts });
  const list = await rpc(people.anonymous, 'list_blog_posts', { page_size: 100 });
  const posts: { id: string }[] = list.data.posts;
  expect(posts.find((post) => post.id === id)).toMatchObject({ picture_facts: facts });
});

test('Replace everywhere with a new text writes it to the library and clears the texts of the places', async () => {
  const old = await stored({ alt_text: 'The old harbour' });
  const next = await stored({});
  const other = await stored({});
  const id = await createStudy(
    editor,
    { title: 'Replaced', status: 'published' },
    [],
    [old, other].map((path) => ({
      image_url: BUCKET + path,
      caption: 'Kept',
      alt_text: 'Of this use',
    })),
  );
  const post = await createPost({ cover_image_url: BUCKET + old, cover_alt: 'Of this cover' });
  const { data } = await rpc(editor, 'replace_image_everywhere', {
    old_path: old,
    new_path: `${next}?v=900x600.1`,
    new_alt: ' The new harbour ',
  });
  expect(data).toBe(2);
  const rows = await call(
    editor,
    'GET',
    `/rest/v1/case_study_gallery?select=caption,alt_text&case_study_id=eq.${id}&order=display_order`,
  );
  expect(rows.data).toEqual([
    { caption: 'Kept', alt_text: null },
    { caption: 'Kept', alt_text: 'Of this use' },
  ]);
  const covers = await call(editor, 'GET', `/rest/v1/blog_posts?select=cover_alt&id=eq.${post}`);
  expect(covers.data).toEqual([{ cover_alt: null }]);
  expect(await factsFor(people.anonymous, id)).toEqual([
    { picture_facts: { [next]: { alt: 'The new harbour' } } },
  ]);
});

test('Replace everywhere without a text keeps the texts', async () => {
  const [old, next] = [await stored({}), await stored({ alt_text: 'Of the library' })];
  const id = await createPost({ cover_image_url: BUCKET + old, cover_alt: 'Of this cover' });
  await rpc(editor, 'replace_image_everywhere', { old_path: old, new_path: next });
  const covers = await call(editor, 'GET', `/rest/v1/blog_posts?select=cover_alt&id=eq.${id}`);
  expect(covers.data).toEqual([{ cover_alt: 'Of this cover' }]);
});
