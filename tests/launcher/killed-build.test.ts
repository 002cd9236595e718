import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteWorkspace, workspaceFolder } from '../../scripts/lib/workspace.ts';
import {
  descendants,
  finish,
  readKeys,
  request,
  run,
  signIn,
  startSeededSite,
  stopSite,
  untilGone,
  type Site,
} from './site';

const PLACES = 10;
const name = `launcher-killed-build-${process.pid}`;
let site: Site;
let folder: string;

beforeAll(async () => {
  site = await startSeededSite(name);
  folder = `${workspaceFolder(name)}/site/dist`;
}, 200_000);
afterAll(async () => {
  await stopSite(site);
  rmSync(path.dirname(folder), { recursive: true, force: true });
  deleteWorkspace(name);
});

const args = () => ['--folder', folder];
const env = () => ({
  SITE_URL: 'https://www.agency.example',
  VITE_SUPABASE_URL: site.url,
  VITE_SUPABASE_ANON_KEY: readKeys(name).publishableKey,
});

async function build() {
  const { code, output } = await finish('build', args(), env());
  expect(code, output).toBe(0);
}

/** Paths and contents. */
function fingerprint() {
  const hash = createHash('sha256');
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  for (const file of files.map((entry) => `${entry.parentPath}/${entry.name}`).sort()) {
    hash.update(`${file}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

test('a build killed at any time leaves the last site whole', { timeout: 200_000 }, async () => {
  await build();
  const before = performance.now();
  await build();
  const duration = performance.now() - before;
  const whole = fingerprint();
  const { token } = await signIn(site);
  const changed = await request(site, '/rest/v1/case_studies?slug=not.is.null', {
    token,
    method: 'PATCH',
    body: { headline: 'A headline of the next build' },
  });
  expect(changed.status).toBe(200);

  for (let place = 0; place < PLACES; place += 1) {
    const killed = run('build', args(), env());
    await wait((duration * place) / PLACES);
    const processes = descendants(killed.pid);
    killed.kill('SIGKILL');
    await killed.ended;
    await untilGone(processes);
    expect(fingerprint(), `killed after ${place} of ${PLACES} parts`).toBe(whole);
  }

  await build();
  expect(fingerprint()).not.toBe(whole);
  expect(readFileSync(`${folder}/projects.html`, 'utf8')).toContain('A headline of the next build');
  expect(readdirSync(path.dirname(folder))).toEqual(['dist']);
});
