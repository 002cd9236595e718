// Runs before node_modules exists: Node's own modules only.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Installs the locked dependencies when node_modules is missing or belongs to another lock file. */
export function ensureInstalled() {
  const lock = readFileSync(`${root}package-lock.json`);
  const fingerprint = createHash('sha256').update(lock).update(process.platform).digest('hex');
  const stamp = `${root}node_modules/.installed-lock`;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return;

  console.log('Installing the locked dependencies (npm ci) …');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    console.error('npm ci failed; its message stands above. Nothing else was started.');
    process.exit(status ?? 1);
  }
  writeFileSync(stamp, fingerprint);
}
