import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { replaceSite } from '../../../scripts/lib/build/site-folder.ts';

let place: string;
let site: string;
let app: string;
beforeEach(async () => {
  place = await mkdtemp(path.join(tmpdir(), 'site-folder-'));
  site = path.join(place, 'dist');
  app = path.join(place, 'app');
  await mkdir(app);
  await writeFile(path.join(app, 'app.js'), 'app');
});
afterEach(() => rm(place, { recursive: true }));

const build = (text: string) =>
  replaceSite(site, app, (draft) => writeFile(path.join(draft, 'index.html'), text));
const page = () => readFile(path.join(site, 'index.html'), 'utf8');

test('a complete site replaces the last one, and nothing else is left', async () => {
  await build('one');
  await writeFile(path.join(site, 'gone.html'), '');
  await build('two');
  expect(await page()).toBe('two');
  expect((await readdir(site)).sort()).toEqual(['app.js', 'index.html']);
  expect((await readdir(place)).sort()).toEqual(['app', 'dist']);
});

test('a build that fails leaves the last site', async () => {
  await build('one');
  const failing = replaceSite(site, app, async (draft) => {
    await writeFile(path.join(draft, 'index.html'), 'half');
    throw new Error('no backend');
  });
  await expect(failing).rejects.toThrow('no backend');
  expect(await page()).toBe('one');
  expect((await readdir(place)).sort()).toEqual(['app', 'dist']);
});

test('a site that was moved aside by a killed build comes back before the next one', async () => {
  await build('one');
  await rename(site, `${site}.old`);
  const failing = replaceSite(site, app, () => Promise.reject(new Error('no backend')));
  await expect(failing).rejects.toThrow('no backend');
  expect(await page()).toBe('one');
});

test('drafts of ended processes are removed, those of running ones stay', async () => {
  const [ended, running] = [2 ** 22 + 1, process.ppid].map((pid) => `${site}.draft-${pid}`);
  for (const draft of [ended, running]) await mkdir(String(draft));
  await build('one');
  expect([ended, running].map((draft) => existsSync(String(draft)))).toEqual([false, true]);
});
