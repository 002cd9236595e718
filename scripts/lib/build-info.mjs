import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { root } from './install.mjs';

/** What hosts call the commit they build from. */
const COMMIT_VARIABLES = ['COMMIT_REF', 'CF_PAGES_COMMIT_SHA', 'VERCEL_GIT_COMMIT_SHA'];

/**
 * What this build is made of, for the health screen to compare with what the database holds.
 *
 * @returns {{ version: string, commit: string | null, builtAt: string, schema: string }}
 */
export function readBuildInfo() {
  const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  const migrations = readdirSync(`${root}supabase/migrations`).filter((name) =>
    /^\d{14}_.*\.sql$/.test(name),
  );
  return {
    version,
    commit: readCommit(),
    builtAt: new Date().toISOString(),
    schema: migrations.sort().at(-1)?.slice(0, 14) ?? '',
  };
}

function readCommit() {
  const named = COMMIT_VARIABLES.map((name) => process.env[name]).find(Boolean);
  if (named) return named.slice(0, 7);
  try {
    const options = /** @type {const} */ ({ cwd: root, encoding: 'utf8', stdio: 'pipe' });
    return execFileSync('git', ['rev-parse', '--short=7', 'HEAD'], options).trim();
  } catch {
    // A copy without its history.
    return null;
  }
}
