// npm run restore -- backup.zip: restores a zip of npm run export into an empty project, local or, with
// SUPABASE_URL and SUPABASE_SECRET_KEY, hosted. --replace replaces the data of the project (hosted: after
// "select private.open_restore();" in the SQL editor).
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { allowReplacing, ConflictError, openProject } from './lib/backup/backup-project.ts';
import { checkArchive, restoreProject } from './lib/backup/backup.ts';
import { StackError } from './lib/local/stack-error.ts';
import { markSeeded, workspaceFolder } from './lib/local/workspace.ts';

const { file, data, replaces } = readArguments();
const isHosted = Boolean(process.env.SUPABASE_URL);
try {
  const backup = await checkArchive(file);
  const { manifest } = backup;
  console.log(
    `${file}: ${manifest.source}, ${manifest.createdAt}. Every file matches the manifest.`,
  );
  if (replaces && !isHosted && existsSync(workspaceFolder(data))) await allowReplacing(data);
  const project = await openProject(data, { creates: true });
  try {
    const { problems, notes } = await restoreProject(project, backup, {
      replaces,
      log: console.log,
    });
    for (const note of notes) console.log(note);
    if (problems.length > 0) {
      throw new StackError(
        `The restore is incomplete:\n${problems.join('\n')}\nRun the same command again; it starts over.`,
      );
    }
    // Otherwise the seed would add its samples to the restored data.
    if (!isHosted) markSeeded(data);
    console.log(`
Everything is back in ${project.label}: ${manifest.tables.length} tables, ${manifest.pictures.length} pictures.
Accounts do not move with a backup. Members without one sign up at /admin with their address on the staff
list, follow the mailed link and choose a password. Build and publish the site now, so that visitors see this.`);
  } finally {
    await project.close();
  }
} catch (error) {
  if (error instanceof ConflictError) console.error(`${error.message}. ${wayOut()}`);
  else console.error(error instanceof StackError ? error.message : error);
  process.exitCode = 1;
}

function wayOut() {
  return isHosted
    ? 'To replace all of it, export it first, run "select private.open_restore();" in the SQL editor, and within the hour this command with --replace.'
    : 'To replace all of it, stop the site and run this command again with --replace.';
}

function readArguments() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: {
        data: { type: 'string', default: 'local' },
        replace: { type: 'boolean', default: false },
      },
    });
    const [path, ...more] = positionals;
    if (path && more.length === 0)
      return { file: path, data: values.data, replaces: values.replace };
  } catch {
    // An unknown option: the usage below lists the valid ones.
  }
  console.error(
    'Usage: npm run restore -- backup.zip [--replace] [--data <name of other local data>]',
  );
  process.exit(1);
}
