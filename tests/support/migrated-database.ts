import { inject } from 'vitest';
import {
  openEmbeddedApp,
  setEmbeddedEnvironment,
} from '../../scripts/lib/local/embedded-database.ts';
import { root } from '../../scripts/lib/install.mjs';
import { deleteWorkspace, openWorkspace, type Keys } from '../../scripts/lib/local/workspace.ts';

export type MigratedDatabase = Awaited<ReturnType<typeof openEmbeddedApp>> & { keys: Keys };

// The lowest: with the usual ten, hashing the passwords of test users takes a sixth of the time.
process.env.LITE_AUTH_BCRYPT_COST = '4';

// @supabase/lite prints every statement that Postgres refuses, and half of the tests ask for a refusal.
const print = console.error;
console.error = (...what: unknown[]) => {
  if (!what.some((one) => one instanceof Error && 'severity' in one)) print(...what);
};

let opened = 0;

/** Of a workspace that the run deletes at its end. */
export const nextWorkspace = () => `${inject('databaseRun')}${process.pid}-${(opened += 1)}`;

async function openDatabase(name: string): Promise<MigratedDatabase> {
  const { folder, keys } = openWorkspace(name);
  setEmbeddedEnvironment(keys, 'http://localhost:5173');
  // The embedded database requires its folder as the current one of the process, until it is open.
  process.chdir(folder);
  try {
    return { ...(await openEmbeddedApp()), keys };
  } finally {
    process.chdir(root);
  }
}

/** Opens a migrated database of its own, and deletes it after `work`. */
export async function withMigratedDatabase<Answers>(
  work: (database: MigratedDatabase) => Promise<Answers>,
): Promise<Answers> {
  const name = nextWorkspace();
  const database = await openDatabase(name);
  try {
    return await work(database);
  } finally {
    await database.close();
    deleteWorkspace(name);
  }
}
