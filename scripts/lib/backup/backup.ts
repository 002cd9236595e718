import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import {
  ARCHIVE_MAX_BYTES,
  ARCHIVE_MAX_FILES,
  createArchive,
  openArchive,
} from './backup-archive.ts';
import {
  fetchPicture,
  listPictures,
  removePictures,
  rpc,
  storePicture,
  type Project,
} from './backup-project.ts';
import { root } from '../install.mjs';
import { StackError } from '../local/stack-error.ts';

export type TableState = {
  name: string;
  rows: number;
  fingerprint: string;
  parents: string[];
  needs_account: boolean;
};

export type ProjectState = { schema_version: string; tables: TableState[] };

export type ArchivedFile = { file: string; bytes: number; sha256: string };

export type TableBackup = ArchivedFile & { name: string; rows: number; fingerprint: string | null };

export type PictureBackup = ArchivedFile & {
  path: string;
  contentType: string;
  cacheControl: string;
};

export type Manifest = {
  format: 1;
  createdAt: string;
  source: string;
  appVersion: string;
  /** The last migration of the project. */
  schemaVersion: string;
  /** In the order in which they can be restored. */
  tables: TableBackup[];
  pictures: PictureBackup[];
};

export type Log = (line: string) => void;

const MANIFEST = 'manifest.json';
/** Visitors write it at any time and no table refers to it: it need not match the other copies. */
const LOG_TABLE = 'security_events';
const EXPORT_ROUNDS = 5;
const PAGE_LINES = 500;
const PAGE_CHARACTERS = 1_000_000;

// What restore reads into memory as a whole.
/** 65,000 files with their hashes are 20 MB. */
const MANIFEST_MAX_BYTES = 64_000_000;
/** A row; the longest are deleted documents with all their versions. */
const LINE_MAX_BYTES = 64_000_000;
/** Above the limit of the bucket, which may have been higher once. */
const PICTURE_MAX_BYTES = 64_000_000;

const READ_ME = `A backup of the site: the rows of every table, every picture, and a list of both.

Restore it into a project whose migrations are at the version that manifest.json names:

  npm run restore -- backup.zip

It holds personal data (enquiries, subscribers, the staff list): keep it as safe as the site itself.

It holds no accounts and no passwords. The staff list comes back; in a new project each member signs up
at /admin with the address on that list, follows the mailed link and chooses a password. In the old
project the accounts are still there, and a forgotten password is reset by mail.
`;

/**
 * Writes all data of the service key to one zip, which gets its name when it is complete.
 *
 * @param path of the zip
 */
export async function exportProject(
  project: Project,
  path: string,
  log: Log,
): Promise<{ rows: number; pictures: number; bytes: number; sha256: string }> {
  if (await exists(path)) throw new StackError(`${path} already exists.`);
  const part = `${path}.part`;
  await rm(part, { force: true });
  const spool = await mkdtemp(join(dirname(resolve(path)), '.export-'));
  try {
    const { schemaVersion, tables } = await spoolTables(project, spool);
    const stored = await listPictures(project);
    assertFits(stored);
    const archive = await createArchive(part);
    try {
      const manifest: Manifest = {
        format: 1,
        createdAt: new Date().toISOString(),
        source: project.label,
        appVersion: JSON.parse(await readFile(`${root}package.json`, 'utf8')).version,
        schemaVersion,
        tables: [],
        pictures: [],
      };
      await archive.add('READ-ME.txt', [Buffer.from(READ_ME)]);
      for (const { name, rows, fingerprint } of tables) {
        const file = `tables/${name}.jsonl`;
        const facts = await archive.add(file, createReadStream(join(spool, name)));
        manifest.tables.push({ name, rows, fingerprint, file, ...facts });
      }
      for (const { path: picturePath } of stored) {
        const file = `pictures/${picturePath}`;
        const { content, contentType, cacheControl } = await fetchPicture(project, picturePath);
        const facts = await archive.add(file, [content], { compresses: false });
        manifest.pictures.push({ path: picturePath, file, contentType, cacheControl, ...facts });
        if (manifest.pictures.length % 100 === 0) {
          log(`${manifest.pictures.length} of ${stored.length} pictures`);
        }
      }
      await archive.add(MANIFEST, [Buffer.from(JSON.stringify(manifest, null, 2))]);
      await archive.finish();
    } catch (error) {
      await archive.abandon().catch(() => {});
      throw error;
    }
    await rename(part, path);
    return {
      rows: tables.reduce((sum, { rows }) => sum + rows, 0),
      pictures: stored.length,
      bytes: (await stat(path)).size,
      sha256: await hashOf(createReadStream(path)),
    };
  } finally {
    await rm(part, { force: true });
    await rm(spool, { recursive: true, force: true });
  }
}

/**
 * Copies every table page by page, and again the tables that changed meanwhile, until all copies are of
 * one moment: a study must not be combined with the pictures of another version.
 */
async function spoolTables(project: Project, folder: string) {
  const copies: Map<string, { rows: number; fingerprint: string | null }> = new Map();
  for (let round = 0; round <= EXPORT_ROUNDS; round += 1) {
    const { schema_version: schemaVersion, tables }: ProjectState = await rpc(
      project,
      'backup_state',
    );
    const changed = tables.filter(
      ({ name, fingerprint }) => copies.get(name)?.fingerprint !== fingerprint,
    );
    const log = copies.get(LOG_TABLE);
    if (log && changed.every(({ name }) => name === LOG_TABLE)) {
      if (changed.length > 0) log.fingerprint = null;
      return {
        schemaVersion,
        tables: inRestoreOrder(tables).map(({ name }) => ({
          name,
          ...(copies.get(name) ?? { rows: 0, fingerprint: null }),
        })),
      };
    }
    if (round === EXPORT_ROUNDS) {
      const names = changed.map(({ name }) => name).join(', ');
      throw new StackError(
        `Rows change faster than they can be copied (${names}): try again when fewer people are working.`,
      );
    }
    for (const { name, fingerprint } of changed) {
      copies.set(name, { rows: await copyTable(project, name, join(folder, name)), fingerprint });
    }
  }
  throw new Error('unreachable');
}

async function copyTable(project: Project, table: string, path: string): Promise<number> {
  const handle = await open(path, 'w', 0o600);
  let rows = 0;
  try {
    for (let after = null; ;) {
      const { lines, next } = await rpc(project, 'export_rows', { table_name: table, after });
      if (lines.length > 0) await handle.writeFile(`${lines.join('\n')}\n`);
      rows += lines.length;
      if (next === null) return rows;
      after = next;
    }
  } finally {
    await handle.close();
  }
}

/** Orders tables so that referenced rows come first. */
export function inRestoreOrder<Table extends { name: string; parents: string[] }>(
  tables: Table[],
): Table[] {
  const ordered: Table[] = [];
  while (ordered.length < tables.length) {
    const ready = tables.filter(
      (table) =>
        !ordered.includes(table) &&
        table.parents.every((parent) => ordered.some(({ name }) => name === parent)),
    );
    if (ready.length === 0) throw new Error('Tables refer to each other in a circle.');
    ordered.push(...ready);
  }
  return ordered;
}

function assertFits(stored: { bytes: number }[]) {
  const bytes = stored.reduce((sum, picture) => sum + picture.bytes, 0);
  // A tenth is reserved for the rows.
  if (bytes > ARCHIVE_MAX_BYTES * 0.9 || stored.length > ARCHIVE_MAX_FILES - 100) {
    throw new StackError(
      `${stored.length} pictures of ${Math.ceil(bytes / 1e9)} GB do not fit into one zip (4 GB, ` +
        '65,000 files): docs/runbook.md describes how to copy a bucket of that size.',
    );
  }
}

/**
 * Reads the manifest and checks every file it names, before anything is written.
 *
 * @param path of the zip
 */
export async function checkArchive(path: string) {
  if (!(await exists(path))) throw new StackError(`There is no file ${path}.`);
  const archive = await openArchive(path);
  const text = await collect(archive.read(MANIFEST, MANIFEST_MAX_BYTES));
  const manifest = parseManifest(text.toString('utf8'));
  if (manifest?.format !== 1) {
    throw new StackError(`${path} is not a backup that this version can read.`);
  }
  const assertSame = async ({ file, sha256 }: ArchivedFile, chunks: AsyncIterable<Buffer>) => {
    if ((await hashOf(chunks)) === sha256) return;
    throw new StackError(`${file} in ${path} differs from the export: nothing was restored.`);
  };
  for (const table of manifest.tables) {
    await assertSame(table, withoutLongLines(archive.read(table.file, table.bytes), table.file));
  }
  for (const picture of manifest.pictures) {
    if (picture.bytes > PICTURE_MAX_BYTES) {
      throw new StackError(`${picture.file} in ${path} is too large for a picture.`);
    }
    await assertSame(picture, archive.read(picture.file, picture.bytes));
  }
  const id = createHash('sha256').update(text).digest('hex');
  return { archive, manifest, id };
}

function parseManifest(text: string): Manifest | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export type CheckedArchive = Awaited<ReturnType<typeof checkArchive>>;

/**
 * Restores a backup into an empty project, or into one that may be replaced. Can be repeated after an
 * interruption.
 *
 * @returns problems: differences from the backup
 */
export async function restoreProject(
  project: Project,
  { archive, manifest, id }: CheckedArchive,
  { replaces, log }: { replaces: boolean; log: Log },
): Promise<{ problems: string[]; notes: string[] }> {
  const before: ProjectState = await rpc(project, 'backup_state');
  if (before.schema_version !== manifest.schemaVersion) {
    throw new StackError(
      `The backup has the tables of migration ${manifest.schemaVersion}, ${project.label} those of ` +
        `${before.schema_version}. Restore it with the code of its commit; see docs/runbook.md.`,
    );
  }
  await rpc(project, 'begin_restore', { backup: id, replaces });
  for (const { name, file, rows, bytes } of manifest.tables) {
    for await (const lines of pagesOf(archive.read(file, bytes))) {
      await rpc(project, 'restore_rows', { backup: id, table_name: name, lines });
    }
    log(`${name}: ${rows} ${rows === 1 ? 'row' : 'rows'}`);
  }

  const wanted = new Set(manifest.pictures.map(({ path }) => path));
  const others = (await listPictures(project)).map(({ path }) => path);
  await removePictures(
    project,
    others.filter((path) => !wanted.has(path)),
  );
  for (const { path, file, bytes, contentType, cacheControl } of manifest.pictures) {
    const content = new Uint8Array(await collect(archive.read(file, bytes)));
    await storePicture(project, path, { content, contentType, cacheControl });
  }
  log(`pictures: ${manifest.pictures.length}`);

  const found = await compare(project, manifest);
  if (found.problems.length === 0) await rpc(project, 'finish_restore', { backup: id });
  return found;
}

async function compare(project: Project, manifest: Manifest) {
  const { tables }: ProjectState = await rpc(project, 'backup_state');
  const problems = [];
  const notes = [];
  for (const { name, rows, fingerprint } of manifest.tables) {
    const table = tables.find((one) => one.name === name);
    const missing = rows - (table?.rows ?? 0);
    if (missing > 0 && table?.needs_account) {
      notes.push(`${name}: ${missing} left out, because their accounts are not in this project`);
    } else if (missing > 0) {
      problems.push(`${name}: ${missing} of ${rows} rows are missing`);
    } else if (missing < 0) {
      notes.push(`${name}: ${-missing} came in while it was restored`);
    } else if (fingerprint !== null && table?.fingerprint !== fingerprint) {
      problems.push(`${name}: the rows are not the ones of the backup`);
    }
  }
  const stored = new Map((await listPictures(project)).map(({ path, bytes }) => [path, bytes]));
  for (const { path, bytes } of manifest.pictures) {
    if (stored.get(path) !== bytes) problems.push(`picture ${path} is missing or cut short`);
  }
  return { problems, notes };
}

async function* pagesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  let page: string[] = [];
  let characters = 0;
  for await (const line of createInterface({ input: Readable.from(chunks) })) {
    page.push(line);
    characters += line.length;
    if (page.length >= PAGE_LINES || characters >= PAGE_CHARACTERS) {
      yield page;
      page = [];
      characters = 0;
    }
  }
  if (page.length > 0) yield page;
}

/** Passes the chunks on while their lines are short enough to be kept in memory. */
async function* withoutLongLines(chunks: AsyncIterable<Buffer>, file: string) {
  let length = 0;
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf('\n');
    length = end === -1 ? length + chunk.byteLength : chunk.byteLength - end - 1;
    if (length > LINE_MAX_BYTES) throw new StackError(`${file} has a row that is too long.`);
    yield chunk;
  }
}

async function collect(chunks: AsyncIterable<Buffer>) {
  const parts = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

async function hashOf(chunks: AsyncIterable<Buffer>) {
  const hash = createHash('sha256');
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
