import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openUpload } from '../../../scripts/lib/build/upload.ts';

let place: string;
let site: string;
let target: string;
beforeEach(async () => {
  place = await mkdtemp(path.join(tmpdir(), 'upload-'));
  site = path.join(place, 'dist');
  target = path.join(place, 'live');
  await mkdir(path.join(site, 'projects'), { recursive: true });
  await put('index.html', 'home', 100);
  await put('projects/one.html', 'one', 100);
  await put('build.json', '1', 100);
});
afterEach(() => rm(place, { recursive: true }));

/** @param second of its time of change */
async function put(file: string, text: string, second: number) {
  await writeFile(path.join(site, file), text);
  await utimes(path.join(site, file), second, second);
}
const upload = () => openUpload(`folder:${target}`)(site);
const live = (file: string) => readFile(path.join(target, file), 'utf8');

test('the first upload brings every file, the second none', async () => {
  expect(await upload()).toEqual({ changed: 3 });
  expect(await live('projects/one.html')).toBe('one');
  expect(await upload()).toEqual({ changed: 0 });
});

test('changed files are replaced, equal ones stay untouched, removed ones go', async () => {
  await upload();
  const untouched = await stat(path.join(target, 'index.html'));
  await put('index.html', 'home', 200);
  await put('projects/one.html', 'two', 200);
  await rm(path.join(site, 'build.json'));
  expect(await upload()).toEqual({ changed: 2 });
  expect(await live('projects/one.html')).toBe('two');
  expect((await stat(path.join(target, 'index.html'))).ino).toBe(untouched.ino);
  expect((await readdir(target)).sort()).toEqual(['index.html', 'projects']);
});

test('another target is refused with what is possible', () => {
  for (const target of ['', 'folder:', '/srv/site', 'ftp:host']) {
    expect(() => openUpload(target)).toThrow('folder:/srv/site or rsync:');
  }
});

test('a command of the host gets the folder of the site', async () => {
  const upload = openUpload(`command:cp -R "$SITE" "${target}"`);
  expect(await upload(site)).toEqual({ changed: null });
  expect(await live('projects/one.html')).toBe('one');
});

test('a command that fails is reported by what it wrote, without its words', async () => {
  await expect(openUpload('command:echo "no space" >&2; exit 3')(site)).rejects.toThrow(
    /^no space$/,
  );
  await expect(openUpload('command:KEY=secret; exit 3')(site)).rejects.toThrow(
    /^The upload ended with 3$/,
  );
});
