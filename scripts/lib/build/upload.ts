// Brings a built site to where a web server reads it, changed files only.
import { exec, execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { REPORT_FILE } from './build-info.ts';
import { listFiles } from '../list-files.ts';

/** changed: how many files were written or deleted; null where the program does not say */
export type Upload = (site: string) => Promise<{ changed: number | null }>;

/**
 * @param target `folder:/srv/site`, `rsync:user@host:/srv/site` or `command:` and a command line of the host's own program
 * @throws for another one
 */
export function openUpload(target: string): Upload {
  const [, kind, place] = /^(folder|rsync|command):(.+)$/.exec(target) ?? [];
  if (kind === 'folder' && place) return (site) => uploadToFolder(site, path.resolve(place));
  if (kind === 'rsync' && place) return (site) => uploadByRsync(site, place);
  if (kind === 'command' && place) return (site) => uploadByCommand(path.resolve(site), place);
  throw new Error(
    'PUBLISH_TO must be folder:/srv/site or rsync:user@host:/srv/site, or command: and a command line',
  );
}

const MINUTES_MAX = 30;

/** For object stores and hosts, whose own programs know which files they have. The folder of the site is in $SITE. */
async function uploadByCommand(site: string, command: string) {
  const options = {
    env: { ...process.env, SITE: site },
    ...{ timeout: MINUTES_MAX * 60_000, maxBuffer: 64 * 1024 * 1024 },
  };
  await new Promise<void>((resolve, reject) =>
    exec(command, options, (error, _output, errors) => {
      // Not the command line, which may hold a key.
      if (error) reject(new Error(errors.trim() || `The upload ended with ${error.code}`));
      else resolve();
    }),
  );
  return { changed: null };
}

/** The web server may be another machine; it gets the new files under their names when all have arrived. */
async function uploadByRsync(site: string, place: string) {
  const rules = ['--recursive', '--times', '--delay-updates', '--delete-delay'];
  await promisify(execFile)('rsync', [...rules, `${site}/`, place]);
  return { changed: null };
}

/**
 * Each file is replaced whole. What pages need comes before the pages, the report of the build after them, and what
 * is gone is deleted last.
 */
async function uploadToFolder(site: string, target: string) {
  await mkdir(target, { recursive: true });
  const [files, present] = await Promise.all([listFiles(site), listFiles(target)]);
  const known = new Set(present);
  const rank = (file: string) => (file === REPORT_FILE ? 2 : file.endsWith('.html') ? 1 : 0);
  let changed = 0;
  for (const file of files.toSorted((one, other) => rank(one) - rank(other))) {
    const from = path.join(site, file);
    const to = path.join(target, file);
    if (known.has(file) && (await areEqual(from, to))) continue;
    await replaceFile(from, to);
    changed += 1;
  }
  const isWanted = new Set(files);
  for (const file of present.filter((name) => !isWanted.has(name))) {
    await rm(path.join(target, file));
    changed += 1;
  }
  return { changed };
}

async function replaceFile(from: string, to: string) {
  const draft = `${to}.part`;
  await mkdir(path.dirname(to), { recursive: true });
  await copyFile(from, draft);
  const { atime, mtime } = await stat(from);
  await utimes(draft, atime, mtime);
  await rename(draft, to);
}

async function areEqual(one: string, other: string) {
  const [a, b] = await Promise.all([stat(one), stat(other)]);
  if (a.size !== b.size) return false;
  if (Math.abs(a.mtimeMs - b.mtimeMs) < 1) return true;
  const [first, second] = await Promise.all([readFile(one), readFile(other)]);
  return first.equals(second);
}
