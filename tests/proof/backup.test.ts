import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { lockHolder } from '../../scripts/lib/lock.ts';
import { deleteWorkspace, workspaceFolder } from '../../scripts/lib/local/workspace.ts';
import { TABLES } from '../database/access-table';
import {
  finish,
  readKeys,
  request,
  run,
  signIn,
  signUp,
  startSite,
  stopSite,
  untilPrinted,
  type Site,
} from '../launcher/site';
import { readBackup, withoutAccounts } from './backups';

// One backup from a site with every kind of row to an empty project; the tests run in order.
const source = `launcher-backup-${process.pid}`;
const target = `launcher-restore-${process.pid}`;
const folder = mkdtempSync(join(tmpdir(), 'backup-'));
const zip = join(folder, 'backup.zip');

let site: Site | undefined;

beforeAll(async () => {
  site = await startSite(source);
  await fill(site);
}, 240_000);

afterAll(async () => {
  if (site) await stopSite(site);
  for (const name of [source, target]) {
    await vi.waitUntil(() => lockHolder(workspaceFolder(name)) === null, { timeout: 20_000 });
    deleteWorkspace(name);
  }
  rmSync(folder, { recursive: true });
});

/** Rows that the seed lacks: deleted documents, history, redirects, log entries, access requests. */
async function fill(site: Site) {
  const { token } = await signIn(site);
  const { data: studies } = await request(site, '/rest/v1/case_studies?select=id,version', {
    token,
  });
  const [saved, deleted] = studies;
  const replies = [
    await request(site, '/rest/v1/rpc/save_case_study', {
      token,
      body: {
        study_id: saved.id,
        expected_version: saved.version,
        fields: { description: 'Ünïcödé “quotes” \\ and\na second line 🎈' },
        metrics: null,
        gallery: null,
      },
    }),
    await request(site, `/rest/v1/case_studies?select=id&id=eq.${deleted.id}`, {
      method: 'DELETE',
      token,
    }),
    await request(site, '/rest/v1/redirects', {
      token,
      body: { from_path: '/old-work', to_path: '/projects', note: 'Printed in 2019' },
    }),
    await request(site, '/rest/v1/security_events', {
      token,
      method: 'POST',
      body: { event_type: 'data_access', severity: 'low', description: 'Read', metadata: {} },
    }),
  ];
  const { secretKey: key } = readKeys(site.name);
  const wish = {
    ...{ email: 'reader@visitor.test', ticket: 'a ticket' },
    ...{ sender: { hash: 'a' }, recipient: { mailbox: 'b', domain: 'c' } },
  };
  replies.push(
    await request(site, '/rest/v1/rpc/request_newsletter', {
      key,
      body: { ...wish, consent_text: 'Yes, send me the newsletter.' },
    }),
  );
  const nonMember = await signUp(site, 'waiting@visitor.test');
  replies.push(
    await request(site, '/rest/v1/rpc/request_staff_access', {
      token: nonMember.token,
      body: { note: 'I start on Monday' },
    }),
  );
  for (const { status, data } of replies) {
    expect(status, JSON.stringify(data)).toBeLessThan(300);
  }
}

test('a running site is exported as one zip, with every table and every picture', async () => {
  const { code, output } = await finish('export', ['--out', zip, '--data', source]);
  expect([code, output]).toEqual([0, expect.stringContaining(zip)]);
  expect(statSync(zip).mode & 0o777, 'personal data, for nobody else').toBe(0o600);
  expect(output).toContain(createHash('sha256').update(readFileSync(zip)).digest('hex'));

  const { manifest, lines } = await readBackup(zip);
  // A restore cannot write the audit events of a project, and files of enquiries stay where they are.
  const others = ['audit_events', 'enquiry_files'];
  const kept = Object.keys(TABLES).filter((name) => !others.includes(name));
  expect(manifest.tables.map(({ name }) => name).sort()).toEqual(kept.sort());
  const empty = manifest.tables.filter(({ rows }) => rows === 0).map(({ name }) => name);
  expect(empty.sort(), 'tables the test says nothing about').toEqual([
    ...['enquiries', 'enquiry_messages', 'enquiry_notes', 'services'],
    ...['sign_off_approvals', 'sign_off_comments', 'sign_off_demands', 'sign_off_requests'],
    ...['staff_profiles', 'working_copies'],
  ]);
  for (const { name, rows } of manifest.tables) expect(lines.get(name)).toHaveLength(rows);
  expect(manifest.pictures.length).toBeGreaterThan(10);
});

test('an existing file is not overwritten', async () => {
  const { code, output } = await finish('export', ['--out', zip, '--data', source]);
  expect([code, output.trim()]).toEqual([1, `${zip} already exists.`]);
});

test.for([
  ['a changed byte in a picture', 'pictures/', 5_000],
  ['a changed byte in a table', 'tables/', 100],
] as const)('a zip with %s is refused before anything is written', async ([, file, further]) => {
  const tampered = join(folder, 'tampered.zip');
  const bytes = readFileSync(zip);
  const at = bytes.indexOf(file) + further;
  bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  writeFileSync(tampered, bytes);
  const { code, output } = await finish('restore', [tampered, '--data', target]);
  expect(code).toBe(1);
  expect(output).toMatch(/differs from the export: nothing was restored|is damaged/);
  expect(() => statSync(workspaceFolder(target))).toThrow();
});

test('a truncated zip is refused', async () => {
  const cut = join(folder, 'cut.zip');
  writeFileSync(cut, readFileSync(zip).subarray(0, 100_000));
  const { code, output } = await finish('restore', [cut, '--data', target]);
  expect([code, output.trim()]).toEqual([
    1,
    `${cut} is not a zip of npm run export, or it is truncated.`,
  ]);
});

test('a restore that is killed halfway can be repeated', async () => {
  const broken = run('restore', [zip, '--data', target]);
  await untilPrinted(broken, /case_studies: \d+ rows/);
  broken.kill('SIGKILL');
  expect(await broken.ended).toBe('SIGKILL');
  await vi.waitUntil(() => lockHolder(workspaceFolder(target)) === null, { timeout: 20_000 });

  const { code, output } = await finish('restore', [zip, '--data', target]);
  expect([code, output]).toEqual([0, expect.stringContaining('Everything is back')]);
  expect(output).toContain(
    'staff_requests: 1 left out, because their accounts are not in this project',
  );
});

test('the restored data equal the exported, row by row and picture by picture', async () => {
  const again = join(folder, 'again.zip');
  const { code, output } = await finish('export', ['--out', again, '--data', target]);
  expect(code, output).toBe(0);
  const [first, second] = [await readBackup(zip), await readBackup(again)];
  for (const [name, lines] of first.lines) {
    const expected = name === 'staff_requests' ? [] : lines;
    expect(second.lines.get(name)?.map(withoutAccounts), name).toEqual(
      expected.map(withoutAccounts),
    );
  }
  expect(second.manifest.pictures).toEqual(first.manifest.pictures);
  expect(second.manifest.schemaVersion).toBe(first.manifest.schemaVersion);
});

test('the restored site serves the same pages, and its members sign up again', async () => {
  const restored = await startSite(target);
  try {
    const old = site as Site;
    for (const path of [
      '/rest/v1/case_studies?select=id,title,headline,hero_image_url,updated_at&order=id',
      '/functions/v1/blog/posts',
      '/rest/v1/rpc/list_redirects',
    ]) {
      expect(await request(restored, path), path).toEqual(await request(old, path));
    }
    const { manifest } = await readBackup(zip);
    for (const { path, sha256, contentType } of manifest.pictures) {
      const answers = await Promise.all(
        [old, restored].map(({ url }) => fetch(`${url}/storage/v1/object/public/images/${path}`)),
      );
      const [before, after] = answers;
      expect(after?.headers.get('content-type')).toBe(contentType);
      expect(after?.headers.get('cache-control')).toBe(before?.headers.get('cache-control'));
      const content = new Uint8Array((await after?.arrayBuffer()) ?? []);
      expect(createHash('sha256').update(content).digest('hex'), path).toBe(sha256);
    }
    const { token } = await signUp(restored, 'staff@example.com');
    const role = await request(restored, '/rest/v1/rpc/current_staff_role', { token, body: {} });
    expect(role.data).toBe('owner');
    const event = { event_type: 'data_access', severity: 'low', description: 'After' };
    const logged = await request(restored, '/rest/v1/security_events', { token, body: event });
    expect(logged.status, 'numbers go on after the restored ones').toBe(201);
    expect(logged.data[0].id).toBeGreaterThan(1);
  } finally {
    await stopSite(restored);
  }
});

test('a project with data is refused; with the service key alone also with --replace', async () => {
  const refused = await finish('restore', [zip, '--data', target]);
  expect(refused.code).toBe(1);
  expect(refused.output).toMatch(/This project is not empty: .*\d+ case_studies.*\d+ images/);
  expect(refused.output).toContain('run this command again with --replace');

  // In a hosted project only the database owner can permit this.
  const hosted = { SUPABASE_URL: site?.url ?? '', SUPABASE_SECRET_KEY: readKeys(source).secretKey };
  const unopened = await finish('restore', [zip, '--replace'], hosted);
  expect(unopened.code).toBe(1);
  expect(unopened.output).toContain('select private.open_restore();');
});

test('--replace makes the project equal to the backup', async () => {
  const changed = await startSite(target);
  try {
    const { secretKey: key } = readKeys(target);
    const { token } = await signIn(changed, {
      email: 'staff@example.com',
      password: 'Over-Time-2',
    });
    const studyId = '99999999-9999-4999-8999-999999999999';
    await request(changed, '/rest/v1/rpc/save_case_study', {
      token,
      body: { study_id: studyId, expected_version: null, fields: { title: 'Later' } },
    });
    const upload = await fetch(`${changed.url}/storage/v1/object/images/later.webp`, {
      method: 'POST',
      headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'image/webp' },
      body: new Uint8Array(20),
    });
    expect(upload.status).toBe(200);
  } finally {
    await stopSite(changed);
  }

  const { code, output } = await finish('restore', [zip, '--replace', '--data', target]);
  expect([code, output]).toEqual([0, expect.stringContaining('Everything is back')]);
  const third = join(folder, 'third.zip');
  await finish('export', ['--out', third, '--data', target]);
  const { manifest } = await readBackup(third);
  const { manifest: first } = await readBackup(zip);
  expect(manifest.pictures).toEqual(first.pictures);
  const facts = (one: typeof first) =>
    one.tables
      .filter(({ name }) => name !== 'staff_requests')
      .map(({ name, rows, fingerprint }) => [name, rows, fingerprint]);
  expect(facts(manifest)).toEqual(facts(first));
});
