import { existsSync, readdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { TestProject } from 'vitest/node';
import { root } from '../../scripts/lib/install.mjs';
import { deleteWorkspace } from '../../scripts/lib/local/workspace.ts';

declare module 'vitest' {
  // vitest types what is provided by merging into its own interface.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface ProvidedContext {
    /** Begins the name of each workspace of this run. */
    databaseRun: string;
  }
}

/** Deletes the workspaces of a run at its end, because the processes of tests are killed. */
export default function setup(project: Pick<TestProject, 'provide'>) {
  const run = `database-${process.pid}-`;
  project.provide('databaseRun', run);
  return async () => {
    const folder = `${root}supabase/.temp`;
    // A run against a running Supabase makes none.
    for (const name of existsSync(folder) ? readdirSync(folder) : []) {
      if (name.startsWith(run)) await deleteUnused(name);
    }
  };
}

/** A backend that is ending may still write. */
async function deleteUnused(name: string, attempts = 20) {
  try {
    deleteWorkspace(name);
  } catch (error) {
    if (attempts === 0) throw error;
    await wait(100);
    await deleteUnused(name, attempts - 1);
  }
}
