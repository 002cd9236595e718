import { randomBytes } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { root } from '../install.mjs';
import { StackError } from './stack-error.ts';

// A workspace is the folder supabase/.temp/<name> with all files of one embedded backend: database, stored pictures,
// mailbox, keys. `npm start` uses `local`; tests use other names, so they never change a developer's data.

export type Keys = { publishableKey: string; secretKey: string; jwtSecret: string };

/** The keys as hosted projects give them to functions, and the secret that signs links and tickets. */
export const functionKeys = ({ publishableKey, secretKey, jwtSecret }: Keys) => ({
  SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: publishableKey }),
  SUPABASE_SECRET_KEYS: JSON.stringify({ default: secretKey }),
  SIGNING_SECRETS: jwtSecret,
});

export type Workspace = { name: string; folder: string; keys: Keys };

export function workspaceFolder(name: string) {
  if (!/^[a-z0-9][a-z0-9-]*$/.test(name)) {
    throw new StackError(
      `--data ${name} is not a name: use lower-case letters, digits and hyphens.`,
    );
  }
  return `${root}supabase/.temp/${name}`;
}

export function resetCommand(name: string) {
  return name === 'local' ? 'npm run reset' : `npm run reset -- --data ${name}`;
}

/** Creates the folder on first use. Copies config.toml, migrations, templates and seed into it each time. */
export function openWorkspace(name: string): Workspace {
  const folder = workspaceFolder(name);
  const copy = `${folder}/supabase`;
  mkdirSync(`${copy}/.temp`, { recursive: true });
  rmSync(`${copy}/migrations`, { recursive: true, force: true });
  for (const part of ['seed.sql', 'migrations', 'templates']) {
    cpSync(`${root}supabase/${part}`, `${copy}/${part}`, { recursive: true });
  }
  const config = readFileSync(`${root}supabase/config.toml`, 'utf8');
  writeFileSync(`${copy}/config.toml`, embeddedConfig(config));
  return { name, folder, keys: readKeys(folder) };
}

/** Sections of Auth that the embedded one does not know. It refuses to start with unknown settings. */
const UNKNOWN_SECTION = /\[auth\.email\.(?:notification|template\.reauthentication)/;

function embeddedConfig(config: string) {
  return (
    config
      .split('\n\n')
      .filter((section) => !UNKNOWN_SECTION.test(section))
      .join('\n\n')
      .replace('require_current_password = true\n', '')
      // The minute between two mails protects real mailboxes, not the local one.
      .replace(/^max_frequency = .*$/m, 'max_frequency = "1s"')
  );
}

/**
 * Deletes what an interrupted first start has left: Postgres may not open an incomplete database, and it
 * has no data of users yet.
 */
export function discardUnfinished(name: string) {
  const folder = workspaceFolder(name);
  if (existsSync(`${folder}/created`)) return;
  for (const entry of readdirSync(folder)) {
    if (entry !== 'lock') rmSync(`${folder}/${entry}`, { recursive: true, force: true });
  }
}

export function markCreated(name: string) {
  writeFileSync(`${workspaceFolder(name)}/created`, '');
}

export const isSeeded = (name: string) => existsSync(`${workspaceFolder(name)}/seeded`);

export function markSeeded(name: string) {
  writeFileSync(`${workspaceFolder(name)}/seeded`, '');
}

/** Created once per folder. */
function readKeys(folder: string): Keys {
  const file = `${folder}/keys.json`;
  if (existsSync(file)) {
    try {
      const keys = JSON.parse(readFileSync(file, 'utf8'));
      if (keys.publishableKey && keys.secretKey && keys.jwtSecret) return keys;
    } catch {
      // Half written by a crash: new keys are created below. Sessions signed with the old secret end.
    }
  }
  const random = (bytes: number) => randomBytes(bytes).toString('base64url');
  const keys = {
    publishableKey: `sb_publishable_${random(24)}`,
    secretKey: `sb_secret_${random(24)}`,
    jwtSecret: random(48),
  };
  writeFileSync(file, JSON.stringify(keys, null, 2), { mode: 0o600 });
  return keys;
}

export function deleteWorkspace(name: string) {
  rmSync(workspaceFolder(name), { recursive: true, force: true, maxRetries: 3 });
}
