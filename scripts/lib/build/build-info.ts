import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { root } from '../install.mjs';

/** Environment variables in which hosts give the commit. */
const COMMIT_VARIABLES = ['COMMIT_REF', 'CF_PAGES_COMMIT_SHA', 'VERCEL_GIT_COMMIT_SHA'];

/** Version, commit and newest migration of this build, which the health screen compares with the database. */
export function readBuildInfo(): {
  version: string;
  commit: string | null;
  builtAt: string;
  schema: string;
} {
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

/** Null in a copy without a Git history. */
export function readCommit(): string | null {
  const named = COMMIT_VARIABLES.map((name) => process.env[name]).find(Boolean);
  if (named) return named.slice(0, 7);
  try {
    const options = { cwd: root, encoding: 'utf8', stdio: 'pipe' } as const;
    return execFileSync('git', ['rev-parse', '--short=7', 'HEAD'], options).trim();
  } catch {
    return null;
  }
}

/** Read by the health screen (src/features/health/left-out.ts). */
export const REPORT_FILE = 'build.json';
const ENTRIES_MAX = 200;
const REASON_MAX = 300;

/** what: a path of the site, or a setting */
export type LeaveOut = (what: string, why: string) => void;

/** Collects what the build leaves out because it cannot be published. */
export function createBuildReport(): {
  id: string;
  leaveOut: LeaveOut;
  write: (folder: string) => Promise<void>;
} {
  const id = randomUUID();
  const builtAt = new Date().toISOString();
  const leftOut: { what: string; why: string }[] = [];
  return {
    id,
    leaveOut: (what, why) => {
      const entry = { what: asLine(what), why: asLine(why) };
      leftOut.push(entry);
      console.warn(`Left out of the build: ${entry.what}: ${entry.why}`);
    },
    write: (folder) => {
      const report = { id, builtAt, count: leftOut.length, leftOut: leftOut.slice(0, ENTRIES_MAX) };
      return writeFile(`${folder}/${REPORT_FILE}`, JSON.stringify(report));
    },
  };
}

/** Removes control characters: the text may come from an editor and goes to a terminal. */
const asLine = (text: string) => text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, REASON_MAX);
