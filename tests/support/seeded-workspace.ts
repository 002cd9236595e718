import { setTimeout as wait } from 'node:timers/promises';
import type { TestProject } from 'vitest/node';
import { lockHolder } from '../../scripts/lib/lock.ts';
import { deleteWorkspace, workspaceFolder } from '../../scripts/lib/local/workspace.ts';

declare module 'vitest' {
  // vitest types what is provided by merging into its own interface.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface ProvidedContext {
    /** The data that startSeededSite creates once and copies. */
    seededWorkspace: string;
    /** Of the site that several files use. */
    sharedWorkspace: string;
  }
}

export default function setup(project: TestProject) {
  const seeded = `launcher-seeded-${process.pid}`;
  const shared = `launcher-shared-${process.pid}`;
  project.provide('seededWorkspace', seeded);
  project.provide('sharedWorkspace', shared);
  // The lowest, as in migrated-database.ts: no test depends on how long a password takes to hash.
  process.env.LITE_AUTH_BCRYPT_COST = '4';
  return async () => {
    await endSite(workspaceFolder(shared));
    deleteWorkspace(shared);
    deleteWorkspace(seeded);
  };
}

/** By its backend, which holds the lock: the launcher ends with it. */
async function endSite(folder: string) {
  const backend = lockHolder(folder);
  if (backend === null) return;
  process.kill(backend, 'SIGTERM');
  while (lockHolder(folder) !== null) await wait(50);
}
