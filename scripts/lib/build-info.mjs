import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
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

/** Read by the health screen (src/features/health/left-out.ts). */
const REPORT_FILE = 'build.json';
const ENTRIES_MAX = 200;
const REASON_MAX = 300;

/** @typedef {(what: string, why: string) => void} LeaveOut what: an address of the site, or a setting */

/**
 * What the build leaves out because it cannot be published, so that the rest can.
 *
 * @returns {{ leaveOut: LeaveOut, write: (folder: string) => Promise<void> }}
 */
export function createBuildReport() {
  /** @type {{ what: string, why: string }[]} */
  const leftOut = [];
  return {
    leaveOut: (what, why) => {
      const entry = { what: asLine(what), why: asLine(why) };
      leftOut.push(entry);
      console.warn(`Left out of the build: ${entry.what}: ${entry.why}`);
    },
    write: (folder) => {
      const report = { count: leftOut.length, leftOut: leftOut.slice(0, ENTRIES_MAX) };
      return writeFile(`${folder}/${REPORT_FILE}`, JSON.stringify(report));
    },
  };
}

/** Also what an editor stored may stand in it: nothing that a terminal obeys. @param {string} text */
const asLine = (text) => text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, REASON_MAX);
