// Runs before node_modules exists: imports only Node's own modules.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Installs the locked dependencies when node_modules is missing or belongs to another lock file. */
export function ensureInstalled() {
  if (!isSupported(process.versions.node)) {
    console.error(
      `This is Node ${process.versions.node}: install Node 20.19, 22.12 or newer (https://nodejs.org).`,
    );
    process.exit(1);
  }
  if (isInstalled(root)) return;
  if (lstatSync(`${root}node_modules`, { throwIfNoEntry: false })?.isSymbolicLink()) {
    console.error(
      'node_modules is a link to another folder, which has other versions. ' +
        'Install there, or delete the link: installing through it would empty the other folder.',
    );
    process.exit(1);
  }

  console.log('Installing the locked dependencies (npm ci) …');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    console.error('npm ci failed; see its message above. Nothing else was started.');
    process.exit(status ?? 1);
  }
  writeFileSync(stampOf(root), fingerprintOf(root));
}

/**
 * The versions that "engines" in package.json names.
 *
 * @param {string} version
 */
export function isSupported(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major >= 24 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);
}

/** @param {string} folder of a package, with a slash at its end */
export function isInstalled(folder) {
  const stamp = stampOf(folder);
  if (existsSync(stamp)) return readFileSync(stamp, 'utf8') === fingerprintOf(folder);
  // After a manual npm ci there is npm's own record, newer than the lock file.
  const record = `${folder}node_modules/.package-lock.json`;
  return (
    existsSync(record) && statSync(record).mtimeMs > statSync(`${folder}package-lock.json`).mtimeMs
  );
}

/** @param {string} folder */
const stampOf = (folder) => `${folder}node_modules/.installed-lock`;

/** @param {string} folder */
export function fingerprintOf(folder) {
  const lock = readFileSync(`${folder}package-lock.json`);
  return createHash('sha256').update(lock).update(process.platform).digest('hex');
}
