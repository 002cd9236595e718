import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { deleteWorkspace, workspaceFolder } from '../../scripts/lib/local/workspace.ts';
import {
  countRows,
  descendants,
  finish,
  isAlive,
  isAnswering,
  launch,
  readKeys,
  request,
  signIn,
  signUp,
  startSeededSite,
  startSite,
  stopSite,
  untilGone,
  type Site,
} from './site';

// One data folder through several starts, in order: each finds the state of the one before.
const name = `launcher-life-${process.pid}`;
const folder = workspaceFolder(name);
const database = `${folder}/supabase/.temp/data`;
let running: Site | undefined;

beforeAll(async () => {
  running = await startSeededSite(name);
});

afterAll(async () => {
  if (running) await stopSite(running, 'SIGKILL');
  await vi.waitUntil(() => !existsSync(`${folder}/lock`), { timeout: 20_000 }).catch(() => null);
  deleteWorkspace(name);
});

async function start() {
  running = await startSite(name);
  return running;
}

function backendOf(site: Site) {
  const backend = descendants(site.pid).find(({ command }) => command.includes('backend.ts'));
  if (!backend) throw new Error(`No backend below ${site.pid}`);
  return backend;
}

/** Calls an edge function, so that its process is running too. */
async function wakeFunction(site: Site) {
  const reply = await request(site, '/functions/v1/secure-file-upload', { body: {} });
  expect([reply.status, reply.data.message]).toEqual([401, 'Authentication required']);
}

/** A start that must fail: one line, exit code 1. */
async function failedStart() {
  const attempt = await launch(name);
  running = attempt;
  const code = await attempt.ended;
  const lines = attempt.output().split('\n').filter(Boolean);
  expect(lines, attempt.output()).toHaveLength(1);
  return { code, sentence: lines[0] };
}

test('killing the launcher ends backend and functions, and the next start completes an interrupted seed without duplicates', async () => {
  const site = running as Site;
  await wakeFunction(site);
  const { token } = await signIn(site);
  const record = '/rest/v1/image_records?path=eq.seed/larder-lane-cover.webp&select=alt_text';
  const body = { alt_text: 'In our words' };
  expect((await request(site, record, { method: 'PATCH', token, body })).data).toEqual([body]);
  const counts = await countRows(site);
  const family = descendants(site.pid);
  expect(family.some(({ command }) => command.includes('secure-file-upload'))).toBe(true);
  rmSync(`${folder}/seeded`);
  expect(await stopSite(site, 'SIGKILL')).toBe('SIGKILL');
  await untilGone(family);

  const next = await start();
  expect(existsSync(`${folder}/seeded`)).toBe(true);
  expect(await countRows(next)).toEqual(counts);
  expect((await request(next, record, { token })).data).toEqual([body]);
});

test('a killed backend ends the launcher with a message, and the next start keeps keys, rows, pictures and deletions', async () => {
  const keys = readKeys(name);
  const first = running as Site;
  const { token } = await signIn(first);
  const { data: studies } = await request(first, '/rest/v1/case_studies?select=id&order=title');
  const [changed, deleted] = studies.map((row: { id: string }) => row.id);
  const change = { body: { headline: 'Changed by staff' }, method: 'PATCH', token };
  const study = (id?: string) => `/rest/v1/case_studies?select=id&id=eq.${id}`;
  expect((await request(first, study(changed), change)).data).toEqual([{ id: changed }]);
  const deletion = await request(first, study(deleted), { method: 'DELETE', token });
  expect(deletion.data).toEqual([{ id: deleted }]);
  const picture = '/storage/v1/object/public/images/seed/harbor-line-cover.webp';
  // Storage deletes what its record calls deleted.
  await request(first, '/rest/v1/image_records?path=eq.seed/harbor-line-cover.webp', {
    method: 'PATCH',
    token,
    body: { deleting_at: new Date().toISOString() },
  });
  await request(first, '/storage/v1/object/images', {
    method: 'DELETE',
    token,
    body: { prefixes: ['seed/harbor-line-cover.webp'] },
  });
  const counts = await countRows(first);
  expect(counts).toMatchObject({ case_studies: 5, staff_members: 1 });
  await wakeFunction(first);
  const family = descendants(first.pid);
  process.kill(backendOf(first).pid, 'SIGKILL');
  expect(await first.ended).toBe(1);
  expect(first.output()).toContain(
    `The local backend ended unexpectedly: start again, and if it happens again \`npm run reset -- --data ${name}\` starts over`,
  );
  await untilGone(family);

  const second = await start();
  expect(readKeys(name)).toEqual(keys);
  expect(await countRows(second)).toEqual(counts);
  const { data } = await request(second, `/rest/v1/case_studies?select=headline&id=eq.${changed}`);
  expect(data).toEqual([{ headline: 'Changed by staff' }]);
  expect((await fetch(`${second.url}${picture}`)).status).not.toBe(200);
});

test('Ctrl-C ends launcher, backend and functions, with pages open', async () => {
  const site = running as Site;
  await wakeFunction(site);
  const held = await fetch(`${site.url}/auth/v1/settings`, {
    headers: { connection: 'keep-alive' },
  });
  const family = descendants(site.pid);
  const commands = family.map(({ command }) => command).join('\n');
  expect(commands).toContain('backend.ts');
  expect(commands).toContain('secure-file-upload');
  const backendPort = Number(new URL(readFileSync(`${folder}/address`, 'utf8')).port);

  expect(await stopSite(site, 'SIGINT')).toBe(0);
  await untilGone(family);
  await held.body?.cancel();
  for (const port of [site.port, site.mailboxPort, backendPort]) {
    expect(await isAnswering(port)).toBe(false);
  }
  expect(existsSync(`${folder}/lock`)).toBe(false);
  expect(existsSync(`${folder}/address`)).toBe(false);
});

test('npm run staff:add works while the site is not running; links in mails follow the port in use; hanging up ends everything', async () => {
  const added = await finish('staff-add', ['offline@agency.test', '--data', name]);
  expect(added).toEqual({
    code: 0,
    output: expect.stringContaining('offline@agency.test is an owner of the local data.'),
  });
  expect(existsSync(`${folder}/lock`)).toBe(false);
  const site = await start();
  expect(await countRows(site)).toMatchObject({ staff_members: 2 });
  const { token } = await signUp(site, 'offline@agency.test');
  const role = await request(site, '/rest/v1/rpc/current_staff_role', { token, body: {} });
  expect(role.data).toBe('owner');
  const family = descendants(site.pid);
  expect(await stopSite(site, 'SIGHUP')).toBe(0);
  await untilGone(family);
  expect(isAlive(site.pid)).toBe(false);
});

test('a data folder with a broken file gets one sentence with the solution', async () => {
  const file = `${database}/global/pg_control`;
  const whole = readFileSync(file);
  writeFileSync(file, 'junk');
  expect(await failedStart()).toEqual({
    code: 1,
    sentence: expect.stringMatching(
      new RegExp(
        `^The local backend could not open its data in .+/${name} \\(.+\\): \`npm run reset -- --data ${name}\` deletes`,
      ),
    ),
  });
  expect(readFileSync(file, 'utf8')).toBe('junk');
  writeFileSync(file, whole);
});

test('a start with the option to begin afresh deletes the data; Ctrl-C in the middle of it ends everything, and the next one starts cleanly', async () => {
  const keys = readKeys(name);
  const broken = await launch(name, {}, ['--fresh']);
  const isBackend = ({ command }: { command: string }) => command.includes('backend.ts');
  await vi.waitUntil(
    () =>
      !existsSync(`${folder}/created`) &&
      existsSync(`${database}/PG_VERSION`) &&
      descendants(broken.pid).some(isBackend),
    { timeout: 60_000 },
  );
  const family = descendants(broken.pid);
  expect(await stopSite(broken)).toBe(0);
  await untilGone(family);
  expect(existsSync(`${folder}/created`)).toBe(false);

  const site = await start();
  expect(site.output().split('\n').filter(Boolean)).toHaveLength(7);
  expect(readKeys(name)).not.toEqual(keys);
  expect(await countRows(site)).toMatchObject({ case_studies: 6, staff_members: 1 });
  expect(await stopSite(site, 'SIGTERM')).toBe(0);
});

test('npm run reset deletes the data', async () => {
  const { code, output } = await finish('reset', ['--data', name]);
  expect([code, output]).toEqual([0, `The ${name} data is deleted. npm start creates it again.\n`]);
  expect(existsSync(folder)).toBe(false);
  expect(await finish('reset', ['--data', name])).toEqual({
    code: 0,
    output: `There is no ${name} data. npm start creates it.\n`,
  });
});
