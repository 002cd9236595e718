import type { TestProject } from 'vitest/node';
import { deleteWorkspace } from '../../scripts/lib/local/workspace.ts';

declare module 'vitest' {
  // vitest types what is provided by merging into its own interface.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface ProvidedContext {
    /** The data that startSeededSite creates once and copies. */
    seededWorkspace: string;
  }
}

export default function setup(project: TestProject) {
  const name = `launcher-seeded-${process.pid}`;
  project.provide('seededWorkspace', name);
  // The lowest, as in migrated-database.ts: no test depends on how long a password takes to hash.
  process.env.LITE_AUTH_BCRYPT_COST = '4';
  return () => deleteWorkspace(name);
}
