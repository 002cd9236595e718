// What is approved is what is read: ways to put other words before visitors, one after the other, as an editor.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  arrangeRows,
  asService,
  backend,
  call,
  createAudiences,
  rpc,
  signUp,
  type Caller,
  type Reply,
} from '../support/backend';
import {
  documentKinds,
  keepRendered,
  removeDocument,
  restoreDeleted,
  restoreVersion,
  revisionsOf,
} from '../support/document-kinds';
import { claimMails } from '../support/outbox';
import {
  approveLink,
  askClient,
  demandApproval,
  NOT_APPROVED,
  openLink,
} from '../support/sign-off';

const BUCKET = '/storage/v1/object/public/images/';

let anonymous: Caller;
let editor: Caller;
let owner: Caller;
beforeAll(async () => {
  ({ anonymous, editor, owner } = await createAudiences());
});

const kinds = documentKinds(() => editor);
const publish = (noun: 'case study' | 'post', id: string, version: number) =>
  kinds[noun].save(editor, id, { version, live: true, status: 'published' });

/** A published document whose words a client has approved, with a demand on it. At version 2. */
async function approved(noun: 'case study' | 'post', fields: Record<string, unknown> = {}) {
  const id = await kinds[noun].create({ status: 'draft', ...fields });
  await demandApproval(editor, id);
  expect((await approveLink(anonymous, await askClient(editor, id))).outcome).toBe('approved');
  expect((await publish(noun, id, 1)).status).toBe(200);
  return id;
}

/** All that a visitor can read of it. */
const shown = async (noun: 'case study' | 'post', id: string) =>
  JSON.stringify((await kinds[noun].read(anonymous, id)).data);

const patch = (path: string, change: object) => call(editor, 'PATCH', `/rest/v1/${path}`, change);

async function storePicture(name = `${randomUUID()}.jpg`) {
  const facts = { sha256: 'a'.repeat(64), width: 8, height: 8, byte_size: 80, mime: 'image/jpeg' };
  const record = { path: name, original_name: name, alt_text: 'Pears', ...facts };
  const { status } = await asService('POST', '/rest/v1/image_records', record);
  expect(status).toBe(201);
  return { path: name, url: BUCKET + name };
}

async function storeObject(name: string) {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const stored = await asService('POST', `/storage/v1/object/images/${name}`, new Uint8Array(png), {
    'content-type': 'image/png',
  });
  expect(stored.status).toBe(200);
}

const deleteObjects = (prefixes: string[]) =>
  call(editor, 'DELETE', '/storage/v1/object/images', { prefixes });

const refused = ({ status, data }: Reply) => [status, data?.message];
const REFUSED = [409, NOT_APPROVED];

describe('no caller chooses the HTML of a post', () => {
  const OTHER = '<p>What the client never read</p>';

  test('in a save, in a change of the row, and in a new row', async () => {
    const id = await approved('post');
    const before = await shown('post', id);
    expect(before).toContain('<p>Old</p>');
    await kinds.post.save(editor, id, { version: 2, live: true, content_html: OTHER });
    await patch(`blog_posts?id=eq.${id}`, { content_html: OTHER });
    const [post, again] = [JSON.parse(before)[0], JSON.parse(await shown('post', id))[0]];
    expect({ ...again, version: 2, updated_at: post.updated_at }).toEqual(post);
    const row = { slug: `h-${randomUUID().slice(0, 8)}`, title: 'New', status: 'published' };
    const created = await call(editor, 'POST', '/rest/v1/blog_posts?select=content_html', {
      ...{ ...row, content_html: OTHER },
    });
    expect(created.status).toBe(201);
    expect((await rpc(anonymous, 'get_blog_post', { key: row.slug })).data.content_html).toBe('');
  });

  test('a text that was not rendered is refused', async () => {
    const id = await kinds.post.create();
    const markdown = `Never rendered ${randomUUID()}`;
    const fields = { content_markdown: markdown, content_html: OTHER, reading_minutes: 1 };
    const saved = await kinds.post.save(editor, id, { version: 1, live: true, ...fields });
    expect(saved.status).toBe(422);
    expect((await patch(`blog_posts?id=eq.${id}`, fields)).status).toBe(422);
    await keepRendered(markdown, '<p>Rendered</p>');
    expect((await kinds.post.save(editor, id, { version: 1, live: true, ...fields })).status).toBe(
      200,
    );
    expect(await shown('post', id)).toContain('<p>Rendered</p>');
  });

  test('only the service key stores what was rendered', async () => {
    for (const who of [anonymous, editor, owner]) {
      const given = { markdown_hash: 'a'.repeat(64), html: OTHER };
      expect((await rpc(who, 'keep_rendered_text', given)).data.code).toMatch(/^(42501|PGRST202)$/);
    }
  });

  test('changes that wait, an old version and a deleted post keep their own HTML', async () => {
    const id = await kinds.post.create();
    const markdown = `Second ${randomUUID()}`;
    await keepRendered(markdown, '<p>Second</p>');
    await kinds.post.save(editor, id, { version: 1, content_markdown: markdown });
    // Rendered differently since: what waits is what was saved.
    await kinds.post.save(editor, id, { version: 2, live: true });
    expect(await shown('post', id)).toContain('<p>Second</p>');
    await restoreVersion(editor, id, 1, 3);
    await kinds.post.save(editor, id, { version: 4, live: true });
    expect(await shown('post', id)).toContain('<p>Old</p>');
    await removeDocument(editor, 'blog_posts', id);
    await restoreDeleted(editor, id);
    expect(await shown('post', id)).toContain('<p>Old</p>');
  });
});

describe('a demand holds against', () => {
  test('rows that are moved to or from another study', async () => {
    const [id, other] = [await approved('case study'), await kinds['case study'].create()];
    const before = await shown('case study', id);
    for (const [table, move] of [
      ['case_study_metrics', { display_order: 7 }],
      ['case_study_gallery', { display_order: 7 }],
    ] as const) {
      const away = await patch(`${table}?case_study_id=eq.${id}`, {
        case_study_id: other,
        ...move,
      });
      expect([table, ...refused(away)]).toEqual([table, ...REFUSED]);
      const here = await patch(`${table}?case_study_id=eq.${other}`, {
        case_study_id: id,
        ...move,
      });
      expect([table, ...refused(here)]).toEqual([table, ...REFUSED]);
    }
    expect(await shown('case study', id)).toBe(before);
  });

  test('tags that are moved, renamed or deleted', async () => {
    const name = `Tag ${randomUUID().slice(0, 18)}`;
    const [id, other] = [await kinds.post.create({ status: 'draft' }), await kinds.post.create()];
    await rpc(editor, 'save_blog_post', {
      ...{ post_id: id, expected_version: 1, fields: {}, tags: [name] },
    });
    await demandApproval(editor, id);
    await approveLink(anonymous, await askClient(editor, id, 2));
    await publish('post', id, 2);
    const before = await shown('post', id);
    const move = { post_id: other, place: 9 };
    expect(refused(await patch(`blog_post_tags?post_id=eq.${id}`, move))).toEqual(REFUSED);
    const tag = `blog_tags?name=eq.${encodeURIComponent(name)}`;
    expect(refused(await patch(tag, { name: `${name}!` }))).toEqual(REFUSED);
    expect(refused(await call(editor, 'DELETE', `/rest/v1/${tag}`))).toEqual(REFUSED);
    expect(await shown('post', id)).toBe(before);
  });

  test.each(['category', 'author'] as const)('a renamed or deleted %s', async (term) => {
    const name = `${term} ${randomUUID()}`;
    const id = await kinds.post.create({ status: 'draft' });
    await rpc(editor, 'save_blog_post', {
      ...{ post_id: id, expected_version: 1, fields: {}, [term]: name },
    });
    await demandApproval(editor, id);
    await approveLink(anonymous, await askClient(editor, id, 2));
    await publish('post', id, 2);
    const table = { category: 'blog_categories', author: 'blog_authors' }[term];
    const row = `${table}?name=eq.${encodeURIComponent(name)}`;
    expect(refused(await patch(row, { name: 'Other' }))).toEqual(REFUSED);
    expect(refused(await call(editor, 'DELETE', `/rest/v1/${row}`))).toEqual(REFUSED);
    if (term === 'author') {
      const { url } = await storePicture();
      expect(refused(await patch(row, { avatar_url: url }))).toEqual(REFUSED);
    }
    expect((await rpc(anonymous, 'get_blog_post', { key: id })).data).toMatchObject({
      [term === 'author' ? 'author_name' : term]: name,
    });
  });

  test('facts of its pictures, and a picture that is exchanged in place', async () => {
    const { path, url } = await storePicture();
    const id = await approved('case study', { hero_image_url: url });
    const before = await shown('case study', id);
    const record = `image_records?path=eq.${path}`;
    expect(refused(await patch(record, { alt_text: 'Apples' }))).toEqual(REFUSED);
    expect(refused(await patch(record, { focus_x: 3 }))).toEqual(REFUSED);
    const exchanged = { sha256: 'b'.repeat(64) };
    expect(refused(await asService('PATCH', `/rest/v1/${record}`, exchanged))).toEqual(REFUSED);
    expect(refused(await call(editor, 'DELETE', `/rest/v1/${record}`))).toEqual(REFUSED);
    expect(await shown('case study', id)).toBe(before);
  });

  test('smaller copies of a picture that are exchanged with the same file', async () => {
    const { path, url } = await storePicture();
    await approved('post', { cover_image_url: `${url}?v=800x600_320.2` });
    const record = `/rest/v1/image_records?path=eq.${path}`;
    const again = { revision: 2, variants: [320] };
    expect(refused(await asService('PATCH', record, again))).toEqual(REFUSED);
  });

  test('a picture that is shown by the address of one of its copies', async () => {
    const { path } = await storePicture();
    await approved('post', { cover_image_url: `${BUCKET}variants/${path}/2-320.webp` });
    const record = `/rest/v1/image_records?path=eq.${path}`;
    expect(refused(await asService('PATCH', record, { revision: 2 }))).toEqual(REFUSED);
  });

  test('the deletion of a picture and of its copies', async () => {
    const { path, url } = await storePicture();
    const copy = `variants/${path}/1-320.webp`;
    for (const name of [path, copy]) await storeObject(name);
    const id = await approved('case study', { hero_image_url: url });
    const deleting_at = '2026-01-02T03:04:05Z';
    expect(refused(await patch(`image_records?path=eq.${path}`, { deleting_at }))).toEqual(REFUSED);
    await deleteObjects([path, copy]);
    for (const name of [path, copy]) {
      expect((await call(anonymous, 'GET', BUCKET + name)).status).toBe(200);
    }
    await call(editor, 'DELETE', `/rest/v1/sign_off_demands?document_id=eq.${id}`);
    await patch(`image_records?path=eq.${path}`, { deleting_at });
    await deleteObjects([path, copy]);
    expect((await call(anonymous, 'GET', BUCKET + path)).status).toBeGreaterThan(399);
  });

  test('a picture that is replaced everywhere', async () => {
    const [picture, next] = [await storePicture(), await storePicture()];
    const id = await approved('case study', { hero_image_url: picture.url });
    const args = { old_path: picture.path, new_path: next.path };
    expect(refused(await rpc(editor, 'replace_image_everywhere', args))).toEqual(REFUSED);
    expect(await shown('case study', id)).toContain(picture.path);
  });
});

test('no member writes the hash of a picture, or exchanges its record for another one', async () => {
  const name = `${randomUUID()}.png`;
  await storeObject(name);
  await storePicture(name);
  const record = `image_records?path=eq.${name}`;
  for (const change of [{ sha256: 'b'.repeat(64) }, { revision: 9 }, { path: 'x.png' }]) {
    expect((await patch(record, change)).data.code).toBe('42501');
  }
  await call(editor, 'DELETE', `/rest/v1/${record}`);
  expect((await call(editor, 'GET', `/rest/v1/${record}&select=path`)).data).toHaveLength(1);
  await patch(record, { deleting_at: '2026-01-02T03:04:05Z' });
  await deleteObjects([name]);
  await call(editor, 'DELETE', `/rest/v1/${record}`);
  expect((await call(editor, 'GET', `/rest/v1/${record}&select=path`)).data).toEqual([]);
});

test('a picture that was exchanged between reading and approving is not approved', async () => {
  const { path, url } = await storePicture();
  const id = await kinds['case study'].create({ status: 'draft', hero_image_url: url });
  const asked = await askClient(editor, id);
  const exchange = (sha256: string) =>
    asService('PATCH', `/rest/v1/image_records?path=eq.${path}`, { sha256 });
  await exchange('b'.repeat(64));
  const { content_hash } = (await openLink(anonymous, asked.token)).request;
  await exchange('a'.repeat(64));
  expect(await approveLink(anonymous, asked, { content_hash })).toEqual({ outcome: 'changed' });
  expect(await approveLink(anonymous, asked)).toMatchObject({ outcome: 'approved' });
  await exchange('b'.repeat(64));
  const { data } = await rpc(editor, 'list_sign_offs', { of_document: id });
  expect(data).toMatchObject([{ is_current: false }]);
});

describe('the flag that withholds a document', () => {
  test('is written by no caller', async () => {
    const id = await kinds['case study'].create({ status: 'draft' });
    await demandApproval(editor, id);
    await patch(`case_studies?id=eq.${id}`, { is_withheld: false });
    expect(refused(await publish('case study', id, 2))).toEqual(REFUSED);
    const free = await kinds['case study'].create({ is_withheld: true });
    expect(await shown('case study', free)).toContain('As published');
  });
});

describe.each(['case study', 'post'] as const)('a scheduled %s', (noun) => {
  const LATER = { status: 'published', published_at: '2099-01-01T00:00:00Z' };
  const { table } = kinds[noun];
  /** Its time comes. */
  const pass = (id: string) =>
    arrangeRows(
      `update public.${table} set published_at = now() - interval '1 hour' where id = '${id}'`,
    );

  test('is withheld if the approval was demanded after it was scheduled, until it is given', async () => {
    const id = await kinds[noun].create(LATER);
    expect((await demandApproval(editor, id)).status).toBe(201);
    await pass(id);
    expect(await shown(noun, id)).toBe('[]');
    const { data } = await call(editor, 'GET', `/rest/v1/${table}?id=eq.${id}`);
    expect(data).toMatchObject([{ status: 'published', is_withheld: true, public_from: null }]);
    const asked = await askClient(editor, id);
    expect((await approveLink(anonymous, asked)).outcome).toBe('approved');
    expect(await shown(noun, id)).toContain('As published');
  });

  test('is withheld if its approval was deleted before its time', async () => {
    const id = await kinds[noun].create({ status: 'draft' });
    await demandApproval(editor, id);
    await approveLink(anonymous, await askClient(editor, id));
    const scheduled = await kinds[noun].save(editor, id, { version: 1, live: true, ...LATER });
    expect(scheduled.status).toBe(200);
    const path = `/rest/v1/sign_off_approvals?document_id=eq.${id}`;
    expect((await call(owner, 'DELETE', path)).status).toBeLessThan(300);
    await pass(id);
    expect(await shown(noun, id)).toBe('[]');
  });
});

describe.each(['case study', 'post'] as const)('the account that wrote a %s', (noun) => {
  const { table } = kinds[noun];
  const rowOf = async (id: string) =>
    (await asService('GET', `/rest/v1/${table}?id=eq.${id}`)).data[0];

  test('is deleted without a new version, and ends no approval and no demand', async () => {
    const email = `writer-${randomUUID()}@agency.test`;
    const writer = await signUp(email);
    await rpc(owner, 'add_staff_member', { member_email: email, member_role: 'editor' });
    const own = documentKinds(() => writer)[noun];
    const [id, waiting] = [await own.create({ status: 'draft' }), await own.create()];
    await demandApproval(writer, id);
    await approveLink(anonymous, await askClient(editor, id));
    await own.save(writer, id, { version: 1, live: true, status: 'published' });
    await demandApproval(writer, waiting);
    await own.save(writer, waiting, { version: 1, title: 'Waits' });
    const before = [await rowOf(id), await rowOf(waiting)];
    const texts = [await shown(noun, id), await shown(noun, waiting)];
    const changes = async () => (await rpc(editor, 'deploy_state')).data.pending;
    const pending = await changes();

    await backend.sql.query('delete from auth.users where id = $1', [writer.userId]);
    const gone = { created_by: null, updated_by: null };
    expect([await rowOf(id), await rowOf(waiting)]).toEqual(
      before.map((row) => ({ ...row, ...gone })),
    );
    expect(await changes()).toBe(pending);
    const unsigned = (text: string) => text.replaceAll(/"(?:created|updated)_by":"[^"]*"/g, '');
    expect(
      [await shown(noun, id), await shown(noun, waiting)].map((text) =>
        text.replaceAll(/"(?:created|updated)_by":null/g, ''),
      ),
    ).toEqual(texts.map(unsigned));
    expect(await revisionsOf(editor, id)).toHaveLength(2);
    // The open form of another member goes on.
    expect((await kinds[noun].save(editor, waiting, { version: 2, title: 'Goes on' })).status).toBe(
      200,
    );
    const { data } = await rpc(editor, 'list_sign_offs', { of_document: id });
    expect(data).toMatchObject([{ is_current: true }]);
  });
});

test('words that were public when the approval was demanded stay, until they change', async () => {
  const id = await kinds['case study'].create();
  expect((await demandApproval(editor, id)).status).toBe(201);
  const before = await shown('case study', id);
  expect(before).toContain('As published');
  await patch(`case_studies?id=eq.${id}`, { published_at: '2026-01-02T03:04:05Z' });
  expect(refused(await patch(`case_studies?id=eq.${id}`, { title: 'Other' }))).toEqual(REFUSED);
  expect(await shown('case study', id)).toContain('As published');
  await patch(`case_studies?id=eq.${id}`, { status: 'draft', title: 'Other' });
  await patch(`case_studies?id=eq.${id}`, { title: 'As published' });
  expect(refused(await patch(`case_studies?id=eq.${id}`, { status: 'published' }))).toEqual(
    REFUSED,
  );
});

test('an approval on which public words depend is kept until the demand ends', async () => {
  const id = await approved('case study');
  const path = `/rest/v1/sign_off_approvals?document_id=eq.${id}`;
  const kept = await call(owner, 'DELETE', path);
  expect([kept.status, kept.data.message]).toEqual([
    409,
    'Visitors read these words: end the demand, or set the page back to draft first',
  ]);
  await call(editor, 'DELETE', `/rest/v1/sign_off_demands?document_id=eq.${id}`);
  expect((await call(owner, 'DELETE', path)).status).toBeLessThan(300);
  expect(await shown('case study', id)).toContain('As published');
});

test('owners are told who has ended a demand', async () => {
  const title = `Ended ${randomUUID()}`;
  const id = await kinds['case study'].create({ status: 'draft', title });
  await demandApproval(editor, id);
  await call(editor, 'DELETE', `/rest/v1/sign_off_demands?document_id=eq.${id}`);
  const path = `/rest/v1/audit_events?subject=eq.${encodeURIComponent(title)}`;
  expect((await call(owner, 'GET', path)).data).toMatchObject([
    { action: 'demand for sign-off ended', actor_email: editor.email },
  ]);
  expect(await claimMails()).toContainEqual(
    expect.objectContaining({
      ...{ kind: 'security-notice', recipient: owner.email },
      about: expect.objectContaining({ subject: title }),
    }),
  );
});

describe.each(['case study', 'post'] as const)('a demanded %s', (noun) => {
  test('without an approval leaves the trash as a draft, with one as it was', async () => {
    const id = await kinds[noun].create();
    await removeDocument(editor, kinds[noun].table, id);
    await demandApproval(editor, id);
    expect((await restoreDeleted(editor, id)).status).toBeLessThan(300);
    expect(await shown(noun, id)).toBe('[]');
    expect((await kinds[noun].read(editor, id)).data).toMatchObject([{ status: 'draft' }]);
    const other = await approved(noun);
    const before = await shown(noun, other);
    await removeDocument(editor, kinds[noun].table, other);
    expect((await restoreDeleted(editor, other)).status).toBeLessThan(300);
    const [one, after] = [JSON.parse(before)[0], JSON.parse(await shown(noun, other))[0]];
    expect({ ...after, ...{ version: 2, updated_at: one.updated_at } }).toEqual({
      ...one,
      ...('updated_by' in one && { updated_by: editor.userId }),
    });
  });
});

test('changes with a new category and a new author can be approved and published', async () => {
  const id = await approved('post');
  const [category, author] = [`Category ${id}`, `Author ${id}`];
  const changes = await rpc(editor, 'save_blog_post', {
    ...{ post_id: id, expected_version: 2, fields: {}, goes_live: false },
    ...{ category, author, tags: [`Tag ${id}`] },
  });
  expect(changes.status).toBe(200);
  expect((await approveLink(anonymous, await askClient(editor, id, 3))).outcome).toBe('approved');
  expect((await kinds.post.save(editor, id, { version: 3, live: true })).status).toBe(200);
  expect((await rpc(anonymous, 'get_blog_post', { key: id })).data).toMatchObject({
    ...{ category, author_name: author, tags: [`Tag ${id}`] },
  });
});
