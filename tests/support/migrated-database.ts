import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { openEmbeddedApp, setEmbeddedEnvironment } from '../../scripts/lib/embedded-database.ts';
import { root } from '../../scripts/lib/install.mjs';
import {
  deleteWorkspace,
  openWorkspace,
  workspaceFolder,
  type Keys,
} from '../../scripts/lib/workspace.ts';

type MigratedDatabase = Awaited<ReturnType<typeof openEmbeddedApp>> & { keys: Keys };

/** Copies the workspace that database-stack.ts has migrated. Each copy gets its own keys when it is opened. */
export function copyMigratedWorkspace(name: string) {
  const migrated = process.env.MIGRATED_WORKSPACE;
  if (!migrated) return;
  cpSync(workspaceFolder(migrated), workspaceFolder(name), {
    recursive: true,
    filter: (path) => basename(path) !== 'keys.json',
  });
}

/**
 * Opens a migrated database of its own, prints the answers of `work` as JSON and deletes the database. For scripts
 * that askDatabase runs: the embedded database requires its folder as the current one of the process.
 */
export async function withMigratedDatabase(
  topic: string,
  work: (database: MigratedDatabase) => Promise<object>,
) {
  const name = `${topic}-${process.pid}`;
  try {
    copyMigratedWorkspace(name);
    const { folder, keys } = openWorkspace(name);
    process.chdir(folder);
    setEmbeddedEnvironment(keys, 'http://localhost:5173');
    const database = await openEmbeddedApp();
    printAnswers(await work({ ...database, keys }));
    await database.close();
  } finally {
    process.chdir(root);
    deleteWorkspace(name);
  }
}

/** On a line of its own, after all other output. */
export function printAnswers(answers: object) {
  process.stdout.write(`\n${JSON.stringify(answers)}`);
}

/**
 * Runs tests/support/<script>.ts as a process.
 *
 * @param input goes to its standard input as JSON
 * @returns the answers that it prints
 */
export async function askDatabase<Answers>(script: string, input?: unknown): Promise<Answers> {
  const asked = promisify(execFile)(
    process.execPath,
    ['--no-warnings', 'scripts/run.mjs', `tests/support/${script}.ts`],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  asked.child.stdin?.end(JSON.stringify(input));
  const { stdout } = await asked;
  return JSON.parse(stdout.slice(stdout.lastIndexOf('\n{')));
}
