import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { parseImageVersion, variantPath } from '@contracts/file-name';
import { freePort } from '../../scripts/lib/ports.ts';
import { STAFF } from '../../scripts/lib/local/seed.ts';
import { startStack } from '../../scripts/lib/local/stack.ts';
import { deleteWorkspace, workspaceFolder } from '../../scripts/lib/local/workspace.ts';
import {
  countRows,
  finish,
  isAnswering,
  launch,
  readKeys,
  request,
  signIn,
  signUp,
  startSeededSite,
  stopSite,
  type Site,
} from './site';

const name = `launcher-running-${process.pid}`;
const BUCKET = '/storage/v1/object/public/images/';
let site: Site;

beforeAll(async () => {
  site = await startSeededSite(name);
});

afterAll(async () => {
  await stopSite(site);
  deleteWorkspace(name);
});

/** The output of a refused start: one sentence, no stack. */
async function refusedStart(env: Record<string, string>, data: string) {
  const attempt = await launch(data, env);
  const code = await attempt.ended;
  const lines = attempt.output().split('\n').filter(Boolean);
  expect(lines, attempt.output()).toHaveLength(1);
  return { code, sentence: lines[0] };
}

async function occupy() {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

test('a start prints site, staff account, mailbox and how to start over', () => {
  expect(site.output()).toContain(`Site      ${site.url}\n`);
  expect(site.output()).toContain(`Staff     ${site.url}/admin\n`);
  expect(site.output()).toContain(`${STAFF.email}  /  ${STAFF.password}\n`);
  expect(site.output()).toContain(`Mailbox   ${site.mailboxUrl}\n`);
  expect(site.output()).toContain(`Reset     npm run reset -- --data ${name}`);
});

test('it prints nothing else', () => {
  expect(site.output().split('\n').filter(Boolean)).toHaveLength(7);
});

test('it serves the page and its modules', async () => {
  const page = await fetch(`${site.url}/`);
  expect(await page.text()).toContain('<script type="module" src="/src/site/main.tsx');
  const main = await fetch(`${site.url}/src/site/main.tsx`);
  expect(main.headers.get('content-type')).toContain('javascript');
  expect(await main.text()).toContain('/node_modules/.vite/deps/');
});

test.for(['keys.json', 'mailbox.json', 'keys.json?raw', 'keys.json?import'])(
  'PERM-16: the site does not serve the local %s',
  async (file) => {
    for (const path of [
      `/supabase/.temp/${name}/${file}`,
      `/@fs${workspaceFolder(name)}/${file}`,
    ]) {
      const response = await fetch(`${site.url}${path}`);
      expect(response.status, path).toBe(403);
      expect(await response.text(), path).not.toContain('sb_secret_');
    }
  },
);

test('it answers deep links with the page', async () => {
  const page = await fetch(`${site.url}/projects`, { headers: { accept: 'text/html' } });
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('<div id="root"');
});

test('visitors read the published case studies through the origin of the site', async () => {
  const { status, data } = await request(site, '/rest/v1/case_studies?select=title,status');
  expect(status).toBe(200);
  expect(data.length).toBeGreaterThan(3);
  expect(new Set(data.map((row: { status: string }) => row.status))).toEqual(
    new Set(['published']),
  );
});

/** Without the addresses of videos. */
const GALLERY_PICTURES = '/rest/v1/case_study_gallery?image_url=like./storage/*&select=image_url';

test('the seeded rows name existing pictures', async () => {
  const { data } = await request(
    site,
    '/rest/v1/case_studies?select=hero_image_url,client_logo_url',
  );
  const { data: gallery } = await request(site, GALLERY_PICTURES);
  const pictures: string[] = [...data, ...gallery].flatMap((row) => Object.values(row));
  expect(pictures.length).toBeGreaterThan(20);
  for (const picture of pictures) {
    const response = await fetch(`${site.url}${picture}`);
    expect([picture, response.status, response.headers.get('content-type')]).toEqual([
      picture,
      200,
      'image/webp',
    ]);
  }
});

test('the URLs in the seed name size and variants of each picture', async () => {
  const { token } = await signIn(site);
  const records = await readRecords(token);
  const { data: studies } = await request(
    site,
    '/rest/v1/case_studies?select=hero_image_url,client_logo_url',
    { token },
  );
  const { data: gallery } = await request(site, GALLERY_PICTURES, { token });
  const { data: posts } = await request(site, '/rest/v1/blog_posts?select=cover_image_url');
  const addresses: string[] = [...studies, ...gallery, ...posts].flatMap((row) =>
    Object.values(row),
  );
  expect(addresses).toHaveLength(records.length);
  for (const address of addresses) {
    const [path, version] = address.slice(BUCKET.length).split('?v=');
    const record = records.find((candidate) => candidate.path === path);
    if (!record) throw new Error(`no record of ${address}`);
    const { width, height, variants, revision } = record;
    expect([path, parseImageVersion(version ?? '')]).toEqual([
      path,
      { width, height, widths: variants, revision },
    ]);
    for (const copy of variants) {
      const response = await fetch(
        `${site.url}${BUCKET}${variantPath(record.path, revision, copy)}`,
      );
      const picture = await sharp(await response.arrayBuffer()).metadata();
      expect([path, picture.format, picture.width]).toEqual([path, 'webp', copy]);
    }
  }
});

type ImageRecord = {
  path: string;
  sha256: string;
  width: number;
  height: number;
  variants: number[];
  revision: number;
  alt_text: string;
};

async function readRecords(token: string): Promise<ImageRecord[]> {
  const columns = 'path,sha256,width,height,variants,revision,alt_text';
  return (await request(site, `/rest/v1/image_records?select=${columns}`, { token })).data;
}

test('every seeded picture has a record like an uploaded one, with alt text', async () => {
  const { token } = await signIn(site);
  const data = await readRecords(token);
  expect(data.filter(({ alt_text }) => alt_text === '')).toEqual([]);
  const drawings = readdirSync('supabase/seed/images').filter((file) => file.endsWith('.svg'));
  expect(data.map(({ path }) => path).sort()).toEqual(
    drawings.map((file) => `seed/${file.replace('.svg', '.webp')}`).sort(),
  );
  const { path, sha256 } = data[0] ?? { path: '', sha256: '' };
  const picture = await fetch(`${site.url}/storage/v1/object/public/images/${path}`);
  const bytes = new Uint8Array(await picture.arrayBuffer());
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
});

test('the staff account signs in and is an owner', async () => {
  const { token } = await signIn(site);
  const role = await request(site, '/rest/v1/rpc/current_staff_role', { token, body: {} });
  expect(role.data).toBe('owner');
});

test('the mailbox shows its page and the mails', async () => {
  const page = await fetch(site.mailboxUrl);
  expect(page.headers.get('content-type')).toContain('text/html');
  const { messages } = await (await fetch(`${site.mailboxUrl}/api/v1/messages`)).json();
  expect(messages[0].To[0].Address).toBe(STAFF.email);
});

test('keys and mail are in the workspace of this start, and not in the output', () => {
  const { secretKey, publishableKey } = readKeys(name);
  expect(site.output()).not.toContain(secretKey);
  expect(site.output()).not.toContain(publishableKey);
});

test('a second start on the same data names the folder and the solution, and changes nothing', async () => {
  const before = await countRows(site);
  const { code, sentence } = await refusedStart({}, name);
  expect(code).toBe(1);
  expect(sentence).toContain(workspaceFolder(name));
  expect(sentence).toMatch(/in use by process \d+: stop that one first .+ -- --data other/);
  expect(await countRows(site)).toEqual(before);
});

test('starting afresh does not delete data in use', async () => {
  const env = { PORT: String(await freePort()), MAILBOX_PORT: String(await freePort()) };
  const { code, output } = await finish('start', ['--fresh', '--data', name], env);
  expect([code, output]).toEqual([1, expect.stringContaining('in use by process')]);
  expect(await countRows(site)).toMatchObject({ case_studies: 6 });
});

test.for(['PORT', 'MAILBOX_PORT', 'SMTP_PORT', 'BACKEND_PORT'])(
  'a busy %s is reported',
  async (setting) => {
    const port = await occupy();
    expect(await refusedStart({ [setting]: String(port) }, `${name}-other`)).toEqual({
      code: 1,
      sentence: `Port ${port} is busy: stop what uses it, or set ${setting} to a free port.`,
    });
  },
);

test('a port taken meanwhile is reported by the backend with the same message', async () => {
  onTestFinished(() => deleteWorkspace(`${name}-other`));
  const smtpPort = await occupy();
  const start = startStack({
    name: `${name}-other`,
    siteUrl: site.url,
    port: 0,
    mailboxPort: 0,
    smtpPort,
    seed: false,
  });
  await expect(start).rejects.toThrow(
    `Port ${smtpPort} is busy: stop what uses it, or set SMTP_PORT to a free port.`,
  );
});

test('invalid settings are reported in one sentence', async () => {
  expect(await refusedStart({ PORT: '70000' }, `${name}-other`)).toEqual({
    code: 1,
    sentence: 'PORT=70000 is not a port: give a number from 1 to 65535.',
  });
  expect(await refusedStart({}, '../elsewhere')).toEqual({
    code: 1,
    sentence: expect.stringMatching(/^--data \.\.\/elsewhere is not a name/),
  });
  expect(existsSync(workspaceFolder(`${name}-other`))).toBe(false);
});

test('npm run reset refuses while the site runs', async () => {
  const { code, output } = await finish('reset', ['--data', name]);
  expect(code).toBe(1);
  expect(output).toMatch(
    /^The site is running \(process \d+\): stop it with Ctrl-C, then reset\.\n$/,
  );
  expect(await isAnswering(site.port)).toBe(true);
  expect(await countRows(site)).toMatchObject({ case_studies: 6 });
});

test('npm run staff:add makes an address an owner while the site runs', async () => {
  const added = await finish('staff-add', ['Mira@Agency.test', '--data', name]);
  expect(added).toEqual({
    code: 0,
    output: expect.stringContaining('mira@agency.test is an owner of the running local site.'),
  });
  const { token } = await signUp(site, 'mira@agency.test');
  const role = await request(site, '/rest/v1/rpc/current_staff_role', { token, body: {} });
  expect(role.data).toBe('owner');
});

test('npm run staff:add makes an editor an owner', async () => {
  const { token } = await signUp(site, 'writer@example.com');
  const role = () => request(site, '/rest/v1/rpc/current_staff_role', { token, body: {} });
  expect((await role()).data).toBe('editor');
  await finish('staff-add', ['writer@example.com', '--data', name]);
  expect((await role()).data).toBe('owner');
});

test('npm run staff:add shows its usage for an invalid email', async () => {
  const mistakes = [
    [],
    ['mira'],
    ['a@b.c', 'd@e.f'],
    ['a b@c.de'],
    ['--role', 'x'],
    [`${'a'.repeat(250)}@b.cd`],
  ];
  for (const mistake of mistakes) {
    const { code, output } = await finish('staff-add', mistake);
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/^Usage: npm run staff:add -- you@agency\.com/),
    ]);
  }
});

test('npm run staff:add requires both settings of a hosted project or neither', async () => {
  const { code, output } = await finish('staff-add', ['a@b.cd'], {
    SUPABASE_URL: 'https://x.test',
  });
  expect([code, output]).toEqual([1, expect.stringContaining('SUPABASE_SECRET_KEY')]);
});

test('npm run staff:add without local data names the command that creates them', async () => {
  const { code, output } = await finish('staff-add', ['a@b.cd', '--data', `${name}-none`]);
  expect([code, output]).toEqual([1, `There is no ${name}-none data yet: run npm start once.\n`]);
});

test.for(['/feed.xml', '/feed.json'])('%s has the published posts', async (path) => {
  const response = await fetch(`${site.url}${path}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/rss\+xml|feed\+json/);
  expect(await response.text()).toContain(`${site.url}/blog/naming-colors-so-they-survive`);
});
