import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import os from 'node:os';
import { root } from '../../../scripts/lib/install.mjs';

/**
 * The machine and versions of the figures.
 *
 * @param browser path
 */
export function describeMachine(browser: string | null) {
  const [cpu] = os.cpus();
  return {
    cores: os.availableParallelism(),
    cpu: cpu?.model ?? 'unknown',
    memoryGb: Math.round(os.totalmem() / 2 ** 30),
    system: `${os.type()} ${os.release()}`,
    node: process.versions.node,
    browser: browser === null ? 'none' : versionOf(browser),
    lighthouse: versionIn('quality/bench/node_modules/lighthouse'),
    vite: versionIn('node_modules/vite'),
    react: versionIn('node_modules/react'),
    backend: `@supabase/lite ${versionIn('node_modules/@supabase/lite')}`,
  };
}

/** The time, and the load of the machine before the run. */
export function describeMoment() {
  return { at: new Date().toISOString(), load: os.loadavg().map((value) => value.toFixed(2)) };
}

function versionOf(browser: string) {
  // Debian's launch script writes warnings to stderr.
  const options = { encoding: 'utf8', stdio: 'pipe' } as const;
  return execFileSync(browser, ['--version'], options).trim();
}

/** @param folder of a package */
function versionIn(folder: string) {
  return JSON.parse(readFileSync(`${root}${folder}/package.json`, 'utf8')).version;
}
