import type { TestProject } from 'vitest/node';
import { startStack } from '../../scripts/lib/stack.ts';
import { deleteWorkspace } from '../../scripts/lib/workspace.ts';
import { copyMigratedWorkspace } from './migrated-database.ts';

declare module 'vitest' {
  // vitest types what is provided by merging into its own interface.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface ProvidedContext {
    backend: {
      url: string;
      mailboxUrl: string;
      publishableKey: string;
      secretKey: string;
      /** The signing key of sessions, for tests that create their own tokens. */
      jwtSecret: string;
    };
  }
}

const start = (name: string) =>
  startStack({
    ...{ name, siteUrl: 'http://localhost:5173', seed: false },
    ...{ port: 0, mailboxPort: 0, smtpPort: 0 },
  });

/** One embedded backend with empty tables for all database tests, and a migrated workspace to copy for others. */
export default async function setup(project: TestProject) {
  const migrated = `database-migrated-${process.pid}`;
  const name = `database-tests-${process.pid}`;
  // Tests set their sender in a header.
  process.env.TRUSTED_PROXIES = 'cloudflare';
  // The lowest: with the usual ten, hashing the passwords of test users takes a sixth of the time.
  process.env.LITE_AUTH_BCRYPT_COST = '4';
  await (await start(migrated)).stop();
  process.env.MIGRATED_WORKSPACE = migrated;
  copyMigratedWorkspace(name);
  const stack = await start(name);
  project.provide('backend', {
    url: stack.url,
    mailboxUrl: stack.mailboxUrl,
    publishableKey: stack.keys.publishableKey,
    secretKey: stack.keys.secretKey,
    jwtSecret: stack.keys.jwtSecret,
  });
  return async () => {
    await stack.stop();
    for (const workspace of [name, migrated]) deleteWorkspace(workspace);
  };
}
