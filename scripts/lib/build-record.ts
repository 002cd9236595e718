// What each page of the last build was made from. Kept beside the bundles, outside of the site.
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { REPORT_FILE } from './build-info.ts';
import { root } from './install.mjs';

const FOLDER = `${root}node_modules/.cache/site-builds`;

/** build: the id in build.json of the site; hashes: by the path of the page */
export type BuildRecord = { build: string; hashes: Record<string, string> };

/** @returns null where the folder holds no site, or another one than the last build wrote */
export async function readRecord(folder: string): Promise<BuildRecord | null> {
  try {
    const record: BuildRecord = JSON.parse(await readFile(fileFor(folder), 'utf8'));
    const { id } = JSON.parse(await readFile(`${folder}/${REPORT_FILE}`, 'utf8'));
    return record.build === id ? record : null;
  } catch {
    return null;
  }
}

export async function keepRecord(folder: string, record: BuildRecord) {
  await mkdir(FOLDER, { recursive: true });
  await writeFile(fileFor(folder), JSON.stringify(record));
}

function fileFor(folder: string) {
  const hash = createHash('sha256').update(path.resolve(folder)).digest('hex').slice(0, 16);
  return `${FOLDER}/${hash}.json`;
}
