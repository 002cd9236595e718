// Folders that take seconds to make from the code alone, kept in node_modules/.cache by a hash of what they are made from.
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { root } from './install.mjs';

const COUNT_MAX = 3;
/** As long as a build may take (BUILD_MINUTES_MAX in builder.ts): a younger folder may be in use by another process. */
const IN_USE_MAX_MS = 30 * 60_000;

/**
 * @param kind folder below the cache
 * @param version of what it is made from
 * @param make fills the draft; two processes may do so at once, and the first one counts
 * @returns the complete folder. It must not be changed.
 */
export async function keptFolder(
  kind: string,
  version: string,
  make: (draft: string) => Promise<void>,
): Promise<string> {
  const all = `${root}node_modules/.cache/${kind}`;
  const folder = `${all}/${version}`;
  if (existsSync(folder)) return folder;
  const draft = `${folder}.${process.pid}`;
  await mkdir(draft, { recursive: true });
  try {
    await make(draft);
    await rename(draft, folder).catch((error) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  await removeOld(all);
  return folder;
}

async function removeOld(all: string) {
  const found = (await readdir(all)).map(async (name) => {
    // A draft of another process gets its name, or is removed, at any time.
    const facts = await stat(`${all}/${name}`).catch(() => null);
    return facts ? [{ folder: `${all}/${name}`, modifiedAt: facts.mtimeMs }] : [];
  });
  const newestFirst = (await Promise.all(found))
    .flat()
    .sort((one, other) => other.modifiedAt - one.modifiedAt);
  const old = newestFirst
    .slice(COUNT_MAX)
    .filter(({ modifiedAt }) => Date.now() - modifiedAt > IN_USE_MAX_MS);
  for (const { folder } of old) {
    // Under another name first: half of a folder must not be taken for a whole one.
    const removed = `${folder}.removed`;
    await rename(folder, removed).catch(() => null);
    await rm(removed, { recursive: true, force: true });
  }
}
