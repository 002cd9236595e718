import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSiteHandler } from '../../scripts/lib/build/hosting-preview.ts';
import { createHostingTable } from '../../scripts/lib/build/hosting-table.ts';
import { readRedirects } from '../../scripts/lib/build/redirects.ts';
import { openExport } from '../../scripts/lib/import/open-export.ts';
import { planImport } from '../../scripts/lib/import/plan.ts';
import { readStored, runImport } from '../../scripts/lib/import/run.ts';
import { signInAsStaff, type StaffSession } from '../../scripts/lib/import/staff-session.ts';
import { undoImport } from '../../scripts/lib/import/undo.ts';
import { gradient } from '../functions/secure-file-upload/pictures';
import { wordpressExport } from '../support/wordpress-export';
import { finish, readKeys, request, sharedSite, signIn, type Site } from './site';

// The old site is a server on this machine; the new one the real functions under Deno with the embedded backend.
const files = new Map<string, Buffer>();
const oldSite = createServer((asked, response) => {
  const file = files.get(asked.url ?? '');
  response.writeHead(file ? 200 : 404).end(file);
});
let folder: string;
let site: Site;
let session: StaffSession;
let token: string;
let host: string;
let file: string;

beforeAll(async () => {
  oldSite.listen(0, '127.0.0.1');
  await once(oldSite, 'listening');
  host = `127.0.0.1:${(oldSite.address() as AddressInfo).port}`;
  files.set('/wp-content/uploads/2019/05/sea.jpg', await gradient(1, 640, 480).jpeg().toBuffer());
  folder = await mkdtemp(path.join(tmpdir(), 'import-'));
  file = `${folder}/export.xml`;
  await writeFile(file, wordpressExport(`http://${host}`));
  site = await sharedSite();
  token = (await signIn(site)).token;
  session = await signInAsStaff(site.name, () => Promise.resolve(''));
});

afterAll(async () => {
  oldSite.close();
  await rm(folder, { recursive: true });
});

const read = async (query: string) => (await request(site, `/rest/v1/${query}`, { token })).data;

async function run() {
  const source = await openExport(file, null);
  const stored = await readStored(session);
  const plan = await planImport(source, stored);
  const places = { folder: null, pictures: null, hosts: [host] };
  const options = { places, leavesOut: false, log: () => {} };
  return runImport(session, source, plan, stored, options);
}

test('a dry run writes nothing, a run writes it once, and undoing keeps what staff have changed', async () => {
  const before = await read('blog_posts?select=id');
  const dry = await finish('import', [file, '--report', `${folder}/report.txt`]);
  expect(dry.code, dry.output).toBe(0);
  expect(dry.output).toContain('8 posts, 2 pictures, 23 redirects, 1 author, 1 category, 2 tags');
  expect(dry.output).toContain('Nothing was written.');
  expect(await read('blog_posts?select=id')).toEqual(before);

  const counted = { kept: [], failed: [] };
  const boat = '/wp-content/uploads/2019/05/boat';
  expect(await run()).toEqual({
    ...{ posts: 6, pictures: 1, redirects: 18, names: 0, there: 0, kept: [] },
    failed: expect.arrayContaining([
      { what: `picture http://${host}${boat}.png`, why: 'the site does not give it out' },
      { what: "post 'Classic'", why: `waits for http://${host}${boat}.png` },
    ]),
  });
  // Only the smaller copy is left.
  files.set(`${boat}-1024x768.png`, await gradient(2, 400, 300).png().toBuffer());
  expect(await run()).toEqual({
    ...counted,
    posts: 2,
    pictures: 1,
    redirects: 5,
    names: 0,
    there: 6,
  });
  const [sea] = await read(
    'blog_posts?slug=eq.sea&select=id,title,status,published_at,content_markdown,cover_image_url',
  );
  const bucket = '/storage/v1/object/public/images';
  expect(sea).toMatchObject({
    ...{ title: 'The sea & the shore — part 1', status: 'published' },
    cover_image_url: expect.stringMatching(
      /^\/storage\/v1\/object\/public\/images\/boat-\w{10}\.png\?v=400x300\.1$/,
    ),
  });
  expect(Date.parse(sea.published_at)).toBe(Date.UTC(2019, 4, 4, 8, 30));
  const [words, picture, caption] = sea.content_markdown.split('\n\n');
  expect(words).toBe('Hello **sea**, see [the other](/blog/sea-2) & more.');
  expect(picture).toMatch(
    /^!\[Waves\]\(\/storage\/v1\/object\/public\/images\/sea-\w{10}\.jpg\?v=640x480(?:_320)?\.1\)$/,
  );
  expect(caption).toBe('_A calm sea_');
  const [, address = ''] = /\((.*)\)/.exec(picture) ?? [];
  const stored = await fetch(site.url + address);
  const { width } = await sharp(await stored.arrayBuffer()).metadata();
  expect(width).toBe(640);
  expect(await read('image_records?original_name=like.sea-*&select=alt_text')).toEqual([
    { alt_text: 'Grey waves' },
  ]);
  const [classic] = await read('blog_posts?slug=eq.sea-2&select=id,content_markdown');
  expect(classic.content_markdown).toContain(`![Grey waves](${bucket}/sea-`);

  const [more] = await read('blog_posts?slug=eq.more&select=id');
  await request(site, `/functions/v1/blog/posts/${more.id}`, {
    ...{ token, method: 'PUT' },
    body: { version: 1, title: 'Changed by staff' },
  });
  const changed = { what: "post 'Море'", why: 'was changed here since' };
  const second = await run();
  expect(second).toMatchObject({ posts: 0, pictures: 0, redirects: 0, there: 8, failed: [] });
  expect(second.kept).toEqual([changed]);

  const old = await oldAddresses();
  expect(await old('/2019/05/sea/')).toBe('/2019/05/sea');
  for (const [from, to] of MOVED) expect(await old(from), from).toBe(to);

  const plan = await planImport(await openExport(file, null), await readStored(session));
  const undone = await undoImport(session, plan, await readStored(session));
  // Of the names the author stays, with that post.
  expect(undone).toMatchObject({ posts: 7, pictures: 2, redirects: 22, names: 3 });
  const cyrillic = '/2019/05/%d0%bc%d0%be%d1%80%d0%b5';
  expect(undone.kept).toEqual([changed, { what: `redirect ${cyrillic}`, why: 'its post stays' }]);
  expect((await read('blog_posts?select=title')).length).toBe(before.length + 1);
  expect(await read('redirects?note=eq.Imported&select=from_path')).toEqual([
    { from_path: cyrillic },
  ]);
  expect((await fetch(site.url + address)).status).not.toBe(200);
  expect(await run()).toMatchObject({ posts: 7, pictures: 2, there: 1, failed: [] });
});

/** Every old address of the export that has a path. */
const MOVED: [from: string, to: string][] = [
  ['/2019/05/sea', '/blog/sea'],
  ['/2019/06/classic', '/blog/sea-2'],
  ['/2019/05/%D0%BC%D0%BE%D1%80%D0%B5', '/blog/more'],
  ['/2019/05/untitled', '/blog/untitled'],
  ['/about-us', '/about'],
  ['/author/ann', '/blog'],
  ['/category/travel', '/blog?category=Travel+%26+food'],
  ['/category/travel/coast', '/blog?tag=Coast'],
  ['/tag/water', '/blog?tag=Water'],
  ['/feed', '/feed.xml'],
  ['/comments/feed', '/feed.xml'],
  ['/category/travel/feed', '/feed.xml'],
  ['/2019', '/blog'],
  ['/2019/05', '/blog'],
  ['/2019/05/sea/sea.jpg', '/blog/sea'],
];

/** Asks a site with the redirects that a build reads, by the rules of hosts. */
async function oldAddresses() {
  const key = readKeys(site.name).publishableKey;
  const leftOut: string[] = [];
  const redirects = await readRedirects({ url: site.url, key }, (from) => leftOut.push(from));
  await mkdir(`${folder}/dist`, { recursive: true });
  const table = await createHostingTable(`${folder}/dist`, {
    redirects: redirects.map((redirect) => ({ ...redirect, status: 301 as const })),
    scripts: { head: [], startApp: '' },
    leaveOut: (from) => leftOut.push(from),
  });
  expect(leftOut).toEqual([]);
  const server = createServer((asked, response) => {
    void createSiteHandler(`${folder}/dist`, table)(asked, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  const { port } = server.address() as AddressInfo;
  return async (from: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${from}`, { redirect: 'manual' });
    return response.headers.get('location');
  };
}
