import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createCsrfToken } from '@contracts/enquiry-fields';
import { newPerson, readKeys, SITE } from '../../e2e/backend';
import { expect, test } from '../../e2e/fixtures';
import { root } from '../../scripts/lib/install.mjs';
import { HOSTILE_TEXTS, newService } from '../../tests/support/hostile-page-texts';
import { drawPicture } from '../lib/picture.ts';

// What an editor with an account tries by requests, one after the other, on the running site: words that a client has
// not approved, a contact form that takes no enquiry, a site that is not built any more. Each way alone is tested in
// tests/database/attacks-*.

const BUCKET = '/storage/v1/object/public/images/';

let token: string;
test.beforeAll(async () => {
  ({ access_token: token } = (await newPerson()).session);
});

type Ask = { method?: string; body?: unknown; as?: string | null };

async function ask(path: string, { body, method = body ? 'POST' : 'GET', as = token }: Ask = {}) {
  const isForm = body instanceof FormData;
  const response = await fetch(SITE + path, {
    method,
    headers: {
      apikey: readKeys().publishableKey,
      prefer: 'return=representation',
      origin: SITE,
      ...(as && { authorization: `Bearer ${as}` }),
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    data: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
  };
}

const rpc = (name: string, body: object, as: string | null = token) =>
  ask(`/rest/v1/rpc/${name}`, { body, as });
const patch = (path: string, body: object) => ask(`/rest/v1/${path}`, { method: 'PATCH', body });

async function upload(name: string, more: Record<string, string> = {}) {
  const form = new FormData();
  const bytes = new Uint8Array(await drawPicture(400, 300));
  form.append('file', new File([bytes], name, { type: 'image/png' }));
  for (const [field, value] of Object.entries({ naming: 'own', ...more }))
    form.append(field, value);
  return ask('/functions/v1/secure-file-upload', { body: form });
}

test('visitors read what the client approved, whatever the editor sends', async () => {
  test.setTimeout(180_000);
  const mark = randomUUID().slice(0, 8);
  const picture = (await upload(`${mark}.png`)).data;
  const address = new URL(picture.url).pathname + new URL(picture.url).search;
  const text = { title: `Pears ${mark}`, slug: `pears-${mark}`, author: `Ada ${mark}` };
  const created = await ask('/functions/v1/blog/posts', {
    body: {
      ...{ ...text, category: `Fruit ${mark}`, tags: [`Green ${mark}`], imageUrl: address },
      ...{ markdown: `Read by the client ${mark}`, status: 'draft' },
    },
  });
  expect(created.status, JSON.stringify(created.data)).toBe(201);
  const { id } = created.data.data;
  await ask('/rest/v1/sign_off_demands', { body: { document_id: id } });
  const link = await rpc('ask_sign_off', {
    ...{ document_id: id, expected_version: 1, client_name: 'Dana Whitlock' },
  });
  const { request } = (await rpc('open_sign_off', { token: link.data.token }, null)).data;
  const approval = { id: randomUUID(), name: 'Dana Whitlock', content_hash: request.content_hash };
  const approved = await rpc(
    'approve_sign_off',
    {
      ...{ token: link.data.token, passphrase: null, approval },
    },
    null,
  );
  expect(approved.data.outcome).toBe('approved');
  const put = (fields: object) =>
    ask(`/functions/v1/blog/posts/${id}`, { method: 'PUT', body: { goesLive: true, ...fields } });
  expect((await put({ version: 1, status: 'published' })).status).toBe(200);

  const seen = async () => {
    const { data } = await ask(`/functions/v1/blog/posts/${text.slug}`, { as: null });
    const response = await fetch(`${SITE}${BUCKET}${picture.path}`, { cache: 'no-store' });
    const bytes = Buffer.from(await response.arrayBuffer()).toString('base64');
    const { version: _version, updatedAt: _updatedAt, ...post } = data.data;
    return JSON.stringify([post, response.status, bytes]);
  };
  const before = await seen();
  expect(before).toContain(`Read by the client ${mark}`);
  const version = async () =>
    (await ask(`/rest/v1/blog_posts?id=eq.${id}&select=version`)).data[0].version;
  const save = async (fields: object, others: object = {}) =>
    rpc('save_blog_post', {
      ...{ post_id: id, expected_version: await version(), fields },
      ...others,
    });
  const record = `image_records?path=eq.${picture.path}`;
  const other = { content_html: '<p>Never read</p>', content_markdown: 'Never read' };
  const { data: next } = await upload(`${mark}-next.png`);

  const steps: Record<string, () => Promise<unknown>> = {
    'the HTML in a save': () => save({ content_html: other.content_html }),
    'the HTML in the row': () =>
      patch(`blog_posts?id=eq.${id}`, { content_html: other.content_html }),
    'HTML and Markdown in a save': () => save(other),
    'other words by the function': async () =>
      put({ version: await version(), markdown: 'Never read' }),
    'a tag in a save': () => save({}, { tags: [`Red ${mark}`] }),
    'the flag that withholds': () => patch(`blog_posts?id=eq.${id}`, { is_withheld: false }),
    'a renamed author': () =>
      patch(`blog_authors?name=eq.${encodeURIComponent(text.author)}`, { name: `Eve ${mark}` }),
    'a portrait of the author': () =>
      patch(`blog_authors?name=eq.${encodeURIComponent(text.author)}`, { avatar_url: address }),
    'a renamed category': () =>
      patch(`blog_categories?name=eq.${encodeURIComponent(`Fruit ${mark}`)}`, {
        name: `No ${mark}`,
      }),
    'a renamed tag': () =>
      patch(`blog_tags?name=eq.${encodeURIComponent(`Green ${mark}`)}`, { name: `No ${mark}` }),
    'no tags': () => ask(`/rest/v1/blog_post_tags?post_id=eq.${id}`, { method: 'DELETE' }),
    'an alternative text': () => patch(record, { alt_text: 'Never read' }),
    'the hash in the record': () => patch(record, { sha256: 'b'.repeat(64) }),
    'a picture in place': () => upload(picture.path, { name_taken: 'replace' }),
    'a file in place': async () => {
      const body = new FormData();
      body.append(
        '',
        new File([new Uint8Array(await drawPicture(4, 4))], 'a.png', { type: 'image/png' }),
      );
      return ask(`/storage/v1/object/images/${picture.path}`, { method: 'PUT', body });
    },
    'the mark of a deletion': () => patch(record, { deleting_at: new Date().toISOString() }),
    'no file': () =>
      ask('/storage/v1/object/images', { method: 'DELETE', body: { prefixes: [picture.path] } }),
    'no record': () => ask(`/rest/v1/${record}`, { method: 'DELETE' }),
    'another picture everywhere': () =>
      rpc('replace_image_everywhere', { old_path: picture.path, new_path: next.path }),
    'a restored version': async () => {
      await rpc('restore_document_version', {
        ...{ document_id: id, from_version: 1, expected_version: await version() },
      });
      return save({ status: 'published' });
    },
    'another approval of the old link': () =>
      rpc(
        'approve_sign_off',
        {
          ...{ token: link.data.token, passphrase: null },
          approval: { ...approval, id: randomUUID(), content_hash: 'a'.repeat(64) },
        },
        null,
      ),
  };
  for (const [what, step] of Object.entries(steps)) {
    await step();
    expect(await seen(), what).toBe(before);
  }
});

test('an enquiry is taken, whatever the editor stores', async () => {
  const pages = (await ask('/rest/v1/page_texts?select=id,page')).data;
  const store = async (page: string, texts: object) => {
    const { id } = pages.find((one: { page: string }) => one.page === page);
    const { data } = await ask(`/rest/v1/page_texts?id=eq.${id}&select=version`);
    return rpc('save_page_texts', {
      ...{ page_id: id, expected_version: data[0].version, texts, goes_live: true },
    });
  };
  const services = [newService('photography', 'Photography'), newService('other', 'Other…')];
  const tries: [string, object][] = [
    ['services', { services }],
    ['services', { services: services.slice(0, 1).concat(services.slice(0, 1)) }],
    ['services', { services: services.slice(0, 1) }],
    ...HOSTILE_TEXTS.flatMap(([, page, texts]): [string, object][] =>
      page === 'services' || page === 'offices' ? [[page, texts]] : [],
    ),
  ];
  for (const [page, texts] of tries) await store(page, texts);
  for (const service of ['', 'other', 'photography']) {
    const { status, data } = await ask('/functions/v1/send-contact-email', {
      as: null,
      body: {
        ...{ name: 'Ada Lovelace', email: `${randomUUID().slice(0, 8)}@visitor.example` },
        ...{ subject: 'A website', message: 'We would like a new website.', phone: '' },
        ...{ csrfToken: createCsrfToken(), submissionId: randomUUID(), service },
      },
    });
    expect([status, data.error ?? null], JSON.stringify(data)).toEqual([200, null]);
  }
  for (const page of ['services', 'offices']) await store(page, {});
});

test('the site is built, whatever page texts the editor sends', async () => {
  test.setTimeout(1_200_000);
  for (const goes_live of [true, false]) {
    for (const [what, page, texts] of HOSTILE_TEXTS) {
      const [row] = (await ask(`/rest/v1/page_texts?page=eq.${page}&select=id,version`)).data;
      const body = { page_id: row.id, expected_version: row.version, texts, goes_live };
      expect((await rpc('save_page_texts', body)).status, what).toBe(422);
      const past = await patch(`page_texts?id=eq.${row.id}`, { texts });
      expect(past.status, `${what}, past the function`).toBeGreaterThan(399);
    }
  }
  const folder = mkdtempSync(join(tmpdir(), 'attacked-'));
  try {
    await promisify(execFile)(
      process.execPath,
      ['--no-warnings', 'scripts/run.mjs', 'scripts/build.ts', '--folder', folder],
      {
        cwd: root,
        env: {
          ...process.env,
          SITE_URL: 'https://www.agency.example',
          VITE_SUPABASE_URL: SITE,
          VITE_SUPABASE_ANON_KEY: readKeys().publishableKey,
        },
      },
    );
    const read = (file: string) => readFileSync(join(folder, file), 'utf8');
    const { leftOut } = JSON.parse(read('build.json'));
    expect(leftOut.filter(({ what }: { what: string }) => what.startsWith('the texts of'))).toEqual(
      [],
    );
    const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.html'),
    );
    expect(pages.length).toBeGreaterThan(10);
    for (const page of pages) expect(read(page), page).not.toContain('evil.example');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
