import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createArchive } from '../../../scripts/lib/backup/backup-archive.ts';
import { checkArchive } from '../../../scripts/lib/backup/backup.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backup-'));
  path = join(folder, 'backup.zip');
});
afterEach(() => rmSync(folder, { recursive: true }));

const MEGABYTE = Buffer.alloc(1_000_000, ' ');
function* megabytes(count: number, text = MEGABYTE) {
  for (let done = 0; done < count; done += 1) yield text;
}
/** Does not compress, so that a small file does not unpack to hundreds of times the zip. */
const noise = () => [crypto.getRandomValues(new Uint8Array(60_000))];

type Files = Record<string, Iterable<Uint8Array>>;

/** @param change of what the manifest says of a file */
async function writeBackup(files: Files, change: (file: string) => object = () => ({})) {
  const archive = await createArchive(path);
  const described = [];
  for (const [file, content] of Object.entries(files)) {
    described.push({ file, ...(await archive.add(file, content)), ...change(file) });
  }
  const tables = described.filter(({ file }) => file.startsWith('tables/'));
  const pictures = described.filter(({ file }) => file.startsWith('pictures/'));
  await archive.add('manifest.json', [
    Buffer.from(JSON.stringify({ format: 1, tables, pictures })),
  ]);
  await archive.finish();
}

test('a backup that matches its manifest is read', async () => {
  await writeBackup({ 'tables/a.jsonl': [Buffer.from('{}\n{}\n')], 'pictures/a.webp': noise() });
  expect((await checkArchive(path)).manifest.pictures).toHaveLength(1);
});

test('reading ends where a file unpacks to more than the manifest says', async () => {
  await writeBackup({ 'tables/a.jsonl': megabytes(60), 'pictures/a.webp': noise() }, (file) =>
    file.startsWith('tables') ? { bytes: 10 } : {},
  );
  const before = process.memoryUsage.rss();
  await expect(checkArchive(path)).rejects.toThrow('tables/a.jsonl');
  expect(process.memoryUsage.rss() - before).toBeLessThan(40_000_000);
});

test('reading ends where a file unpacks to more than a hundred times the zip', async () => {
  await writeBackup({ 'tables/a.jsonl': megabytes(30, Buffer.alloc(1_000_000, '\n')) });
  await expect(checkArchive(path)).rejects.toThrow(
    'unpacks to more than the manifest says or allows',
  );
});

test('a row that does not fit into memory is refused', async () => {
  await writeBackup({
    'tables/a.jsonl': megabytes(70),
    'pictures/a.webp': Array(12).fill(noise()[0]),
  });
  await expect(checkArchive(path)).rejects.toThrow('tables/a.jsonl has a row that is too long');
});

test('a picture that does not fit into memory is refused', async () => {
  await writeBackup({ 'pictures/a.webp': noise() }, () => ({ bytes: 65_000_000 }));
  await expect(checkArchive(path)).rejects.toThrow('too large for a picture');
});

test('a manifest that does not fit into memory is refused', async () => {
  const archive = await createArchive(path);
  await archive.add('pictures/a.webp', noise());
  await archive.add('pictures/b.webp', Array(20).fill(noise()[0]));
  await archive.add('manifest.json', megabytes(70));
  await archive.finish();
  await expect(checkArchive(path)).rejects.toThrow('manifest.json');
});

test('a truncated zip and other files are named', async () => {
  await writeBackup({ 'pictures/a.webp': noise() });
  truncateSync(path, 50_000);
  await expect(checkArchive(path)).rejects.toThrow(
    'is not a zip of npm run export, or it is truncated',
  );
  writeFileSync(path, 'a zip?');
  await expect(checkArchive(path)).rejects.toThrow(
    'is not a zip of npm run export, or it is truncated',
  );
});
