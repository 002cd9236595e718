import { text } from 'node:stream/consumers';
import { checkArchive } from '../../scripts/lib/backup/backup.ts';

/** The manifest of a backup, and the lines of each table. */
export async function readBackup(path: string) {
  const { archive, manifest } = await checkArchive(path);
  const lines = new Map<string, string[]>();
  for (const { name, file, bytes } of manifest.tables) {
    lines.set(name, (await text(archive.read(file, bytes))).split('\n').slice(0, -1));
  }
  return { manifest, lines };
}

/** A row without the columns of accounts, which are not transferred. */
export const withoutAccounts = (line: string) =>
  line.replaceAll(
    /"(?:(?:created|updated|uploaded|deleted|saved|added|asked)_by|user_id)": (?:"[^"]*"|null)/g,
    '',
  );
