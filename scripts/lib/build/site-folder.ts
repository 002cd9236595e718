// The folder of the built site, replaced only by a complete one.
import { copyFileSync, cpSync, existsSync, linkSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { listFiles } from '../list-files.ts';

/**
 * Writes a site beside the present one and then takes its place: a build that fails or is killed leaves the present
 * site as it was.
 *
 * @param folder of the site
 * @param app files to begin with
 * @param write fills the draft
 */
export async function replaceSite<Result>(
  folder: string,
  app: string,
  write: (draft: string) => Promise<Result>,
): Promise<Result> {
  const target = path.resolve(folder);
  const old = `${target}.old`;
  const draft = `${target}.draft-${process.pid}`;
  // A build was killed between the two renames below.
  if (!existsSync(target) && existsSync(old)) renameSync(old, target);
  await removeAbandonedDrafts(target);
  try {
    await addApp(app, draft);
    const result = await write(draft);
    await rm(old, { recursive: true, force: true });
    // Synchronous, so that nothing of this process comes in between.
    if (existsSync(target)) renameSync(target, old);
    renameSync(draft, target);
    await rm(old, { recursive: true, force: true });
    return result;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Links, which take a tenth of the time of copies; the build writes over some of the files at the top. */
async function addApp(app: string, draft: string) {
  mkdirSync(draft);
  for (const file of await listFiles(app)) {
    if (file.includes('/')) linkOrCopy(`${app}/${file}`, `${draft}/${file}`);
    else cpSync(`${app}/${file}`, `${draft}/${file}`, { preserveTimestamps: true });
  }
}

async function removeAbandonedDrafts(target: string) {
  await mkdir(path.dirname(target), { recursive: true });
  for (const name of await readdir(path.dirname(target))) {
    const [base, pid] = name.split('.draft-');
    if (base !== path.basename(target) || pid === undefined || isRunning(Number(pid))) continue;
    await rm(path.join(path.dirname(target), name), { recursive: true, force: true });
  }
}

function isRunning(pid: number) {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Gives a file a second name where the file system can do that. Neither may be changed in place afterwards.
 *
 * @throws where `from` does not exist
 */
export function linkOrCopy(from: string, to: string): void {
  // Synchronous: a site has thousands of files, and a promise takes longer than the link.
  try {
    linkSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') rmSync(to);
    else mkdirSync(path.dirname(to), { recursive: true });
    try {
      linkSync(from, to);
    } catch {
      copyFileSync(from, to);
    }
  }
}

/** Creates the folder of the file only where writing fails without it: most files have a sibling. */
export async function inFolder(file: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await mkdir(path.dirname(file), { recursive: true });
    await write();
  }
}
