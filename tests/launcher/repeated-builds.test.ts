import { createHash } from 'node:crypto';
import { linkSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteWorkspace, workspaceFolder } from '../../scripts/lib/local/workspace.ts';
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

const PLACES = 4;
const name = `launcher-repeated-builds-${process.pid}`;
let site: Site;
let folder: string;

beforeAll(async () => {
  site = await startSeededSite(name);
  folder = `${workspaceFolder(name)}/site/dist`;
  await build();
});
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

let shortestBuild = Infinity;

async function build() {
  const before = performance.now();
  const { code, output } = await finish('build', args(), env());
  expect(code, output).toBe(0);
  shortestBuild = Math.min(shortestBuild, performance.now() - before);
}

/** By their paths below the site, the hash of each file. */
function fingerprint(): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Object.fromEntries(
    files
      .map((entry) => `${entry.parentPath}/${entry.name}`)
      .sort()
      .map((file) => [
        file.slice(folder.length),
        createHash('sha256').update(readFileSync(file)).digest('hex'),
      ]),
  );
}

const read = (file: string) => readFileSync(folder + file, 'utf8');

const page = (slug: string) => `/projects/${slug}.html`;

/** The files that the next build changes after this change of one study. */
async function changesAfter(slug: string, fields: Record<string, unknown>) {
  const before = fingerprint();
  const { token } = await signIn(site);
  const path = `/rest/v1/case_studies?slug=eq.${slug}`;
  expect((await request(site, path, { token, method: 'PATCH', body: fields })).status).toBe(200);
  await build();
  const after = fingerprint();
  return Object.keys({ ...before, ...after }).filter((file) => before[file] !== after[file]);
}

/** Those of every build, and the lists, in which the study that changed last comes first. */
const EXPECTED =
  /^\/(?:build\.json|sitemap\.xml|projects\.html|index\.html|projects\/services\/.+)$/;

test('a build after one edit changes only the pages that show it', async () => {
  const pages = Object.keys(fingerprint()).filter((file) => /^\/projects\/[^/]+\.html$/.test(file));
  const showing = (slug: string) =>
    pages.filter((file) => file !== page(slug) && read(file).includes(`/projects/${slug}"`));
  // One that some pages show as related, and others not.
  const slug =
    pages
      .map((file) => path.basename(file, '.html'))
      .find((one) => showing(one).length > 0 && showing(one).length < pages.length - 1) ?? '';
  expect(slug).not.toBe('');
  const own = page(slug);
  const without = (files: readonly string[]) => files.filter((file) => !EXPECTED.test(file));

  // Only its own page shows this text.
  expect(without(await changesAfter(slug, { results: 'A text of the study alone' }))).toEqual([
    own,
  ]);

  const changed = without(await changesAfter(slug, { title: 'Another title' }));
  const cards = changed.filter((file) => file.startsWith('/social/'));
  expect(cards).toHaveLength(1);
  expect(changed).toEqual([...cards, ...[own, ...showing(slug)]].sort());
  expect(await changesAfter(slug, {})).toEqual(['/build.json']);
});

test('a page whose card is gone is not written into a file of the last site', async () => {
  const own =
    Object.keys(fingerprint()).find((file) => /^\/projects\/[^/]+\.html$/.test(file)) ?? '';
  const [card = ''] = /\/social\/case-study-[^"]+\.jpg/.exec(read(own)) ?? [];
  const last = `${folder}-last.html`;
  linkSync(folder + own, last);
  rmSync(folder + card);
  await build();
  expect(Object.keys(fingerprint())).toContain(card);
  expect(statSync(folder + own).ino).not.toBe(statSync(last).ino);
  rmSync(last);
});

test('a build killed at any time leaves the last site whole', async () => {
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
    await wait((shortestBuild * place) / PLACES);
    const processes = descendants(killed.pid);
    killed.kill('SIGKILL');
    await killed.ended;
    await untilGone(processes);
    expect(fingerprint(), `killed after ${place} of ${PLACES} parts`).toEqual(whole);
  }

  await build();
  expect(fingerprint()).not.toEqual(whole);
  expect(read('/projects.html')).toContain('A headline of the next build');
  expect(readdirSync(path.dirname(folder))).toEqual(['dist']);
});
