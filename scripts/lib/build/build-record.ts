// What each page of the last build was made from. Kept beside the bundles, outside of the site.
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { REPORT_FILE } from './build-info.ts';
import { root } from '../install.mjs';
import type { LinkedStudies } from './study-addresses.ts';

const FOLDER = `${root}node_modules/.cache/site-builds`;

/** The database forgets changes beside studies after 30 days (list_case_study_heads). */
const AGE_MAX_MS = 25 * 24 * 3_600_000;

/** hash: of all that the page was made from, besides the studies it links; card: its own one, below the site */
export type PageRecord = { hash: string; card?: string | undefined; linked?: LinkedStudies };
/** build: the id in build.json of the site; pages: by path */
export type BuildRecord = { build: string; pages: Record<string, PageRecord> };

/** @returns null where the folder holds no site, an old one, or another one than the last build wrote */
export async function readRecord(folder: string): Promise<BuildRecord | null> {
  try {
    const record: BuildRecord = JSON.parse(await readFile(fileFor(folder), 'utf8'));
    const { id, builtAt } = JSON.parse(await readFile(`${folder}/${REPORT_FILE}`, 'utf8'));
    const isOld = Date.now() - Date.parse(builtAt) > AGE_MAX_MS;
    return record.build === id && !isOld ? record : null;
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
